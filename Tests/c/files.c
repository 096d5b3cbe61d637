// These tests check that a new file has its name only when complete, and belongs to its owner
// alone.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The library's own writes come here. If this is set, each of them fails with it.
static int write_failure;

ssize_t pwrite64(int file, const void *data, size_t size, off64_t place) {
  if (write_failure == 0) return syscall(SYS_pwrite64, file, data, size, place);
  errno = write_failure;
  return -1;
}

static bw_status open_preview(const char *path, bw_store **store) {
  BW_INIT(fault);
  return bw_store_open_preview(path, -1, NULL, store, &fault);
}

static bw_status open_store(const char *path, bw_store **store) {
  return try_open(path, NULL, store);
}

static bw_status make_backup(bw_store *store, const char *path) {
  bw_backup *backup;
  BW_INIT(fault);
  bw_status status = bw_backup_new(store, path, -1, &backup, &fault);
  if (status != BW_OK) return status;
  status = bw_backup_step(backup, 0, NULL, &fault);
  OK(bw_backup_free(backup));
  return status;
}

static bw_status make_export(bw_store *store, const char *path) {
  BW_INIT(fault);
  return bw_store_export(store, path, -1, &fault);
}

// MARK: Complete or absent

// The limit rises until it suffices.
static void make_with_little_room(bw_status (*make)(const char *, bw_store **)) {
  bw_store *store;
  int failures = 0;
  signal(SIGXFSZ, SIG_IGN);
  for (rlim_t size = 0;; size += 4096) {
    const struct rlimit small = {size, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    bw_status status = make(file_path(), &store);
    CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
    if (status == BW_OK) break;
    CHECK_STATUS(status, BW_ERROR_FULL);
    CHECK_INT(files_with(""), 0);
    failures++;
  }
  CHECK(failures > 10);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_full_disk_leaves_nothing_of_a_new_store) {
  about_a_file();
  make_with_little_room(open_store);
}

TEST(a_full_disk_leaves_nothing_of_a_preview) {
  make_with_little_room(open_preview);
}

TEST(an_exhausted_quota_counts_as_a_full_disk) {
  about_a_file();
  bw_store *store = open_file(), *other;
  add_book(store, "Dune", "Frank Herbert");
  write_failure = EDQUOT;
  bw_book book = new_book("Emma", "Jane Austen");
  FAILS(BW_ERROR_FULL, bw_book_create(store, &book, NULL, &fault));
  CHECK_STATUS(make_backup(store, in_folder("backup")), BW_ERROR_FULL);
  CHECK_STATUS(open_store(in_folder("other"), &other), BW_ERROR_FULL);
  CHECK_STATUS(open_preview(in_folder("other"), &other), BW_ERROR_FULL);
  write_failure = 0;
  CHECK_INT(files_with("-part-"), 0);
  add_book(store, "Emma", "Jane Austen");
  CHECK_INT(count_books(store), 2);
  check_is_sound(store);
  close_store(store);
}

TEST(a_program_killed_while_creating_a_store_leaves_all_of_it_or_nothing) {
  int made = 0;
  for (int round = 0; round < 40; round++) {
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      open_file();
      pause();
    }
    usleep((useconds_t)(round * 500));
    CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
    if (file_exists(file_path())) {
      made++;
      close_store(open_file());
      check_store_from_outside(file_path());
    }
    shell("rm -f '%s'/*", test_folder);
  }
  CHECK(made < 40);
}

static void make_together(bool is_there) {
  enum { programs = 4 };
  pid_t children[programs];
  int begin[2];
  char byte;
  shell("rm -f '%s'/*", test_folder);
  if (is_there) write_file(file_path(), "", 0);
  CHECK(pipe(begin) == 0);
  fflush(stdout);
  for (int i = 0; i < programs; i++) {
    children[i] = fork();
    CHECK(children[i] >= 0);
    if (children[i] != 0) continue;
    close(begin[1]);
    CHECK(read(begin[0], &byte, 1) == 0);
    bw_store *store = open_file();
    add_book(store, "Dune", "Frank Herbert");
    close_store(store);
    _exit(0);
  }
  close(begin[0]);
  close(begin[1]);
  for (int i = 0; i < programs; i++) {
    int status;
    CHECK(waitpid(children[i], &status, 0) == children[i] && status == 0);
  }
  bw_store *store = open_file();
  CHECK_INT(count_books(store), programs);
  check_is_sound(store);
  close_store(store);
  CHECK_INT(files_with("-part-"), 0);
}

TEST(programs_that_create_the_same_store_at_once_all_open_it) {
  about_a_file();
  for (int round = 0; round < 10; round++) make_together(false);
}

TEST(programs_that_turn_the_same_empty_file_into_a_store_at_once_all_open_it) {
  for (int round = 0; round < 10; round++) make_together(true);
}

TEST(a_store_is_created_where_a_symbolic_link_leads) {
  CHECK_INT(symlink("target", in_folder("link")), 0);
  bw_store *store = open_path(in_folder("link"));
  add_book(store, "Dune", "Frank Herbert");
  close_store(store);
  check_store_from_outside(in_folder("target"));
  CHECK_STRING(shell("readlink '%s'", in_folder("link")), "target");
}

TEST(the_name_of_an_open_store_is_taken) {
  about_a_file();
  bw_store *store = open_file(), *preview;
  bw_backup *backup;
  add_book(store, "Dune", "Frank Herbert");
  FAILS(BW_ERROR_EXISTS, bw_store_open_preview(file_path(), -1, NULL, &preview, &fault));
  CHECK(strstr(fault.message, "there is a file already") != NULL);
  FAILS(BW_ERROR_EXISTS, bw_backup_new(store, file_path(), -1, &backup, &fault));
  CHECK(strstr(fault.message, "there is a file already") != NULL);
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

// MARK: Files left by older libraries

static void check_incomplete(const char *path) {
  bw_store *store;
  uint64_t before = file_digest(path);
  CHECK_STATUS(open_store(path, &store), BW_ERROR_NOT_A_STORE);
  CHECK(strstr(fault.message, "not complete") != NULL);
  CHECK(strstr(fault.message, "delete it") != NULL);
  CHECK(file_digest(path) == before);
}

TEST(an_incomplete_store_is_distinguished_from_a_foreign_file) {
  char page[8192] = {0};
  for (size_t size = 1; size <= sizeof(page); size *= 2) {
    write_file(file_path(), page, size);
    check_incomplete(file_path());
  }
  // If memory does not suffice for all pages, the first page is written last.
  memset(page + 4096, 13, 4096);
  write_file(file_path(), page, sizeof(page));
  check_incomplete(file_path());
  write_file(file_path(), "SQLite format 3\0\x10", 18);
  check_incomplete(file_path());
}

// The file exists, with a journal that says that it was empty before.
TEST(a_store_whose_creation_was_not_committed_is_distinguished_from_a_complete_one) {
  unsigned char journal[512] = {0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7};
  journal[22] = 0x02; // the sector's size, 512
  journal[26] = 0x10; // the page's size, 4096
  close_store(open_file());
  write_file(in_folder("store.bookworm-journal"), journal, sizeof(journal));
  check_incomplete(file_path());
  unlink(file_path());
  bw_store *store;
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_open(file_path(), -1, NULL, &store, &fault));
  unlink(in_folder("store.bookworm-journal"));
  close_store(open_file());
}

// MARK: Who may read it

static int mode_of(const char *name) {
  struct stat status;
  CHECK_INT(stat(in_folder(name), &status), 0);
  return status.st_mode & 0777;
}

static void check_modes(int mode) {
  bw_store *store = open_file(), *preview;
  bw_observer *observer;
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_store_observe(store, 0, &observer, &fault));
  OK(make_backup(store, in_folder("backup")));
  OK(make_export(store, in_folder("document")));
  OK(open_preview(in_folder("preview"), &preview));
  CHECK_INT(mode_of("store.bookworm"), mode);
  CHECK_INT(mode_of("store.bookworm-wal"), mode);
  CHECK_INT(mode_of("store.bookworm-shm"), mode);
  CHECK_INT(mode_of("store.bookworm-wake"), mode);
  CHECK_INT(mode_of("backup"), mode);
  CHECK_INT(mode_of("document"), mode);
  CHECK_INT(mode_of("preview"), 0600);
  OK(bw_observer_free(observer));
  close_store(preview);
  close_store(store);
  shell("cd '%s' && rm backup document preview *-wake", test_folder);
}

TEST(only_its_owner_can_read_a_new_store) {
  about_a_file();
  umask(0);
  check_modes(0600);
}

TEST(copies_of_a_store_and_files_next_to_it_have_its_mode) {
  about_a_file();
  umask(077);
  close_store(open_file());
  CHECK_INT(chmod(file_path(), 0664), 0);
  check_modes(0664);
}

TEST(a_store_created_in_an_empty_file_has_its_mode) {
  umask(077);
  write_file(file_path(), "", 0);
  CHECK_INT(chmod(file_path(), 0640), 0);
  close_store(open_file());
  CHECK_INT(mode_of("store.bookworm"), 0640);
}
