// This file declares random numbers that are the same for the same seed.
#ifndef BOOKWORM_SIMULATOR_DICE_H
#define BOOKWORM_SIMULATOR_DICE_H

#include <stdbool.h>
#include <stdint.h>

void seed_dice(uint64_t seed);
uint64_t throw_dice(void);
// Returns a number below the limit, which is above 0.
uint32_t dice_below(uint32_t limit);
// Returns true once in that many calls, on average.
bool dice_once_in(uint32_t times);

#endif
