// These tests exhaust the machine's resources: the error is clear, and everything works afterwards.
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void limit(int resource, rlim_t amount) {
  struct rlimit limits;
  CHECK(getrlimit(resource, &limits) == 0);
  limits.rlim_cur = amount < limits.rlim_max ? amount : limits.rlim_max;
  CHECK(setrlimit(resource, &limits) == 0);
}

static int64_t add_large(bw_store *store, const char *synopsis) {
  bw_book book = new_book("Large", "Author");
  int64_t id = 0;
  book.fields |= BW_BOOK_SYNOPSIS;
  book.synopsis = TEXT(synopsis);
  BW_INIT(fault);
  if (bw_book_create(store, &book, &id, &fault) != BW_OK) return 0;
  return id;
}

TEST(a_result_that_does_not_fit_in_memory_is_refused) {
  if (server() != NULL) test_skip("libpq calls the want of memory a lost connection");
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_result *result = NULL;
  char *synopsis = long_string(4 << 20);
  for (int i = 0; i < 40; i++) CHECK(add_large(store, synopsis) > 0);
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  long pages = 0;
  FILE *sizes = fopen("/proc/self/statm", "r");
  CHECK(sizes != NULL && fscanf(sizes, "%ld", &pages) == 1);
  fclose(sizes);
  limit(RLIMIT_AS, (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (64 << 20));
  void *probe = malloc(128 << 20);
  if (probe != NULL) test_skip("this system does not keep to the limit, as QEMU does not");
  FAILS(BW_ERROR_MEMORY, bw_query_run(store, query, &result, &fault));
  CHECK(result == NULL);
  limit(RLIMIT_AS, RLIM_INFINITY);
  result = run(store, query);
  CHECK_INT(count_rows(result), 40);
  OK(bw_result_free(result));
  free(synopsis);
  close_store(store);
}

TEST(a_full_disk_loses_no_committed_data) {
  about_a_file();
  bw_store *store = open_file(), *transaction;
  char *synopsis = long_string(100000);
  int64_t kept = 0;
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, 2 << 20);
  while (add_large(store, synopsis) > 0) CHECK(++kept < 100);
  CHECK(kept > 0);
  CHECK(fault.status == BW_ERROR_FULL || fault.status == BW_ERROR_IO);
  CHECK(fault.sqlite_code != 0);
  CHECK_INT(count_books(store), kept);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  bw_status status = BW_OK;
  for (int i = 0; i < 400 && status == BW_OK; i++) {
    if (add_large(transaction, synopsis) == 0) status = fault.status;
  }
  if (status == BW_OK) {
    status = bw_transaction_commit(transaction, &fault);
  } else {
    // A transaction whose write failed half-way can only be rolled back.
    FAILS(BW_ERROR_TRANSACTION, bw_transaction_commit(transaction, &fault));
    OK(bw_transaction_rollback(transaction, &fault));
  }
  CHECK(status == BW_ERROR_FULL || status == BW_ERROR_IO);
  CHECK_INT(count_books(store), kept);
  limit(RLIMIT_FSIZE, RLIM_INFINITY);
  CHECK(add_large(store, synopsis) > 0);
  CHECK_INT(count_books(store), kept + 1);
  close_store(store);
  check_integrity(file_path());
  free(synopsis);
}

// SQLite may roll back the whole transaction by itself; the caller still learns the cause.
TEST(a_batch_that_fills_the_disk_fails_with_the_cause) {
  about_a_file();
  enum { BATCH = 50 };
  bw_open_options options = default_options();
  bw_store *store, *transaction;
  bw_book books[BATCH];
  char *synopsis = long_string(100000);
  options.cache_size = 64;
  OK(try_open(file_path(), &options, &store));
  int64_t kept = add_rated(store, "Kept", 5);
  for (int i = 0; i < BATCH; i++) {
    books[i] = new_book("Large", "Author");
    books[i].fields |= BW_BOOK_SYNOPSIS;
    books[i].synopsis = TEXT(synopsis);
  }
  signal(SIGXFSZ, SIG_IGN);
  limit(RLIMIT_FSIZE, 1 << 20);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_rated(transaction, "Lost", 1);
  bw_status status = bw_books_create(transaction, books, BATCH, NULL, &fault);
  CHECK(status == BW_ERROR_FULL || status == BW_ERROR_IO);
  FAILS(BW_ERROR_TRANSACTION, bw_transaction_commit(transaction, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  status = bw_books_create(store, books, BATCH, NULL, &fault);
  CHECK(status == BW_ERROR_FULL || status == BW_ERROR_IO);
  limit(RLIMIT_FSIZE, RLIM_INFINITY);
  CHECK_INT(count_books(store), 1);
  CHECK_INT(rating_of(store, kept), 5);
  OK(bw_books_create(store, books, BATCH, NULL, &fault));
  CHECK_INT(count_books(store), 1 + BATCH);
  close_store(store);
  check_store_from_outside(file_path());
  free(synopsis);
}

TEST(a_process_without_free_descriptors_gets_an_error) {
  enum { MOST = 64 };
  bw_store *stores[MOST], *store = open_file();
  int opened = 0;
  int64_t id = add_rated(store, "Dune", 3);
  limit(RLIMIT_NOFILE, 24);
  while (opened < MOST && try_open(file_path(), NULL, &stores[opened]) == BW_OK) opened++;
  CHECK(opened < MOST);
  CHECK_INT(fault.status, BW_ERROR_CANNOT_OPEN);
  while (opened > 0) close_store(stores[--opened]);
  OK(bw_book_set_rating(store, id, 4, &fault));
  CHECK_INT(rating_of(store, id), 4);
  close_store(store);
  check_integrity(file_path());
}

enum { IDS = 100000, MOST_GENRES = 10000 };

static int64_t *many_ids(void) {
  int64_t *ids = malloc(IDS * sizeof(int64_t));
  CHECK(ids != NULL);
  for (int i = 0; i < IDS; i++) ids[i] = i + 1;
  return ids;
}

TEST(a_hundred_thousand_books_are_read_and_deleted_in_one_call) {
  bw_store *store = open_memory();
  bw_result *result;
  int64_t *ids = many_ids(), deleted;
  add_rated(store, "A", 1);
  add_rated(store, "B", 1);
  OK(bw_books_list(store, ids, IDS, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "A|B");
  OK(bw_books_delete(store, ids, IDS, &deleted, &fault));
  CHECK_INT(deleted, 2);
  free(ids);
  close_store(store);
}

TEST(a_query_may_have_ten_thousand_genres_and_not_one_more) {
  bw_store *store = open_memory();
  int64_t *ids = many_ids();
  const char *const expected[] = {"A|B", "", "C"};
  add_with_genre(store, "A", "Horror");
  add_with_genre(store, "B", "Poetry");
  add_rated(store, "C", 1);
  for (int match = BW_MATCH_ANY; match <= BW_MATCH_NONE; match++) {
    bw_query *query = new_query();
    OK(bw_query_where_genres(query, (bw_match)match, ids, MOST_GENRES, &fault));
    CHECK_STRING(titles_of_query(store, query), expected[match]);
    CHECK_INT(count_query(store, query), match == BW_MATCH_ANY ? 2 : match == BW_MATCH_NONE);
    OK(bw_query_free(query));
    query = new_query();
    FAILS(BW_ERROR_TOO_LARGE, bw_query_where_genres(query, (bw_match)match, ids, IDS, &fault));
    CHECK_STRING(titles_of_query(store, query), "A|B|C");
    OK(bw_query_free(query));
  }
  free(ids);
  close_store(store);
}

// A query with the maximum number of filters runs, in every order and with a cursor.
TEST(a_query_of_very_many_filters_runs_and_one_more_is_refused) {
  bw_store *store = open_memory();
  bw_query *query = new_query();
  const int64_t genre = 1;
  int filters = 0;
  add_with_genre(store, "Abc", "Horror");
  add_with_genre(store, "Bcd", "Horror");
  BW_INIT(fault);
  for (;; filters++) {
    bw_status status = filters % 2 == 0
                           ? bw_query_where_contains(query, BW_BOOK_TITLE, "b", -1, &fault)
                           : bw_query_where_genres(query, BW_MATCH_ALL, &genre, 1, &fault);
    if (status == BW_ERROR_TOO_LARGE) break;
    CHECK_STATUS(status, BW_OK);
    CHECK(filters < 100000);
  }
  CHECK(filters >= 50);
  for (int key = BW_SORT_TITLE; key <= BW_SORT_SERIES; key++)
    OK(bw_query_order_by(query, (bw_sort_key)key, BW_ASCENDING, &fault));
  OK(bw_query_set_limit(query, 1, &fault));
  bw_text cursor;
  bw_result *result = run(store, query);
  OK(bw_result_get_cursor(result, &cursor, &fault));
  OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
  OK(bw_result_free(result));
  CHECK_STRING(titles_of_query(store, query), "Bcd");
  CHECK_INT(count_query(store, query), 2);
  close_store(store);
}

// A slot is used again and again; a handle from long ago must not become valid again.
TEST(a_stale_handle_stays_stale_however_often_its_slot_is_used) {
  bw_query *stale = new_query();
  OK(bw_query_free(stale));
  for (int i = 0; i < 1000000; i++) {
    bw_query *query = NULL;
    if (bw_query_new(&query, NULL) != BW_OK || query == stale) FAIL("round %d", i);
    if (bw_query_free(query) != BW_OK) FAIL("round %d", i);
  }
  FAILS(BW_ERROR_HANDLE, bw_query_set_limit(stale, 1, &fault));
}

TEST(a_hundred_thousand_handles_are_open_at_once) {
  enum { HANDLES = 100000 };
  bw_query **queries = calloc(HANDLES, sizeof(bw_query *));
  CHECK(queries != NULL);
  for (int i = 0; i < HANDLES; i++) OK(bw_query_new(&queries[i], NULL));
  for (int i = 0; i < HANDLES; i++) OK(bw_query_set_limit(queries[i], i, NULL));
  for (int i = 0; i < HANDLES; i++) OK(bw_query_free(queries[i]));
  for (int i = 0; i < HANDLES; i++) CHECK_STATUS(bw_query_free(queries[i]), BW_ERROR_HANDLE);
  free(queries);
}

TEST(a_relative_path_still_works_after_the_folder_changes) {
  about_a_file();
  enum { STREAMS = 10 };
  bw_store *store;
  bw_query *query = new_query();
  bw_stream *streams[STREAMS];
  CHECK(mkdir(in_folder("elsewhere"), 0755) == 0);
  CHECK(chdir(test_folder) == 0);
  store = open_path("relative.bookworm");
  CHECK(chdir("elsewhere") == 0);
  add_rated(store, "A", 1);
  for (int i = 0; i < STREAMS; i++) { // each has a connection of its own
    bw_result *result;
    OK(bw_stream_open(store, query, &streams[i], &fault));
    OK(bw_stream_next(streams[i], 1, &result, &fault));
    CHECK_STRING(titles_of(result), "A");
  }
  for (int i = 0; i < STREAMS; i++) OK(bw_stream_free(streams[i]));
  add_rated(store, "B", 1);
  close_store(store);
  CHECK(!file_exists("relative.bookworm"));
  CHECK_STRING(sqlite(in_folder("relative.bookworm"), "SELECT count(*) FROM books"), "2");
}
