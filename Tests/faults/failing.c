// This file makes system calls fail.
#define _GNU_SOURCE
#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static failing now = {.kind = FAIL_NOTHING};
static atomic_long seen;
static atomic_bool is_armed;
long clock_is_off;

void fail(failing what) {
  now = what;
  atomic_store(&seen, 0);
  atomic_store(&is_armed, true);
}

long fail_nothing(void) {
  atomic_store(&is_armed, false);
  return atomic_load(&seen);
}

static bool fails(failing_kind kind) {
  if (!atomic_load(&is_armed) || now.kind != kind) return false;
  long number = atomic_fetch_add(&seen, 1) + 1;
  if (now.nth == 0 || number < now.nth || (number > now.nth && !now.goes_on)) return false;
  errno = now.reason;
  return true;
}

// MARK: Memory

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool lacks(size_t size) {
  if (!atomic_load(&is_armed) || size < now.least || size > now.most) return false;
  return fails(FAIL_ALLOCATION);
}

void *malloc(size_t size) {
  return lacks(size) ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  return lacks(count * size) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) {
  return lacks(size) ? NULL : __libc_realloc(memory, size);
}
void *memalign(size_t alignment, size_t size) {
  return lacks(size) ? NULL : __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *made = memalign(alignment, size);
  if (made) *memory = made;
  return made ? 0 : ENOMEM;
}

// MARK: Files

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

// A call that `kind` and FAIL_CALL make fail.
#define CALL(kind, type, name, parameters, arguments, failed) \
  type name parameters { \
    REAL(name); \
    if (fails(FAIL_CALL) || fails(kind)) return failed; \
    return real arguments; \
  }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    int mode = va_arg(rest, int); \
    va_end(rest); \
    REAL(name); \
    if (fails(FAIL_CALL) || fails(FAIL_OPEN)) return -1; \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define CONTROL(name) \
  int name(int file, int command, ...) { \
    va_list rest; \
    va_start(rest, command); \
    void *given = va_arg(rest, void *); \
    va_end(rest); \
    REAL(name); \
    bool locks = command == F_OFD_SETLK || command == F_OFD_GETLK; \
    if (locks && fails(FAIL_CALL)) return -1; \
    if (command == F_OFD_SETLK && ((struct flock *)given)->l_type == F_UNLCK && \
        fails(FAIL_UNLOCK)) \
      return -1; \
    return real(file, command, given); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

CALL(FAIL_NOTHING, ssize_t, read, (int file, void *to, size_t size), (file, to, size), -1)
CALL(FAIL_NOTHING, ssize_t, pread, (int file, void *to, size_t size, off_t at),
     (file, to, size, at), -1)
CALL(FAIL_NOTHING, ssize_t, pread64, (int file, void *to, size_t size, off64_t at),
     (file, to, size, at), -1)
CALL(FAIL_WRITE, ssize_t, write, (int file, const void *from, size_t size), (file, from, size), -1)
CALL(FAIL_WRITE, ssize_t, pwrite, (int file, const void *from, size_t size, off_t at),
     (file, from, size, at), -1)
CALL(FAIL_WRITE, ssize_t, pwrite64, (int file, const void *from, size_t size, off64_t at),
     (file, from, size, at), -1)
CALL(FAIL_NOTHING, int, fsync, (int file), (file), -1)
CALL(FAIL_NOTHING, int, fdatasync, (int file), (file), -1)
CALL(FAIL_WRITE, int, ftruncate, (int file, off_t size), (file, size), -1)
CALL(FAIL_WRITE, int, ftruncate64, (int file, off64_t size), (file, size), -1)
CALL(FAIL_NOTHING, int, stat, (const char *path, struct stat *to), (path, to), -1)
CALL(FAIL_NOTHING, int, lstat, (const char *path, struct stat *to), (path, to), -1)
CALL(FAIL_NOTHING, int, fstat, (int file, struct stat *to), (file, to), -1)
CALL(FAIL_NOTHING, int, access, (const char *path, int mode), (path, mode), -1)
CALL(FAIL_NOTHING, int, unlink, (const char *path), (path), -1)
CALL(FAIL_NOTHING, int, link, (const char *path, const char *other), (path, other), -1)
CALL(FAIL_NOTHING, int, rename, (const char *path, const char *other), (path, other), -1)
CALL(FAIL_NOTHING, char *, getcwd, (char *to, size_t size), (to, size), NULL)
CALL(FAIL_NOTHING, int, fchmod, (int file, mode_t mode), (file, mode), -1)
CALL(FAIL_NOTHING, int, utimensat,
     (int folder, const char *path, const struct timespec times[2], int flags),
     (folder, path, times, flags), -1)

int inotify_init1(int flags);
int inotify_add_watch(int watch, const char *path, uint32_t mask);
int eventfd(unsigned count, int flags);
int epoll_create1(int flags);
CALL(FAIL_OPEN, int, inotify_init1, (int flags), (flags), -1)
CALL(FAIL_NOTHING, int, inotify_add_watch, (int watch, const char *path, uint32_t mask),
     (watch, path, mask), -1)
CALL(FAIL_OPEN, int, eventfd, (unsigned count, int flags), (count, flags), -1)
CALL(FAIL_OPEN, int, epoll_create1, (int flags), (flags), -1)

#define MAP(name, offset) \
  void *name(void *at, size_t size, int protection, int flags, int file, offset from) { \
    REAL(name); \
    if (file >= 0 && fails(FAIL_CALL)) return MAP_FAILED; \
    return real(at, size, protection, flags, file, from); \
  }
MAP(mmap, off_t)
MAP(mmap64, off64_t)

// MARK: Time

int clock_gettime(clockid_t clock, struct timespec *to) {
  REAL(clock_gettime);
  int result = real(clock, to);
  if (clock == CLOCK_REALTIME) to->tv_sec += clock_is_off;
  return result;
}
