// These tests check backups: their contents, how they end, and the files left behind.
#define _GNU_SOURCE
#include "support/fixtures.h"
#include "support/in_threads.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bw_backup *new_backup(bw_store *store, const char *path) {
  bw_backup *backup = NULL;
  OK(bw_backup_new(store, path, -1, &backup, &fault));
  CHECK(backup != NULL);
  return backup;
}

TEST(a_backup_has_the_state_of_the_store_when_it_began) {
  bw_store *store = filled_store(2000);
  const char *path = in_folder("backup.bookworm");
  bw_backup *backup = new_backup(store, path);
  bw_backup_progress progress;
  BW_INIT(progress);
  progress.remaining = INT64_MAX;
  int steps = 0;
  for (int64_t before = INT64_MAX; progress.remaining > 0; before = progress.remaining) {
    CHECK(!file_exists(path));
    OK(bw_backup_step(backup, 20, &progress, &fault));
    CHECK(progress.remaining < before && progress.total >= progress.remaining);
    // Writes by this program or by another do not restart the backup.
    add_book(store, "Later", "Author");
    if (steps++ % 10 == 0)
      sqlite(file_path(), "UPDATE books SET notes = 'changed' WHERE id = 2000");
  }
  CHECK(steps > 10);
  CHECK_INT(progress.total * 4096, file_size(path));
  OK(bw_backup_step(backup, 20, NULL, &fault));
  OK(bw_backup_free(backup));
  CHECK_INT(files_with("backup.bookworm"), 1);
  check_store_from_outside(path);
  CHECK_STRING(sqlite(path, "SELECT count(*), count(DISTINCT notes) FROM books"), "2000|1");
  CHECK_STRING(sqlite(path, "PRAGMA journal_mode"), "delete");
  bw_store *copy = open_path(path);
  CHECK_INT(count_books(copy), 2000);
  add_book(copy, "Another", "Author");
  check_is_sound(copy);
  close_store(copy);
  close_store(store);
}

TEST(an_abandoned_backup_leaves_no_file) {
  bw_store *store = filled_store(500);
  bw_backup *backup = new_backup(store, in_folder("backup"));
  bw_backup_progress progress;
  BW_INIT(progress);
  OK(bw_backup_step(backup, 5, &progress, &fault));
  CHECK(progress.remaining > 0);
  CHECK_INT(files_with("-part-"), 1);
  OK(bw_backup_free(backup));
  CHECK_INT(files_with("backup"), 0);
  CHECK_STATUS(bw_backup_free(backup), BW_ERROR_HANDLE);
  FAILS_AT(BW_ERROR_HANDLE, "backup", bw_backup_step(backup, 5, NULL, &fault));
  CHECK_STATUS(bw_backup_free(NULL), BW_OK);
  close_store(store);
}

static void back_up(bw_store *store) {
  bw_backup *backup = new_backup(store, in_folder("backup"));
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
}

// A program is killed. Its files remain, and a backup replaces its store.
static void put_back(const char *how) {
  about_a_file();
  bw_store *store = filled_store(3);
  back_up(store);
  add_book(store, "Regretted", "A. N. Other");
  shell("cd '%s' && cp store.bookworm-wal wal && cp store.bookworm-shm shm", test_folder);
  close_store(store);
  shell("cd '%s' && mv wal store.bookworm-wal && mv shm store.bookworm-shm && %s backup "
        "store.bookworm",
        test_folder, how);
  store = open_file();
  CHECK_INT(count_books(store), 3);
  check_is_sound(store);
  CHECK(file_exists(in_folder("store.bookworm-wal-set-aside")));
  add_book(store, "Kept", "A. N. Other");
  close_store(store);
  store = open_file();
  CHECK_INT(count_books(store), 4);
  close_store(store);
  shell("cd '%s' && rm store*", test_folder);
}

TEST(a_remaining_log_is_not_applied_to_a_backup_copied_into_place) {
  put_back("cp");
  shell("cd '%s' && rm backup", test_folder);
  put_back("mv");
}

TEST(the_log_of_a_killed_program_is_applied_to_its_store) {
  about_a_file();
  bw_store *store = filled_store(3);
  shell("cd '%s' && mkdir killed && cp store.bookworm* killed", test_folder);
  close_store(store);
  shell("cd '%s' && cp killed/* .", test_folder);
  store = open_file();
  CHECK_INT(count_books(store), 3);
  check_is_sound(store);
  CHECK(!file_exists(in_folder("store.bookworm-wal-set-aside")));
  close_store(store);
}

TEST(copying_a_backup_over_an_open_store_makes_its_calls_fail) {
  about_a_file();
  bw_store *store = filled_store(3), *other = NULL;
  back_up(store);
  add_book(store, "Dune", "Frank Herbert");
  shell("cd '%s' && cp backup store.bookworm", test_folder);
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, NULL, &other, &fault));
  CHECK(strstr(fault.message, "written over") != NULL);
  bw_book book = new_book("Emma", "Jane Austen");
  FAILS(BW_ERROR_CANNOT_OPEN, bw_book_create(store, &book, NULL, &fault));
  close_store(store);
}

TEST(a_backup_never_replaces_a_file) {
  about_a_file();
  bw_store *store = filled_store(1), *transaction;
  bw_backup *backup = NULL;
  write_file(in_folder("there"), "precious", 8);
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_backup_new(store, in_folder("there"), -1, &backup, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_backup_new(store, file_path(), -1, &backup, &fault));
  write_file(in_folder("gone-wal"), "x", 1);
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_backup_new(store, in_folder("gone"), -1, &backup, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_backup_new(store, in_folder("no/folder"), -1, &backup, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_backup_new(store, test_folder, -1, &backup, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_backup_new(store, "/dev/full", -1, &backup, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_backup_new(store, "", -1, &backup, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_backup_new(store, ":memory:", -1, &backup, &fault));
  FAILS_AT_BYTE("path", 1, bw_backup_new(store, "a\xFF", -1, &backup, &fault));
  char *long_path = long_string(481);
  FAILS_AT(BW_ERROR_TOO_LARGE, "path", bw_backup_new(store, long_path, -1, &backup, &fault));
  free(long_path);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store",
           bw_backup_new(transaction, in_folder("new"), -1, &backup, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK(backup == NULL);
  CHECK_INT(files_with("-part-"), 0);
  CHECK_STRING(shell("cat '%s'", in_folder("there")), "precious");
  close_store(store);
}

TEST(a_closed_store_ends_its_backup) {
  bw_store *store = filled_store(200);
  bw_backup *backup = new_backup(store, in_folder("backup"));
  close_store(store);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_backup_step(backup, 5, NULL, &fault));
  OK(bw_backup_free(backup));
  CHECK_INT(files_with("backup"), 0);
  check_integrity(file_path());
}

TEST(a_full_disk_makes_a_backup_and_an_export_fail) {
  bw_store *store = filled_store(2000);
  bw_backup *backup = new_backup(store, in_folder("backup"));
  const struct rlimit small = {256 << 10, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
  signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  bw_status status = bw_backup_step(backup, 0, NULL, &fault);
  CHECK(status == BW_ERROR_FULL || status == BW_ERROR_IO);
  FAILS(status, bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
  FAILS(BW_ERROR_FULL, bw_store_export(store, in_folder("document"), -1, &fault));
  CHECK(setrlimit(RLIMIT_FSIZE, &none) == 0);
  CHECK_INT(files_with("backup") + files_with("document"), 0);
  close_store(store);
}

TEST(a_failure_on_a_small_full_disk_leaves_no_file) {
  const char *disk = in_folder("disk");
  if (geteuid() != 0 || system(NULL) == 0) test_skip("only root may mount a small disk");
  shell("mkdir '%s'", disk);
  if (atoi(shell("mount -t tmpfs -o size=256k none '%s' 2>/dev/null; echo $?", disk)) != 0)
    test_skip("no small disk can be mounted");
  bw_store *store = filled_store(2000);
  char path[600];
  snprintf(path, sizeof(path), "%s/backup", disk);
  bw_backup *backup = new_backup(store, path);
  bw_status backed_up = bw_backup_step(backup, 0, NULL, &fault);
  OK(bw_backup_free(backup));
  BW_INIT(fault);
  bw_status exported = bw_store_export(store, path, -1, &fault);
  const char *left = shell("ls -A '%s'", disk);
  bool empty = left[0] == '\0';
  shell("umount '%s'", disk);
  CHECK_INT(backed_up, BW_ERROR_FULL);
  CHECK_INT(exported, BW_ERROR_FULL);
  CHECK(empty);
  close_store(store);
}

TEST(a_killed_program_leaves_no_incomplete_backup_at_the_path) {
  int status;
  close_store(filled_store(2000));
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    bw_store *store = open_file();
    bw_backup *backup = new_backup(store, in_folder("backup"));
    OK(bw_backup_step(backup, 50, NULL, &fault));
    kill(getpid(), SIGKILL);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  CHECK(!file_exists(in_folder("backup")));
  CHECK_INT(files_with("backup-part-"), 1);
  bw_store *store = open_file();
  bw_backup *backup = new_backup(store, in_folder("backup"));
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
  check_store_from_outside(in_folder("backup"));
  close_store(store);
}

TEST(a_forked_child_leaves_its_parents_backup_alone) {
  bw_store *store = filled_store(500);
  bw_backup *backup = new_backup(store, in_folder("backup"));
  int status;
  OK(bw_backup_step(backup, 5, NULL, &fault));
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    bw_result *problems;
    FAILS(BW_ERROR_FORKED, bw_backup_step(backup, 5, NULL, &fault));
    FAILS(BW_ERROR_FORKED, bw_store_check(store, &problems, &fault));
    FAILS(BW_ERROR_FORKED, bw_store_compact(store, &fault));
    FAILS(BW_ERROR_FORKED, bw_store_export(store, in_folder("document"), -1, &fault));
    OK(bw_backup_free(backup));
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
  check_store_from_outside(in_folder("backup"));
  close_store(store);
}

static bw_backup *shared;

static void *step_until_the_end(void *unused) {
  pthread_barrier_wait(&start);
  bw_status status = BW_OK;
  for (int i = 0; i < 1000000 && status == BW_OK; i++) {
    status = bw_backup_step(shared, 1, NULL, NULL);
    count_status(status);
  }
  return unused;
}

static void free_the_backup(void) {
  sleep_milliseconds(5);
  CHECK_STATUS(bw_backup_free(shared), BW_OK);
}

TEST(a_backup_may_be_freed_while_other_threads_step) {
  bw_store *store = filled_store(2000);
  shared = new_backup(store, in_folder("backup"));
  in_threads(4, step_until_the_end, free_the_backup);
  CHECK_INT(others, 0);
  CHECK(refusals > 0);
  CHECK_INT(files_with("-part-"), 0);
  close_store(store);
  check_integrity(file_path());
}

static bw_store *closing;

static void close_the_store(void) {
  sleep_milliseconds(1);
  close_store(closing);
}

TEST(a_store_may_be_closed_while_its_backup_is_made) {
  closing = filled_store(10000);
  shared = new_backup(closing, in_folder("backup"));
  in_threads(4, step_until_the_end, close_the_store);
  CHECK_INT(others, 0);
  CHECK(refusals > 0);
  OK(bw_backup_free(shared));
  CHECK_INT(files_with("backup"), 0);
  check_integrity(file_path());
}
