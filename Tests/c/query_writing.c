// These tests change every book that matches a query, as one step.
#include "support/fixtures.h"

static bw_store *store;
static bw_query *query;

static void prepare(void) {
  store = open_file();
  query = new_query();
  for (int32_t rating = 0; rating <= 5; rating++) {
    int64_t id = add_with_genre(store, (const char *[]){"A", "B", "C", "D", "E", "F"}[rating],
                                rating % 2 == 0 ? "Even" : "Odd");
    OK(bw_book_set_rating(store, id, rating, &fault));
  }
}

static int64_t genre(const char *name) {
  int64_t id;
  OK(bw_genre_find(store, name, -1, &id, &fault));
  return id;
}

TEST(every_book_that_matches_is_deleted) {
  int64_t deleted = 42;
  prepare();
  OK(bw_query_where_rating(query, 1, 3, 0, &fault));
  OK(bw_query_delete_books(store, query, &deleted, &fault));
  CHECK_INT(deleted, 3);
  CHECK_INT(books_of_genre(store, genre("Odd")), 1);
  CHECK_INT(books_of_genre(store, genre("Even")), 2);
  OK(bw_query_delete_books(store, query, &deleted, &fault));
  CHECK_INT(deleted, 0);
  OK(bw_query_free(query));
  query = new_query();
  CHECK_STRING(titles_of_query(store, query), "A|E|F");
  OK(bw_query_delete_books(store, query, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  check_integrity(file_path());
}

TEST(every_book_that_matches_is_rated) {
  int64_t changed = 42;
  prepare();
  int64_t odd = genre("Odd");
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &odd, 1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "rating", bw_query_rate_books(store, query, 6, &changed, &fault));
  FAILS_AT(BW_ERROR_INVALID, "rating", bw_query_rate_books(store, query, -1, &changed, &fault));
  CHECK_INT(changed, 42);
  OK(bw_query_rate_books(store, query, 5, &changed, &fault));
  CHECK_INT(changed, 2); // one had it already
  OK(bw_query_free(query));
  query = new_query();
  OK(bw_query_where_rating(query, 5, 5, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "B|D|F");
  OK(bw_query_rate_books(store, query, 0, NULL, &fault));
  CHECK_INT(count_query(store, query), 0);
  check_integrity(file_path());
}

TEST(every_book_that_matches_gets_a_genre) {
  int64_t changed = 42;
  bw_result *result;
  prepare();
  int64_t new = add_genre(store, "New");
  OK(bw_query_where_rating(query, 3, 5, 1, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre",
           bw_query_add_genre_to_books(store, query, 999, &changed, &fault));
  CHECK_INT(changed, 42);
  OK(bw_query_add_genre_to_books(store, query, new, &changed, &fault));
  CHECK_INT(changed, 4);
  OK(bw_query_add_genre_to_books(store, query, new, &changed, &fault));
  CHECK_INT(changed, 0);
  OK(bw_query_add_genre_to_books(store, query, new, NULL, &fault));
  CHECK_INT(books_of_genre(store, new), 4);
  OK(bw_genre_list_books(store, new, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "A|D|E|F");
  check_integrity(file_path());
}

TEST(a_change_that_affects_its_own_query_changes_every_book_once) {
  int64_t changed = 42;
  prepare();
  OK(bw_query_where_rating(query, 1, 4, 0, &fault));
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_ASCENDING, &fault));
  OK(bw_query_rate_books(store, query, 4, &changed, &fault));
  CHECK_INT(changed, 3);
  CHECK_INT(count_query(store, query), 4);
}

TEST(a_part_of_the_matches_cannot_be_changed) {
  prepare();
  int64_t even = genre("Even"), answer = 42;
  OK(bw_query_set_limit(query, 2, &fault));
  bw_result *page = run(store, query);
  bw_text cursor;
  OK(bw_result_get_cursor(page, &cursor, &fault));
  OK(bw_query_free(query));
  query = new_query();
  for (int which = 0; which < 3; which++) {
    if (which == 0) OK(bw_query_set_limit(query, 2, &fault));
    if (which == 1) OK(bw_query_set_offset(query, 2, &fault));
    if (which == 2) OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
    FAILS(BW_ERROR_ARGUMENT, bw_query_delete_books(store, query, &answer, &fault));
    FAILS(BW_ERROR_ARGUMENT, bw_query_rate_books(store, query, 1, &answer, &fault));
    FAILS(BW_ERROR_ARGUMENT, bw_query_add_genre_to_books(store, query, even, &answer, &fault));
    OK(bw_query_free(query));
    query = new_query();
  }
  CHECK_INT(answer, 42);
  CHECK_INT(count_books(store), 6);
}
