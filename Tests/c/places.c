// These tests find the place of a book or a letter in a list, and page backwards.
#include "support/fixtures.h"

enum { BOOKS = 40 };

static bw_store *store;

// Creates books. For every sort key except the id, some are equal; some lack the optional values.
static void prepare(void) {
  store = open_file();
  for (int i = 0; i < BOOKS; i++) {
    char title[2] = {(char)('A' + i % 7), 0};
    bw_book book = new_book(title, i % 2 == 0 ? "Odd" : "Even");
    book.fields |= BW_BOOK_RATING;
    book.rating = i * 7 % 6;
    if (i % 3 != 0) book.fields |= BW_BOOK_FINISHED;
    book.finished = 20260201 + i % 3;
    if (i % 4 != 0) book.fields |= BW_BOOK_SERIES;
    book.series = i % 2 == 0 ? TEXT("Saga") : TEXT("Trilogy");
    OK(bw_book_create(store, &book, NULL, &fault));
  }
}

static int64_t read_ids(bw_result *result, int64_t *ids) {
  int64_t count = count_rows(result);
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    ids[row] = book.id;
  }
  return count;
}

// Starts at an offset near the end, goes back to the first page, and finds each book at its place.
static void check_places(bw_query *query) {
  int64_t whole[BOOKS], page[BOOKS];
  bw_result *result = run(store, query);
  int64_t count = read_ids(result, whole), end = count - 2, size = 0, last = 0;
  bw_text first, next;
  OK(bw_result_get_first_cursor(result, &first, &fault));
  CHECK_ABSENT(first);
  OK(bw_result_free(result));
  for (int64_t row = 0; row < count; row++) {
    int64_t position = -1;
    OK(bw_query_find_book(store, query, whole[row], &position, &fault));
    CHECK_INT(position, row);
  }
  OK(bw_query_set_limit(query, 7, &fault));
  OK(bw_query_set_offset(query, end, &fault));
  for (;;) {
    result = run(store, query);
    last = size;
    size = read_ids(result, page);
    if (last > 0 || size > 2) end -= size;
    for (int64_t row = 0; row < size; row++) CHECK_INT(page[row], whole[end + row]);
    OK(bw_result_get_cursor(result, &next, &fault));
    CHECK((next.data != NULL) == (end + size < count));
    OK(bw_result_get_first_cursor(result, &first, &fault));
    CHECK((first.data != NULL) == (end > 0));
    if (first.data == NULL) break;
    OK(bw_query_set_before(query, first.data, first.length, &fault));
    OK(bw_result_free(result));
  }
  CHECK_INT(end, 0);
  OK(bw_result_free(result));
  OK(bw_query_set_before(query, NULL, 0, &fault));
  result = run(store, query);
  CHECK_INT(read_ids(result, page), 7);
  CHECK_INT(page[0], whole[0]);
  OK(bw_result_free(result));
}

TEST(pages_go_back_in_every_order_and_each_book_has_its_position) {
  static const bw_sort_key keys[] = {BW_SORT_TITLE,    BW_SORT_AUTHOR, BW_SORT_RATING,
                                     BW_SORT_FINISHED, BW_SORT_SERIES, BW_SORT_ID,
                                     BW_SORT_CREATED,  BW_SORT_YEAR};
  prepare();
  for (int first = -1; first < 8; first++) {
    for (int direction = 0; direction < 2; direction++) {
      bw_query *query = new_query();
      test_context("key %d, direction %d", first, direction);
      if (first >= 0) {
        OK(bw_query_order_by(query, keys[first], (bw_direction)direction, &fault));
        if (first != 0) OK(bw_query_order_by(query, BW_SORT_TITLE, BW_DESCENDING, &fault));
      }
      if (direction == 1) OK(bw_query_where_rating(query, 1, 4, 1, &fault));
      check_places(query);
      OK(bw_query_free(query));
    }
  }
}

TEST(pages_of_a_search_and_of_a_genre_go_back) {
  prepare();
  int64_t genre = add_genre(store, "G");
  bw_query *query = new_query();
  OK(bw_query_add_genre_to_books(store, query, genre, NULL, &fault));
  OK(bw_query_search(query, "saga odd", -1, 0, BW_MATCH_ANY, &fault));
  check_places(query);
  OK(bw_query_free(query));
  query = new_query();
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &genre, 1, &fault));
  check_places(query);
  OK(bw_query_free(query));
}

// Checks that the pages, forwards and back, have the same books as one run.
static void check_turning(bw_query *query, int64_t limit) {
  int64_t whole[BOOKS], ids[BOOKS], seen = 0;
  bw_result *result = run(store, query), *books, *last = NULL;
  int64_t count = read_ids(result, whole);
  bw_page page;
  BW_INIT(page);
  page.limit = limit;
  OK(bw_result_free(result));
  for (;;) {
    OK(bw_query_run_page(store, query, &page, &books, &fault));
    if (last != NULL) OK(bw_result_free(last));
    last = books;
    CHECK_INT(page.total, count);
    CHECK((page.previous.data != NULL) == (seen > 0));
    int64_t size = read_ids(books, ids);
    for (int64_t row = 0; row < size; row++) CHECK_INT(ids[row], whole[seen + row]);
    seen += size;
    CHECK((page.next.data != NULL) == (seen < count));
    if (page.next.data == NULL) break;
    page.after = page.next;
  }
  CHECK_INT(seen, count);
  seen -= count_rows(last);
  page.after.data = NULL;
  while (page.previous.data != NULL) {
    page.before = page.previous;
    OK(bw_query_run_page(store, query, &page, &books, &fault));
    OK(bw_result_free(last));
    last = books;
    CHECK_INT(page.total, count);
    int64_t size = read_ids(books, ids);
    seen -= size;
    for (int64_t row = 0; row < size; row++) CHECK_INT(ids[row], whole[seen + row]);
    CHECK(page.next.data != NULL);
  }
  CHECK_INT(seen, 0);
  OK(bw_result_free(last));
}

TEST(a_page_has_its_total_and_its_cursors) {
  prepare();
  bw_query *query = new_query();
  check_turning(query, 7);
  check_turning(query, 8);
  check_turning(query, -1);
  OK(bw_query_order_by(query, BW_SORT_FINISHED, BW_DESCENDING, &fault));
  OK(bw_query_where_rating(query, 1, 4, 1, &fault));
  check_turning(query, 7);
  OK(bw_query_search(query, "saga", -1, 0, BW_MATCH_ANY, &fault));
  check_turning(query, 7);
  OK(bw_query_search(query, "nowhere", -1, 0, BW_MATCH_ANY, &fault));
  check_turning(query, 7);
  OK(bw_query_free(query));
}

TEST(a_page_begins_at_the_query_s_position_unless_it_has_a_cursor) {
  prepare();
  bw_query *query = new_query();
  bw_result *books, *other;
  bw_page page, wrong;
  BW_INIT(page);
  OK(bw_query_set_limit(query, 4, &fault));
  OK(bw_query_set_offset(query, 38, &fault));
  OK(bw_query_run_page(store, query, &page, &books, &fault));
  CHECK_INT(count_rows(books), 2);
  CHECK_INT(page.total, BOOKS);
  CHECK_INT(page.limit, 0);
  CHECK_ABSENT(page.next);
  page.before = page.previous;
  OK(bw_query_run_page(store, query, &page, &other, &fault));
  CHECK_INT(count_rows(other), 4);
  OK(bw_result_free(books));
  wrong = page;
  wrong.after = wrong.before = page.next;
  books = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "before", bw_query_run_page(store, query, &wrong, &books, &fault));
  wrong.before.data = NULL;
  wrong.limit = -2;
  FAILS_AT(BW_ERROR_ARGUMENT, "limit", bw_query_run_page(store, query, &wrong, &books, &fault));
  wrong.limit = 0;
  wrong.after = TEXT("0g");
  FAILS_AT(BW_ERROR_CURSOR, "cursor", bw_query_run_page(store, query, &wrong, &books, &fault));
  wrong.after = page.next;
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_ASCENDING, &fault));
  FAILS(BW_ERROR_CURSOR, bw_query_run_page(store, query, &wrong, &books, &fault));
  CHECK(books == NULL);
  CHECK(wrong.total == BOOKS);
  OK(bw_result_free(other));
  OK(bw_query_free(query));
}

static int64_t place_of(bw_query *query, const char *text) {
  int64_t position = -1;
  OK(bw_query_find_text(store, query, text, -1, &position, &fault));
  return position;
}

TEST(a_letter_has_the_position_of_the_first_book_that_begins_with_it) {
  store = open_file();
  const char *const titles[] = {"Émile", "dune", "Dune Messiah", "Zorba", "Book 10", "Łódź"};
  for (int i = 0; i < 6; i++) {
    int64_t id = add_book(store, titles[i], "x");
    bw_book series = {.size = sizeof(series), .fields = BW_BOOK_SERIES, .series = TEXT("Saga")};
    if (i < 2) OK(bw_book_update(store, id, &series, 0, &fault));
  }
  bw_query *query = new_query(); // Book 10, dune, Dune Messiah, Émile, Łódź, Zorba
  CHECK_INT(place_of(query, "A"), 0);
  CHECK_INT(place_of(query, "B"), 0);
  CHECK_INT(place_of(query, "D"), 1);
  CHECK_INT(place_of(query, "DÚNE M"), 2);
  CHECK_INT(place_of(query, "e"), 3);
  CHECK_INT(place_of(query, "K"), 4);
  CHECK_INT(place_of(query, "l"), 4);
  CHECK_INT(place_of(query, "ž"), 5);
  CHECK_INT(place_of(query, "한"), 6);
  CHECK_INT(place_of(query, ""), 0);
  OK(bw_query_order_by(query, BW_SORT_TITLE, BW_DESCENDING, &fault));
  CHECK_INT(place_of(query, "Z"), 0);
  CHECK_INT(place_of(query, "D"), 3);
  CHECK_INT(place_of(query, "A"), 6);
  OK(bw_query_clear_order(query, &fault));
  OK(bw_query_order_by(query, BW_SORT_SERIES, BW_ASCENDING, &fault));
  CHECK_INT(place_of(query, "S"), 4); // behind those without one
  OK(bw_query_clear_order(query, &fault));
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_ASCENDING, &fault));
  int64_t position = 42;
  FAILS_AT(BW_ERROR_ARGUMENT, "query",
           bw_query_find_text(store, query, "S", -1, &position, &fault));
  OK(bw_query_clear_order(query, &fault));
  FAILS_AT(BW_ERROR_TEXT, "text", bw_query_find_text(store, query, "\xff", 1, &position, &fault));
  CHECK_INT(position, 42);
  OK(bw_query_free(query));
}

TEST(an_invalid_position_is_refused) {
  prepare();
  bw_query *query = new_query();
  int64_t position = 42;
  bw_text first;
  OK(bw_query_where_rating(query, 5, 5, 0, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_query_find_book(store, query, 1, &position, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_query_find_book(store, query, 999, &position, &fault));
  CHECK_INT(position, 42);
  OK(bw_query_set_limit(query, 2, &fault));
  OK(bw_query_set_offset(query, 2, &fault));
  bw_result *result = run(store, query);
  OK(bw_result_get_first_cursor(result, &first, &fault));
  FAILS(BW_ERROR_CURSOR, bw_query_set_before(query, "12", -1, &fault));
  OK(bw_query_set_before(query, first.data, first.length, &fault));
  bw_stream *stream;
  FAILS_AT(BW_ERROR_ARGUMENT, "query", bw_stream_open(store, query, &stream, &fault));
  int64_t changed;
  FAILS_AT(BW_ERROR_ARGUMENT, "query", bw_query_delete_books(store, query, &changed, &fault));
  bw_result *none;
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_ASCENDING, &fault));
  FAILS(BW_ERROR_CURSOR, bw_query_run(store, query, &none, &fault));
  OK(bw_result_free(result));
  OK(bw_query_free(query));
}
