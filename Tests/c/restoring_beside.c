// These tests open a store while another program restores it: the opening waits, and the program
// then works with the restored store.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// The lock that a restore has on the old store until it is complete.
static int lock = -1;

static void lock_alone(void) {
  struct flock all = {.l_type = F_WRLCK, .l_start = 0x40000000, .l_len = 512};
  lock = open(file_path(), O_RDWR | O_CLOEXEC);
  CHECK(lock >= 0 && fcntl(lock, F_OFD_SETLK, &all) == 0);
}

static void unlock(void) {
  close(lock);
  lock = -1;
}

// Opens the store in another process, with this time-out, and adds a book. The process exits with
// the status of the first failed call.
static pid_t begin_to_open(int timeout, bool read_only) {
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child > 0) return child;
  // Without this, the child would have the lock too.
  if (lock >= 0) unlock();
  bw_open_options options = default_options();
  options.busy_timeout = timeout;
  options.read_only = read_only;
  bw_store *store;
  bw_status status = bw_store_open(file_path(), -1, &options, &store, &fault);
  if (status != BW_OK) {
    fprintf(stderr, "%s\n", fault.message);
    _exit(status);
  }
  if (read_only) _exit(count_books(store) == 2 ? BW_OK : BW_ERROR_CORRUPT);
  bw_book book = new_book("Later", "A. N. Other");
  status = bw_book_create(store, &book, NULL, &fault);
  if (status != BW_OK) fprintf(stderr, "%s\n", fault.message);
  OK(bw_store_close(store, &fault));
  _exit(status);
}

static int status_of(pid_t child) {
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void check_books(const char *path, int count) {
  bw_store *store = open_path(path);
  CHECK_INT(count_books(store), count);
  check_is_sound(store);
  close_store(store);
}

TEST(a_program_that_opens_a_store_during_a_restore_waits_up_to_its_time_out) {
  about_a_file();
  close_store(filled_store(3));
  lock_alone();
  pid_t child = begin_to_open(10000, false);
  // Longer than the library waits for missing files.
  sleep_milliseconds(2500);
  unlock();
  CHECK_INT(status_of(child), BW_OK);
  check_books(file_path(), 4);

  lock_alone();
  int64_t begin = now_milliseconds();
  CHECK_INT(status_of(begin_to_open(300, false)), BW_ERROR_BUSY);
  CHECK(now_milliseconds() - begin >= 300);
  unlock();
}

static void open_beside_a_restore(bool read_only) {
  shell("rm -f '%s'/*", test_folder);
  close_store(filled_store(2));
  shell("cd '%s' && sqlite3 store.bookworm 'PRAGMA journal_mode = DELETE' && cp -p store.bookworm "
        "new",
        test_folder);
  close_store(open_file());
  lock_alone();
  pid_t child = begin_to_open(10000, read_only);
  sleep_milliseconds(400);
  CHECK_INT(link(file_path(), in_folder("store.bookworm-replaced")), 0);
  sleep_milliseconds(50);
  CHECK_INT(rename(in_folder("new"), file_path()), 0);
  unlock();
  CHECK_INT(status_of(child), BW_OK);
  check_books(in_folder("store.bookworm-replaced"), 2);
  check_books(file_path(), read_only ? 2 : 3);
}

TEST(a_program_that_opens_a_store_as_it_is_replaced_gets_the_restored_one) {
  about_a_file();
  open_beside_a_restore(false);
  open_beside_a_restore(true);
}

TEST(books_are_added_during_restores_without_an_error_or_a_loss) {
  about_a_file();
  bw_store *store = filled_store(1);
  bw_backup *backup;
  OK(bw_backup_new(store, in_folder("backup"), -1, &backup, &fault));
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
  close_store(store);
  int told[2];
  CHECK(pipe(told) == 0);
  fflush(stdout);
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    children[i] = fork();
    CHECK(children[i] >= 0);
    if (children[i] > 0) continue;
    while (true) {
      pid_t child = begin_to_open(20000, false);
      if (status_of(child) != BW_OK) _exit(1);
      CHECK(write(told[1], "", 1) == 1);
      // A restore requires that no program has the store open.
      sleep_milliseconds(20);
    }
  }
  close(told[1]);
  int kept = 0;
  while (kept < 12) {
    sleep_milliseconds(30);
    bw_status status = bw_store_restore(in_folder("backup"), -1, file_path(), -1, &fault);
    CHECK(status == BW_OK || status == BW_ERROR_BUSY);
    if (status != BW_OK) continue;
    char name[20];
    snprintf(name, sizeof(name), "kept-%d", kept++);
    CHECK_INT(rename(in_folder("store.bookworm-replaced"), in_folder(name)), 0);
  }
  int64_t acknowledged = 0, found = -1;
  for (int i = 0; i < 2; i++) {
    CHECK(waitpid(children[i], NULL, WNOHANG) == 0);
    CHECK_INT(kill(children[i], SIGKILL), 0);
    CHECK(waitpid(children[i], NULL, 0) == children[i]);
  }
  char byte;
  // Until the last grandchild has ended too.
  while (read(told[0], &byte, 1) == 1) acknowledged++;
  close(told[0]);
  for (int i = -1; i < kept; i++) {
    char name[20];
    snprintf(name, sizeof(name), "kept-%d", i);
    store = i < 0 ? open_file() : open_path(in_folder(name));
    // The backup's book, which each of the stores has, is not counted.
    found += count_books(store) - (i >= 0);
    check_is_sound(store);
    close_store(store);
  }
  test_context("%d acknowledged, %d found", (int)acknowledged, (int)found);
  CHECK(acknowledged > 2 && found >= acknowledged && found <= acknowledged + 2);
}
