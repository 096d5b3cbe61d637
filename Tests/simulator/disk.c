// This file simulates files and their names in memory.
#define _GNU_SOURCE
#include "disk.h"
#include "dice.h"
#include "processes.h"

#include <errno.h>
#include <fcntl.h>

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_FILES = 4096, MOST_NAMES = 256, MOST_NAME_CHANGES = 4096, SECTOR = 512 };

struct name {
  char text[64];
  struct file *file;
};

struct name_change {
  char text[64];
  char before[64];   // the name before a rename, otherwise ""
  struct file *file; // NULL: the name was removed
};

static struct disk_options options;
static struct file *files[MOST_FILES];
static uint32_t file_count;
static struct name names[MOST_NAMES], safe_names[MOST_NAMES];
static size_t name_count, safe_name_count;
static struct name_change name_changes[MOST_NAME_CHANGES];
static size_t name_change_count;

static void *memory(void) {
  long made = syscall(SYS_mmap, NULL, LARGEST_FILE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == -1) give_up("no memory for a file");
  return (void *)made;
}

static struct file *new_file(mode_t mode) {
  if (file_count == MOST_FILES) give_up("too many files");
  struct file *file = calloc(1, sizeof *file);
  if (!file) give_up("no memory");
  files[file_count++] = file;
  *file = (struct file){.number = file_count, .mode = mode, .data = memory()};
  if (options.may_lose_power) file->safe = memory();
  return file;
}

void make_disk(struct disk_options given) {
  options = given;
  struct file *made = new_file(S_IFDIR | 0755);
  made->is_folder = true;
  made->links = 2;
}

struct file *folder(void) {
  return files[0];
}

// MARK: Names

static struct name *find_name(struct name *list, size_t count, const char *text) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(list[i].text, text) == 0) return &list[i];
  }
  return NULL;
}

static void change_name(struct name *list, size_t *count, const char *text, struct file *file) {
  struct name *found = find_name(list, *count, text);
  if (!file) {
    if (found) *found = list[--*count];
    return;
  }
  if (!found) {
    if (*count == MOST_NAMES) give_up("too many names");
    found = &list[(*count)++];
    strcpy(found->text, text);
  }
  found->file = file;
}

static void note_name(const char *text, struct file *file) {
  if (strlen(text) >= sizeof names[0].text) give_up("a name is too long");
  change_name(names, &name_count, text, file);
  if (!options.may_lose_power) return;
  if (name_change_count == MOST_NAME_CHANGES) give_up("too many changes of names");
  struct name_change *change = &name_changes[name_change_count++];
  *change = (struct name_change){.file = file};
  strcpy(change->text, text);
}

struct file *find_file(const char *text) {
  struct name *found = find_name(names, name_count, text);
  return found ? found->file : NULL;
}

void add_name(const char *text, struct file *file) {
  file->links++;
  note_name(text, file);
}

void remove_name(const char *text) {
  struct file *file = find_file(text);
  if (!file) return;
  file->links--;
  note_name(text, NULL);
}

void rename_file(const char *text, const char *other) {
  struct file *file = find_file(text), *replaced = find_file(other);
  if (!file || file == replaced) return;
  if (replaced) replaced->links--;
  change_name(names, &name_count, text, NULL);
  note_name(other, file);
  if (options.may_lose_power) strcpy(name_changes[name_change_count - 1].before, text);
}

struct file *make_file(const char *text, mode_t mode) {
  struct file *file = new_file(S_IFREG | (mode & 07777));
  add_name(text, file);
  return file;
}

const char *name_at(size_t place) {
  return place < name_count ? names[place].text : NULL;
}

// The file system's journal keeps the order of the changes. After a power cut, the first `count` of
// them are on disk.
static void keep_names(size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (*name_changes[i].before) {
      change_name(safe_names, &safe_name_count, name_changes[i].before, NULL);
    }
    change_name(safe_names, &safe_name_count, name_changes[i].text, name_changes[i].file);
  }
  name_change_count -= count;
  memmove(name_changes, name_changes + count, name_change_count * sizeof *name_changes);
}

// MARK: Contents

static void note(struct file *file, struct unsynced change) {
  if ((file->unsynced_count & (file->unsynced_count - 1)) == 0) {
    size_t room = file->unsynced_count ? file->unsynced_count * 2 : 1;
    file->unsynced = realloc(file->unsynced, room * sizeof change);
    if (!file->unsynced) give_up("no memory");
  }
  file->unsynced[file->unsynced_count++] = change;
}

static void resize(uint8_t *data, off_t *size, off_t wanted) {
  if (wanted < *size) memset(data + wanted, 0, (size_t)(*size - wanted));
  *size = wanted;
}

void write_at(struct file *file, const void *bytes, size_t length, off_t offset) {
  off_t end = offset + (off_t)length;
  if (end > LARGEST_FILE) give_up("a file is too large");
  memcpy(file->data + offset, bytes, length);
  if (end > file->size) file->size = end;
  if (!options.may_lose_power) return;
  uint8_t *copy = malloc(length);
  if (!copy) give_up("no memory");
  memcpy(copy, bytes, length);
  note(file, (struct unsynced){.offset = offset, .length = length, .bytes = copy});
}

void set_size(struct file *file, off_t size) {
  if (size > LARGEST_FILE) give_up("a file is too large");
  resize(file->data, &file->size, size);
  if (options.may_lose_power) note(file, (struct unsynced){.is_size = true, .offset = size});
}

static void keep_piece(struct file *file, const struct unsynced *change, size_t from, size_t to) {
  off_t end = change->offset + (off_t)to;
  memcpy(file->safe + change->offset + from, change->bytes + from, to - from);
  if (end > file->safe_size) file->safe_size = end;
}

static void keep(struct file *file, const struct unsynced *change) {
  if (change->is_size) {
    resize(file->safe, &file->safe_size, change->offset);
  } else {
    keep_piece(file, change, 0, change->length);
  }
}

static void forget_unsynced(struct file *file) {
  for (size_t i = 0; i < file->unsynced_count; i++) free(file->unsynced[i].bytes);
  free(file->unsynced);
  file->unsynced = NULL;
  file->unsynced_count = 0;
}

void sync_file(struct file *file) {
  if (!options.may_lose_power) return;
  for (size_t i = 0; i < file->unsynced_count; i++) keep(file, &file->unsynced[i]);
  forget_unsynced(file);
  size_t kept = 0;
  for (size_t i = 0; i < name_change_count; i++) {
    if (file->is_folder || (options.sync_keeps_name && name_changes[i].file == file)) kept = i + 1;
  }
  keep_names(kept);
}

bool is_of_a_file(const void *start) {
  for (uint32_t i = 0; i < file_count; i++) {
    const uint8_t *data = files[i]->data;
    if (data <= (const uint8_t *)start && (const uint8_t *)start < data + LARGEST_FILE) return true;
  }
  return false;
}

// MARK: A power cut

static void tear(struct file *file, const struct unsynced *change) {
  if (change->is_size) {
    if (dice_once_in(2)) keep(file, change);
    return;
  }
  size_t from = 0;
  while (from < change->length) {
    size_t to = from + SECTOR - (size_t)(change->offset + (off_t)from) % SECTOR;
    if (to > change->length) to = change->length;
    if (dice_once_in(2)) keep_piece(file, change, from, to);
    from = to;
  }
}

static void lose_unsynced(struct file *file) {
  enum { none, all, some, torn, first } what = dice_below(5);
  size_t so_many = dice_below((uint32_t)file->unsynced_count + 1);
  for (size_t i = 0; i < file->unsynced_count; i++) {
    const struct unsynced *change = &file->unsynced[i];
    if (what == all || (what == some && dice_once_in(2)) || (what == first && i < so_many)) {
      keep(file, change);
    } else if (what == torn || (what == first && i == so_many)) {
      tear(file, change);
    }
  }
  forget_unsynced(file);
  memcpy(file->data, file->safe, (size_t)file->safe_size);
  if (file->size > file->safe_size) {
    memset(file->data + file->safe_size, 0, (size_t)(file->size - file->safe_size));
  }
  file->size = file->safe_size;
}

void cut_power(void) {
  keep_names(dice_below((uint32_t)name_change_count + 1));
  name_change_count = 0;
  name_count = safe_name_count;
  memcpy(names, safe_names, sizeof names);
  for (uint32_t i = 1; i < file_count; i++) {
    lose_unsynced(files[i]);
    files[i]->lock_count = 0;
    files[i]->links = 0;
  }
  for (size_t i = 0; i < name_count; i++) names[i].file->links++;
}

// MARK: Locks

const struct lock *find_lock(struct file *file, const void *owner, short type, off_t start,
                             off_t end) {
  for (size_t i = 0; i < file->lock_count; i++) {
    const struct lock *lock = &file->locks[i];
    bool conflicts = type == F_WRLCK || lock->type == F_WRLCK;
    if (lock->owner != owner && conflicts && lock->start < end && start < lock->end) return lock;
  }
  return NULL;
}

static void add_lock(struct file *file, struct lock lock) {
  if (lock.start >= lock.end) return;
  file->locks = realloc(file->locks, (file->lock_count + 1) * sizeof lock);
  if (!file->locks) give_up("no memory");
  file->locks[file->lock_count++] = lock;
}

int set_lock(struct file *file, const void *owner, short type, off_t start, off_t end) {
  if (type != F_UNLCK && find_lock(file, owner, type, start, end)) return EAGAIN;
  for (size_t i = file->lock_count; i-- > 0;) {
    struct lock old = file->locks[i];
    if (old.owner != owner || old.end <= start || end <= old.start) continue;
    file->locks[i] = file->locks[--file->lock_count];
    add_lock(file, (struct lock){old.type, old.start, start < old.end ? start : old.end, owner});
    add_lock(file, (struct lock){old.type, end > old.start ? end : old.start, old.end, owner});
  }
  if (type != F_UNLCK) add_lock(file, (struct lock){type, start, end, owner});
  return 0;
}

void drop_locks(struct file *file, const void *owner) {
  for (size_t i = file->lock_count; i-- > 0;) {
    if (file->locks[i].owner == owner) file->locks[i] = file->locks[--file->lock_count];
  }
}

void drop_all_locks(const void *owner) {
  for (uint32_t i = 0; i < file_count; i++) drop_locks(files[i], owner);
}
