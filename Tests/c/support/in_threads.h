// This file declares how to run one function in many threads at once, for the tests about threads.
#ifndef BOOKWORM_TESTS_IN_THREADS_H
#define BOOKWORM_TESTS_IN_THREADS_H

#include "fixtures.h"

#include <pthread.h>
#include <stdatomic.h>

enum { MOST_THREADS = 16 };

// The counts of count_status(): BW_OK, BW_ERROR_HANDLE, and other statuses, which fail a test.
extern atomic_int successes, refusals, others;
// The barrier where the threads wait for one another before they begin.
extern pthread_barrier_t start;

// The test's store, with quick commits (these tests are about threads, not about disks) and a busy
// time-out that no test meets.
bw_store *open_for_threads(void);
void count_status(bw_status status);
// Runs the function in `count` threads at once; `between`, if any, meanwhile in this one.
void in_threads(int count, void *(*body)(void *), void (*between)(void));

#endif
