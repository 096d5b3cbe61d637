// This file declares the simulated disk: one folder with its files, the data that a power cut may
// take, and locks.
#ifndef BOOKWORM_SIMULATOR_DISK_H
#define BOOKWORM_SIMULATOR_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FOLDER "/simulated"
#define STORE FOLDER "/store"

enum { LARGEST_FILE = 256 << 20 };

struct unsynced {
  bool is_size; // the file's size was set to `offset`
  off_t offset;
  size_t length;
  uint8_t *bytes;
};

struct lock {
  short type; // F_RDLCK or F_WRLCK
  off_t start, end;
  const void *owner; // an open file, or a process
};

struct file {
  uint32_t number;
  bool is_folder;
  mode_t mode;
  unsigned links;
  // The contents as programs see them. The memory never moves: mmap() returns it.
  uint8_t *data;
  off_t size;
  // The contents at the last sync, which a power cut leaves, and the writes since then.
  uint8_t *safe;
  off_t safe_size;
  struct unsynced *unsynced;
  size_t unsynced_count;
  struct lock *locks;
  size_t lock_count;
};

// Whether the power may be cut; otherwise nothing is recorded for that. If so, a file's sync either
// keeps its name too, as Linux's file systems do, or does not, as POSIX allows.
struct disk_options {
  bool may_lose_power, sync_keeps_name;
};

// The name at an index of the folder, from 0; NULL after the last.
const char *name_at(size_t place);

void make_disk(struct disk_options options);
struct file *folder(void);
// The file with this name in the folder; NULL if there is none.
struct file *find_file(const char *name);
struct file *make_file(const char *name, mode_t mode);
void remove_name(const char *name);
void add_name(const char *name, struct file *file);
// Replaces the file that has that name, if there is one.
void rename_file(const char *name, const char *other);
bool is_of_a_file(const void *start);

void write_at(struct file *file, const void *bytes, size_t length, off_t offset);
void set_size(struct file *file, off_t size);
void sync_file(struct file *file);

// Drops, keeps or tears the writes since the last sync, in any order.
void cut_power(void);

// Sets a lock like fcntl(); returns an errno, or 0.
int set_lock(struct file *file, const void *owner, short type, off_t start, off_t end);
// The first lock of another owner that is in the way, or NULL.
const struct lock *find_lock(struct file *file, const void *owner, short type, off_t start,
                             off_t end);
void drop_locks(struct file *file, const void *owner);
void drop_all_locks(const void *owner);

#endif
