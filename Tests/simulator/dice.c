// This file generates random numbers from a seed, by SplitMix64.
#include "dice.h"

static uint64_t state;

void seed_dice(uint64_t seed) {
  state = seed * 0x2545F4914F6CDD1D;
}

uint64_t throw_dice(void) {
  state += 0x9E3779B97F4A7C15;
  uint64_t value = state;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

uint32_t dice_below(uint32_t limit) {
  return (uint32_t)((throw_dice() >> 32) * limit >> 32);
}

bool dice_once_in(uint32_t times) {
  return dice_below(times) == 0;
}
