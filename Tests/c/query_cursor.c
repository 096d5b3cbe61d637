// These tests use cursors: a page continues after the last row of the one before, despite changes.
#include "support/fixtures.h"

enum { BOOKS = 53, PAGE = 7 };

static bw_store *store;

// Creates books. For every sort key except the id, some are equal; some lack the optional values.
static void prepare(void) {
  bw_store *transaction;
  char title[32];
  store = open_file();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < BOOKS; i++) {
    snprintf(title, sizeof(title), "Book %d", i % 20);
    bw_book book = new_book(title, i % 2 == 0 ? "Odd" : "Even");
    int64_t id;
    book.fields |= BW_BOOK_RATING | BW_BOOK_STATUS | BW_BOOK_FAVOURITE | BW_BOOK_CREATED;
    book.rating = i * 7 % 6;
    book.status = i * 3 % 4;
    book.favourite = i % 5 == 0;
    book.created = i * 37 % 11;
    if (i % 3 != 0) {
      book.fields |= BW_BOOK_STARTED | BW_BOOK_FINISHED;
      book.started = 20260101 + i % 4;
      book.finished = 20260201 + i % 3;
    }
    if (i % 4 != 0) book.fields |= BW_BOOK_SERIES;
    if (i % 8 > 3) book.fields |= BW_BOOK_SERIES_NUMBER;
    book.series = i % 2 == 0 ? TEXT("Saga") : TEXT("Trilogy");
    book.series_number = i % 3 + 0.5;
    OK(bw_book_create(transaction, &book, &id, &fault));
  }
  OK(bw_transaction_commit(transaction, &fault));
}

// Reads the ids of one page, sets the query to continue after them, and returns their number.
static int64_t read_page(bw_query *query, int64_t *ids, bool *more) {
  bw_result *result = run(store, query);
  int64_t count = count_rows(result);
  bw_text cursor;
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    ids[row] = book.id;
  }
  OK(bw_result_get_cursor(result, &cursor, &fault));
  *more = cursor.data != NULL;
  if (*more) OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
  OK(bw_result_free(result));
  return count;
}

// Pages return the same rows in the same order as one read without pages.
static void check_pages(bw_query *query) {
  int64_t whole[BOOKS + 1], pages[BOOKS + PAGE];
  int64_t count = 0;
  bool more = true;
  CHECK_INT(read_page(query, whole, &more), BOOKS);
  CHECK(!more);
  OK(bw_query_set_limit(query, PAGE, &fault));
  for (more = true; more;) {
    CHECK(count <= BOOKS);
    int64_t rows = read_page(query, pages + count, &more);
    CHECK(more ? rows == PAGE : rows <= PAGE);
    count += rows;
    CHECK_INT(count_query(store, query), BOOKS); // whatever the cursor
  }
  CHECK_INT(count, BOOKS);
  CHECK(memcmp(whole, pages, BOOKS * sizeof(int64_t)) == 0);
  OK(bw_query_free(query));
}

TEST(pages_in_the_default_order_have_every_book_once) {
  prepare();
  check_pages(new_query());
}

TEST(pages_by_every_key_in_both_directions_have_every_book_once) {
  prepare();
  for (int key = BW_SORT_TITLE; key <= BW_SORT_SERIES; key++) {
    for (int direction = 0; direction <= 1; direction++) {
      bw_query *query = new_query();
      OK(bw_query_order_by(query, (bw_sort_key)key, (bw_direction)direction, &fault));
      check_pages(query);
    }
  }
}

TEST(pages_by_two_keys_in_any_directions_have_every_book_once) {
  prepare();
  for (int pair = 0; pair < 200; pair++) {
    bw_query *query = new_query();
    if (pair % 10 == pair / 20) continue;
    OK(bw_query_order_by(query, (bw_sort_key)(pair % 10), (bw_direction)(pair / 10 % 2), &fault));
    OK(bw_query_order_by(query, (bw_sort_key)(pair / 20), (bw_direction)(pair % 3 == 0), &fault));
    check_pages(query);
  }
}

TEST(pages_of_a_genre_have_every_book_once) {
  prepare();
  bw_query *query = new_query();
  int64_t genre = add_genre(store, "All");
  OK(bw_query_add_genre_to_books(store, query, genre, NULL, &fault));
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &genre, 1, &fault));
  check_pages(query);
}

TEST(the_last_page_has_no_cursor) {
  store = open_memory();
  bw_query *query = new_query();
  bw_text cursor = TEXT("unchanged");
  OK(bw_query_set_limit(query, 2, &fault));
  bw_result *result = run(store, query);
  OK(bw_result_get_cursor(result, &cursor, &fault));
  CHECK_ABSENT(cursor);
  OK(bw_result_free(result));
  add_rated(store, "A", 1);
  add_rated(store, "B", 1);
  result = run(store, query);
  OK(bw_result_get_cursor(result, &cursor, &fault));
  CHECK_ABSENT(cursor); // a full page, and no row follows
  OK(bw_result_free(result));
}

TEST(unchanged_rows_are_neither_skipped_nor_repeated) {
  prepare();
  bw_query *query = new_query();
  int64_t ids[BOOKS + 1], seen[BOOKS * 2], count = 0;
  bool more = true;
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &fault));
  bw_result *result = run(store, query);
  for (int64_t row = 0; row < BOOKS; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    ids[row] = book.id;
  }
  OK(bw_result_free(result));
  OK(bw_query_set_limit(query, PAGE, &fault));
  while (more) {
    CHECK(count < BOOKS + PAGE);
    count += read_page(query, seen + count, &more);
    // The last row that was read is deleted, and others are added before and after it.
    OK(bw_book_delete(store, seen[count - 1], &fault));
    add_rated(store, "Earlier", 5);
  }
  int64_t found = 0;
  for (int64_t i = 0; i < count; i++) {
    if (found < BOOKS && seen[i] == ids[found]) found++;
  }
  CHECK_INT(found, BOOKS);
}

TEST(a_cursor_of_null_goes_back_to_the_start) {
  prepare();
  bw_query *query = new_query();
  int64_t first[PAGE], again[PAGE];
  bool more;
  OK(bw_query_set_limit(query, PAGE, &fault));
  read_page(query, first, &more);
  OK(bw_query_set_after(query, NULL, 0, &fault));
  read_page(query, again, &more);
  CHECK(memcmp(first, again, sizeof(first)) == 0);
}

TEST(a_cursor_works_in_another_handle_and_after_reopening) {
  prepare();
  bw_query *query = new_query(), *other = new_query();
  char kept[4096];
  bw_text cursor;
  OK(bw_query_set_limit(query, PAGE, &fault));
  bw_result *result = run(store, query);
  OK(bw_result_get_cursor(result, &cursor, &fault));
  CHECK(cursor.length > 0 && cursor.length < (int64_t)sizeof(kept));
  CHECK_INT(strlen(cursor.data), cursor.length);
  memcpy(kept, cursor.data, (size_t)cursor.length + 1);
  OK(bw_result_free(result));
  close_store(store);
  store = open_file();
  OK(bw_query_set_after(other, kept, -1, &fault));
  result = run(store, other);
  CHECK_INT(count_rows(result), BOOKS - PAGE);
  OK(bw_result_free(result));
}

TEST(a_damaged_cursor_is_refused) {
  prepare();
  bw_query *query = new_query(), *fresh = new_query();
  bw_text cursor;
  OK(bw_query_set_limit(query, PAGE, &fault));
  bw_result *result = run(store, query);
  OK(bw_result_get_cursor(result, &cursor, &fault));
  for (int64_t i = 0; i < cursor.length; i++) {
    char spoiled[4096];
    bw_result *page = NULL;
    memcpy(spoiled, cursor.data, (size_t)cursor.length);
    for (int cut = 0; cut <= 1; cut++) {
      spoiled[i] ^= 1;
      bw_status status = bw_query_set_after(fresh, spoiled, cut ? i : cursor.length, &fault);
      if (status == BW_OK) status = bw_query_run(store, fresh, &page, &fault);
      CHECK_STATUS(status, BW_ERROR_CURSOR);
      CHECK(page == NULL);
    }
  }
  OK(bw_result_free(result));
}

TEST(a_text_that_is_not_a_cursor_is_refused) {
  static const char *const texts[] = {"", "a", "0", "not a cursor", "\xF0\x9F\xA6\x87", "AAAA===="};
  prepare();
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
    bw_query *query = new_query();
    bw_result *result = NULL;
    bw_status status = bw_query_set_after(query, texts[i], -1, &fault);
    if (status == BW_OK) status = bw_query_run(store, query, &result, &fault);
    CHECK_STATUS(status, BW_ERROR_CURSOR);
    OK(bw_query_free(query));
  }
}

TEST(a_cursor_of_another_order_is_refused) {
  prepare();
  bw_query *query = new_query(), *other = new_query();
  bw_text cursor;
  bw_result *result = NULL, *page;
  OK(bw_query_set_limit(query, PAGE, &fault));
  page = run(store, query);
  OK(bw_result_get_cursor(page, &cursor, &fault));
  OK(bw_query_order_by(other, BW_SORT_RATING, BW_ASCENDING, &fault));
  bw_status status = bw_query_set_after(other, cursor.data, cursor.length, &fault);
  if (status == BW_OK) status = bw_query_run(store, other, &result, &fault);
  CHECK_STATUS(status, BW_ERROR_CURSOR);
  CHECK(result == NULL);
  OK(bw_result_free(page));
}
