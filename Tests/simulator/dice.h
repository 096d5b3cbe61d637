// Random numbers that are the same for the same seed.
#ifndef BOOKWORM_SIMULATOR_DICE_H
#define BOOKWORM_SIMULATOR_DICE_H

#include <stdbool.h>
#include <stdint.h>

void seed_dice(uint64_t seed);
uint64_t throw_dice(void);
// Below the limit, which is above 0.
uint32_t dice_below(uint32_t limit);
// True once in so many times.
bool dice_once_in(uint32_t times);

#endif
