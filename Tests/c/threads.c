// These tests call every function from any thread: many at once, and waiting for a writer.
#define _XOPEN_SOURCE 700
#include "support/in_threads.h"

enum { THREADS = MOST_THREADS };

static bw_store *store;
static bw_query *query;
static bw_stream *stream;

static void prepare(void) {
  store = open_for_threads();
  query = new_query();
}

static void *create_and_read(void *number) {
  char title[64];
  pthread_barrier_wait(&start);
  for (int i = 0; i < 50; i++) {
    bw_error error;
    bw_book book, read;
    bw_result *row;
    int64_t id = 0;
    BW_INIT(error);
    BW_INIT(read);
    snprintf(title, sizeof(title), "Book %d of %d", i, (int)(intptr_t)number);
    book = new_book(title, "Author");
    bw_status status = bw_book_create(store, &book, &id, &error);
    if (status == BW_OK) status = bw_book_set_rating(store, id, i % 6, &error);
    if (status == BW_OK) status = bw_book_get(store, id, 0, &read, &row, &error);
    count_status(status);
    if (status != BW_OK) break;
    CHECK_TEXT(read.title, title);
    CHECK_INT(read.rating, i % 6);
    OK(bw_result_free(row));
  }
  return NULL;
}

TEST(threads_create_rate_and_read_through_one_handle) {
  prepare();
  in_threads(THREADS, create_and_read, NULL);
  CHECK_INT(successes, THREADS * 50);
  CHECK_INT(count_books(store), THREADS * 50);
  check_integrity(file_path());
  close_store(store);
}

TEST(many_threads_use_one_memory_store) {
  store = open_memory();
  in_threads(THREADS, create_and_read, NULL);
  CHECK_INT(count_books(store), THREADS * 50);
  close_store(store);
}

static void *take_rows(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  for (;;) {
    bw_result *piece;
    if (bw_stream_next(stream, 7, &piece, NULL) != BW_OK) FAIL("the stream failed");
    int64_t rows = count_rows(piece);
    atomic_fetch_add(&successes, (int)rows);
    OK(bw_result_free(piece));
    if (rows == 0) return NULL;
  }
}

TEST(threads_that_share_a_stream_get_every_row_once) {
  prepare();
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < 1000; i++) add_rated(transaction, "Book", i % 6);
  OK(bw_transaction_commit(transaction, &fault));
  OK(bw_stream_open(store, query, &stream, &fault));
  in_threads(4, take_rows, NULL);
  CHECK_INT(successes, 1000);
  OK(bw_stream_free(stream));
  close_store(store);
}

static void *create_one(void *unused) {
  bw_book book = new_book("From a thread", "Author");
  int64_t id;
  (void)unused;
  pthread_barrier_wait(&start);
  count_status(bw_book_create(store, &book, &id, NULL));
  return NULL;
}

static bw_store *open_transaction;

static void commit_later(void) {
  sleep_milliseconds(30);
  CHECK_INT(successes, 0); // they wait
  add_book(open_transaction, "In the transaction", "Author");
  CHECK_INT(count_books(open_transaction), 1);
  OK(bw_transaction_commit(open_transaction, &fault));
}

TEST(writes_by_other_threads_wait_for_a_transaction) {
  prepare();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &open_transaction, &fault));
  in_threads(4, create_one, commit_later);
  CHECK_INT(successes, 4);
  CHECK_INT(count_books(store), 5);
  close_store(store);
}

// A thread that would wait for itself gets an error after the time-out.
static void check_waits_for_itself(const char *path) {
  bw_open_options options = default_options();
  bw_store *transaction, *second = NULL;
  int64_t id = 42;
  options.busy_timeout = 20;
  OK(try_open(path, &options, &store));
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS(BW_ERROR_BUSY, bw_transaction_begin(store, BW_TRANSACTION_WRITE, &second, &fault));
  FAILS(BW_ERROR_BUSY, bw_genre_create(store, "Horror", -1, NULL, 0, &id, &fault));
  CHECK(second == NULL && id == 42);
  OK(bw_genre_create(transaction, "Horror", -1, NULL, 0, &id, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(a_second_writer_in_the_same_thread_fails_as_busy) {
  check_waits_for_itself(file_path());
}

TEST(a_second_writer_in_the_same_thread_fails_as_busy_in_memory_too) {
  check_waits_for_itself(":memory:");
}

static void *add_in_transaction(void *number) {
  pthread_barrier_wait(&start);
  for (int i = 0; i < 20; i++) {
    bw_book book = new_book("Title", "Author");
    bw_result *rows;
    int64_t id;
    (void)number;
    count_status(bw_book_create(open_transaction, &book, &id, NULL));
    count_status(bw_query_run(open_transaction, query, &rows, NULL));
    OK(bw_result_free(rows));
  }
  return NULL;
}

TEST(threads_take_turns_in_one_transaction) {
  prepare();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &open_transaction, &fault));
  in_threads(4, add_in_transaction, NULL);
  OK(bw_transaction_commit(open_transaction, &fault));
  CHECK_INT(count_books(store), 80);
  check_integrity(file_path());
  close_store(store);
}
