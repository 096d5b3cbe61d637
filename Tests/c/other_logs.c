// These tests put files over a store whose program was killed, and logs next to a store. A log is
// applied only to the file that it belongs to.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOG "store.bookworm-wal"
#define ASIDE "store.bookworm-wal-set-aside"

// MARK: A program that is killed

static pid_t program;
static int orders[2], answers[2];

// Adds as many books as each order says.
static void obey(void) {
  bw_store *store = open_file();
  int count;
  while (read(orders[0], &count, sizeof count) == sizeof count) {
    char text[4000];
    memset(text, 'x', sizeof text);
    for (int i = 0; i < count; i++) {
      bw_book book = new_book("Theirs", "A. N. Other");
      book.synopsis = bytes(text, sizeof text);
      OK(bw_book_create(store, &book, NULL, &fault));
    }
    CHECK(write(answers[1], &count, sizeof count) == sizeof count);
  }
  _exit(1);
}

static void start_program(void) {
  CHECK(pipe(orders) == 0 && pipe(answers) == 0);
  fflush(stdout);
  program = fork();
  CHECK(program >= 0);
  if (program == 0) {
    close(orders[1]);
    obey();
  }
  close(answers[1]);
}

static void let_it_add(int count) {
  int done;
  CHECK(write(orders[1], &count, sizeof count) == sizeof count);
  CHECK(read(answers[0], &done, sizeof done) == sizeof done);
}

static void kill_it(void) {
  CHECK(kill(program, SIGKILL) == 0);
  CHECK(waitpid(program, NULL, 0) == program);
}

// The number that SQLite counts up when it starts a log again.
static uint32_t salt(void) {
  uint8_t bytes[20];
  FILE *log = fopen(in_folder(LOG), "rb");
  CHECK(log != NULL && fread(bytes, 1, sizeof bytes, log) == sizeof bytes);
  fclose(log);
  return (uint32_t)bytes[16] << 24 | bytes[17] << 16 | bytes[18] << 8 | bytes[19];
}

// Adds books until the log starts again; returns their number.
static int until_a_new_log(void) {
  uint32_t first = salt();
  int count = 0;
  for (; salt() == first; count += 100) {
    CHECK(count < 20000);
    let_it_add(100);
  }
  CHECK_INT(salt(), first + 1);
  return count;
}

static void copy(const char *from, const char *to) {
  shell("cd '%s' && cp %s %s", test_folder, from, to);
}

static void check_store(int64_t books, bool was_set_aside) {
  bw_store *store = open_file();
  CHECK_INT(count_books(store), books);
  check_is_sound(store);
  CHECK_INT(file_exists(in_folder(ASIDE)), was_set_aside);
  add_book(store, "Kept", "A. N. Other");
  close_store(store);
  store = open_file();
  CHECK_INT(count_books(store), books + 1);
  close_store(store);
  check_store_from_outside(file_path());
}

// MARK: Another file in the store's place

// Puts back a copy that was made while the store was closed.
static void put_back(const char *how, int added) {
  about_a_file();
  close_store(filled_store(3));
  copy("store.bookworm", "copy");
  start_program();
  let_it_add(added);
  kill_it();
  shell("cd '%s' && %s copy store.bookworm", test_folder, how);
  check_store(3, true);
}

TEST(a_small_remaining_log_is_not_applied_to_a_copy_restored_by_cp) {
  put_back("cp", 1);
}

TEST(a_large_remaining_log_is_not_applied_to_a_copy_restored_by_mv) {
  put_back("mv", 1000);
}

// Opening it for writing makes it a store with a log of its own, which has not begun yet.
TEST(a_remaining_log_is_not_applied_to_a_backup_that_was_opened) {
  about_a_file();
  bw_store *store = filled_store(3);
  bw_backup *backup = NULL;
  OK(bw_backup_new(store, in_folder("copy"), -1, &backup, &fault));
  OK(bw_backup_step(backup, 0, NULL, &fault));
  OK(bw_backup_free(backup));
  close_store(store);
  store = open_path(in_folder("copy"));
  CHECK_INT(count_books(store), 3);
  close_store(store);
  start_program();
  let_it_add(1);
  kill_it();
  copy("copy", "store.bookworm");
  check_store(3, true);
}

TEST(a_remaining_log_is_not_applied_to_a_copy_from_the_time_of_an_earlier_log) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(1);
  // While nobody writes, the file is sound, without the last commits.
  copy("store.bookworm", "copy");
  until_a_new_log();
  kill_it();
  copy("copy", "store.bookworm");
  check_store(3, true);
}

TEST(a_copy_over_an_open_store_is_noticed_by_the_next_commit_and_the_next_opening) {
  about_a_file();
  bw_store *store = filled_store(3), *other = NULL;
  close_store(store);
  copy("store.bookworm", "copy");
  store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  copy("copy", "store.bookworm");
  bw_book book = new_book("Emma", "Jane Austen");
  FAILS(BW_ERROR_CANNOT_OPEN, bw_book_create(store, &book, NULL, &fault));
  CHECK(strstr(fault.message, "written over") != NULL);
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, NULL, &other, &fault));
  CHECK(strstr(fault.message, "written over") != NULL);
  close_store(store);
  check_store(3, true);
}

// MARK: Another log next to the store

TEST(the_log_of_another_store_is_not_applied) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(20);
  kill_it();
  shell("cd '%s' && mkdir other && mv store.bookworm* other", test_folder);
  close_store(filled_store(5));
  copy("other/" LOG, LOG);
  check_store(5, true);
  shell("cd '%s' && mv other/* . && rm " ASIDE, test_folder);
  check_store(23, false);
}

TEST(an_older_log_of_the_same_store_is_not_applied) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(1);
  copy(LOG, "first");
  let_it_add(1);
  copy(LOG, "second");
  kill_it();
  check_store(5, false);
  // By now, the whole log is checkpointed. It had more frames than these copies.
  copy("first", LOG);
  check_store(6, true);
  copy("second", LOG);
  shell("cd '%s' && rm " ASIDE, test_folder);
  check_store(7, true);
}

TEST(a_log_left_by_another_SQLite_is_set_aside_unchanged) {
  about_a_file();
  close_store(filled_store(3));
  shell("cd '%s' && sqlite3 store.bookworm 'UPDATE books SET updated = updated + 1' '.shell cp " LOG
        " left'",
        test_folder);
  copy("left", LOG);
  check_store(3, true);
  CHECK_INT(file_digest(in_folder(ASIDE)), file_digest(in_folder("left")));
}

// MARK: The store's own log

TEST(the_log_of_a_killed_program_is_applied_even_if_it_was_restarted) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(1);
  int64_t count = 4;
  for (int i = 0; i < 2; i++) {
    count += until_a_new_log();
    let_it_add(7);
    count += 7;
  }
  kill_it();
  check_store(count, false);
}

// The other SQLite writes so much that it checkpoints the log and starts it again.
TEST(a_log_restarted_by_another_SQLite_still_belongs_to_the_store) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(1);
  uint32_t first = salt();
  shell("for n in $(seq 2000); do echo 'UPDATE books SET updated = updated + 1;"
        "UPDATE books SET updated = updated - 1;'; done | sqlite3 '%s'",
        file_path());
  CHECK(salt() > first + 1);
  let_it_add(1);
  kill_it();
  check_store(5, false);
}

TEST(a_log_copied_completely_still_belongs_to_the_store) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(5);
  copy(LOG, "log");
  kill_it();
  // Another SQLite, or the library, ends before it has deleted the log.
  copy("store.bookworm", "before");
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM books"), "8");
  CHECK(!file_exists(in_folder(LOG)));
  copy("log", LOG);
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 8);
  close_store(store);
  CHECK(!file_exists(in_folder(LOG)));
  copy("log", LOG);
  check_store(8, false);
}

TEST(the_log_of_a_compacted_store_belongs_to_it) {
  about_a_file();
  bw_store *store = filled_store(300);
  OK(bw_store_compact(store, &fault));
  add_book(store, "Dune", "Frank Herbert");
  shell("cd '%s' && mkdir killed && cp store.bookworm* killed", test_folder);
  close_store(store);
  shell("cd '%s' && cp killed/* .", test_folder);
  check_store(301, false);
}

// Earlier versions left the bytes of the tag as SQLite makes them.
TEST(a_store_of_an_earlier_version_gets_its_remaining_log) {
  about_a_file();
  close_store(filled_store(3));
  start_program();
  let_it_add(2);
  kill_it();
  shell("cd '%s' && dd if=/dev/zero of=store.bookworm bs=1 seek=72 count=8 conv=notrunc 2>&1",
        test_folder);
  check_store(5, false);
}
