// SQLite's file locks, made locks of the open file (Linux's "open file description" locks). Those
// that SQLite asks for belong to the process, which loses them all when anything in it closes the
// file: a copy, a hash, another SQLite. These nobody can drop. Every descriptor that SQLite opens
// and closes passes here.
//
// SQLite keeps one set of locks for each file and process, and does not mind through which of its
// descriptors it takes and gives back. A lock of an open file does. So of the descriptors of one
// file one, its holder, has the locks of all; SQLite may close it, but here it stays open for as
// long as the file has others.
//
// A forked child shares its parent's open files, and with them the locks, which would outlive the
// parent: the child closes them at the fork, and replaces what it has mapped of them.
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
  enum { unknown, in_use, parked } state; // parked: closed by SQLite, open for its locks
  bool is_writable;
  bool has_shared_lock; // of a holder: SQLite's lock of readers
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

// SQLite's lock of readers: so many bytes tell it from the others.
enum { shared_bytes = 510 };

static descriptor *find(int number) {
  if (number < 0 || number >= capacity || all[number].state != in_use) return NULL;
  return &all[number];
}

static bool same_file(const descriptor *one, const descriptor *other) {
  return one->state != unknown && other->state != unknown && one->device == other->device &&
         one->inode == other->inode;
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

// What the program has closed and opened anew stays open: it is the program's.
static int close_own(int number) {
  struct stat status;
  if (fstat(number, &status) == 0 &&
      (status.st_dev != all[number].device || status.st_ino != all[number].inode)) {
    return 0;
  }
  return close(number);
}

// One that may not be written cannot have a writer's locks: those that it has go over to the first
// that may be.
static void hand_over(descriptor *from, int to) {
  struct {
    off_t start, length;
  } shared = {0x40000000 + 2, shared_bytes};
  // Nobody else can have an exclusive lock there now, so this one is granted.
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
  // Within the mutex, so that a fork never comes between.
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

// SQLite takes some failures of a read for damage of the file, for which there is no other sign:
// what cannot be read now may be sound.
static _Thread_local csqlite_failures failures;

static ssize_t read_file(int number, void *to, size_t size, off_t at) {
  ssize_t count = pread(number, to, size, at);
  if (count >= 0 || errno == EINTR) return count;
  failures.reads++;
  if (errno == EIO || errno == ENXIO || errno == ERANGE) errno = EREMOTEIO;
  return count;
}

// Of an allocation that fails SQLite says "failed to allocate", or "failed memory resize"; with the
// same code it also says which statement ended for want of memory, as it takes it.
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
  // A child of a fork does not know its parent's, and they are closed in it.
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
    }
  }
  int reason = errno;
  pthread_mutex_unlock(&mutex);
  errno = reason;
  return result;
}

// MARK: Locks

static int lock_file(int number, int (*ask)(int, struct flock *), struct flock *lock) {
  pthread_mutex_lock(&mutex);
  descriptor *found = find(number);
  int result = -1;
  if (found) {
    descriptor *holder = &all[found->holder];
    lock->l_pid = 0;
    // SQLite takes it for granted that what it has can be given back: a lock that stays where this
    // fails, for want of the kernel's memory, has its readers wait ten seconds each.
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

// MARK: Journals

static int (*open_any_file)(sqlite3_vfs *, sqlite3_filename, sqlite3_file *, int, int *);

// A store has a log and never a rollback journal. One that lies beside it was left by somebody
// else: to follow it would write to the store and delete any file that it names.
static int open_no_journal(sqlite3_vfs *files, sqlite3_filename path, sqlite3_file *file, int kind,
                           int *result) {
  if (kind & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) {
    file->pMethods = NULL;
    return SQLITE_CANTOPEN;
  }
  return open_any_file(files, path, file, kind, result);
}

// MARK: Owners

// SQLite gives the files beside a database to the database's owner where it runs as root, and as
// anybody else it does not try. The group can be given: to users who share a store by their group.
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
  // A mapping keeps its file open. Empty memory takes its place, for what may still point there.
  for (int i = 0; i < mappings_capacity; i++) {
    if (!mappings[i].start) continue;
    mmap(mappings[i].start, mappings[i].size, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    mappings[i].start = NULL;
  }
  for (int i = 0; i < capacity; i++) {
    // SQLite opens the null device where a standard stream is missing: that stays.
    if (all[i].state != unknown && i > STDERR_FILENO) close_own(i);
    all[i].state = unknown;
  }
  pthread_mutex_unlock(&mutex);
}
