// What the C library offers, for paths of the simulated folder; calls.c.
#ifndef BOOKWORM_SIMULATOR_CALLS_H
#define BOOKWORM_SIMULATOR_CALLS_H

#include "disk.h"
#include "processes.h"

// The name within the simulated folder, "" for the folder itself; NULL for a path elsewhere.
const char *name_in_folder(const char *path);
// NULL where there is none.
struct file *file_named(const char *name);
// NULL where the descriptor is none of the simulation's.
struct file *file_of_descriptor(int number);
// Closes what the process has open, and drops its locks.
void close_all(struct process *process);

// Signals the timers whose time is over; timers.c.
void signal_timers(void);
// One whose descriptor is closed.
void forget_timer(int number);

#endif
