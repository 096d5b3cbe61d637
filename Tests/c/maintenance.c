// Looking after a store: backup, check, rebuild, compact, export and import.
#define _GNU_SOURCE
#include "support/fixtures.h"
#include "support/in_threads.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bw_store *filled(int books) {
  bw_open_options options = default_options();
  bw_store *store;
  char *notes = long_string(600);
  options.durability = BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < books; i++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    bw_text name = TEXT("Science Fiction");
    int64_t id;
    book.fields |= BW_FIELD_NOTES | BW_FIELD_GENRE_NAMES | BW_FIELD_RATING;
    book.notes = TEXT(notes);
    book.rating = i % 6;
    book.genre_names = &name;
    book.genre_name_count = 1;
    OK(bw_book_create(transaction, &book, &id, &fault));
  }
  OK(bw_transaction_commit(transaction, &fault));
  free(notes);
  return store;
}

static int64_t file_size(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

// How many files the test's folder has whose names hold this.
static int files_with(const char *part) {
  return atoi(shell("ls -A '%s' | grep -c -F -e '%s' || true", test_folder, part));
}

static bw_backup *new_backup(bw_store *store, const char *path) {
  bw_backup *backup = NULL;
  OK(bw_backup_new(store, path, -1, &backup, &fault));
  CHECK(backup != NULL);
  return backup;
}

static bw_result *check(bw_store *store) {
  bw_result *problems = NULL;
  OK(bw_store_check(store, &problems, &fault));
  return problems;
}

static void check_is_sound(bw_store *store) {
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 0);
  OK(bw_result_free(problems));
}

TEST(a_backup_is_a_store_of_the_moment_when_it_began) {
  bw_store *store = filled(2000);
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
    // Neither this program's writes nor another's make it begin again.
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

TEST(a_backup_that_is_given_up_leaves_no_file) {
  bw_store *store = filled(500);
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

TEST(a_backup_replaces_nothing_and_says_why_it_cannot_be) {
  bw_store *store = filled(1), *transaction;
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
  bw_store *store = filled(200);
  bw_backup *backup = new_backup(store, in_folder("backup"));
  close_store(store);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_backup_step(backup, 5, NULL, &fault));
  OK(bw_backup_free(backup));
  CHECK_INT(files_with("backup"), 0);
  check_integrity(file_path());
}

TEST(a_disk_that_is_full_ends_a_backup_and_an_export) {
  bw_store *store = filled(2000);
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

TEST(a_small_disk_that_is_full_leaves_no_file) {
  const char *disk = in_folder("disk");
  if (geteuid() != 0 || system(NULL) == 0) test_skip("only root may mount a small disk");
  shell("mkdir '%s'", disk);
  if (atoi(shell("mount -t tmpfs -o size=256k none '%s' 2>/dev/null; echo $?", disk)) != 0)
    test_skip("no small disk can be mounted");
  bw_store *store = filled(2000);
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

TEST(a_killed_program_leaves_no_half_backup_under_the_name) {
  int status;
  close_store(filled(2000));
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
  bw_store *store = filled(500);
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

TEST(a_damaged_store_is_checked_and_rebuilt) {
  bw_store *store = filled(3);
  check_is_sound(store);
  sqlite(file_path(), "UPDATE books SET title_key = x'00' WHERE id = 2;"
                      " UPDATE counters SET rated_0 = 9; DELETE FROM genre_books WHERE book = 3;"
                      " UPDATE properties SET value = 1 WHERE name = 'last_book_id'");
  static const struct {
    bw_problem_kind kind;
    const char *table;
    int64_t id;
  } expected[] = {
      {BW_PROBLEM_KEY, "books", 2},        {BW_PROBLEM_LINK, "genre_books", 2},
      {BW_PROBLEM_LINK, "genre_books", 3}, {BW_PROBLEM_LINK, "genre_books", 2},
      {BW_PROBLEM_COUNTER, "counters", 0}, {BW_PROBLEM_COUNTER, "counters", 1},
      {BW_PROBLEM_COUNTER, "counters", 0}, {BW_PROBLEM_LAST_ID, "properties", 3},
  };
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 8);
  for (int64_t row = 0; row < 8; row++) {
    bw_problem problem;
    BW_INIT(problem);
    OK(bw_result_problem(problems, row, &problem, &fault));
    CHECK_INT(problem.kind, expected[row].kind);
    CHECK_TEXT(problem.table, expected[row].table);
    if (row != 6) CHECK_INT(problem.id, expected[row].id);
    CHECK(problem.text.length > 10);
  }
  OK(bw_store_rebuild(store, &fault));
  check_is_sound(store);
  check_store_from_outside(file_path());
  CHECK_INT(add_book(store, "Next", "Author"), 4);
  // The result is a snapshot like any other.
  CHECK_INT(count_rows(problems), 8);
  OK(bw_result_free(problems));
  close_store(store);
}

TEST(a_value_that_breaks_a_rule_is_told_and_stays) {
  bw_store *store = filled(2);
  bw_problem problem;
  sqlite(file_path(), "UPDATE books SET rating = 9 WHERE id = 2");
  OK(bw_store_rebuild(store, &fault));
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 1);
  BW_INIT(problem);
  OK(bw_result_problem(problems, 0, &problem, &fault));
  CHECK_INT(problem.kind, BW_PROBLEM_VALUE);
  CHECK_INT(problem.id, 2);
  CHECK_TEXT(problem.text, "rating is 9; it must be 1 to 5, or 0 for not rated");
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_problem(problems, 1, &problem, &fault));
  bw_genre genre;
  BW_INIT(genre);
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_genre(problems, 0, &genre, &fault));
  OK(bw_result_free(problems));
  close_store(store);
}

TEST(a_store_gets_smaller_when_it_is_compacted) {
  bw_store *store = filled(2000);
  bw_query *query = new_query();
  close_store(store);
  int64_t before = file_size(file_path());
  store = open_file();
  OK(bw_query_delete(store, query, NULL, &fault));
  OK(bw_store_compact(store, &fault));
  CHECK(file_size(file_path()) < before / 4);
  CHECK_INT(file_size(in_folder("store.bookworm-wal")), 0);
  OK(bw_query_free(query));
  CHECK_INT(add_book(store, "Next", "Author"), 2001);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(maintenance_waits_for_other_writers_and_refuses_transactions) {
  bw_open_options options = default_options();
  bw_store *store, *other = filled(3), *transaction;
  bw_result *problems = NULL;
  options.busy_timeout = 50;
  OK(try_open(file_path(), &options, &store));
  OK(bw_transaction_begin(other, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Uncommitted", "Author");
  FAILS(BW_ERROR_BUSY, bw_store_compact(store, &fault));
  FAILS(BW_ERROR_BUSY, bw_store_rebuild(store, &fault));
  check_is_sound(store);
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_compact(transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_rebuild(transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_check(transaction, &problems, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_export(transaction, "x", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_import(transaction, "x", -1, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  OK(bw_store_compact(store, &fault));
  close_store(store);
  close_store(other);
}

TEST(a_document_comes_back_exactly) {
  bw_store *store = filled(20), *other = open_path(in_folder("other"));
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the \"mind-killer\"\n\xE2\x80\xA8\xF0\x9F\x90\x9B");
  OK(bw_quote_add(store, 3, &quote, NULL, &fault));
  bw_book priced;
  BW_INIT(priced);
  priced.fields = BW_FIELD_PRICE | BW_FIELD_CURRENCY;
  priced.price = 999;
  priced.currency = TEXT("EUR");
  OK(bw_book_update(store, 20, &priced, 0, &fault));
  OK(bw_order_place(store, 20, 3, NULL, &fault));
  OK(bw_book_delete(store, 20, &fault));
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  OK(bw_store_import(other, in_folder("document"), -1, &fault));
  OK(bw_store_export(other, in_folder("again"), -1, &fault));
  CHECK(file_digest(in_folder("document")) == file_digest(in_folder("again")));
  CHECK_INT(count_books(other), 19);
  CHECK_INT(add_book(other, "Next", "Author"), 21);
  CHECK_STRING(sqlite(in_folder("other"), "SELECT book, total, currency FROM orders"),
               "20|2997|EUR");
  check_is_sound(other);
  check_store_from_outside(in_folder("other"));
  FAILS_AT(BW_ERROR_EXISTS, "store", bw_store_import(other, in_folder("document"), -1, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_export(store, in_folder("again"), -1, &fault));
  close_store(other);
  close_store(store);
}

static void fails_to_import(bw_store *store, bw_status status, const char *field, int64_t row,
                            const char *document) {
  write_file(in_folder("document"), document, strlen(document));
  FAILS_AT(status, field, bw_store_import(store, in_folder("document"), -1, &fault));
  CHECK_INT(fault.row, row);
}

#define HEAD "{\"bookworm\":1,\"schema\":2,\"sort_keys\":1,\"last_ids\":{},\"genres\":["

TEST(a_document_that_is_wrong_is_refused_as_a_whole) {
  bw_store *store = open_memory();
  fails_to_import(store, BW_ERROR_INVALID, "document", -1, "");
  fails_to_import(store, BW_ERROR_INVALID, "document", 0, HEAD);
  fails_to_import(store, BW_ERROR_NEWER, "bookworm", -1, "{\"bookworm\":2}");
  fails_to_import(store, BW_ERROR_INVALID, "name", 1,
                  HEAD "{\"id\":1,\"name\":\"A\",\"colour\":\"#000000\"},"
                       "{\"id\":2,\"name\":\" \",\"colour\":\"#000000\"}]");
  CHECK(strncmp(fault.message, "genres[1]: name must", 20) == 0);
  fails_to_import(store, BW_ERROR_TEXT, "name", 0,
                  HEAD "{\"id\":1,\"name\":\"a\xFF\",\"colour\":\"#000000\"}]");
  CHECK_INT(fault.offset, 1);
  CHECK_INT(count_genres(store), 0);
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_import(store, "/dev/zero", -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_import(store, in_folder("no"), -1, &fault));
  close_store(store);
}

// To read it by hand would drop the locks that this process holds on it.
TEST(a_store_that_is_open_is_no_document) {
  bw_store *store = filled(1), *other = open_memory(), *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_import(other, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_store_import(other, in_folder("store.bookworm-shm"), -1, &fault));
  CHECK_STRING(shell("sqlite3 '%s' 'BEGIN IMMEDIATE' 2>&1 | grep -c locked", file_path()), "1");
  OK(bw_transaction_rollback(transaction, &fault));
  close_store(other);
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
  bw_store *store = filled(2000);
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
  closing = filled(10000);
  shared = new_backup(closing, in_folder("backup"));
  in_threads(4, step_until_the_end, close_the_store);
  CHECK_INT(others, 0);
  CHECK(refusals > 0);
  OK(bw_backup_free(shared));
  CHECK_INT(files_with("backup"), 0);
  check_integrity(file_path());
}
