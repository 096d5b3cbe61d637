// This file declares the simulated processes: each is a copy of the library, with a stack of its
// own. One runs at a time, and another one may continue at every system call.
#ifndef BOOKWORM_SIMULATOR_PROCESSES_H
#define BOOKWORM_SIMULATOR_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <ucontext.h>

// The kinds of system calls, which determine how a call may fail.
enum kind {
  other_call,
  read_call,
  write_call,
  sync_call,
  size_call,
  lock_call,
  open_call,
  name_call
};

struct process {
  int number;
  enum { running, ended, dead } state;
  void (*body)(struct process *process);
  // The library that the process runs, and its data; only the simulator's own code uses them.
  void *library, *work;
  // The process is killed at the call with this number; 0: never.
  uint64_t killed_at;
  uint64_t calls;
  int64_t wakes_at;
  ucontext_t context;
  int error; // errno
};

struct plan {
  // Another process continues at one of that many calls, on average.
  uint32_t switches_once_in;
  // The power is cut at the call with this number, of all calls; 0: never.
  uint64_t power_cut_at;
  // From this call on, the next `failures` calls of a kind fail; 0: none do.
  uint64_t fails_at;
  enum kind fails;
  uint32_t failures;
  int failure; // an errno
  // Locks belong to the process, and closing any descriptor of the file drops them.
  bool has_process_locks;
};

// NULL while the simulator itself runs.
extern struct process *current;
extern struct plan plan;
// Whether a planned failure has occurred since this was last set to false.
extern bool has_failed;

struct process *start_process(void (*body)(struct process *), void *library, void *work);
// Runs all processes until each has ended or is dead. Returns false if the power was cut. `killed`
// is called for each one that is killed as planned, and may start another.
bool run_processes(void (*killed)(struct process *process));

// Called at the beginning of each system call, where another process may continue or this one may
// be killed. Returns an errno if the call is to fail.
int enter_call(enum kind kind, const char *name, uint32_t file, int64_t detail);
// Called at other moments when another process may continue.
void let_others_go_on(void);
void sleep_until(int64_t time);
// Microseconds since 1970.
extern int64_t simulated_time;
// A hash of all calls in their order, which is the same for the same seed.
extern uint64_t trace;
extern uint64_t call_count;
extern FILE *trace_file;

// Ends the run as failed.
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
