// These tests check ratings in quarters: their whole ratings, queries, other scales, and texts.
#include "support/fixtures.h"

static const bw_fields rated = BW_BOOK_RATING | BW_BOOK_EXACT_RATING;

/// Checks a book's rating and exact rating; 0 means that it has none.
static void check_ratings(bw_store *store, int64_t id, int32_t rating, double exact) {
  bw_book book;
  bw_result *result;
  BW_INIT(book);
  OK(bw_book_get(store, id, rated, &book, &result, &fault));
  CHECK_INT(book.rating, rating);
  CHECK_INT((book.fields & BW_BOOK_EXACT_RATING) != 0, exact != 0);
  CHECK(book.exact_rating == exact);
  OK(bw_result_free(result));
}

static bw_book exactly(double rating) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_EXACT_RATING;
  book.exact_rating = rating;
  return book;
}

TEST(the_two_ratings_follow_each_other) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  bw_book book = exactly(4.25);
  OK(bw_book_update(store, id, &book, 0, &fault));
  check_ratings(store, id, 4, 4.25);
  OK(bw_book_set_rating(store, id, 4, &fault));
  check_ratings(store, id, 4, 4.25);
  OK(bw_book_set_rating(store, id, 5, &fault));
  check_ratings(store, id, 5, 0);
  OK(bw_store_undo(store, NULL, &fault));
  check_ratings(store, id, 4, 4.25);
  book.fields = 0;
  OK(bw_book_update(store, id, &book, BW_BOOK_EXACT_RATING, &fault));
  check_ratings(store, id, 4, 0);
  close_store(store);
}

TEST(a_rating_that_is_not_in_quarters_is_refused) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  static const double wrong[] = {4.1, 0, -0.25, 5.25};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    bw_book book = exactly(wrong[i]);
    FAILS(BW_ERROR_INVALID, bw_book_update(store, id, &book, 0, &fault));
    CHECK_STRING(fault.field, "exact_rating");
  }
  bw_book both = exactly(4.25);
  both.fields |= BW_BOOK_RATING;
  both.rating = 5;
  FAILS(BW_ERROR_INVALID, bw_book_update(store, id, &both, 0, &fault));
  CHECK_STRING(fault.field, "rating");
  check_ratings(store, id, 0, 0);
  close_store(store);
}

TEST(queries_filter_and_sort_by_the_exact_rating) {
  bw_store *store = open_memory();
  int64_t whole = add_book(store, "Whole", "A"), fine = add_book(store, "Fine", "A");
  bw_book book = exactly(4.25);
  bw_query *query;
  bw_result *result;
  int64_t found;
  OK(bw_book_set_rating(store, whole, 4, &fault));
  OK(bw_book_update(store, fine, &book, 0, &fault));
  OK(bw_query_new(&query, &fault));
  OK(bw_query_where_exact_rating(query, 4.25, 5, 0, &fault));
  OK(bw_query_count(store, query, &found, &fault));
  CHECK_INT(found, 1);
  OK(bw_query_where_exact_rating(query, 0.25, 5, 0, &fault));
  OK(bw_query_order_by(query, BW_SORT_EXACT_RATING, BW_DESCENDING, &fault));
  OK(bw_query_run(store, query, &result, &fault));
  BW_INIT(book);
  OK(bw_result_get_book(result, 0, &book, &fault));
  CHECK_INT(book.id, fine);
  OK(bw_result_free(result));
  FAILS(BW_ERROR_INVALID, bw_query_where_exact_rating(query, 4.1, 5, 0, &fault));
  CHECK_STRING(fault.field, "minimum");
  FAILS(BW_ERROR_INVALID, bw_query_where_exact_rating(query, 5, 4, 0, &fault));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(ratings_are_scaled_and_shown_as_text) {
  double exact = 1;
  OK(bw_exact_rating_scale(7, 10, &exact, &fault));
  CHECK(exact == 3.5);
  OK(bw_exact_rating_scale(83, 100, &exact, &fault));
  CHECK(exact == 4.25);
  OK(bw_exact_rating_scale(0, 10, &exact, &fault));
  CHECK(exact == 0);
  FAILS(BW_ERROR_INVALID, bw_exact_rating_scale(11, 10, &exact, &fault));
  CHECK_STRING(fault.field, "value");
  CHECK_STRING(bw_exact_rating_stars(3.5), "★★★½☆");
  CHECK_STRING(bw_exact_rating_name(4.25, BW_LANGUAGE_GERMAN), "4,25 Sterne");
  CHECK_STRING(bw_exact_rating_name(1, BW_LANGUAGE_ENGLISH), "1 star");
}
