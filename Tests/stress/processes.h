// Worker processes for the stress tests: each opens the store for itself, after its fork.
#ifndef BOOKWORM_TESTS_PROCESSES_H
#define BOOKWORM_TESTS_PROCESSES_H

#include "../c/support/fixtures.h"

#include <sys/types.h>

enum { MOST_WORKERS = 16 };

// What a worker did, summed by its parent.
struct tally {
  int64_t created, deleted, increments, calls;
  int64_t longest; // of its calls, in milliseconds: the longest of all is the sum's
  int64_t refused;
};

// How long a test goes on: BW_STRESS_SECONDS, or as long as given here.
double stress_seconds(double otherwise);
// After so many seconds the test, and any worker that it starts, is taken to hang.
void stress_limit(unsigned seconds);
double seconds_now(void);

// Starts a process; it ends when `body` returns, and its tally comes back through a pipe.
pid_t start_worker(void (*body)(int number, struct tally *tally), int number);
// Waits for every worker; fails the test where one failed.
struct tally wait_for_workers(void);
// Runs `body` in a process of its own and waits for it.
void in_process(void (*body)(int number, struct tally *tally), int number);

uint32_t random_below(uint32_t limit);
void seed_random(uint32_t seed);

#endif
