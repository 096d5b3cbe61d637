// The simulated disk: one folder with its files, what of them a power cut may take, and locks.
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
  // As programs see it. The memory stays where it is: it is what mmap() gives.
  uint8_t *data;
  off_t size;
  // As it is after a power cut at least, and what was written since.
  uint8_t *safe;
  off_t safe_size;
  struct unsynced *unsynced;
  size_t unsynced_count;
  struct lock *locks;
  size_t lock_count;
};

// Whether a power cut may come: else nothing is kept for it. A file's sync then also keeps its
// name, as Linux's file systems do, or not, as POSIX allows.
struct disk_options {
  bool may_lose_power, sync_keeps_name;
};

// The name at a place of the folder, from 0; NULL behind the last.
const char *name_at(size_t place);

void make_disk(struct disk_options options);
struct file *folder(void);
// By its name in the folder; NULL where there is none.
struct file *find_file(const char *name);
struct file *make_file(const char *name, mode_t mode);
void remove_name(const char *name);
void add_name(const char *name, struct file *file);
// In the place of what may have that name.
void rename_file(const char *name, const char *other);
bool is_of_a_file(const void *start);

void write_at(struct file *file, const void *bytes, size_t length, off_t offset);
void set_size(struct file *file, off_t size);
void sync_file(struct file *file);

// What was written since the last sync is dropped, kept or torn, in any order.
void cut_power(void);

// Like fcntl(); an errno, or 0.
int set_lock(struct file *file, const void *owner, short type, off_t start, off_t end);
// The first lock of others that is in the way, or NULL.
const struct lock *find_lock(struct file *file, const void *owner, short type, off_t start,
                             off_t end);
void drop_locks(struct file *file, const void *owner);
void drop_all_locks(const void *owner);

#endif
