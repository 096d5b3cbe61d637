// This file declares observers' reports as text, and processes to observe.
#ifndef BOOKWORM_TESTS_TOLD_H
#define BOOKWORM_TESTS_TOLD_H

#include "fixtures.h"

// The rows of the next result of changes, such as "updated book 1 rating at 3 from 0", joined by
// "|"; "" if nothing came within the time-out. Valid until the next call.
const char *told(bw_observer *observer, int64_t timeout);

// A process of the test that begins before the test opens any store. It runs `body` on each order.
struct process {
  int32_t id;
  int go, done;
};
struct process start_process(void (*body)(void));
// Runs the body once and waits for its end.
void run_once(struct process *process);
// Lets the body run, and does not wait.
void let_run(struct process *process);
void end_process(struct process *process);

#endif
