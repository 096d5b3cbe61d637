// This file replaces SQLite's file locks by open-file-description (OFD) locks. SQLite's own locks
// belong to the process, which loses them all when anything in it closes the file: a copy, a hash,
// another SQLite. Nobody can drop OFD locks. Every descriptor that SQLite opens and closes passes
// through this file.
//
// SQLite keeps one set of locks for each file and process, and uses any of its descriptors to lock
// and unlock. An OFD lock is bound to its descriptor. So one descriptor of each file, the holder,
// has the locks of all its descriptors. If SQLite closes the holder, this file keeps it open for as
// long as SQLite has other descriptors of the file open.
//
// A forked child shares its parent's open files and their locks, which would outlive the parent:
// the child closes them at the fork, and replaces their mappings.
#include "descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CSQLite.h"
#include "CSystem.h"

typedef struct {
  // parked: closed by SQLite, kept open for its locks; apart: not SQLite's, used for locks of its
  // own; spare: not SQLite's, and not in use
  enum { unknown, in_use, parked, apart, spare } state;
  bool is_writable;
  bool has_shared_lock; // of a holder: SQLite's lock for readers
  int holder;
  dev_t device;
  ino_t inode;
} descriptor;

typedef struct {
  void *start; // NULL: none
  size_t size;
} mapping;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static descriptor *all; // by their numbers
static int capacity;
static mapping *mappings;
static int mappings_capacity;

// SQLite's lock for readers: its size distinguishes it from the others.
enum { shared_bytes = 510 };

static descriptor *find(int number) {
  if (number < 0 || number >= capacity || all[number].state != in_use) return NULL;
  return &all[number];
}

static bool is_sqlites(const descriptor *one) {
  return one->state == in_use || one->state == parked;
}

static bool is_of(const descriptor *one, dev_t device, ino_t inode) {
  return one->device == device && one->inode == inode;
}

static bool same_file(const descriptor *one, const descriptor *other) {
  return is_sqlites(one) && is_sqlites(other) && is_of(one, other->device, other->inode);
}

static bool make_room(int number) {
  if (number < capacity) return true;
  int wanted = number < 64 ? 64 : number * 2;
  descriptor *grown = realloc(all, (size_t)wanted * sizeof *grown);
  if (!grown) return false;
  memset(grown + capacity, 0, (size_t)(wanted - capacity) * sizeof *grown);
  all = grown;
  capacity = wanted;
  return true;
}

static int set_lock(int number, short type, off_t start, off_t length) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  return system_set_lock(number, &lock);
}

// MARK: Opening

// A descriptor that the program has closed and opened again stays open: it is the program's.
static int close_own(int number) {
  struct stat status;
  if (fstat(number, &status) == 0 && !is_of(&all[number], status.st_dev, status.st_ino)) return 0;
  return close(number);
}

// A descriptor for locks apart from SQLite's stays open as long as SQLite has the file open: if
// this process closes any descriptor of the file, another SQLite in this process loses its locks.
static void close_spares(dev_t device, ino_t inode) {
  for (int i = 0; i < capacity; i++) {
    if (is_sqlites(&all[i]) && is_of(&all[i], device, inode)) return;
  }
  for (int i = 0; i < capacity; i++) {
    if (all[i].state != spare || !is_of(&all[i], device, inode)) continue;
    close_own(i);
    all[i].state = unknown;
  }
}

// A read-only descriptor cannot have a writer's locks: its locks move to the first descriptor that
// may be written.
static void hand_over(descriptor *from, int to) {
  struct {
    off_t start, length;
  } shared = {0x40000000 + 2, shared_bytes};
  // Nobody else can have an exclusive lock there now, so this request is granted.
  if (from->has_shared_lock && set_lock(to, F_RDLCK, shared.start, shared.length) != 0) return;
  all[to].has_shared_lock = from->has_shared_lock;
  for (int i = 0; i < capacity; i++) {
    if (same_file(&all[i], from)) all[i].holder = to;
  }
  int old = (int)(from - all);
  if (from->state == parked) {
    from->state = unknown;
    close_own(old);
  } else {
    set_lock(old, F_UNLCK, 0, 0);
  }
}

static bool add(int number, int flags) {
  struct stat status;
  if (fstat(number, &status) != 0 || !make_room(number)) return false;
  descriptor *added = &all[number];
  *added = (descriptor){.state = in_use,
                        .is_writable = (flags & O_ACCMODE) != O_RDONLY,
                        .holder = number,
                        .device = status.st_dev,
                        .inode = status.st_ino};
  for (int i = 0; i < capacity; i++) {
    if (i == number || !same_file(&all[i], added)) continue;
    added->holder = all[i].holder;
    descriptor *holder = &all[added->holder];
    if (added->is_writable && !holder->is_writable) hand_over(holder, number);
    break;
  }
  return true;
}

static int open_file(const char *path, int flags, int mode) {
  // The lock keeps a fork from happening between open() and add().
  pthread_mutex_lock(&mutex);
  int number = open(path, flags, mode);
  if (number >= 0 && !add(number, flags)) {
    close(number);
    number = -1;
    errno = ENOMEM;
  }
  int reason = errno;
  pthread_mutex_unlock(&mutex);
  errno = reason;
  return number;
}

// SQLite takes some failures of a read for damage of the file, and gives no other sign of them:
// data that cannot be read now may be sound.
static _Thread_local csqlite_failures failures;

static ssize_t read_file(int number, void *to, size_t size, off_t at) {
  ssize_t count = pread(number, to, size, at);
  if (count >= 0 || errno == EINTR) return count;
  failures.reads++;
  if (errno == EIO || errno == ENXIO || errno == ERANGE) errno = EREMOTEIO;
  return count;
}

// After a failed allocation, SQLite reports "failed to allocate" or "failed memory resize". With
// the same code, it also reports a statement that, as it believes, ended for lack of memory.
static void hear(void *unused, int code, const char *text) {
  (void)unused;
  if (code == SQLITE_NOMEM && strncmp(text, "failed ", 7) == 0) failures.allocations++;
}

csqlite_failures csqlite_failures_here(void) {
  return failures;
}

bool csqlite_memory_was_short(void) {
  static _Thread_local long known;
  bool was_short = failures.allocations != known;
  known = failures.allocations;
  return was_short;
}

bool csqlite_is_as_opened(int number, struct stat *status) {
  pthread_mutex_lock(&mutex);
  descriptor *found = find(number);
  dev_t device = found ? found->device : 0;
  ino_t inode = found ? found->inode : 0;
  pthread_mutex_unlock(&mutex);
  return found && fstat(number, status) == 0 && status->st_dev == device && status->st_ino == inode;
}

// MARK: Closing

static int close_file(int number) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  descriptor *closed = find(number);
  // A forked child does not know its parent's files, and has closed them.
  if (closed) {
    bool has_others = false;
    for (int i = 0; i < capacity; i++) {
      if (i != number && all[i].state == in_use && same_file(&all[i], closed)) has_others = true;
    }
    if (has_others && closed->holder == number) {
      closed->state = parked;
    } else {
      int holder = closed->holder;
      if (!has_others && holder != number) {
        all[holder].state = unknown;
        close_own(holder);
      }
      closed->state = unknown;
      result = close_own(number);
      close_spares(closed->device, closed->inode);
    }
  }
  int reason = errno;
  pthread_mutex_unlock(&mutex);
  errno = reason;
  return result;
}

// MARK: Locks apart from SQLite's

static bool is_open_in_sqlite(const struct stat *file) {
  for (int i = 0; i < capacity; i++) {
    if (is_sqlites(&all[i]) && is_of(&all[i], file->st_dev, file->st_ino)) return true;
  }
  return false;
}

bool csqlite_has_open(const char *path) {
  struct stat file;
  pthread_mutex_lock(&mutex);
  bool is_open = stat(path, &file) == 0 && is_open_in_sqlite(&file);
  pthread_mutex_unlock(&mutex);
  return is_open;
}

// A descriptor without a user, unless the program has closed it and may reuse its number.
static int find_spare(const struct stat *file) {
  struct stat status;
  for (int i = 0; i < capacity; i++) {
    if (all[i].state != spare || !is_of(&all[i], file->st_dev, file->st_ino)) continue;
    if (fstat(i, &status) == 0 && is_of(&all[i], status.st_dev, status.st_ino)) return i;
    all[i].state = unknown;
  }
  return -1;
}

static int open_spare(const char *path, const struct stat *file) {
  struct stat status;
  int number = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (number >= 0 && number <= STDERR_FILENO) {
    // A standard stream is missing, and the program may write to it.
    int low = number;
    number = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    close(low);
  }
  if (number < 0) return -1;
  if (fstat(number, &status) != 0 || status.st_dev != file->st_dev ||
      status.st_ino != file->st_ino || !make_room(number)) {
    close(number);
    return -1;
  }
  all[number] = (descriptor){.state = spare, .device = status.st_dev, .inode = status.st_ino};
  return number;
}

int csqlite_open_apart(const char *path) {
  struct stat file;
  int number = -1;
  pthread_mutex_lock(&mutex);
  if (stat(path, &file) == 0 && is_open_in_sqlite(&file)) {
    number = find_spare(&file);
    if (number < 0) number = open_spare(path, &file);
    if (number >= 0) all[number].state = apart;
  }
  pthread_mutex_unlock(&mutex);
  return number;
}

void csqlite_close_apart(int number) {
  struct stat status;
  pthread_mutex_lock(&mutex);
  // A forked child has closed it.
  if (number >= 0 && number < capacity && all[number].state == apart) {
    all[number].state = spare;
    if (fstat(number, &status) != 0 || !is_of(&all[number], status.st_dev, status.st_ino)) {
      all[number].state = unknown;
    } else if (set_lock(number, F_UNLCK, 0, 0) != 0) {
      // Closing it drops its locks, unless a child made by _Fork() has a copy.
      close(number);
      all[number].state = unknown;
    } else {
      close_spares(all[number].device, all[number].inode);
    }
  }
  pthread_mutex_unlock(&mutex);
}

// MARK: Locks

static int lock_file(int number, int (*ask)(int, struct flock *), struct flock *lock) {
  pthread_mutex_lock(&mutex);
  descriptor *found = find(number);
  int result = -1;
  if (found) {
    descriptor *holder = &all[found->holder];
    lock->l_pid = 0;
    // SQLite assumes that it can always unlock. If this fails because the kernel lacks memory, the
    // lock remains, and each later reader waits ten seconds.
    int attempts = ask == system_set_lock && lock->l_type == F_UNLCK ? 10 : 1;
    do result = ask(found->holder, lock);
    while (result != 0 && --attempts > 0);
    bool is_all = lock->l_start == 0 && lock->l_len == 0;
    if (result == 0 && ask == system_set_lock && (lock->l_len == shared_bytes || is_all)) {
      holder->has_shared_lock = lock->l_type != F_UNLCK;
    }
  } else {
    errno = EBADF;
  }
  int reason = errno;
  pthread_mutex_unlock(&mutex);
  errno = reason;
  return result;
}

static int control_file(int number, int command, ...) {
  va_list rest;
  va_start(rest, command);
  int result;
  switch (command) {
  case F_SETLK:
    result = lock_file(number, system_set_lock, va_arg(rest, struct flock *));
    break;
  case F_GETLK:
    result = lock_file(number, system_get_lock, va_arg(rest, struct flock *));
    break;
  case F_SETFD:
    result = fcntl(number, command, va_arg(rest, int));
    break;
  default:
    result = fcntl(number, command);
    break;
  }
  va_end(rest);
  return result;
}

// MARK: Mappings

static bool note_mapping(void *start, size_t size) {
  int free_place = 0;
  while (free_place < mappings_capacity && mappings[free_place].start) free_place++;
  if (free_place == mappings_capacity) {
    int wanted = mappings_capacity ? mappings_capacity * 2 : 16;
    mapping *grown = realloc(mappings, (size_t)wanted * sizeof *grown);
    if (!grown) return false;
    memset(grown + mappings_capacity, 0, (size_t)(wanted - mappings_capacity) * sizeof *grown);
    mappings = grown;
    mappings_capacity = wanted;
  }
  mappings[free_place] = (mapping){start, size};
  return true;
}

static void *map_file(void *wanted, size_t size, int protection, int flags, int number,
                      off_t offset) {
  pthread_mutex_lock(&mutex);
  void *start = mmap(wanted, size, protection, flags, number, offset);
  if (start != MAP_FAILED && !note_mapping(start, size)) {
    munmap(start, size);
    start = MAP_FAILED;
    errno = ENOMEM;
  }
  int reason = errno;
  pthread_mutex_unlock(&mutex);
  errno = reason;
  return start;
}

static int unmap_file(void *start, size_t size) {
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < mappings_capacity; i++) {
    if (mappings[i].start == start) mappings[i].start = NULL;
  }
  int result = munmap(start, size);
  pthread_mutex_unlock(&mutex);
  return result;
}

// MARK: Journals and logs

// The index of a log is locked from before the first commit until before the index is deleted.
// While it is locked, programs use the log; a program with another log would lose its writes.
bool csqlite_index_is_in_use(const char *log) {
  char path[4096];
  size_t length = strlen(log);
  if (length < 4 || length >= sizeof path) return false;
  memcpy(path, log, length - 4);
  strcpy(path + length - 4, "-shm");
  if (csqlite_has_open(path)) return true;
  int index = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (index < 0) return false;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 128, .l_len = 1};
  bool is_in_use = system_get_lock(index, &lock) == 0 && lock.l_type != F_UNLCK;
  close(index);
  return is_in_use;
}

static int (*open_any_file)(sqlite3_vfs *, sqlite3_filename, sqlite3_file *, int, int *);

// A store has a log and never a rollback journal. A journal next to it was left by somebody else:
// applying it would write to the store and delete any file that it names.
static int open_no_journal(sqlite3_vfs *files, sqlite3_filename path, sqlite3_file *file, int kind,
                           int *result) {
  if (kind & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) {
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
  }
  // A deleted log is not created again.
  if (kind & SQLITE_OPEN_WAL && csqlite_index_is_in_use(path)) kind &= ~SQLITE_OPEN_CREATE;
  int code = open_any_file(files, path, file, kind, result);
  if (code == SQLITE_OK) csqlite_keep_tags(file, kind);
  return code;
}

// MARK: Owners

// If SQLite runs as root, it gives the files next to a database to the database's owner; otherwise
// it does not try. The group can be set, for users who share a store by their group.
static uid_t as_root(void) {
  return 0;
}

static int give(int number, uid_t owner, gid_t group) {
  return fchown(number, geteuid() == 0 ? owner : (uid_t)-1, group);
}

int csqlite_replace_system_calls(const char *unused) {
  (void)unused;
  sqlite3_vfs *files = sqlite3_vfs_find(NULL);
  if (!files || files->iVersion < 3) return SQLITE_ERROR;
  if (files->xOpen != open_no_journal) open_any_file = files->xOpen;
  files->xOpen = open_no_journal;
  csqlite_prepare_tags();
  int code = sqlite3_config(SQLITE_CONFIG_LOG, hear, NULL);
  if (!code) code = files->xSetSystemCall(files, "open", (sqlite3_syscall_ptr)open_file);
  if (!code) code = files->xSetSystemCall(files, "close", (sqlite3_syscall_ptr)close_file);
  if (!code) code = files->xSetSystemCall(files, "fcntl", (sqlite3_syscall_ptr)control_file);
  if (!code) code = files->xSetSystemCall(files, "pread", (sqlite3_syscall_ptr)read_file);
  if (!code) code = files->xSetSystemCall(files, "pread64", (sqlite3_syscall_ptr)read_file);
  if (!code) code = files->xSetSystemCall(files, "mmap", (sqlite3_syscall_ptr)map_file);
  if (!code) code = files->xSetSystemCall(files, "munmap", (sqlite3_syscall_ptr)unmap_file);
  if (!code) code = files->xSetSystemCall(files, "geteuid", (sqlite3_syscall_ptr)as_root);
  if (!code) code = files->xSetSystemCall(files, "fchown", (sqlite3_syscall_ptr)give);
  return code;
}

// MARK: Forks

void csqlite_before_fork(void) {
  pthread_mutex_lock(&mutex);
}

void csqlite_after_fork(void) {
  pthread_mutex_unlock(&mutex);
}

void csqlite_in_child(void) {
  // A mapping keeps its file open. Empty memory replaces it, for pointers that remain.
  for (int i = 0; i < mappings_capacity; i++) {
    if (!mappings[i].start) continue;
    mmap(mappings[i].start, mappings[i].size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    mappings[i].start = NULL;
  }
  for (int i = 0; i < capacity; i++) {
    // SQLite opens the null device if a standard stream is missing: that stays open.
    if (all[i].state != unknown && i > STDERR_FILENO) close_own(i);
    all[i].state = unknown;
  }
  pthread_mutex_unlock(&mutex);
}
