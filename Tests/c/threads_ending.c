// These tests close, free, commit or change handles while other threads use them.
#define _XOPEN_SOURCE 700
#include "support/in_threads.h"

static bw_store *store;
static bw_query *query;
static bw_result *result;
static bw_stream *stream;

static void prepare(void) {
  store = open_for_threads();
  query = new_query();
}

static void *close_it(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  count_status(bw_store_close(store, NULL));
  return NULL;
}

TEST(of_two_threads_that_close_a_store_one_succeeds) {
  for (int i = 1; i <= 100; i++) {
    store = open_memory();
    in_threads(2, close_it, NULL);
    CHECK_INT(successes, i);
    CHECK_INT(refusals, i);
  }
}

static void *free_it(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  count_status(bw_result_free(result));
  count_status(bw_query_free(query));
  return NULL;
}

TEST(of_many_threads_that_free_a_handle_one_succeeds) {
  for (int i = 1; i <= 100; i++) {
    query = new_query();
    OK(bw_genres_list_standard(&result, &fault));
    in_threads(4, free_it, NULL);
    CHECK_INT(successes, i * 2);
    CHECK_INT(refusals, i * 6);
  }
}

// Continues until another thread closes the store.
static void *work_until_closed(void *number) {
  int64_t count, id;
  bw_book book = new_book("Title", "Author");
  bw_status status = BW_OK;
  pthread_barrier_wait(&start);
  while (status == BW_OK) {
    bw_result *rows = NULL;
    switch ((int)(intptr_t)number % 4) {
    case 0:
      status = bw_books_count(store, &count, NULL);
      break;
    case 1:
      status = bw_book_create(store, &book, &id, NULL);
      break;
    case 2:
      status = bw_query_run(store, query, &rows, NULL);
      break;
    default: {
      bw_store *transaction = NULL;
      status = bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, NULL);
      if (status == BW_OK) status = bw_book_create(transaction, &book, &id, NULL);
      if (status == BW_OK)
        status = bw_transaction_commit(transaction, NULL);
      else if (transaction != NULL)
        bw_transaction_free(transaction, NULL);
    }
    }
    if (rows != NULL) bw_result_free(rows);
  }
  count_status(status);
  return NULL;
}

static void close_soon(void) {
  sleep_milliseconds(3);
  bw_status status = bw_store_close(store, NULL);
  CHECK(status == BW_OK || status == BW_ROLLED_BACK);
}

TEST(a_store_is_closed_while_sixteen_threads_are_inside_calls) {
  for (int i = 1; i <= 20; i++) {
    prepare();
    in_threads(MOST_THREADS, work_until_closed, close_soon);
    CHECK_INT(refusals, i * MOST_THREADS);
    OK(bw_query_free(query));
  }
  check_integrity(file_path());
}

static void *read_rows(void *unused) {
  bw_status status = BW_OK;
  (void)unused;
  pthread_barrier_wait(&start);
  while (status == BW_OK) {
    int64_t rows = 0;
    bw_book book;
    BW_INIT(book);
    status = bw_result_count(result, &rows, NULL);
    if (status == BW_OK) status = bw_result_get_book(result, rows - 1, &book, NULL);
  }
  count_status(status);
  return NULL;
}

static void free_soon(void) {
  sleep_milliseconds(1);
  OK(bw_result_free(result));
}

TEST(a_result_is_freed_while_four_threads_read_it) {
  store = open_memory();
  query = new_query();
  add_rated(store, "A", 1);
  for (int i = 1; i <= 50; i++) {
    result = run(store, query);
    in_threads(4, read_rows, free_soon);
    CHECK_INT(refusals, i * 4);
  }
  close_store(store);
}

static void *use_until_ended(void *number) {
  bw_status status = BW_OK;
  pthread_barrier_wait(&start);
  while (status == BW_OK) {
    bw_book book = new_book("Title", "Author");
    int64_t id;
    status =
        number == NULL ? bw_books_count(store, &id, NULL) : bw_book_create(store, &book, &id, NULL);
  }
  count_status(status);
  return NULL;
}

static int64_t committed;

static void end_soon(void) {
  sleep_milliseconds(2);
  OK(committed++ % 2 == 0 ? bw_transaction_commit(store, &fault)
                          : bw_transaction_rollback(store, &fault));
}

TEST(a_transaction_is_ended_while_four_threads_use_it) {
  prepare();
  bw_store *file = store;
  for (int i = 1; i <= 20; i++) {
    OK(bw_transaction_begin(file, BW_TRANSACTION_WRITE, &store, &fault));
    in_threads(4, use_until_ended, end_soon);
    CHECK_INT(refusals, i * 4);
  }
  CHECK_INT(count_query(file, query), count_books(file));
  close_store(file);
  check_integrity(file_path());
}

static void *stream_until_ended(void *unused) {
  bw_status status = BW_OK;
  (void)unused;
  pthread_barrier_wait(&start);
  while (status == BW_OK) {
    bw_result *piece = NULL;
    status = bw_stream_next(stream, 1, &piece, NULL);
    if (status == BW_OK) bw_result_free(piece);
  }
  count_status(status);
  return NULL;
}

static bool close_instead;

static void free_stream_soon(void) {
  sleep_milliseconds(1);
  if (close_instead)
    OK(bw_store_close(store, &fault));
  else
    OK(bw_stream_free(stream));
}

TEST(a_stream_is_freed_or_its_store_closed_while_four_threads_read_it) {
  prepare();
  for (int i = 0; i < 200; i++) add_rated(store, "Book", i % 6);
  for (int i = 1; i <= 30; i++) {
    close_instead = i % 2 == 0;
    OK(bw_stream_open(store, query, &stream, &fault));
    in_threads(4, stream_until_ended, free_stream_soon);
    CHECK_INT(refusals, i * 4);
    if (!close_instead) continue;
    OK(bw_stream_free(stream));
    store = open_file();
  }
  CHECK_INT(count_books(store), 200);
  close_store(store);
}

static atomic_bool finished;

static void *run_changing_query(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  do {
    bw_result *rows = NULL;
    int64_t count = 0;
    count_status(bw_query_run(store, query, &rows, NULL));
    count_status(bw_result_count(rows, &count, NULL));
    if (count != 1 && count != 2) FAIL("%lld rows, not 1 or 2", (long long)count);
    bw_result_free(rows);
  } while (!atomic_load(&finished));
  return NULL;
}

static void change_query(void) {
  const int64_t genre = 999;
  for (int i = 0; i < 2000; i++) OK(bw_query_set_limit(query, 1 + i % 2, &fault));
  for (int i = 0; i < 50; i++) OK(bw_query_where_genres(query, BW_MATCH_NONE, &genre, 1, &fault));
  atomic_store(&finished, true);
}

TEST(a_query_is_changed_while_four_threads_run_it) {
  prepare();
  for (int i = 0; i < 5; i++) add_rated(store, "Book", i);
  OK(bw_query_set_limit(query, 1, &fault));
  in_threads(4, run_changing_query, change_query);
  CHECK(successes > 0 && refusals == 0);
  close_store(store);
}
