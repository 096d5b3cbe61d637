// The simulated processes: each is a copy of the library, with a stack of its own. One runs at a
// time, and another may go on at every system call.
#ifndef BOOKWORM_SIMULATOR_PROCESSES_H
#define BOOKWORM_SIMULATOR_PROCESSES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <ucontext.h>

// What of a system call decides how it may fail.
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
  // What the process runs, and what it works on; the simulator's own code knows.
  void *library, *work;
  // At which of its calls it is killed; 0: never.
  uint64_t killed_at;
  uint64_t calls;
  int64_t wakes_at;
  ucontext_t context;
  int error; // errno
};

struct plan {
  // Another process goes on at one of so many calls.
  uint32_t switches_once_in;
  // At which call of all the power is cut; 0: never.
  uint64_t power_cut_at;
  // From which call on the next so many of a kind fail; 0: none do.
  uint64_t fails_at;
  enum kind fails;
  uint32_t failures;
  int failure; // an errno
  // Locks belong to the process, and a close of any descriptor of the file drops them.
  bool has_process_locks;
};

// NULL while the simulator itself runs.
extern struct process *current;
extern struct plan plan;
// Whether a call has failed by plan since this was last set to false.
extern bool has_failed;

struct process *start_process(void (*body)(struct process *), void *library, void *work);
// Runs all until each is at its end or dead. False where the power was cut. `killed` is told of
// each that is killed by plan, and may start another.
bool run_processes(void (*killed)(struct process *process));

// At the beginning of each system call: the moment at which others go on, or this one is killed. An
// errno where the call is to fail.
int enter_call(enum kind kind, const char *name, uint32_t file, int64_t detail);
// At other moments at which others may go on.
void let_others_go_on(void);
void sleep_until(int64_t time);
// Microseconds since 1970.
extern int64_t simulated_time;
// Of all calls, in their order: the same for the same seed.
extern uint64_t trace;
extern uint64_t call_count;
extern FILE *trace_file;

// Ends the run as failed.
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
