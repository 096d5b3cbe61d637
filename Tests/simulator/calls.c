// This file defines the C library's calls for files, for everything that this program loads. Calls
// for the simulated folder work in memory; all others go to the system.
#define _GNU_SOURCE
#include "calls.h"
#include "dice.h"
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FIRST_DESCRIPTOR = 1000, MOST_DESCRIPTORS = 2000 };

struct open_file {
  struct file *file; // NULL: free
  struct process *process;
  int flags;
  off_t position;
  bool is_random; // the system's source of random numbers
};

static struct open_file open_files[MOST_DESCRIPTORS];

static int fail(int error) {
  errno = error;
  return -1;
}

const char *name_in_folder(const char *path) {
  size_t length = strlen(FOLDER);
  if (!current || !path || strncmp(path, FOLDER, length) != 0) return NULL;
  if (path[length] == 0) return path + length;
  return path[length] == '/' ? path + length + 1 : NULL;
}

struct file *file_named(const char *name) {
  return *name ? find_file(name) : folder();
}

static struct open_file *opened(int number) {
  int place = number - FIRST_DESCRIPTOR;
  if (place < 0 || place >= MOST_DESCRIPTORS || !open_files[place].process) return NULL;
  return &open_files[place];
}

struct file *file_of_descriptor(int number) {
  struct open_file *found = opened(number);
  return found ? found->file : NULL;
}

// MARK: Opening and closing

static int new_descriptor(struct open_file made) {
  for (int i = 0; i < MOST_DESCRIPTORS; i++) {
    if (open_files[i].process) continue;
    open_files[i] = made;
    open_files[i].process = current;
    return FIRST_DESCRIPTOR + i;
  }
  return fail(EMFILE);
}

static int open_path(const char *path, int flags, mode_t mode) {
  if (current && strcmp(path, "/dev/urandom") == 0) {
    return new_descriptor((struct open_file){.is_random = true});
  }
  const char *name = name_in_folder(path);
  if (!name) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  struct file *file = file_named(name);
  int error = enter_call(open_call, "open", file ? file->number : 0, flags);
  if (error) return fail(error);
  file = file_named(name);
  if (file && flags & O_CREAT && flags & O_EXCL) return fail(EEXIST);
  if (!file && !(flags & O_CREAT)) return fail(ENOENT);
  if (!file) file = make_file(name, mode & ~022u);
  if (file->is_folder && (flags & O_ACCMODE) != O_RDONLY) return fail(EISDIR);
  int number = new_descriptor((struct open_file){.file = file, .flags = flags});
  if (number >= 0 && flags & O_TRUNC) set_size(file, 0);
  return number;
}

static void close_one(struct open_file *closed) {
  if (closed->file) {
    drop_locks(closed->file, closed);
    drop_locks(closed->file, &closed->flags);
    if (closed->file->lock_count) drop_locks(closed->file, closed->process);
  }
  memset(closed, 0, sizeof *closed);
}

void close_all(struct process *process) {
  for (int i = 0; i < MOST_DESCRIPTORS; i++) {
    if (open_files[i].process == process) close_one(&open_files[i]);
  }
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    return open_path(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

int close(int number) {
  struct open_file *closed = opened(number);
  if (!closed) {
    forget_timer(number);
    return (int)syscall(SYS_close, number);
  }
  if (closed->file) enter_call(other_call, "close", closed->file->number, 0);
  close_one(closed);
  return 0;
}

// MARK: Reading and writing

static ssize_t read_from(struct open_file *from, void *buffer, size_t size, off_t offset) {
  if (from->is_random) {
    for (size_t i = 0; i < size; i++) ((uint8_t *)buffer)[i] = (uint8_t)throw_dice();
    return (ssize_t)size;
  }
  int error = enter_call(read_call, "read", from->file->number, offset);
  if (error) return fail(error);
  off_t left = from->file->size - offset;
  if (left <= 0) return 0;
  if ((off_t)size > left) size = (size_t)left;
  memcpy(buffer, from->file->data + offset, size);
  return (ssize_t)size;
}

static ssize_t write_to(struct open_file *to, const void *buffer, size_t size, off_t offset) {
  int error = enter_call(write_call, "write", to->file->number, offset);
  if (error == ENOSPC && size > 1 && dice_once_in(2)) {
    size /= 2; // as much as there is room for
  } else if (error) {
    return fail(error);
  }
  if (to->flags & O_APPEND) offset = to->file->size;
  write_at(to->file, buffer, size, offset);
  return (ssize_t)size;
}

ssize_t pread64(int number, void *buffer, size_t size, off64_t offset) {
  struct open_file *from = opened(number);
  if (!from) return syscall(SYS_pread64, number, buffer, size, offset);
  return read_from(from, buffer, size, offset);
}

ssize_t pread(int number, void *buffer, size_t size, off_t offset) {
  return pread64(number, buffer, size, offset);
}

ssize_t pwrite64(int number, const void *buffer, size_t size, off64_t offset) {
  struct open_file *to = opened(number);
  if (!to) return syscall(SYS_pwrite64, number, buffer, size, offset);
  return write_to(to, buffer, size, offset);
}

ssize_t pwrite(int number, const void *buffer, size_t size, off_t offset) {
  return pwrite64(number, buffer, size, offset);
}

ssize_t read(int number, void *buffer, size_t size) {
  struct open_file *from = opened(number);
  if (!from) {
    signal_timers();
    return syscall(SYS_read, number, buffer, size);
  }
  ssize_t count = read_from(from, buffer, size, from->position);
  if (count > 0) from->position += count;
  return count;
}

ssize_t write(int number, const void *buffer, size_t size) {
  struct open_file *to = opened(number);
  if (!to) return syscall(SYS_write, number, buffer, size);
  ssize_t count = write_to(to, buffer, size, to->position);
  if (count > 0) to->position += count;
  return count;
}

off_t lseek(int number, off_t offset, int from) {
  struct open_file *moved = opened(number);
  if (!moved) return syscall(SYS_lseek, number, offset, from);
  if (from == SEEK_CUR) offset += moved->position;
  if (from == SEEK_END) offset += moved->file->size;
  return moved->position = offset;
}

int ftruncate64(int number, off64_t size) {
  struct open_file *cut = opened(number);
  if (!cut) return (int)syscall(SYS_ftruncate, number, size);
  int error = enter_call(size_call, "ftruncate", cut->file->number, size);
  if (error) return fail(error);
  set_size(cut->file, size);
  return 0;
}

int ftruncate(int number, off_t size) {
  return ftruncate64(number, size);
}

int fsync(int number) {
  struct open_file *synced = opened(number);
  if (!synced) return (int)syscall(SYS_fsync, number);
  int error = enter_call(sync_call, "fsync", synced->file->number, 0);
  if (error) return fail(error);
  sync_file(synced->file);
  return 0;
}

int fdatasync(int number) {
  return opened(number) ? fsync(number) : (int)syscall(SYS_fdatasync, number);
}

// MARK: Memory

void *mmap64(void *start, size_t size, int protection, int flags, int number, off64_t offset) {
  struct open_file *mapped = number >= 0 ? opened(number) : NULL;
  if (!mapped) return (void *)syscall(SYS_mmap, start, size, protection, flags, number, offset);
  int error = enter_call(open_call, "mmap", mapped->file->number, offset);
  if (!error) return mapped->file->data + offset;
  errno = ENOMEM;
  return MAP_FAILED;
}

void *mmap(void *start, size_t size, int protection, int flags, int number, off_t offset) {
  return mmap64(start, size, protection, flags, number, offset);
}

// The whole memory of a file exists from the beginning.
void *mremap(void *start, size_t size, size_t wanted, int flags, ...) {
  if (is_of_a_file(start)) return start;
  return (void *)syscall(SYS_mremap, start, size, wanted, flags);
}

int munmap(void *start, size_t size) {
  if (!is_of_a_file(start)) return (int)syscall(SYS_munmap, start, size);
  enter_call(other_call, "munmap", 0, 0);
  return 0;
}

// MARK: Locks

// The lock on the whole file (flock), which is separate from the locks on its bytes.
int flock(int number, int operation) {
  struct open_file *file = opened(number);
  if (!file) return (int)syscall(SYS_flock, number, operation);
  int what = operation & ~LOCK_NB;
  short type = what == LOCK_UN ? F_UNLCK : what == LOCK_SH ? F_RDLCK : F_WRLCK;
  for (;;) {
    int error = enter_call(lock_call, "flock", file->file->number, operation);
    if (!error) error = set_lock(file->file, &file->flags, type, INT64_MAX - 2, INT64_MAX - 1);
    if (error == EAGAIN && !(operation & LOCK_NB)) {
      sleep_until(simulated_time + 100);
    } else {
      return error ? fail(error) : 0;
    }
  }
}

static int lock_call_of(struct open_file *file, int command, struct flock *lock) {
  bool is_query = command == F_GETLK || command == F_OFD_GETLK;
  int error = enter_call(lock_call, is_query ? "getlk" : "setlk", file->file->number,
                         lock->l_start << 2 | lock->l_type);
  if (error) return fail(error);
  bool is_of_process = command == F_SETLK || command == F_GETLK || plan.has_process_locks;
  const void *owner = is_of_process ? (const void *)file->process : (const void *)file;
  off_t end = lock->l_len ? lock->l_start + lock->l_len : INT64_MAX;
  if (is_query) {
    const struct lock *found = find_lock(file->file, owner, lock->l_type, lock->l_start, end);
    lock->l_type = found ? found->type : F_UNLCK;
    if (found) lock->l_start = found->start;
    return 0;
  }
  error = set_lock(file->file, owner, lock->l_type, lock->l_start, end);
  return error ? fail(error) : 0;
}

static int control(int number, int command, void *argument) {
  struct open_file *file = opened(number);
  if (!file) return (int)syscall(SYS_fcntl, number, command, argument);
  switch (command) {
  case F_SETLK:
  case F_GETLK:
  case F_OFD_SETLK:
  case F_OFD_GETLK:
    return lock_call_of(file, command, argument);
  case F_GETFL:
    return file->flags;
  case F_GETFD:
    return FD_CLOEXEC;
  case F_SETFD:
    return 0;
  default:
    give_up("fcntl(%d) is not simulated", command);
  }
}

#define CONTROL(name) \
  int name(int number, int command, ...) { \
    va_list rest; \
    va_start(rest, command); \
    void *argument = va_arg(rest, void *); \
    va_end(rest); \
    return control(number, command, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)
