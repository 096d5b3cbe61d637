// This file defines the C library's calls for names, times and random numbers.
#define _GNU_SOURCE
#include "calls.h"
#include "dice.h"
#include "disk.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int fail(int error) {
  errno = error;
  return -1;
}

// Finds the C library's own function of that name.
static void find_next(const char *name, void *function) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) give_up("no %s", name);
  memcpy(function, &found, sizeof found);
}

// MARK: Properties of files

static int describe(struct file *file, struct stat *status) {
  *status = (struct stat){.st_dev = 1,
                          .st_ino = file->number,
                          .st_mode = file->mode,
                          .st_nlink = file->links,
                          .st_size = file->size,
                          .st_blksize = 4096,
                          .st_blocks = (file->size + 511) / 512};
  return 0;
}

static int describe_path(const char *path, struct stat *status, int flags) {
  const char *name = name_in_folder(path);
  if (!name) return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, flags);
  int error = enter_call(other_call, "stat", 0, 0);
  if (error) return fail(error);
  struct file *file = file_named(name);
  return file ? describe(file, status) : fail(ENOENT);
}

static int describe_open(int number, struct stat *status) {
  struct file *file = file_of_descriptor(number);
  if (!file) return (int)syscall(SYS_fstat, number, status);
  int error = enter_call(other_call, "fstat", file->number, 0);
  return error ? fail(error) : describe(file, status);
}

int stat(const char *path, struct stat *status) {
  return describe_path(path, status, 0);
}
int lstat(const char *path, struct stat *status) {
  return describe_path(path, status, AT_SYMLINK_NOFOLLOW);
}
int fstat(int number, struct stat *status) {
  return describe_open(number, status);
}
// On this system, these are the same.
int stat64(const char *path, struct stat64 *status) {
  return describe_path(path, (struct stat *)status, 0);
}
int lstat64(const char *path, struct stat64 *status) {
  return describe_path(path, (struct stat *)status, AT_SYMLINK_NOFOLLOW);
}
int fstat64(int number, struct stat64 *status) {
  return describe_open(number, (struct stat *)status);
}

int access(const char *path, int wanted) {
  const char *name = name_in_folder(path);
  if (!name) return (int)syscall(SYS_faccessat, AT_FDCWD, path, wanted);
  int error = enter_call(other_call, "access", 0, wanted);
  if (error) return fail(error);
  return file_named(name) ? 0 : fail(ENOENT);
}

ssize_t readlink(const char *path, char *target, size_t size) {
  const char *name = name_in_folder(path);
  if (!name) return syscall(SYS_readlinkat, AT_FDCWD, path, target, size);
  return fail(file_named(name) ? EINVAL : ENOENT);
}

int fchmod(int number, mode_t mode) {
  struct file *file = file_of_descriptor(number);
  if (!file) return (int)syscall(SYS_fchmod, number, mode);
  file->mode = S_IFREG | (mode & 07777);
  return 0;
}

int fchown(int number, uid_t user, gid_t group) {
  return file_of_descriptor(number) ? 0 : (int)syscall(SYS_fchown, number, user, group);
}

// MARK: Names

int unlink(const char *path) {
  const char *name = name_in_folder(path);
  if (!name) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  int error = enter_call(name_call, "unlink", 0, 0);
  if (error) return fail(error);
  if (!find_file(name)) return fail(ENOENT);
  remove_name(name);
  return 0;
}

int link(const char *path, const char *other) {
  const char *name = name_in_folder(path), *made = name_in_folder(other);
  if (!name || !made) return (int)syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, other, 0);
  int error = enter_call(name_call, "link", 0, 0);
  if (error) return fail(error);
  struct file *file = find_file(name);
  if (!file) return fail(ENOENT);
  if (find_file(made)) return fail(EEXIST);
  add_name(made, file);
  return 0;
}

int rename(const char *path, const char *other) {
  const char *name = name_in_folder(path), *made = name_in_folder(other);
  if (!name || !made) return (int)syscall(SYS_renameat, AT_FDCWD, path, AT_FDCWD, other);
  int error = enter_call(name_call, "rename", 0, 0);
  if (error) return fail(error);
  struct file *file = find_file(name);
  if (!file) return fail(ENOENT);
  rename_file(name, made);
  return 0;
}

// The library always forbids the call to replace a file.
int renameat2(int from, const char *path, int to, const char *other, unsigned int flags) {
  const char *name = name_in_folder(path), *made = name_in_folder(other);
  if (!name || !made) return (int)syscall(SYS_renameat2, from, path, to, other, flags);
  int error = enter_call(name_call, "renameat2", 0, 0);
  if (error) return fail(error);
  if (!find_file(name)) return fail(ENOENT);
  if (find_file(made)) return fail(EEXIST);
  rename_file(name, made);
  return 0;
}

char *realpath(const char *path, char *result) {
  const char *name = name_in_folder(path);
  if (!name) {
    static char *(*real)(const char *, char *);
    if (!real) find_next("realpath", &real);
    return real(path, result);
  }
  int error = enter_call(other_call, "realpath", 0, 0);
  if (!error && !file_named(name)) error = ENOENT;
  if (!error) return result ? strcpy(result, path) : strdup(path);
  errno = error;
  return NULL;
}

// MARK: The folder

// Each process reads only one folder at a time.
struct listing {
  size_t place;
  struct dirent entry;
};
static struct listing listings[16];

static bool is_listing(const DIR *folder) {
  const char *start = (const char *)listings, *given = (const char *)folder;
  return start <= given && given < start + sizeof listings;
}

DIR *opendir(const char *path) {
  const char *name = name_in_folder(path);
  if (!name) {
    static DIR *(*real)(const char *);
    if (!real) find_next("opendir", &real);
    return real(path);
  }
  int error = enter_call(open_call, "opendir", 0, 0);
  if (error) {
    errno = error;
    return NULL;
  }
  struct listing *made = &listings[current->number % 16];
  made->place = 0;
  return (DIR *)made;
}

struct dirent *readdir(DIR *folder) {
  if (!is_listing(folder)) {
    static struct dirent *(*real)(DIR *);
    if (!real) find_next("readdir", &real);
    return real(folder);
  }
  struct listing *listing = (struct listing *)folder;
  const char *name = name_at(listing->place++);
  if (!name) return NULL;
  strcpy(listing->entry.d_name, name);
  return &listing->entry;
}

int closedir(DIR *folder) {
  if (is_listing(folder)) return 0;
  static int (*real)(DIR *);
  if (!real) find_next("closedir", &real);
  return real(folder);
}

// Observers are not woken; they poll.

int inotify_init1(int flags) {
  return current ? fail(EMFILE) : (int)syscall(SYS_inotify_init1, flags);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  const char *name = name_in_folder(path);
  if (!name) return (int)syscall(SYS_utimensat, folder, path, times, flags);
  int error = enter_call(other_call, "utimensat", 0, 0);
  if (error) return fail(error);
  return file_named(name) ? 0 : fail(ENOENT);
}

// MARK: Times

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!current) return (int)syscall(SYS_clock_gettime, clock, time);
  *time = (struct timespec){simulated_time / 1000000, simulated_time % 1000000 * 1000};
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  if (!current) return (int)syscall(SYS_gettimeofday, time, zone);
  *time = (struct timeval){simulated_time / 1000000, simulated_time % 1000000};
  return 0;
}

time_t time(time_t *result) {
  time_t now = current ? simulated_time / 1000000 : syscall(SYS_time, NULL);
  if (result) *result = now;
  return now;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
  if (!current) return (int)syscall(SYS_nanosleep, wanted, left);
  sleep_until(simulated_time + wanted->tv_sec * 1000000 + wanted->tv_nsec / 1000);
  return 0;
}

int usleep(useconds_t microseconds) {
  struct timespec wanted = {microseconds / 1000000, microseconds % 1000000 * 1000};
  return nanosleep(&wanted, NULL);
}

// MARK: Randomness

int getentropy(void *buffer, size_t size) {
  for (size_t i = 0; i < size; i++) ((uint8_t *)buffer)[i] = (uint8_t)throw_dice();
  return 0;
}

ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
  (void)flags;
  getentropy(buffer, size);
  return (ssize_t)size;
}

pid_t getpid(void) {
  return current ? 1000000 + current->number : (pid_t)syscall(SYS_getpid);
}

// MARK: Threads

// A simulated process has one thread and cannot start another. The library skips work that it would
// do on a thread of its own, or does it in the call.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument) {
  static int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!create) find_next("pthread_create", &create);
  return current ? EAGAIN : create(thread, attributes, body, argument);
}

// MARK: Mutexes

// No other process holds a process's mutexes. But SQLite takes a mutex, as a memory barrier,
// between two changes of the shared memory: another process may run there.
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*lock)(pthread_mutex_t *);
  if (!lock) find_next("pthread_mutex_lock", &lock);
  if (current) let_others_go_on();
  return lock(mutex);
}
