// These tests narrow search lines to facets, widen them again, and check the facets' texts.
#include "support/fixtures.h"

static bw_store *store;

static void prepare(void) {
  static const struct {
    const char *title, *publisher, *name, *role;
    int32_t year;
  } books[] = {
      {"Dune", "Penguin", "Ann Lee", "translator", 1965},
      {"Emma", "Penguin Books", "Bo Li", "translator", 1815},
      {"Solaris", "PENGUIN", "Ann Lee", "narrator", 1961},
  };
  store = open_memory();
  for (size_t i = 0; i < 3; i++) {
    bw_book book = new_book(books[i].title, "Somebody");
    bw_text name = TEXT(books[i].name), role = TEXT(books[i].role);
    int64_t id;
    book.fields |=
        BW_BOOK_PUBLISHER | BW_BOOK_YEAR | BW_BOOK_CONTRIBUTOR_NAMES | BW_BOOK_CONTRIBUTOR_ROLES;
    book.publisher = TEXT(books[i].publisher);
    book.year = books[i].year;
    book.contributor_names = &name;
    book.contributor_count = 1;
    book.contributor_roles = &role;
    OK(bw_book_create(store, &book, &id, &fault));
  }
}

static bw_query *parse(const char *line) {
  bw_query *query;
  OK(bw_query_parse(line, -1, &query, &fault));
  return query;
}

// Checks the line of a query, and frees the query.
static void check_line(bw_query *query, const char *expected) {
  bw_text line;
  bw_result *result;
  OK(bw_query_get_line(query, &line, &result, &fault));
  CHECK_TEXT(line, expected);
  OK(bw_result_free(result));
  OK(bw_query_free(query));
}

static int has(bw_query *query, bw_group group, int64_t key, const char *name) {
  int32_t found = 42;
  OK(bw_query_has_facet(query, group, key, name, -1, &found, &fault));
  return found;
}

static void check_facet(bw_result *result, int64_t row, const char *name, int64_t books) {
  bw_statistics facet;
  BW_INIT(facet);
  OK(bw_result_get_statistics(result, row, &facet, &fault));
  CHECK_TEXT(facet.name, name);
  CHECK_INT(facet.books, books);
}

TEST(people_are_counted_by_role) {
  bw_result *result;
  prepare();
  OK(bw_store_list_facets(store, NULL, BW_GROUP_TRANSLATOR, NULL, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  check_facet(result, 0, "Ann Lee", 1);
  check_facet(result, 1, "Bo Li", 1);
  OK(bw_result_free(result));
  OK(bw_store_list_facets(store, NULL, BW_GROUP_PERSON, "lee", -1, -1, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  check_facet(result, 0, "Ann Lee", 2);
  OK(bw_result_free(result));
}

TEST(the_roles_of_people_are_counted) {
  bw_result *result;
  prepare();
  OK(bw_store_list_facets(store, NULL, BW_GROUP_ROLE, NULL, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), 3);
  check_facet(result, 0, "author", 3);
  check_facet(result, 1, "translator", 2);
  check_facet(result, 2, "narrator", 1);
  OK(bw_result_free(result));
  bw_query *query = parse("person:li");
  OK(bw_store_list_statistics(store, query, BW_GROUP_ROLE, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  check_facet(result, 0, "author", 1);
  check_facet(result, 1, "translator", 1);
  OK(bw_result_free(result));
  FAILS_AT(BW_ERROR_ARGUMENT, "group",
           bw_query_add_facet(query, BW_GROUP_ROLE, 0, "translator", -1, &fault));
  OK(bw_query_free(query));
}

TEST(a_line_is_narrowed_to_a_facet_and_widened_again) {
  bw_query *query = parse("sort:-title");
  prepare();
  CHECK_INT(has(query, BW_GROUP_PUBLISHER, 0, "Penguin"), 0);
  OK(bw_query_add_facet(query, BW_GROUP_PUBLISHER, 0, "Penguin", -1, &fault));
  CHECK_INT(has(query, BW_GROUP_PUBLISHER, 0, "penguin"), 1);
  CHECK_STRING(titles_of_query(store, query), "Solaris|Dune");
  OK(bw_query_add_facet(query, BW_GROUP_DECADE, 1960, NULL, 0, &fault));
  OK(bw_query_add_facet(query, BW_GROUP_YEAR, 1965, NULL, 0, &fault));
  CHECK_INT(has(query, BW_GROUP_DECADE, 1960, NULL), 0);
  CHECK_STRING(titles_of_query(store, query), "Dune");
  OK(bw_query_remove_facet(query, BW_GROUP_PUBLISHER, 0, "Penguin", -1, &fault));
  check_line(query, "year:1965 sort:-title");
}

TEST(a_facet_that_there_is_not_is_refused) {
  bw_query *query = parse("dune");
  int32_t found = 42;
  FAILS_AT(BW_ERROR_ARGUMENT, "key",
           bw_query_add_facet(query, BW_GROUP_RATING, 6, NULL, 0, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "key",
           bw_query_remove_facet(query, BW_GROUP_MONTH_ADDED, 202413, NULL, 0, &fault));
  FAILS_AT(BW_ERROR_INVALID, "name",
           bw_query_has_facet(query, BW_GROUP_GENRE, 0, " ", -1, &found, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "group",
           bw_query_add_facet(query, BW_GROUP_SHELF, 1, "Best", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "group",
           bw_query_add_facet(query, (bw_group)99, 1, "Best", -1, &fault));
  CHECK_INT(found, 42);
  check_line(query, "dune");
}

TEST(conditions_of_another_query_are_added_and_removed) {
  bw_query *query = parse("year>=1950 OR dune limit:3"), *other = parse("year:1960.. rating:5");
  int32_t found = 42;
  OK(bw_query_has_conditions(query, other, &found, &fault));
  CHECK_INT(found, 0);
  OK(bw_query_add_conditions(query, other, &fault));
  OK(bw_query_has_conditions(query, other, &found, &fault));
  CHECK_INT(found, 1);
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_query_add_conditions(other, query, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_query_remove_conditions(other, query, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_query_has_conditions(other, query, &found, &fault));
  OK(bw_query_free(other));
  other = parse("rating:5");
  OK(bw_query_remove_conditions(query, other, &fault));
  OK(bw_query_free(other));
  check_line(query, "year>=1960 OR dune year>=1960 limit:3");
}

TEST(a_whole_text_is_found) {
  bw_query *query = new_query();
  prepare();
  OK(bw_query_where_equals(query, BW_BOOK_PUBLISHER, "penguin", -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Solaris");
  OK(bw_query_where_equals(query, BW_BOOK_TITLE, "DUNE", -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune");
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_query_where_equals(query, BW_BOOK_NOTES, "x", -1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "text", bw_query_where_equals(query, BW_BOOK_TITLE, " ", -1, &fault));
  check_line(query, "publisher=penguin title=DUNE");
}

static void check_label(bw_group group, int64_t key, const char *name, bw_language language,
                        const char *expected) {
  bw_text text;
  bw_result *result;
  OK(bw_facet_format(group, key, name, -1, language, &text, &result, &fault));
  CHECK_TEXT(text, expected);
  OK(bw_result_free(result));
}

TEST(a_facet_has_a_text_in_each_language) {
  bw_text text = {NULL, 0};
  bw_result *result = NULL;
  check_label(BW_GROUP_MONTH_ADDED, 202402, NULL, BW_LANGUAGE_POLISH, "luty 2024");
  check_label(BW_GROUP_MONTH_FINISHED, 202402, NULL, BW_LANGUAGE_KOREAN, "2024년 2월");
  check_label(BW_GROUP_DECADE, 1960, NULL, BW_LANGUAGE_ENGLISH, "1960–1969");
  check_label(BW_GROUP_GENRE, 7, "Poetry", BW_LANGUAGE_GERMAN, "Lyrik");
  check_label(BW_GROUP_LANGUAGE, 0, "de", BW_LANGUAGE_ENGLISH, "German");
  check_label(BW_GROUP_STATUS, BW_BOOK_STATUS_COMPLETED, NULL, BW_LANGUAGE_GERMAN, "Gelesen");
  check_label(BW_GROUP_SHELF, 3, "Best", BW_LANGUAGE_GERMAN, "Best");
  FAILS_AT(
      BW_ERROR_ARGUMENT, "key",
      bw_facet_format(BW_GROUP_STATUS, 9, NULL, 0, BW_LANGUAGE_ENGLISH, &text, &result, &fault));
  CHECK(text.data == NULL && result == NULL);
  CHECK_STRING(bw_group_name(BW_GROUP_TRANSLATOR, BW_LANGUAGE_GERMAN), "Übersetzer");
  CHECK_STRING(bw_group_name(BW_GROUP_DECADE, BW_LANGUAGE_ENGLISH), "Decade");
  CHECK_STRING(bw_group_name((bw_group)99, BW_LANGUAGE_ENGLISH), "");
}
