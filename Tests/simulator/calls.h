// This file declares the C library's functions for paths of the simulated folder; see calls.c.
#ifndef BOOKWORM_SIMULATOR_CALLS_H
#define BOOKWORM_SIMULATOR_CALLS_H

#include "disk.h"
#include "processes.h"

// The name within the simulated folder, "" for the folder itself; NULL for any other path.
const char *name_in_folder(const char *path);
// NULL if there is none.
struct file *file_named(const char *name);
// NULL if the descriptor does not belong to the simulation.
struct file *file_of_descriptor(int number);
// Closes everything that the process has open, and drops its locks.
void close_all(struct process *process);

// Signals the timers that have expired; timers.c.
void signal_timers(void);
// Removes the timer of a descriptor that is being closed.
void forget_timer(int number);

#endif
