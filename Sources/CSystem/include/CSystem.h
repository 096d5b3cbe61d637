// This file declares everything that the library needs from the operating system beyond POSIX. A
// port to another system needs a file next to linux.c with these functions.
//
// - Something to wait on: a descriptor for poll() and for a program's own event loop, which is
//   readable when one of several other descriptors is (kqueue elsewhere). An event (EVFILT_USER, or
//   a pipe) and a timer (EVFILT_TIMER) can be added to it.
// - A watch of one file, readable when another process touches, writes, deletes or moves it
//   (EVFILT_VNODE). It may be missing. Observers then look at their stores when a timer expires.
// - Locks of the open file, not of the process: otherwise a store's locks are lost when anything in
//   the process closes the file. These are indispensable.
// - Files without a name, and freeing a part of a file's space. Both may be missing.
// - A renaming that replaces nothing. It may be missing. A file is then linked to its new name.
// - Memory that a fork clears. It may be missing. Each commit then asks for the process's id.
// - The number of processors, and whether a thread is the process's first one.
//
// A failed call returns -1 and sets errno, unless its comment says otherwise.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>

// MARK: Waiting

/// A descriptor that is readable while any of the descriptors added to it is.
int system_new_wait(void);
int system_add_to_wait(int wait, int descriptor);
/// Returns a number above 0 when it is readable, or 0 after this many milliseconds.
int system_wait(int wait, int milliseconds);

/// A descriptor that is readable from a signal until it is cleared.
int system_new_event(void);
void system_signal_event(int event);
void system_clear_event(int event);

/// A descriptor that is readable at the end of a period.
int system_new_timer(void);
/// Sets the period, which repeats from now on.
void system_set_timer(int timer, int milliseconds);
/// Whether a period has ended; if so, the timer is no longer readable.
bool system_take_timer(int timer);

// MARK: Files

/// A descriptor that is readable when a watched file is touched; -1 if none is available.
int system_new_watch(void);
/// Returns the number that the file gets in this watch. A symbolic link is not followed.
int system_watch_file(int watch, const char *path);
void system_forget_file(int watch, int file);

typedef struct {
  bool any;
  /// The file is no longer watched: it was deleted or moved, or too many events came together.
  bool is_gone;
} system_news;
/// The events since the last call; afterwards the watch is no longer readable.
system_news system_take_news(int watch, int file);

/// The number of the mount that a path leads to; false if the system cannot report it.
bool system_get_mount(const char *path, uint64_t *number);

/// Takes, changes or releases a lock of the open file, as fcntl() does with F_SETLK.
int system_set_lock(int file, struct flock *lock);
/// Finds a lock that would conflict, as F_GETLK does.
int system_get_lock(int file, struct flock *lock);

/// A file in a folder that has no name and vanishes when it is closed.
int system_open_without_name(const char *folder);
/// Frees the space of a part of a file.
int system_discard(int file, int64_t start, int64_t count);

/// Renames a file. Fails with EEXIST if the new name is taken, and with another number if the file
/// system does not support it.
int system_rename_to_new(const char *from, const char *to);

// MARK: The machine

/// Memory filled with zeros, and cleared again in every child of this process, however the process
/// forks. NULL if the system has none.
void *system_memory_emptied_by_forks(void);

/// The number of processors that this process may use; 0 if unknown.
int system_processors(void);

/// Whether the caller is the first thread of the process.
bool system_is_first_thread(void);

#endif
