// These tests check that a forked child has none of its parent's connections: its calls fail
// clearly, its closes are harmless, and the parent goes on.
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static bw_store *store, *transaction;
static bw_query *query;
static bw_result *result;
static bw_stream *stream;
static bw_observer *observer;
static bw_binding *binding;
static int64_t book;

static void observe(void) {
  OK(bw_store_observe(store, 0, &observer, &fault));
  OK(bw_binding_open(store, book, BW_BOOK_RATING, &binding, &fault));
}

static void prepare(void) {
  store = open_file();
  query = new_query();
  book = add_with_genre(store, "Dune", "Science Fiction");
  result = run(store, query);
  OK(bw_stream_open(store, query, &stream, &fault));
  observe();
}

// Runs `body` in a forked child, which must end well within ten seconds.
static void in_child(void (*body)(void)) {
  int status;
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(10);
    body();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) FAIL("the child was ended by signal %d", WTERMSIG(status));
  CHECK_INT(WEXITSTATUS(status), 0);
}

static void check_parent_goes_on(void) {
  int64_t emma = add_book(store, "Emma", "Jane Austen");
  CHECK_INT(count_books(store), 2);
  bw_result *changes;
  bw_change change;
  int64_t last = 0;
  BW_INIT(change);
  while (last != emma) {
    OK(bw_observer_next(observer, 1000, &changes, &fault));
    OK(bw_result_get_change(changes, 0, &change, &fault));
    OK(bw_result_free(changes));
    last = change.kind == BW_CHANGE_INSERTED ? change.id : 0;
  }
  OK(bw_observer_free(observer));
  OK(bw_binding_free(binding));
  check_integrity(file_path());
  close_store(store);
  CHECK_INT(count_rows(result), 1);
  OK(bw_result_free(result));
}

static void call_everything(void) {
  bw_result *rows = NULL;
  bw_store *other = NULL;
  bw_store_info info;
  int64_t count = 42;
  BW_INIT(info);
  FAILS(BW_ERROR_FORKED, bw_books_count(store, &count, &fault));
  FAILS(BW_ERROR_FORKED, bw_book_set_rating(store, book, 5, &fault));
  FAILS(BW_ERROR_FORKED, bw_book_delete(store, book, &fault));
  FAILS(BW_ERROR_FORKED, bw_query_run(store, query, &rows, &fault));
  FAILS(BW_ERROR_FORKED, bw_stream_next(stream, 1, &rows, &fault));
  FAILS(BW_ERROR_FORKED, bw_observer_next(observer, -1, &rows, &fault));
  FAILS(BW_ERROR_FORKED, bw_binding_get(binding, &rows, &fault));
  FAILS(BW_ERROR_FORKED, bw_transaction_begin(store, BW_TRANSACTION_READ, &other, &fault));
  CHECK(rows == NULL && other == NULL);
  CHECK_INT(count, 42);
}

TEST(calls_in_a_forked_child_fail_clearly) {
  prepare();
  in_child(call_everything);
  CHECK_INT(rating_of(store, book), 0);
  check_parent_goes_on();
}

static void check_closed(bw_status status) {
  CHECK(status == BW_OK || status == BW_ERROR_FORKED);
}

static void close_everything(void) {
  check_closed(bw_stream_free(stream));
  check_closed(bw_observer_free(observer));
  check_closed(bw_binding_free(binding));
  check_closed(bw_query_free(query));
  check_closed(bw_store_close(store, NULL));
  check_closed(bw_result_free(result));
}

TEST(closing_in_a_forked_child_does_no_harm) {
  prepare();
  in_child(close_everything);
  OK(bw_stream_free(stream));
  check_parent_goes_on();
}

static void read_result(void) {
  bw_book row;
  BW_INIT(row);
  OK(bw_result_get_book(result, 0, &row, &fault));
  CHECK_TEXT(row.title, "Dune");
  CHECK_STRING(titles_of(result), "Dune");
}

TEST(results_stay_readable_in_a_forked_child) {
  prepare();
  in_child(read_result);
  check_parent_goes_on();
}

static void end_transaction(void) {
  int64_t count;
  FAILS(BW_ERROR_FORKED, bw_books_count(transaction, &count, &fault));
  FAILS(BW_ERROR_FORKED, bw_transaction_commit(transaction, &fault));
  check_closed(bw_transaction_free(transaction, NULL));
  check_closed(bw_store_close(store, NULL));
}

TEST(a_transaction_continues_in_the_parent_alone) {
  prepare();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_set_rating(transaction, book, 4, &fault));
  in_child(end_transaction);
  OK(bw_book_toggle_favourite(transaction, book, NULL, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(rating_of(store, book), 4);
  check_parent_goes_on();
}

static void exit_normally(void) {
  exit(0);
}

TEST(a_forked_child_that_exits_runs_its_handlers_without_harm) {
  prepare();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_set_rating(transaction, book, 4, &fault));
  in_child(exit_normally);
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(rating_of(store, book), 4);
  check_parent_goes_on();
}

static void use_what_needs_no_file(void) {
  bw_result *genres;
  OK(bw_genres_list_standard(&genres, &fault));
  CHECK_INT(count_rows(genres), 7);
  OK(bw_result_free(genres));
  bw_store *memory = open_memory();
  add_rated(memory, "A", 1);
  CHECK_INT(count_books(memory), 1);
  close_store(memory);
}

TEST(a_forked_child_uses_a_store_in_memory) {
  prepare();
  in_child(use_what_needs_no_file);
  check_parent_goes_on();
}

static void open_another(void) {
  bw_store *other = open_path(in_folder("other.bookworm"));
  add_rated(other, "A", 1);
  CHECK_INT(count_books(other), 1);
  close_store(other);
}

TEST(a_forked_child_opens_a_store_that_its_parent_had_not_opened) {
  prepare();
  in_child(open_another);
  CHECK_STRING(sqlite(in_folder("other.bookworm"), "SELECT title FROM books"), "A");
  check_parent_goes_on();
}

// SQLite would mistake the parent's locks for the child's own.
static void open_the_same(void) {
  bw_store *again = NULL;
  FAILS(BW_ERROR_FORKED, bw_store_open(file_path(), -1, NULL, &again, &fault));
  CHECK(again == NULL);
}

TEST(a_forked_child_cannot_open_what_its_parent_had_open) {
  about_a_file();
  prepare();
  in_child(open_the_same);
  check_parent_goes_on();
}

static void write_by_itself(void) {
  bw_store *own = open_file();
  OK(bw_book_set_rating(own, book, 5, &fault));
  close_store(own);
}

TEST(a_forked_child_opens_what_its_parent_had_closed) {
  prepare();
  OK(bw_stream_free(stream));
  OK(bw_observer_free(observer));
  OK(bw_binding_free(binding));
  close_store(store);
  in_child(write_by_itself);
  store = open_file();
  observe();
  CHECK_INT(rating_of(store, book), 5);
  check_parent_goes_on();
}

static void check_has_no_file_of_the_store(void) {
  for (int i = 0; i < 1024; i++) {
    char link[64], target[512];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", i);
    ssize_t length = readlink(link, target, sizeof(target) - 1);
    if (length < 0) continue;
    target[length] = '\0';
    CHECK(strstr(target, file_path()) == NULL);
  }
}

TEST(a_child_forked_while_a_checkpoint_waits_for_readers_shares_none_of_its_locks) {
  about_a_file();
  store = open_file();
  book = add_book(store, "Dune", "Frank Herbert");
  OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &transaction, &fault));
  CHECK_INT(count_books(transaction), 1);
  char *notes = long_string(4 << 20);
  bw_book draft = new_book("Emma", "Jane Austen");
  draft.fields |= BW_BOOK_NOTES;
  draft.notes = TEXT(notes);
  // The last book makes the log exceed 32 MiB.
  while (file_size(in_folder("store.bookworm-wal")) < 32 << 20) {
    OK(bw_book_create(store, &draft, NULL, &fault));
  }
  in_child(check_has_no_file_of_the_store);
  OK(bw_transaction_free(transaction, NULL));
  in_child(check_has_no_file_of_the_store);
  OK(bw_book_set_rating(store, book, 5, &fault));
  free(notes);
  close_store(store);
}

static atomic_bool stop;

static void *keep_busy(void *number) {
  bw_book row = new_book("Title", "Author");
  while (!atomic_load(&stop)) {
    int64_t id;
    bw_query *own = NULL;
    if (number == NULL)
      OK(bw_book_create(store, &row, &id, NULL));
    else
      OK(bw_books_count(store, &id, NULL));
    OK(bw_query_new(&own, NULL));
    OK(bw_query_free(own));
  }
  return NULL;
}

static void call_and_close(void) {
  int64_t count;
  bw_query *own = NULL;
  FAILS(BW_ERROR_FORKED, bw_books_count(store, &count, &fault));
  OK(bw_query_new(&own, &fault));
  OK(bw_query_free(own));
  check_closed(bw_store_close(store, NULL));
}

TEST(a_child_forked_while_threads_are_inside_calls_never_hangs) {
  pthread_t threads[3];
  prepare();
  for (intptr_t i = 0; i < 3; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, keep_busy, (void *)i), 0);
  for (int i = 0; i < 40; i++) in_child(call_and_close);
  atomic_store(&stop, true);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
  check_integrity(file_path());
  close_store(store);
}
