// This file declares the workers of the stress tests: each opens the store itself, after its fork.
#ifndef BOOKWORM_TESTS_PROCESSES_H
#define BOOKWORM_TESTS_PROCESSES_H

#include "../c/support/fixtures.h"

#include <sys/types.h>

enum { MOST_WORKERS = 32 };

// A worker's results, summed by its parent.
struct tally {
  int64_t created, deleted, increments, calls;
  int64_t longest; // of its calls, in milliseconds: the longest of all is the sum's
  int64_t refused;
};

// How long a test runs: BW_STRESS_SECONDS, or the time given here.
double stress_seconds(double otherwise);
// After this many seconds, the test or any worker that it starts counts as hanging.
void stress_limit(unsigned seconds);
double seconds_now(void);

// Starts a process; it ends when `body` returns, and its tally comes back through a pipe.
pid_t start_worker(void (*body)(int number, struct tally *tally), int number);
// Waits for every worker, and fails the test if any worker has failed.
struct tally wait_for_workers(void);
// Runs `body` in a process of its own and waits for it.
void in_process(void (*body)(int number, struct tally *tally), int number);

uint32_t random_below(uint32_t limit);
void seed_random(uint32_t seed);

#endif
