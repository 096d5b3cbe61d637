// These tests restore a backup over a store: all of it or nothing, without losses.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: Killed at any moment

static int moments, last_moment;

static void moment(void) {
  if (++moments == last_moment) kill(getpid(), SIGKILL);
}

// The library's calls that change a folder or wait for the disk come here.
int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
  moment();
  int result = (int)syscall(SYS_renameat2, from, old, to, new, flags);
  moment();
  return result;
}

int link(const char *path, const char *other) {
  moment();
  int result = (int)syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, other, 0);
  moment();
  return result;
}

int rename(const char *path, const char *other) {
  moment();
  int result = (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, 0);
  moment();
  return result;
}

int unlink(const char *path) {
  moment();
  int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  moment();
  return result;
}

int fsync(int file) {
  moment();
  return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  moment();
  return (int)syscall(SYS_fdatasync, file);
}

// MARK: Stores and backups

static void back_up(bw_store *store, const char *path) {
  bw_backup *backup;
  OK(bw_backup_new(store, path, -1, &backup, &fault));
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
}

static const char *backup_path(void) {
  return in_folder("backup");
}

static const char *replaced_path(void) {
  return in_folder("store.bookworm-replaced");
}

// A store of three books, its backup, and in the store a fourth book.
static void make_both(void) {
  bw_store *store = filled_store(3);
  back_up(store, backup_path());
  add_book(store, "Later", "A. N. Other");
  close_store(store);
}

// The same; the fourth book is in the log of a program that was killed.
static void make_both_and_a_log(void) {
  bw_store *store = filled_store(3);
  back_up(store, backup_path());
  close_store(store);
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    add_book(open_file(), "Later", "A. N. Other");
    kill(getpid(), SIGKILL);
  }
  CHECK(waitpid(child, NULL, 0) == child);
  CHECK(file_size(in_folder("store.bookworm-wal")) > 32);
}

static bw_status restore(void) {
  BW_INIT(fault);
  return bw_store_restore(backup_path(), -1, file_path(), -1, &fault);
}

static int64_t books_at(const char *path) {
  bw_store *store;
  bw_open_options options = default_options();
  options.must_exist = 1;
  OK(try_open(path, &options, &store));
  int64_t count = count_books(store);
  check_is_sound(store);
  close_store(store);
  return count;
}

static void check_nothing_happened(void) {
  CHECK_INT(files_with("-part-"), 0);
  CHECK(!file_exists(replaced_path()));
  CHECK_INT(books_at(file_path()), 4);
}

// MARK: Successful restores

TEST(a_backup_replaces_the_store_and_the_store_is_kept) {
  about_a_file();
  make_both();
  uint64_t before = file_digest(backup_path());
  OK(restore());
  CHECK_INT(files_with("-part-"), 0);
  CHECK_INT(books_at(file_path()), 3);
  CHECK_INT(books_at(replaced_path()), 4);
  CHECK(file_digest(backup_path()) == before);
  bw_store *store = open_file();
  add_book(store, "Another", "A. N. Other");
  close_store(store);
  CHECK_INT(books_at(file_path()), 4);
}

TEST(the_kept_store_has_the_commits_in_the_log_of_a_killed_program) {
  about_a_file();
  make_both_and_a_log();
  OK(restore());
  CHECK(!file_exists(in_folder("store.bookworm-wal")));
  CHECK_INT(books_at(file_path()), 3);
  CHECK_INT(books_at(replaced_path()), 4);
  CHECK_INT(files_with("set-aside"), 0);
}

static bool has_two_names(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && status.st_nlink == 2;
}

TEST(a_restore_killed_at_any_moment_leaves_one_of_the_two_and_keeps_the_old_one) {
  about_a_file();
  int ends[2] = {0, 0}, taken_back = 0, status;
  for (int number = 1;; number++) {
    test_context("killed at the moment %d", number);
    shell("rm -f '%s'/*", test_folder);
    make_both_and_a_log();
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      moments = 0;
      last_moment = number;
      _exit(restore() == BW_OK ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    // The remaining files with temporary names may be deleted.
    shell("rm -f '%s'/*-part-*", test_folder);
    taken_back += file_exists(replaced_path()) && has_two_names(file_path());
    int64_t found = books_at(file_path());
    CHECK(found == 3 || found == 4);
    ends[found - 3]++;
    CHECK_INT(file_exists(replaced_path()), found == 3);
    if (found == 3) CHECK_INT(books_at(replaced_path()), 4);
    CHECK_INT(files_with("set-aside"), 0);
    if (found == 4) OK(restore());
    CHECK_INT(books_at(file_path()), 3);
    CHECK_INT(books_at(replaced_path()), 4);
    if (WIFEXITED(status)) break;
    CHECK(number < 1000);
  }
  CHECK(WEXITSTATUS(status) == 0 && ends[0] > 2 && ends[1] > 10 && taken_back > 1);
}

TEST(the_next_restore_also_cleans_up_after_a_killed_one) {
  about_a_file();
  make_both();
  CHECK_INT(link(file_path(), replaced_path()), 0);
  OK(restore());
  CHECK_INT(books_at(file_path()), 3);
  CHECK_INT(books_at(replaced_path()), 4);
}

TEST(a_backup_is_restored_if_no_store_is_there) {
  about_a_file();
  make_both();
  CHECK_INT(chmod(backup_path(), 0640), 0);
  CHECK_INT(unlink(file_path()), 0);
  OK(restore());
  CHECK_INT(books_at(file_path()), 3);
  CHECK(!file_exists(replaced_path()));
  struct stat made;
  CHECK(stat(file_path(), &made) == 0);
  CHECK_INT(made.st_mode & 0777, 0640);
  write_file(file_path(), "", 0);
  OK(restore());
  CHECK_INT(books_at(file_path()), 3);
  CHECK(!file_exists(replaced_path()));
}

TEST(a_backup_is_restored_where_a_symbolic_link_leads) {
  about_a_file();
  make_both();
  CHECK_INT(rename(file_path(), in_folder("far")), 0);
  CHECK_INT(symlink("far", file_path()), 0);
  OK(restore());
  CHECK_STRING(shell("readlink '%s'", file_path()), "far");
  CHECK_INT(books_at(in_folder("far")), 3);
  CHECK_INT(books_at(in_folder("far-replaced")), 4);
}

TEST(a_restored_store_has_the_mode_and_the_owner_of_the_old_one) {
  about_a_file();
  make_both();
  const uid_t nobody = 65534;
  if (geteuid() == 0) CHECK(chown(file_path(), nobody, nobody) == 0);
  CHECK_INT(chmod(file_path(), 0664), 0);
  OK(restore());
  struct stat made;
  CHECK(stat(file_path(), &made) == 0);
  CHECK_INT(made.st_mode & 0777, 0664);
  CHECK(geteuid() != 0 || (made.st_uid == nobody && made.st_gid == nobody));
}

TEST(a_backup_of_an_older_version_is_upgraded_as_it_is_restored) {
  about_a_file();
  const char *stores = getenv("BW_STORES");
  if (stores == NULL) FAIL("BW_STORES does not name the folder of old stores");
  shell("sqlite3 -bail '%s' < '%s/version-1.1.0.sql'", backup_path(), stores);
  close_store(filled_store(3));
  OK(restore());
  bw_store *store = open_file();
  check_is_sound(store);
  CHECK(count_books(store) > 0);
  close_store(store);
  CHECK_INT(books_at(replaced_path()), 3);
}

TEST(a_store_that_is_in_use_is_restored_with_all_its_commits) {
  about_a_file();
  make_both();
  bw_store *source = open_path(backup_path());
  add_book(source, "In the log", "A. N. Other");
  OK(restore());
  CHECK_INT(books_at(file_path()), 4);
  close_store(source);
}

// MARK: Refused restores

TEST(a_store_that_is_open_is_not_replaced) {
  about_a_file();
  make_both();
  bw_store *store = open_file();
  FAILS(BW_ERROR_BUSY, restore());
  CHECK(strstr(fault.message, "open in another program, or in this one") != NULL);
  add_book(store, "Kept", "A. N. Other");
  CHECK_INT(count_books(store), 5);
  OK(bw_book_delete(store, 5, &fault));
  close_store(store);
  check_nothing_happened();

  int ready[2], finish[2];
  char byte;
  CHECK(pipe(ready) == 0 && pipe(finish) == 0);
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(finish[1]);
    store = open_file();
    CHECK(write(ready[1], "", 1) == 1 && read(finish[0], &byte, 1) == 0);
    close_store(store);
    _exit(0);
  }
  CHECK(read(ready[0], &byte, 1) == 1);
  FAILS(BW_ERROR_BUSY, restore());
  close(finish[0]);
  close(finish[1]);
  CHECK(waitpid(child, NULL, 0) == child);
  check_nothing_happened();
  OK(restore());
}

TEST(a_damaged_backup_replaces_nothing) {
  about_a_file();
  make_both();
  sqlite(backup_path(), "UPDATE books SET rating = 9 WHERE id = 2");
  FAILS_AT(BW_ERROR_CORRUPT, "backup", restore());
  CHECK(strstr(fault.message, "the backup is damaged, and nothing was replaced") != NULL);
  check_nothing_happened();
  CHECK_INT(truncate(backup_path(), 8192), 0);
  FAILS_AT(BW_ERROR_CORRUPT, NULL, restore());
  check_nothing_happened();
}

TEST(a_newer_backup_replaces_nothing) {
  about_a_file();
  make_both();
  sqlite(backup_path(), "PRAGMA user_version = 99");
  FAILS_AT(BW_ERROR_NEWER, "backup", restore());
  check_nothing_happened();
}

TEST(a_foreign_file_is_neither_restored_nor_replaced) {
  about_a_file();
  make_both();
  write_file(in_folder("text"), "precious", 8);
  FAILS_AT(BW_ERROR_NOT_A_STORE, "backup",
           bw_store_restore(in_folder("text"), -1, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_NOT_A_STORE, "path",
           bw_store_restore(backup_path(), -1, in_folder("text"), -1, &fault));
  sqlite(in_folder("other"), "CREATE TABLE t (x)");
  FAILS_AT(BW_ERROR_NOT_A_STORE, "path",
           bw_store_restore(backup_path(), -1, in_folder("other"), -1, &fault));
  CHECK(strstr(fault.message, "is not replaced; move it away") != NULL);
  FAILS_AT(BW_ERROR_NOT_A_STORE, "backup",
           bw_store_restore(in_folder("other"), -1, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "backup",
           bw_store_restore(in_folder("absent"), -1, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_store_restore(backup_path(), -1, in_folder("no/folder"), -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_store_restore(backup_path(), -1, test_folder, -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "backup", bw_store_restore(file_path(), -1, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "backup", bw_store_restore("", -1, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_store_restore(backup_path(), -1, ":memory:", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "path",
           bw_store_restore(backup_path(), -1, "postgresql://h/d", -1, &fault));
  FAILS_AT_BYTE("backup", 1, bw_store_restore("a\xFF", -1, file_path(), -1, &fault));
  CHECK_STRING(shell("cat '%s'", in_folder("text")), "precious");
  check_nothing_happened();
}

TEST(the_store_that_an_earlier_restore_kept_is_not_replaced) {
  about_a_file();
  make_both();
  OK(restore());
  FAILS_AT(BW_ERROR_EXISTS, "path", restore());
  CHECK(strstr(fault.message, "store.bookworm-replaced") != NULL);
  CHECK_INT(books_at(replaced_path()), 4);
  CHECK_INT(rename(replaced_path(), in_folder("kept")), 0);
  OK(bw_store_restore(in_folder("kept"), -1, file_path(), -1, &fault));
  CHECK_INT(books_at(file_path()), 4);
  CHECK_INT(books_at(replaced_path()), 3);
}
