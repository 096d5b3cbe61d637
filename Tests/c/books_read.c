// These tests read books by id: one and many, whole and in part.
#include "support/fixtures.h"

TEST(an_unknown_id_is_not_found) {
  bw_store *store = open_memory();
  const int64_t ids[] = {add_book(store, "Dune", "Frank Herbert") + 1, 0, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 5; i++) {
    bw_result *result = (bw_result *)&fault;
    bw_book book, before;
    BW_INIT(book);
    before = book;
    FAILS(BW_ERROR_NOT_FOUND, bw_book_get(store, ids[i], 0, &book, &result, &fault));
    CHECK(result == (bw_result *)&fault);
    CHECK(memcmp(&book, &before, sizeof(book)) == 0);
  }
  close_store(store);
}

TEST(only_the_requested_fields_are_read) {
  bw_store *store = open_memory();
  int64_t id = add_rated(store, "Dune", 5);
  bw_result *result;
  bw_book book;
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_BOOK_TITLE, &book, &result, &fault));
  CHECK_TEXT(book.title, "Dune");
  CHECK_INT(book.fields & ~BW_BOOK_ID, BW_BOOK_TITLE);
  CHECK_ABSENT(book.author);
  CHECK_INT(book.rating, 0);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(no_fields_means_the_default_fields) {
  bw_store *store = open_memory();
  int64_t id = add_with_genre(store, "Dune", "Science Fiction");
  bw_result *result;
  bw_book book;
  BW_INIT(book);
  OK(bw_book_get(store, id, 0, &book, &result, &fault));
  CHECK_TEXT(book.author, "Author");
  CHECK_INT(book.id, id);
  CHECK_INT(book.fields & BW_BOOK_GENRES, 0);
  CHECK_INT(book.genre_count, 0);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(fields_that_no_book_has_cannot_be_read) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  const bw_fields wrong[] = {BW_OUTPUT_RGB, BW_BOOK_QUOTES, UINT64_MAX};
  for (size_t i = 0; i < 3; i++) {
    bw_result *result;
    bw_book book;
    BW_INIT(book);
    FAILS(BW_ERROR_ARGUMENT, bw_book_get(store, id, wrong[i], &book, &result, &fault));
    FAILS(BW_ERROR_ARGUMENT, bw_books_list(store, &id, 1, wrong[i], &result, &fault));
  }
  close_store(store);
}

TEST(a_result_outlives_its_store_and_its_row) {
  bw_store *store = open_file();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  bw_result *result;
  bw_book book = get_book(store, id, &result);
  OK(bw_book_delete(store, id, &fault));
  close_store(store);
  CHECK_TEXT(book.title, "Dune");
  CHECK_INT(count_rows(result), 1);
  OK(bw_result_free(result));
}

TEST(many_books_are_read_in_the_requested_order_without_unknown_ids) {
  bw_store *store = open_memory();
  int64_t a = add_book(store, "A", "x"), b = add_book(store, "B", "x"),
          c = add_book(store, "C", "x");
  const int64_t ids[] = {c, c + 100, a, -1, b, 0};
  bw_result *result;
  OK(bw_books_list(store, ids, 6, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "C|A|B");
  close_store(store);
}

TEST(an_empty_list_of_ids_gives_an_empty_result) {
  bw_store *store = open_memory();
  bw_result *result;
  OK(bw_books_list(store, NULL, 0, 0, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_thousand_and_one_books_are_read_in_one_call) {
  bw_store *store = open_memory(), *transaction;
  int64_t ids[1001];
  bw_result *result;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < 1001; i++) ids[1000 - i] = add_rated(transaction, "Book", i % 6);
  OK(bw_transaction_commit(transaction, &fault));
  OK(bw_books_list(store, ids, 1001, 0, &result, &fault));
  CHECK_INT(count_rows(result), 1001);
  for (int row = 0; row < 1001; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    CHECK_INT(book.id, ids[row]);
    CHECK_INT(book.rating, (1000 - row) % 6);
  }
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_list_of_ids_needs_a_pointer_and_a_count) {
  bw_store *store = open_memory();
  const int64_t id = 1;
  bw_result *result = NULL;
  FAILS(BW_ERROR_ARGUMENT, bw_books_list(store, NULL, 1, 0, &result, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_list(store, &id, -1, 0, &result, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_list(store, &id, INT64_MIN, 0, &result, &fault));
  CHECK(result == NULL);
  close_store(store);
}

TEST(a_book_is_read_whole_as_json) {
  bw_store *store = open_memory();
  int64_t book = add_with_genre(store, "\"Dune\"\n", "Sci\\Fi");
  set_price(store, book, 1299, "EUR");
  OK(bw_book_set_status(store, book, BW_BOOK_STATUS_COMPLETED, 20240229, &fault));
  bw_text json;
  bw_result *result;
  OK(bw_book_get_json(store, book, &json, &result, &fault));
  CHECK_INT((int64_t)strlen(json.data), json.length);
  CHECK(strstr(json.data, "\"title\":\"\\\"Dune\\\"\\n\"") != NULL);
  CHECK(strstr(json.data, "\"genres\":[\"Sci\\\\Fi\"]") != NULL);
  CHECK(strstr(json.data, "\"price\":{\"amount\":1299,\"currency\":\"EUR\"}") != NULL);
  CHECK(strstr(json.data, "\"status\":\"completed\"") != NULL);
  CHECK(strstr(json.data, "\"finished\":\"2024-02-29\"") != NULL);
  CHECK(strstr(json.data, "\"favourite\":false") != NULL);
  CHECK(strstr(json.data, "\"notes\":null") != NULL);
  CHECK(strstr(json.data, "\"quotes\":[]") != NULL);
  CHECK(strstr(json.data, "\"outcome\":\"completed\"") != NULL);
  close_store(store);
  CHECK_INT(json.data[json.length - 1], '}'); // the result has the text
  OK(bw_result_free(result));
}

TEST(the_json_of_an_unknown_book_is_not_found) {
  bw_store *store = open_memory();
  bw_text json;
  bw_result *result;
  FAILS(BW_ERROR_NOT_FOUND, bw_book_get_json(store, 7, &json, &result, &fault));
  close_store(store);
}
