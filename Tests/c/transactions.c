// These tests check transactions: all or nothing, nested, read-only, and the fate of their handles.
#include "support/fixtures.h"

static bw_store *begin(bw_store *store) {
  bw_store *transaction = NULL;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  return transaction;
}

static bw_store *begin_reading(bw_store *store) {
  bw_store *transaction = NULL;
  OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &transaction, &fault));
  return transaction;
}

// The handle is closed: every call with it fails.
static void check_gone(bw_store *transaction) {
  int64_t count = 42;
  FAILS(BW_ERROR_HANDLE, bw_books_count(transaction, &count, &fault));
  FAILS(BW_ERROR_HANDLE, bw_transaction_commit(transaction, &fault));
  FAILS(BW_ERROR_HANDLE, bw_transaction_rollback(transaction, &fault));
  FAILS(BW_ERROR_HANDLE, bw_transaction_free(transaction, &fault));
  CHECK_INT(count, 42);
}

TEST(committed_changes_stay) {
  bw_store *store = open_file();
  bw_store *transaction = begin(store);
  add_book(transaction, "A", "x");
  add_genre(transaction, "Horror");
  OK(bw_transaction_commit(transaction, &fault));
  check_gone(transaction);
  CHECK_INT(count_books(store), 1);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(rolled_back_changes_leave_no_trace) {
  bw_store *store = open_file();
  int64_t before = add_with_genre(store, "Before", "Horror"), genre;
  bw_store *transaction = begin(store);
  OK(bw_genre_find(transaction, "Horror", -1, &genre, &fault));
  OK(bw_book_delete(transaction, before, &fault));
  OK(bw_genre_delete(transaction, genre, &fault));
  add_with_genre(transaction, "After", "Poetry");
  OK(bw_transaction_rollback(transaction, &fault));
  check_gone(transaction);
  CHECK_INT(count_books(store), 1);
  CHECK_INT(count_genres(store), 1);
  CHECK_INT(books_of_genre(store, genre), 1);
  check_integrity(file_path());
  close_store(store);
}

TEST(freeing_an_open_transaction_rolls_back_and_reports_it) {
  bw_store *store = open_file();
  bw_store *transaction = begin(store);
  add_book(transaction, "A", "x");
  CHECK_STATUS(bw_transaction_free(transaction, &fault), BW_ROLLED_BACK);
  check_gone(transaction);
  CHECK_INT(count_books(store), 0);
  OK(bw_transaction_free(NULL, &fault));
  OK(bw_transaction_free(NULL, NULL));
  close_store(store);
}

TEST(a_transaction_in_memory_works_too) {
  bw_store *store = open_memory();
  bw_store *transaction = begin(store);
  add_book(transaction, "A", "x");
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(count_books(store), 0);
  transaction = begin(store);
  add_book(transaction, "A", "x");
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

TEST(a_transaction_that_wrote_nothing_commits) {
  bw_store *store = open_file();
  OK(bw_transaction_commit(begin(store), &fault));
  OK(bw_transaction_rollback(begin(store), &fault));
  close_store(store);
}

TEST(a_refused_change_does_not_end_the_transaction) {
  bw_store *store = open_file();
  bw_store *transaction = begin(store);
  int64_t id = add_book(transaction, "A", "x");
  FAILS(BW_ERROR_INVALID, bw_book_set_rating(transaction, id, 6, &fault));
  FAILS(BW_ERROR_NOT_FOUND, bw_book_set_rating(transaction, id + 1, 5, &fault));
  OK(bw_book_set_rating(transaction, id, 5, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(rating_of(store, id), 5);
  close_store(store);
}

TEST(a_nested_transaction_is_rolled_back_alone) {
  bw_store *store = open_file();
  bw_store *outer = begin(store);
  add_with_genre(outer, "Outer", "Horror");
  bw_store *inner = begin(outer);
  add_with_genre(inner, "Inner", "Horror");
  add_genre(inner, "Poetry");
  CHECK_INT(count_books(inner), 2);
  OK(bw_transaction_rollback(inner, &fault));
  check_gone(inner);
  CHECK_INT(count_books(outer), 1);
  inner = begin(outer);
  add_with_genre(inner, "Second", "Horror");
  OK(bw_transaction_commit(inner, &fault));
  check_gone(inner);
  OK(bw_transaction_commit(outer, &fault));
  int64_t horror;
  OK(bw_genre_find(store, "Horror", -1, &horror, &fault));
  CHECK_INT(books_of_genre(store, horror), 2);
  CHECK_INT(count_books(store), 2);
  CHECK_INT(count_genres(store), 1);
  check_integrity(file_path());
  close_store(store);
}

TEST(a_committed_nested_transaction_is_rolled_back_with_the_outer_one) {
  bw_store *store = open_file();
  bw_store *outer = begin(store);
  bw_store *inner = begin(outer);
  add_with_genre(inner, "Inner", "Horror");
  OK(bw_transaction_commit(inner, &fault));
  CHECK_INT(count_books(outer), 1);
  OK(bw_transaction_rollback(outer, &fault));
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
}

TEST(an_outer_transaction_waits_for_its_nested_one) {
  bw_store *store = open_file();
  bw_store *outer = begin(store);
  bw_store *inner = begin(outer);
  int64_t id = add_book(inner, "A", "x");
  FAILS(BW_ERROR_TRANSACTION, bw_transaction_commit(outer, &fault));
  FAILS(BW_ERROR_TRANSACTION, bw_book_set_rating(outer, id, 3, &fault));
  OK(bw_transaction_commit(inner, &fault));
  OK(bw_book_set_rating(outer, id, 3, &fault));
  OK(bw_transaction_commit(outer, &fault));
  CHECK_INT(rating_of(store, id), 3);
  close_store(store);
}

TEST(rolling_back_the_outer_transaction_ends_the_nested_ones) {
  bw_store *store = open_file();
  bw_store *outer = begin(store);
  bw_store *middle = begin(outer), *inner = begin(middle);
  add_book(inner, "A", "x");
  OK(bw_transaction_rollback(outer, &fault));
  int64_t count = 42;
  FAILS(BW_ERROR_HANDLE, bw_books_count(inner, &count, &fault));
  FAILS(BW_ERROR_HANDLE, bw_books_count(middle, &count, &fault));
  CHECK_INT(count, 42);
  CHECK_INT(count_books(store), 0);
  add_book(store, "B", "x");
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

TEST(transactions_nest_deeply) {
  enum { DEPTH = 50 };
  bw_store *store = open_file(), *levels[DEPTH + 1];
  levels[0] = begin(store);
  for (int i = 0; i < DEPTH; i++) {
    add_rated(levels[i], "Book", i % 6);
    levels[i + 1] = begin(levels[i]);
  }
  for (int i = DEPTH; i > 0; i--) {
    if (i == DEPTH / 2)
      OK(bw_transaction_rollback(levels[i], &fault));
    else
      OK(bw_transaction_commit(levels[i], &fault));
  }
  OK(bw_transaction_commit(levels[0], &fault));
  CHECK_INT(count_books(store), DEPTH / 2);
  check_integrity(file_path());
  close_store(store);
}

TEST(a_read_transaction_sees_one_snapshot_and_cannot_write) {
  bw_store *store = open_file(), *nested = NULL;
  int64_t id = add_rated(store, "A", 1);
  bw_store *reading = begin_reading(store);
  CHECK_INT(rating_of(reading, id), 1);
  OK(bw_book_set_rating(store, id, 5, &fault));
  add_book(store, "B", "x");
  CHECK_INT(rating_of(reading, id), 1);
  CHECK_INT(count_books(reading), 1);
  FAILS(BW_ERROR_READ_ONLY, bw_book_set_rating(reading, id, 2, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_book_delete(reading, id, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_transaction_begin(reading, BW_TRANSACTION_WRITE, &nested, &fault));
  CHECK(nested == NULL);
  OK(bw_transaction_commit(reading, &fault));
  check_gone(reading);
  reading = begin_reading(store);
  CHECK_INT(rating_of(reading, id), 5);
  CHECK_STATUS(bw_transaction_free(reading, &fault), BW_OK);
  close_store(store);
}

TEST(a_read_transaction_sees_the_state_at_its_beginning) {
  bw_store *store = open_file();
  bw_store *reading = begin_reading(store);
  add_book(store, "A", "x");
  CHECK_INT(count_books(reading), 0);
  OK(bw_transaction_rollback(reading, &fault));
  close_store(store);
}

TEST(a_read_transaction_nests_within_a_write_transaction) {
  bw_store *store = open_file();
  bw_store *outer = begin(store), *reading;
  add_book(outer, "A", "x");
  reading = begin_reading(outer);
  CHECK_INT(count_books(reading), 1);
  OK(bw_transaction_commit(reading, &fault));
  add_book(outer, "B", "x");
  OK(bw_transaction_commit(outer, &fault));
  CHECK_INT(count_books(store), 2);
  close_store(store);
}

TEST(a_store_is_not_a_transaction) {
  bw_store *store = open_file();
  FAILS_AT(BW_ERROR_ARGUMENT, "transaction", bw_transaction_commit(store, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "transaction", bw_transaction_rollback(store, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "transaction", bw_transaction_free(store, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_transaction_is_not_closed_as_a_store) {
  bw_store *store = open_file();
  bw_store *transaction = begin(store);
  add_book(transaction, "A", "x");
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_close(transaction, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

TEST(an_unknown_mode_is_refused) {
  static const int32_t wrong[] = {-1, 2, INT32_MAX, INT32_MIN};
  bw_store *store = open_file(), *transaction = NULL;
  for (size_t i = 0; i < 4; i++) {
    FAILS(BW_ERROR_ARGUMENT,
          bw_transaction_begin(store, (bw_transaction_mode)wrong[i], &transaction, &fault));
  }
  CHECK(transaction == NULL);
  close_store(store);
}

TEST(ids_of_a_rolled_back_transaction_are_not_shared_with_others) {
  bw_store *store = open_file();
  int64_t kept = add_book(store, "A", "x");
  bw_store *transaction = begin(store);
  add_book(transaction, "B", "x");
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK(add_book(store, "C", "x") != kept);
  close_store(store);
}

TEST(every_kind_of_call_accepts_a_transaction) {
  bw_store *store = open_file();
  bw_store *transaction = begin(store);
  bw_query *query = new_query();
  bw_result *result;
  bw_store_info info;
  BW_INIT(info);
  OK(bw_store_get_info(transaction, &info, &fault));
  if (server() == NULL) CHECK_TEXT(info.path, file_path());
  OK(bw_genres_create_standard(transaction, NULL, &fault));
  int64_t book = add_with_genre(transaction, "A", "Horror"), horror;
  OK(bw_genre_find(transaction, "Horror", -1, &horror, &fault));
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &horror, 1, &fault));
  OK(bw_query_rate_books(transaction, query, 4, NULL, &fault));
  CHECK_INT(rating_of(transaction, book), 4);
  CHECK_INT(count_query(transaction, query), 1);
  CHECK_INT(books_of_genre(transaction, horror), 1);
  OK(bw_genre_list_books(transaction, horror, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "A");
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(rating_of(store, book), 4);
  OK(bw_query_free(query));
  close_store(store);
}
