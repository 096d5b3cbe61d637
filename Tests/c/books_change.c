// These tests change the fields of a book: setting, clearing, and invalid values.
#include "support/fixtures.h"

static int64_t add_full(bw_store *store) {
  bw_book book = new_book("Dune", "Frank Herbert");
  const bw_text name = TEXT("Science Fiction"), scheme = TEXT("isbn"),
                value = TEXT("9780441172719");
  int64_t id;
  book.fields = STANDARD_FIELDS & ~(BW_BOOK_ID | BW_BOOK_UPDATED);
  book.fields |= BW_BOOK_GENRE_NAMES | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.synopsis = TEXT("Sand");
  book.review = TEXT("Dry");
  book.notes = TEXT("Mine");
  book.series = TEXT("Dune");
  book.series_number = 1;
  book.created = 1000;
  book.started = 20260101;
  book.finished = 20260102;
  book.year = 1965;
  book.rating = 4;
  book.status = BW_BOOK_STATUS_COMPLETED;
  book.favourite = 1;
  book.genre_names = &name;
  book.genre_name_count = 1;
  book.identifier_schemes = &scheme;
  book.identifier_values = &value;
  book.identifier_count = 1;
  OK(bw_book_create(store, &book, &id, &fault));
  return id;
}

TEST(an_update_changes_only_the_given_fields) {
  bw_store *store = open_memory();
  int64_t id = add_full(store);
  bw_book values;
  bw_result *result;
  BW_INIT(values);
  values.fields = BW_BOOK_TITLE | BW_BOOK_YEAR | BW_BOOK_REVIEW;
  values.title = TEXT("Dune Messiah");
  values.year = 1969;
  values.review = TEXT("Drier");
  values.rating = 1;
  OK(bw_book_update(store, id, &values, 0, &fault));
  bw_book book = get_book(store, id, &result);
  CHECK_TEXT(book.title, "Dune Messiah");
  CHECK_INT(book.year, 1969);
  CHECK_TEXT(book.review, "Drier");
  CHECK_TEXT(book.author, "Frank Herbert");
  CHECK_TEXT(book.synopsis, "Sand");
  CHECK_TEXT(book.notes, "Mine");
  CHECK_INT(book.rating, 4);
  CHECK_INT(book.started, 20260101);
  CHECK_INT(book.genre_count, 1);
  CHECK_INT(book.identifier_count, 1);
  CHECK_INT(book.created, 1000);
  CHECK(book.updated > 1000);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(updated_says_when_a_book_last_changed) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  bw_result *result;
  int64_t created = get_book(store, id, &result).updated;
  OK(bw_result_free(result));
  sleep_milliseconds(5);
  OK(bw_book_set_rating(store, id, 3, &fault));
  bw_book book = get_book(store, id, &result);
  CHECK(book.updated > created);
  CHECK_INT(book.created, created);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_new_title_is_sorted_and_found) {
  bw_store *store = open_memory();
  int64_t genre, id = add_with_genre(store, "Alpha", "Letters");
  bw_query *query = new_query();
  bw_book values;
  bw_result *result;
  add_with_genre(store, "Beta", "Letters");
  BW_INIT(values);
  values.fields = BW_BOOK_TITLE;
  values.title = TEXT("Gamma");
  OK(bw_book_update(store, id, &values, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Beta|Gamma");
  OK(bw_genre_find(store, "letters", -1, &genre, &fault));
  OK(bw_genre_list_books(store, genre, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "Beta|Gamma");
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "alpha", -1, &fault));
  CHECK_INT(count_query(store, query), 0);
  OK(bw_query_free(query));
  close_store(store);
}

TEST(a_cleared_field_is_absent) {
  bw_store *store = open_memory();
  int64_t id = add_full(store);
  bw_book values;
  bw_result *result;
  const bw_fields clear = BW_BOOK_SYNOPSIS | BW_BOOK_REVIEW | BW_BOOK_NOTES | BW_BOOK_SERIES |
                          BW_BOOK_SERIES_NUMBER | BW_BOOK_YEAR | BW_BOOK_STARTED |
                          BW_BOOK_FINISHED | BW_BOOK_GENRES | BW_BOOK_IDENTIFIER_SCHEMES |
                          BW_BOOK_IDENTIFIER_VALUES;
  BW_INIT(values);
  OK(bw_book_update(store, id, &values, clear, &fault));
  bw_book book = get_book(store, id, &result);
  CHECK_ABSENT(book.synopsis);
  CHECK_ABSENT(book.review);
  CHECK_ABSENT(book.notes);
  CHECK_ABSENT(book.series);
  CHECK_INT(book.fields & (BW_BOOK_SERIES_NUMBER | BW_BOOK_YEAR | BW_BOOK_STARTED |
                           BW_BOOK_FINISHED | BW_BOOK_SYNOPSIS),
            0);
  CHECK_INT(book.year, 0);
  CHECK_INT(book.started, 0);
  CHECK_INT(book.genre_count, 0);
  CHECK_INT(book.identifier_count, 0);
  CHECK_INT(book.rating, 4);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_required_field_cannot_be_cleared) {
  static const bw_fields needed[] = {BW_BOOK_TITLE,  BW_BOOK_AUTHOR,    BW_BOOK_RATING,
                                     BW_BOOK_STATUS, BW_BOOK_FAVOURITE, BW_BOOK_CREATED,
                                     BW_BOOK_ID,     BW_BOOK_UPDATED,   BW_BOOK_QUOTES,
                                     BW_FIELDS_ALL,  UINT64_C(1) << 40};
  bw_store *store = open_memory();
  int64_t id = add_full(store);
  bw_book values;
  BW_INIT(values);
  for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
    FAILS_AT(BW_ERROR_ARGUMENT, "clear",
             bw_book_update(store, id, &values, needed[i] | BW_BOOK_NOTES, &fault));
  }
  bw_result *result;
  CHECK_TEXT(get_book(store, id, &result).notes, "Mine");
  OK(bw_result_free(result));
  close_store(store);
}

TEST(an_error_names_the_wrong_fields_of_a_mask) {
  bw_store *store = open_memory();
  int64_t id = add_full(store);
  bw_book values, book;
  bw_result *result;
  BW_INIT(values);
  FAILS(BW_ERROR_ARGUMENT,
        bw_book_update(store, id, &values, BW_BOOK_TITLE | BW_BOOK_NOTES, &fault));
  CHECK_STRING(fault.message, "a book cannot be without title");
  FAILS(BW_ERROR_ARGUMENT,
        bw_book_update(store, id, &values, BW_BOOK_TITLE | BW_BOOK_RATING, &fault));
  CHECK_STRING(fault.message, "a book cannot be without title and rating");
  FAILS(BW_ERROR_ARGUMENT, bw_book_update(store, id, &values, UINT64_C(1) << 47, &fault));
  CHECK_STRING(fault.message, "bit 47 is not a field of a book that this library knows");
  BW_INIT(book);
  FAILS(BW_ERROR_ARGUMENT, bw_book_get(store, id, BW_OUTPUT_RANK, &book, &result, &fault));
  CHECK_STRING(fault.message, "rank can only be read by a query");
  FAILS(BW_ERROR_ARGUMENT, bw_book_get(store, id, BW_BOOK_QUOTES, &book, &result, &fault));
  CHECK_STRING(fault.message, "quotes cannot be read of a book");
  values.fields = BW_BOOK_UPDATED;
  FAILS_AT(BW_ERROR_ARGUMENT, "updated", bw_book_update(store, id, &values, 0, &fault));
  CHECK_STRING(fault.message, "updated may not be given for a book");
  close_store(store);
}

TEST(a_field_cannot_be_both_given_and_cleared) {
  bw_store *store = open_memory();
  int64_t id = add_full(store);
  bw_book values;
  BW_INIT(values);
  values.fields = BW_BOOK_NOTES;
  values.notes = TEXT("New");
  FAILS(BW_ERROR_ARGUMENT, bw_book_update(store, id, &values, BW_BOOK_NOTES, &fault));
  close_store(store);
}

TEST(an_update_that_fails_changes_nothing) {
  bw_store *store = open_file();
  int64_t id = add_full(store);
  const int64_t genres[] = {add_genre(store, "Horror"), 999};
  bw_book values, book;
  bw_result *result;
  BW_INIT(values);
  values.fields = BW_BOOK_TITLE | BW_BOOK_GENRES;
  values.title = TEXT("New");
  values.genres = genres;
  values.genre_count = 2;
  FAILS(BW_ERROR_NOT_FOUND, bw_book_update(store, id, &values, 0, &fault));
  values.fields = BW_BOOK_TITLE | BW_BOOK_RATING;
  values.rating = 6;
  FAILS_AT(BW_ERROR_INVALID, "rating", bw_book_update(store, id, &values, 0, &fault));
  values.fields = BW_BOOK_TITLE | BW_BOOK_FINISHED;
  values.finished = 20260230;
  FAILS_AT(BW_ERROR_INVALID, "finished", bw_book_update(store, id, &values, 0, &fault));
  values.fields = BW_BOOK_TITLE;
  values.title = TEXT(" ");
  FAILS_AT(BW_ERROR_INVALID, "title", bw_book_update(store, id, &values, 0, &fault));
  book = get_book(store, id, &result);
  CHECK_TEXT(book.title, "Dune");
  CHECK_INT(book.genre_count, 1);
  CHECK_INT(book.rating, 4);
  OK(bw_result_free(result));
  check_integrity(file_path());
  close_store(store);
}

TEST(an_update_replaces_genres_and_identifiers) {
  bw_store *store = open_memory();
  int64_t id = add_full(store), horror = add_genre(store, "Horror");
  const bw_text name = TEXT("New"), schemes[] = {TEXT("doi"), TEXT("oclc")},
                values_of[] = {TEXT("10.1/1"), TEXT("2")};
  bw_book values;
  bw_result *result;
  BW_INIT(values);
  values.fields =
      BW_BOOK_GENRES | BW_BOOK_GENRE_NAMES | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  values.genres = &horror;
  values.genre_count = 1;
  values.genre_names = &name;
  values.genre_name_count = 1;
  values.identifier_schemes = schemes;
  values.identifier_values = values_of;
  values.identifier_count = 2;
  OK(bw_book_update(store, id, &values, 0, &fault));
  OK(bw_book_list_genres(store, id, &result, &fault));
  CHECK_STRING(names_of(result), "Horror|New");
  bw_book book = get_book(store, id, &result);
  CHECK_INT(book.identifier_count, 2);
  CHECK_TEXT(book.identifier_schemes[0], "doi");
  CHECK_TEXT(book.identifier_values[1], "2");
  OK(bw_result_free(result));
  close_store(store);
}

TEST(unknown_books_cannot_be_changed) {
  bw_store *store = open_memory();
  const int64_t ids[] = {add_book(store, "Dune", "Frank Herbert") + 1, 0, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 5; i++) {
    bw_book values;
    int32_t favourite = 42;
    BW_INIT(values);
    values.fields = BW_BOOK_NOTES;
    values.notes = TEXT("New");
    FAILS(BW_ERROR_NOT_FOUND, bw_book_update(store, ids[i], &values, 0, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_book_set_rating(store, ids[i], 3, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_book_toggle_favourite(store, ids[i], &favourite, &fault));
    FAILS(BW_ERROR_NOT_FOUND,
          bw_book_set_status(store, ids[i], BW_BOOK_STATUS_COMPLETED, 0, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_book_delete(store, ids[i], &fault));
    CHECK_INT(favourite, 42);
  }
  CHECK_INT(count_books(store), 1);
  close_store(store);
}
