// These tests check the order of a query's books, and reading them page by page.
#include "support/fixtures.h"

static bw_store *store;
static bw_query *query;

static void add(const char *title, const char *author, int32_t rating, int32_t status,
                int32_t favourite, int32_t started, const char *series, double number) {
  bw_book book = new_book(title, author);
  int64_t id;
  book.fields |= BW_BOOK_RATING | BW_BOOK_STATUS | BW_BOOK_FAVOURITE;
  book.rating = rating;
  book.status = status;
  book.favourite = favourite;
  if (started != 0) {
    book.fields |= BW_BOOK_STARTED | BW_BOOK_CREATED;
    // A book in progress has no end.
    if (status != BW_BOOK_STATUS_IN_PROGRESS) book.fields |= BW_BOOK_FINISHED;
    book.started = started;
    book.finished = 20260331 - (started - 20260100);
    book.created = started;
  }
  if (series != NULL) {
    book.fields |= BW_BOOK_SERIES | BW_BOOK_SERIES_NUMBER;
    book.series = TEXT(series);
    book.series_number = number;
  }
  OK(bw_book_create(store, &book, &id, &fault));
}

static void prepare(void) {
  store = open_memory();
  query = new_query();
  add("Book 10", "beta", 3, 1, 0, 20260115, "Saga", 10);
  add("book 2", "Alpha", 5, 0, 1, 20260110, "saga", 2);
  add("Zebra", "Alpha", 0, 3, 1, 0, NULL, 0);
  add("Épée", "Ça", 5, 2, 0, 20260120, "Anneau", 1);
}

#define SORTS(key, direction, expected) \
  do { \
    OK(bw_query_order_by(query, key, direction, &fault)); \
    CHECK_STRING(titles_of_query(store, query), expected); \
    OK(bw_query_free(query)); \
    query = new_query(); \
  } while (0)

TEST(books_sort_by_every_key_in_both_directions) {
  prepare();
  SORTS(BW_SORT_TITLE, BW_ASCENDING, "book 2|Book 10|Épée|Zebra");
  SORTS(BW_SORT_TITLE, BW_DESCENDING, "Zebra|Épée|Book 10|book 2");
  SORTS(BW_SORT_RATING, BW_ASCENDING, "Zebra|Book 10|book 2|Épée");
  SORTS(BW_SORT_STATUS, BW_ASCENDING, "book 2|Book 10|Épée|Zebra");
  SORTS(BW_SORT_STATUS, BW_DESCENDING, "Zebra|Épée|Book 10|book 2");
  SORTS(BW_SORT_CREATED, BW_ASCENDING, "book 2|Book 10|Épée|Zebra");
  SORTS(BW_SORT_CREATED, BW_DESCENDING, "Zebra|Épée|Book 10|book 2");
  SORTS(BW_SORT_STARTED, BW_ASCENDING, "Zebra|book 2|Book 10|Épée");
  SORTS(BW_SORT_STARTED, BW_DESCENDING, "Épée|Book 10|book 2|Zebra");
  SORTS(BW_SORT_FINISHED, BW_ASCENDING, "Book 10|Zebra|Épée|book 2");
  SORTS(BW_SORT_FINISHED, BW_DESCENDING, "book 2|Épée|Book 10|Zebra");
  SORTS(BW_SORT_SERIES, BW_ASCENDING, "Zebra|Épée|book 2|Book 10");
  SORTS(BW_SORT_SERIES, BW_DESCENDING, "Book 10|book 2|Épée|Zebra");
}

TEST(sort_keys_apply_one_after_the_other) {
  prepare();
  OK(bw_query_order_by(query, BW_SORT_AUTHOR, BW_ASCENDING, &fault));
  SORTS(BW_SORT_TITLE, BW_DESCENDING, "Zebra|book 2|Book 10|Épée");
  OK(bw_query_order_by(query, BW_SORT_FAVOURITE, BW_DESCENDING, &fault));
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &fault));
  SORTS(BW_SORT_TITLE, BW_ASCENDING, "book 2|Zebra|Épée|Book 10");
}

TEST(ties_are_broken_by_id) {
  store = open_memory();
  query = new_query();
  for (int i = 0; i < 5; i++) add_rated(store, (const char *[]){"E", "D", "C", "B", "A"}[i], 3);
  SORTS(BW_SORT_RATING, BW_ASCENDING, "E|D|C|B|A");
}

TEST(updated_sorts_by_the_last_change) {
  store = open_memory();
  query = new_query();
  int64_t first = add_rated(store, "First", 1);
  sleep_milliseconds(3);
  add_rated(store, "Second", 1);
  sleep_milliseconds(3);
  OK(bw_book_set_rating(store, first, 2, &fault));
  SORTS(BW_SORT_UPDATED, BW_ASCENDING, "Second|First");
  SORTS(BW_SORT_UPDATED, BW_DESCENDING, "First|Second");
}

TEST(an_unknown_sort_key_or_direction_is_refused) {
  prepare();
  static const int32_t wrong[] = {-1, 999, 1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < 5; i++) {
    FAILS(BW_ERROR_ARGUMENT, bw_query_order_by(query, (bw_sort_key)wrong[i], BW_ASCENDING, &fault));
    FAILS(BW_ERROR_ARGUMENT,
          bw_query_order_by(query, BW_SORT_TITLE, (bw_direction)wrong[i], &fault));
  }
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10|Épée|Zebra");
}

TEST(a_repeated_sort_key_is_refused) {
  prepare();
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_ASCENDING, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &fault));
  CHECK_STRING(titles_of_query(store, query), "Zebra|Book 10|book 2|Épée");
}

TEST(limit_and_offset_select_a_part) {
  prepare();
  OK(bw_query_set_limit(query, 2, &fault));
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10");
  OK(bw_query_set_offset(query, 1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Book 10|Épée");
  OK(bw_query_set_offset(query, 100, &fault));
  CHECK_STRING(titles_of_query(store, query), "");
  CHECK_INT(count_query(store, query), 4);
  OK(bw_query_set_limit(query, 0, &fault));
  OK(bw_query_set_offset(query, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "");
  OK(bw_query_set_limit(query, INT64_MAX, &fault));
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10|Épée|Zebra");
  OK(bw_query_set_offset(query, INT64_MAX, &fault));
  CHECK_STRING(titles_of_query(store, query), "");
}

TEST(an_offset_needs_no_limit) {
  prepare();
  OK(bw_query_set_offset(query, 3, &fault));
  CHECK_STRING(titles_of_query(store, query), "Zebra");
}

TEST(a_limit_can_be_removed) {
  prepare();
  OK(bw_query_set_limit(query, 1, &fault));
  OK(bw_query_set_limit(query, -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10|Épée|Zebra");
}

TEST(negative_limits_and_offsets_are_refused) {
  prepare();
  FAILS(BW_ERROR_ARGUMENT, bw_query_set_limit(query, -2, &fault));
  CHECK_STRING(fault.field, "limit");
  FAILS(BW_ERROR_ARGUMENT, bw_query_set_limit(query, INT64_MIN, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_set_offset(query, -1, &fault));
  CHECK_STRING(fault.field, "offset");
  FAILS(BW_ERROR_ARGUMENT, bw_query_set_offset(query, INT64_MIN, &fault));
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10|Épée|Zebra");
}
