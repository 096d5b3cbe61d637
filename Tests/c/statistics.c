// These tests check statistics of the whole store, of a query's matches, and by group.
#include "support/fixtures.h"

static bw_statistics statistics_of(bw_store *store, bw_query *query) {
  bw_statistics statistics;
  BW_INIT(statistics);
  OK(bw_store_get_statistics(store, query, &statistics, &fault));
  return statistics;
}

static bw_result *by_group(bw_store *store, bw_query *query, bw_group group) {
  bw_result *result = NULL;
  OK(bw_store_list_statistics(store, query, group, &result, &fault));
  return result;
}

// Every row as "key name books rated average", joined by "|"; frees the result.
static const char *rows_of(bw_result *result) {
  static char rows[4096];
  size_t length = 0;
  int64_t count = count_rows(result);
  rows[0] = '\0';
  for (int64_t row = 0; row < count; row++) {
    bw_statistics statistics;
    BW_INIT(statistics);
    OK(bw_result_get_statistics(result, row, &statistics, &fault));
    int written = snprintf(
        rows + length, sizeof(rows) - length, "%s%lld %s %lld %lld %.2f", row == 0 ? "" : "|",
        (long long)statistics.key, statistics.name.data == NULL ? "-" : statistics.name.data,
        (long long)statistics.books, (long long)statistics.rated, statistics.average);
    length += (size_t)written;
    CHECK(length < sizeof(rows));
  }
  OK(bw_result_free(result));
  return rows;
}

static int64_t add(bw_store *store, const char *author, const char *genre, int32_t rating,
                   int64_t created, int32_t finished) {
  bw_book book = new_book("Title", author);
  bw_text name = {genre, -1};
  int64_t id;
  book.fields |= BW_BOOK_RATING | BW_BOOK_CREATED;
  book.rating = rating;
  book.created = created;
  if (finished != 0) book.fields |= BW_BOOK_FINISHED;
  book.finished = finished;
  if (genre != NULL) book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = &name;
  book.genre_name_count = 1;
  OK(bw_book_create(store, &book, &id, &fault));
  return id;
}

static bw_store *sample(void) {
  bw_store *store = open_file();
  const int64_t march = 1772323200000;
  add(store, "Zola", "Poetry", 5, march, 20260305);
  add(store, "ZOLA", "Horror", 2, march - 1, 0);
  add(store, "Ann", "Poetry", 0, march, 20260131);
  add(store, "Ann", NULL, 4, march, 20260131);
  add_genre(store, "Empty");
  return store;
}

TEST(the_books_of_a_store_are_counted_and_averaged) {
  bw_store *store = sample();
  bw_statistics statistics = statistics_of(store, NULL);
  CHECK_INT(statistics.size, sizeof(statistics));
  CHECK_INT(statistics.key, 0);
  CHECK_ABSENT(statistics.name);
  CHECK_INT(statistics.books, 4);
  CHECK_INT(statistics.rated, 3);
  CHECK(statistics.average > 3.66 && statistics.average < 3.67);
  static const int64_t ratings[6] = {1, 0, 1, 0, 1, 1};
  for (int rating = 0; rating <= 5; rating++)
    CHECK_INT(statistics.ratings[rating], ratings[rating]);
  close_store(store);
}

TEST(a_store_is_counted_by_group) {
  bw_store *store = sample();
  CHECK_STRING(rows_of(by_group(store, NULL, BW_GROUP_GENRE)),
               "3 Empty 0 0 0.00|2 Horror 1 1 2.00|1 Poetry 2 1 5.00");
  CHECK_STRING(rows_of(by_group(store, NULL, BW_GROUP_AUTHOR)), "0 Ann 2 1 4.00|0 Zola 2 2 3.50");
  CHECK_STRING(rows_of(by_group(store, NULL, BW_GROUP_MONTH_ADDED)),
               "202602 - 1 1 2.00|202603 - 3 2 4.50");
  CHECK_STRING(rows_of(by_group(store, NULL, BW_GROUP_MONTH_FINISHED)),
               "202601 - 2 1 4.00|202603 - 1 1 5.00");
  close_store(store);
}

TEST(a_query_is_counted_as_a_whole_and_by_group) {
  bw_store *store = sample();
  bw_query *query = new_query();
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "zola", -1, &fault));
  OK(bw_query_set_limit(query, 0, &fault));
  CHECK_INT(statistics_of(store, query).books, 2);
  CHECK(statistics_of(store, query).average == 3.5);
  CHECK_STRING(rows_of(by_group(store, query, BW_GROUP_GENRE)),
               "2 Horror 1 1 2.00|1 Poetry 1 1 5.00");
  CHECK_STRING(rows_of(by_group(store, query, BW_GROUP_AUTHOR)), "0 Zola 2 2 3.50");
  OK(bw_query_where_rating(query, 3, 3, 0, &fault));
  CHECK_INT(statistics_of(store, query).books, 0);
  CHECK(statistics_of(store, query).average == 0);
  CHECK_STRING(rows_of(by_group(store, query, BW_GROUP_MONTH_ADDED)), "");
  OK(bw_query_free(query));
  close_store(store);
}

TEST(statistics_include_uncommitted_changes_only_in_their_transaction) {
  bw_store *store = sample(), *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_set_rating(transaction, 3, 1, &fault));
  CHECK_INT(statistics_of(transaction, NULL).rated, 4);
  CHECK_STRING(rows_of(by_group(transaction, NULL, BW_GROUP_GENRE)),
               "3 Empty 0 0 0.00|2 Horror 1 1 2.00|1 Poetry 2 2 3.00");
  CHECK_INT(statistics_of(store, NULL).rated, 3);
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(statistics_of(store, NULL).rated, 3);
  close_store(store);
}

TEST(writes_of_another_process_are_counted) {
  bw_store *store = sample();
  sqlite(file_path(), "UPDATE counters SET rated_5 = 7 WHERE kind = 0");
  CHECK_INT(statistics_of(store, NULL).ratings[5], 7);
  close_store(store);
}

static const char *facets(bw_store *store, bw_query *query, bw_group group, const char *words,
                          int64_t limit) {
  bw_result *result = NULL;
  OK(bw_store_list_facets(store, query, group, words, -1, limit, &result, &fault));
  return rows_of(result);
}

TEST(facets_are_non_empty_groups_with_the_largest_first) {
  bw_store *store = sample();
  CHECK_STRING(facets(store, NULL, BW_GROUP_GENRE, "", -1), "1 Poetry 2 1 5.00|2 Horror 1 1 2.00");
  CHECK_STRING(facets(store, NULL, BW_GROUP_AUTHOR, "", 1), "0 Ann 2 1 4.00");
  CHECK_STRING(facets(store, NULL, BW_GROUP_AUTHOR, "zO", -1), "0 Zola 2 2 3.50");
  CHECK_STRING(facets(store, NULL, BW_GROUP_AUTHOR, "ola", -1), "");
  CHECK_STRING(facets(store, NULL, BW_GROUP_RATING, "", -1),
               "0 - 1 0 0.00|2 - 1 1 2.00|4 - 1 1 4.00|5 - 1 1 5.00");
  bw_query *query = new_query();
  OK(bw_query_where_rating(query, 4, 5, 0, &fault));
  CHECK_STRING(facets(store, query, BW_GROUP_GENRE, "", -1), "1 Poetry 1 1 5.00");
  OK(bw_query_free(query));
  close_store(store);
}

TEST(facets_of_groups_without_names_accept_no_words) {
  bw_store *store = sample();
  bw_result *untouched = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "words",
           bw_store_list_facets(store, NULL, BW_GROUP_YEAR, "1", -1, -1, &untouched, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "limit",
           bw_store_list_facets(store, NULL, BW_GROUP_YEAR, "", -1, -2, &untouched, &fault));
  CHECK(untouched == NULL);
  close_store(store);
}

TEST(statistics_refuse_unknown_groups_and_rows) {
  bw_store *store = sample();
  bw_result *result = by_group(store, NULL, BW_GROUP_GENRE), *books, *untouched = NULL;
  bw_query *query = new_query();
  bw_statistics statistics;
  bw_genre genre;
  BW_INIT(statistics);
  BW_INIT(genre);
  FAILS_AT(BW_ERROR_ARGUMENT, "group",
           bw_store_list_statistics(store, NULL, (bw_group)20, &untouched, &fault));
  CHECK(untouched == NULL);
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_statistics(result, 3, &statistics, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_statistics(result, -1, &statistics, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_genre(result, 0, &genre, &fault));
  bw_column column;
  BW_INIT(column);
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_result_get_column(result, BW_GENRE_NAME, &column, &fault));
  books = run(store, query);
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_statistics(books, 0, &statistics, &fault));
  CHECK_INT(statistics.books, 0);
  OK(bw_result_free(books));
  OK(bw_query_free(query));
  FAILS_AT(BW_ERROR_HANDLE, "query", bw_store_get_statistics(store, query, &statistics, &fault));
  statistics.size = 96;
  FAILS_AT(BW_ERROR_ARGUMENT, "statistics",
           bw_store_get_statistics(store, NULL, &statistics, &fault));
  close_store(store);
  BW_INIT(statistics);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_store_get_statistics(store, NULL, &statistics, &fault));
  OK(bw_result_get_statistics(result, 0, &statistics, &fault));
  CHECK_TEXT(statistics.name, "Empty");
  OK(bw_result_free(result));
}
