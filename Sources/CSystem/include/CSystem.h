// What the library asks of the operating system beyond POSIX. Here is all of it: another system
// needs a file beside linux.c with these functions.
//
// - Something to wait on: a descriptor that poll() and a program's own event loop take, readable
//   when one of others is (kqueue elsewhere), an event that can be added to it (EVFILT_USER, or a
//   pipe), and a timer that can (EVFILT_TIMER).
// - A watch of one file, readable when another process touches, writes, deletes or moves it
//   (EVFILT_VNODE). It may be missing: then observers look at their stores by the timer.
// - Locks of the open file, not of the process: without them a store's locks are lost when anything
//   in the process closes the file. There is no way around them.
// - Files that have no name, and giving back a part of a file's room. Both may be missing.
// - A renaming that replaces nothing. It may be missing: then a file is linked to its new name.
// - The number of processors.
//
// What fails returns -1 and sets errno, unless its comment says otherwise.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>

// MARK: Waiting

/// A descriptor that is readable while one of those added to it is.
int system_new_wait(void);
int system_add_to_wait(int wait, int descriptor);
/// Above 0 when it is readable, 0 after so many milliseconds.
int system_wait(int wait, int milliseconds);

/// A descriptor that is readable from a signal until it is cleared.
int system_new_event(void);
void system_signal_event(int event);
void system_clear_event(int event);

/// A descriptor that is readable when a period is over.
int system_new_timer(void);
/// From now on, over and over.
void system_set_timer(int timer, int milliseconds);
/// Whether a period was over; then it is no longer readable.
bool system_take_timer(int timer);

// MARK: Files

/// A descriptor that is readable when a watched file is touched; -1 where none is to be had.
int system_new_watch(void);
/// The number of the file in this watch. A symbolic link is not followed.
int system_watch_file(int watch, const char *path);
void system_forget_file(int watch, int file);

typedef struct {
  bool any;
  /// The file is no longer watched: it was deleted, moved, or too much came at once.
  bool is_gone;
} system_news;
/// What came since; then the watch is no longer readable.
system_news system_take_news(int watch, int file);

/// The number of the mount that a path leads to; false where the system cannot say.
bool system_get_mount(const char *path, uint64_t *number);

/// Takes, changes or gives back a lock of the open file, as fcntl() does with F_SETLK.
int system_set_lock(int file, struct flock *lock);
/// Finds what would be in the way of one, as F_GETLK does.
int system_get_lock(int file, struct flock *lock);

/// A file in a folder that has no name and is gone when it is closed.
int system_open_without_name(const char *folder);
/// Gives back the room of a part of a file.
int system_discard(int file, int64_t start, int64_t count);

/// Renames a file; fails with EEXIST where there is something under the new name, and with another
/// number where the file system cannot do that.
int system_rename_to_new(const char *from, const char *to);

// MARK: The machine

/// How many processors this process may use; 0 where that is not known.
int system_processors(void);

#endif
