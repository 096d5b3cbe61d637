// These tests check an open store while others change its file, and with extreme numbers.
#include "support/fixtures.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

TEST(after_an_upgrade_by_a_newer_library_an_older_one_cannot_write) {
  bw_store *store = open_file();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  sqlite(file_path(), "UPDATE properties SET value = 99 WHERE name = 'sort_key_version'");
  FAILS(BW_ERROR_READ_ONLY, bw_book_set_rating(store, id, 5, &fault));
  CHECK_INT(rating_of(store, id), 0);
  sqlite(file_path(), "PRAGMA user_version = 99");
  FAILS(BW_ERROR_NEWER, bw_book_set_rating(store, id, 5, &fault));
  bw_store *transaction;
  FAILS(BW_ERROR_NEWER, bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  close_store(store);
}

TEST(a_store_whose_file_was_deleted_refuses_writes) {
  about_a_file();
  bw_store *store = open_file();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  CHECK_INT(unlink(file_path()), 0);
  FAILS(BW_ERROR_CANNOT_OPEN, bw_book_set_rating(store, id, 5, &fault));
  close_store(store);
}

TEST(a_foreign_trigger_in_the_file_does_not_run) {
  bw_store *store = open_file();
  sqlite(file_path(), "CREATE TRIGGER t AFTER INSERT ON books BEGIN DELETE FROM books; END");
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  CHECK_INT(rating_of(store, id), 0);
  close_store(store);
}

TEST(the_handle_of_an_ended_nested_transaction_stays_closed) {
  bw_store *store = open_memory(), *outer, *middle, *inner, *other_middle, *other_inner;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &outer, &fault));
  OK(bw_transaction_begin(outer, BW_TRANSACTION_WRITE, &middle, &fault));
  OK(bw_transaction_begin(middle, BW_TRANSACTION_WRITE, &inner, &fault));
  OK(bw_transaction_rollback(middle, &fault));
  OK(bw_transaction_begin(outer, BW_TRANSACTION_WRITE, &other_middle, &fault));
  OK(bw_transaction_begin(other_middle, BW_TRANSACTION_WRITE, &other_inner, &fault));
  bw_book book = new_book("Dune", "Frank Herbert");
  int64_t id = 0;
  FAILS(BW_ERROR_HANDLE, bw_book_create(inner, &book, &id, &fault));
  FAILS(BW_ERROR_HANDLE, bw_transaction_commit(inner, &fault));
  OK(bw_book_create(other_inner, &book, &id, &fault));
  OK(bw_transaction_commit(other_inner, &fault));
  OK(bw_transaction_commit(other_middle, &fault));
  OK(bw_transaction_commit(outer, &fault));
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

TEST(a_read_transaction_within_a_write_transaction_cannot_write) {
  bw_store *store = open_memory(), *outer, *reading;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &outer, &fault));
  int64_t id = add_book(outer, "Dune", "Frank Herbert");
  OK(bw_transaction_begin(outer, BW_TRANSACTION_READ, &reading, &fault));
  CHECK_INT(rating_of(reading, id), 0);
  FAILS(BW_ERROR_READ_ONLY, bw_book_set_rating(reading, id, 5, &fault));
  OK(bw_transaction_commit(reading, &fault));
  OK(bw_transaction_commit(outer, &fault));
  CHECK_INT(rating_of(store, id), 0);
  close_store(store);
}

TEST(a_cursor_removes_an_offset) {
  bw_store *store = open_memory();
  const char *titles[] = {"A", "B", "C", "D"};
  for (int i = 0; i < 4; i++) add_book(store, titles[i], "X");
  bw_query *query = new_query();
  OK(bw_query_set_limit(query, 1, &fault));
  OK(bw_query_set_offset(query, 1, &fault));
  CHECK_STRING(titles_of_query(store, query), "B");
  bw_result *page = run(store, query);
  bw_text cursor;
  OK(bw_result_get_cursor(page, &cursor, &fault));
  OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
  CHECK_STRING(titles_of_query(store, query), "C");
  OK(bw_result_free(page));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(an_impossible_count_is_refused_before_anything_is_read) {
  bw_store *store = open_memory();
  bw_text one = TEXT("Fantasy");
  int64_t id = 0;
  bw_book book = new_book("Dune", "Frank Herbert");
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = &one;
  book.genre_name_count = INT64_C(1) << 50;
  FAILS(BW_ERROR_TOO_LARGE, bw_book_create(store, &book, &id, &fault));
  book = new_book("Dune", "Frank Herbert");
  book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.identifier_schemes = book.identifier_values = &one;
  book.identifier_count = INT64_C(1) << 50;
  FAILS(BW_ERROR_TOO_LARGE, bw_book_create(store, &book, &id, &fault));
  bw_query *query = new_query();
  FAILS(BW_ERROR_CURSOR, bw_query_set_after(query, "00", INT64_C(1) << 45, &fault));
  CHECK_INT(count_books(store), 0);
  OK(bw_query_free(query));
  close_store(store);
}

enum { MANY = 300 };
static atomic_bool done;

static void *rate_all_again_and_again(void *store) {
  bw_query *query = NULL;
  bw_status status = bw_query_new(&query, NULL);
  for (int round = 0; round < 60 && status == BW_OK; round++)
    status = bw_query_rate_books(store, query, 1 + round % 5, NULL, NULL);
  bw_query_free(query);
  atomic_store(&done, true);
  return status == BW_OK ? store : NULL;
}

TEST(many_books_are_read_from_one_snapshot) {
  bw_store *store = open_file();
  int64_t ids[MANY];
  for (int i = 0; i < MANY; i++) ids[i] = add_rated(store, "Dune", 1);
  atomic_store(&done, false);
  pthread_t writer;
  CHECK_INT(pthread_create(&writer, NULL, rate_all_again_and_again, store), 0);
  while (!atomic_load(&done)) {
    bw_result *result;
    bw_column column;
    BW_INIT(column);
    OK(bw_books_list(store, ids, MANY, BW_BOOK_RATING, &result, &fault));
    OK(bw_result_get_column(result, BW_BOOK_RATING, &column, &fault));
    const int32_t *ratings = column.values;
    for (int i = 1; i < MANY; i++) CHECK_INT(ratings[i], ratings[0]);
    OK(bw_result_free(result));
  }
  void *outcome;
  CHECK_INT(pthread_join(writer, &outcome), 0);
  CHECK(outcome == store);
  close_store(store);
}
