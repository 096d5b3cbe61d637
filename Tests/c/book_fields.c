// These tests check the fields of an edition: set, read, cleared, searched for and sorted by.
#include "support/fixtures.h"

static const bw_fields edition = BW_BOOK_SUBTITLE | BW_BOOK_PUBLISHER | BW_BOOK_PAGES |
                                 BW_BOOK_LANGUAGE | BW_BOOK_FORMAT | BW_BOOK_EDITION_YEAR |
                                 BW_BOOK_AUTHOR_SORT | BW_BOOK_TITLE_SORT;

static int64_t add_edition(bw_store *store) {
  bw_book book = new_book("The Hobbit", "J. R. R. Tolkien");
  int64_t id;
  book.fields |= edition;
  book.subtitle = TEXT("There and Back Again");
  book.publisher = TEXT("Allen & Unwin");
  book.pages = 310;
  book.language = TEXT("EN-gb");
  book.format = TEXT("hardcover");
  book.edition_year = 1966;
  book.author_sort = TEXT("Tolkien, J. R. R.");
  book.title_sort = TEXT("Hobbit");
  OK(bw_book_create(store, &book, &id, &fault));
  return id;
}

TEST(the_fields_of_an_edition_are_stored_and_removed) {
  bw_store *store = open_memory();
  int64_t id = add_edition(store);
  bw_result *result;
  bw_book book, none;
  BW_INIT(book);
  BW_INIT(none);
  OK(bw_book_get(store, id, edition, &book, &result, &fault));
  CHECK(book.fields == edition);
  CHECK_TEXT(book.subtitle, "There and Back Again");
  CHECK_TEXT(book.publisher, "Allen & Unwin");
  CHECK_INT(book.pages, 310);
  CHECK_TEXT(book.language, "en-GB");
  CHECK_TEXT(book.format, "hardcover");
  CHECK_INT(book.edition_year, 1966);
  CHECK_TEXT(book.author_sort, "Tolkien, J. R. R.");
  CHECK_TEXT(book.title_sort, "Hobbit");
  OK(bw_result_free(result));
  OK(bw_book_update(store, id, &none, edition, &fault));
  OK(bw_book_get(store, id, edition, &book, &result, &fault));
  CHECK_INT(book.fields, 0);
  CHECK_ABSENT(book.language);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_review_with_spoilers_is_marked_and_found) {
  bw_store *store = open_memory();
  bw_query *query = new_query();
  bw_result *result;
  bw_book change;
  int64_t id = add_book(store, "Emma", "Jane Austen");
  add_book(store, "Dune", "Frank Herbert");
  CHECK_INT(get_book(store, id, &result).spoilers, 0);
  OK(bw_result_free(result));
  BW_INIT(change);
  change.fields = BW_BOOK_SPOILERS;
  change.spoilers = 1;
  OK(bw_book_update(store, id, &change, 0, &fault));
  CHECK_INT(get_book(store, id, &result).spoilers, 1);
  OK(bw_result_free(result));
  OK(bw_query_where_range(query, BW_BOOK_SPOILERS, 1, 1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Emma");
  OK(bw_query_where_range(query, BW_BOOK_SPOILERS, 0, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune");
  OK(bw_query_free(query));
  change.spoilers = 2;
  FAILS_AT(BW_ERROR_INVALID, "spoilers", bw_book_update(store, id, &change, 0, &fault));
  change.fields = 0;
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_book_update(store, id, &change, BW_BOOK_SPOILERS, &fault));
  close_store(store);
}

static const char *titles_in_order(bw_store *store) {
  bw_query *query = new_query();
  const char *titles = titles_of_query(store, query);
  OK(bw_query_free(query));
  return titles;
}

TEST(a_leading_article_is_last_until_the_rule_is_turned_off) {
  bw_store *store = open_memory();
  int32_t articles_last = -1;
  bw_book book = new_book("L’Hiver", "A");
  book.fields |= BW_BOOK_LANGUAGE;
  book.language = TEXT("fr");
  OK(bw_book_create(store, &book, NULL, &fault));
  int64_t zebra = add_book(store, "The Zebra", "A");
  add_book(store, "Moth", "A");
  CHECK_STRING(titles_in_order(store), "L’Hiver|Moth|The Zebra");
  OK(bw_store_get_articles_last(store, &articles_last, &fault));
  CHECK_INT(articles_last, 1);
  OK(bw_store_set_articles_last(store, 0, &fault));
  CHECK_STRING(titles_in_order(store), "L’Hiver|Moth|The Zebra");
  add_book(store, "Yak", "A");
  CHECK_STRING(titles_in_order(store), "L’Hiver|Moth|The Zebra|Yak");
  bw_book change;
  BW_INIT(change);
  change.fields = BW_BOOK_TITLE_SORT;
  change.title_sort = TEXT("Ant");
  OK(bw_book_update(store, zebra, &change, 0, &fault));
  CHECK_STRING(titles_in_order(store), "The Zebra|L’Hiver|Moth|Yak");
  OK(bw_store_set_articles_last(store, 1, &fault));
  OK(bw_store_get_articles_last(store, &articles_last, &fault));
  CHECK_INT(articles_last, 1);
  change.fields = 0;
  OK(bw_book_update(store, zebra, &change, BW_BOOK_TITLE_SORT, &fault));
  CHECK_STRING(titles_in_order(store), "L’Hiver|Moth|Yak|The Zebra");
  FAILS_AT(BW_ERROR_ARGUMENT, "articles_last", bw_store_set_articles_last(store, 2, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "articles_last", bw_store_get_articles_last(store, NULL, &fault));
  close_store(store);
}

static int64_t count(bw_store *store, bw_query *query) {
  int64_t found;
  OK(bw_query_count(store, query, &found, &fault));
  OK(bw_query_free(query));
  return found;
}

TEST(a_query_requests_a_field_by_its_bit) {
  bw_store *store = open_memory();
  bw_query *query;
  add_edition(store);
  add_book(store, "Emma", "Jane Austen");
  OK(bw_query_new(&query, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_PUBLISHER, "UNWIN", -1, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_LANGUAGE, "en", -1, &fault));
  OK(bw_query_where_range(query, BW_BOOK_PAGES, 300, INT32_MAX, &fault));
  CHECK_INT(count(store, query), 1);
  OK(bw_query_new(&query, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_query_where_contains(query, 0, "a", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_query_where_contains(query, BW_BOOK_PAGES, "a", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_query_where_contains(query, edition, "a", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_query_where_range(query, BW_BOOK_TITLE, 1, 2, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_query_where_range(query, ~UINT64_C(0), 1, 2, &fault));
  FAILS_AT(BW_ERROR_INVALID, "first", bw_query_where_range(query, BW_BOOK_PAGES, 2, 1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "text",
           bw_query_where_contains(query, BW_BOOK_LANGUAGE, "en_GB", -1, &fault));
  CHECK_INT(count(store, query), 2);
  close_store(store);
}
