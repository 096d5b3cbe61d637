// These tests create single books, and check the stored values and the refusals.
#include "support/fixtures.h"

#include <math.h>

// Checks that creating the book fails, names the field and adds nothing.
static void check_refused(const bw_book *book, bw_status status, const char *field) {
  bw_store *store = open_memory();
  int64_t id = 42;
  FAILS_AT(status, field, bw_book_create(store, book, &id, &fault));
  CHECK_INT(id, 42);
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
}

static void check_accepted(const bw_book *book) {
  bw_store *store = open_memory();
  int64_t id = 0;
  OK(bw_book_create(store, book, &id, &fault));
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

static bw_book good_book(void) {
  return new_book("Dune", "Frank Herbert");
}

TEST(a_book_needs_only_a_title_and_an_author) {
  bw_store *store = open_memory();
  int64_t before = now_milliseconds();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  int64_t after = now_milliseconds();
  bw_result *result;
  bw_book book = get_book(store, id, &result);
  CHECK_TEXT(book.title, "Dune");
  CHECK_TEXT(book.author, "Frank Herbert");
  CHECK_INT(book.rating, 0);
  CHECK_INT(book.favourite, 0);
  CHECK_INT(book.status, BW_BOOK_STATUS_ON_SHELF);
  CHECK(book.created >= before - 1 && book.created <= after + 1);
  CHECK_INT(book.updated, book.created);
  CHECK_INT(book.genre_count, 0);
  CHECK_INT(book.identifier_count, 0);
  CHECK_ABSENT(book.synopsis);
  CHECK_ABSENT(book.review);
  CHECK_ABSENT(book.notes);
  CHECK_ABSENT(book.series);
  const bw_fields absent = BW_BOOK_SYNOPSIS | BW_BOOK_REVIEW | BW_BOOK_NOTES | BW_BOOK_SERIES |
                           BW_BOOK_SERIES_NUMBER | BW_BOOK_YEAR | BW_BOOK_STARTED |
                           BW_BOOK_FINISHED;
  CHECK_INT(book.fields & absent, 0);
  const bw_fields present = BW_BOOK_ID | BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING |
                            BW_BOOK_FAVOURITE | BW_BOOK_STATUS | BW_BOOK_CREATED | BW_BOOK_UPDATED;
  CHECK_INT(book.fields & present, present);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(every_field_is_read_as_it_was_written) {
  bw_store *store = open_file();
  int64_t horror = add_genre(store, "Horror"), id = 0;
  const bw_text name = TEXT("Gothic"), schemes[] = {TEXT("isbn"), TEXT("goodreads")},
                values[] = {TEXT("9780141439846"), TEXT("17245")};
  bw_book given = {.size = sizeof(given), .title = TEXT("Dracula"), .author = TEXT("Bram Stoker")};
  given.fields =
      (STORED_FIELDS & ~(BW_BOOK_ID | BW_BOOK_UPDATED | PRICE_FIELDS)) | BW_BOOK_GENRE_NAMES;
  given.synopsis = TEXT("A count travels.\nHe is hungry \xF0\x9F\xA6\x87");
  given.review = TEXT("Good");
  given.notes = TEXT("Lent to Mina");
  given.series = TEXT("Carpathia");
  given.series_number = 1.5;
  given.created = -2303596800000; // 1897
  given.started = 20240229;
  given.finished = 20241231;
  given.year = -44;
  given.rating = 5;
  given.status = BW_BOOK_STATUS_COMPLETED;
  given.favourite = 1;
  given.genres = &horror;
  given.genre_count = 1;
  given.genre_names = &name;
  given.genre_name_count = 1;
  given.identifier_schemes = schemes;
  given.identifier_values = values;
  given.identifier_count = 2;
  OK(bw_book_create(store, &given, &id, &fault));
  close_store(store);

  store = open_file();
  bw_result *result;
  bw_book book = get_book(store, id, &result);
  CHECK_INT(book.fields, (STORED_FIELDS & ~PRICE_FIELDS) | BW_BOOK_GLOBAL_ID |
                             BW_BOOK_CONTRIBUTOR_NAMES | BW_BOOK_CONTRIBUTOR_SORTS |
                             BW_BOOK_CONTRIBUTOR_ROLES | BW_BOOK_SPOILERS);
  CHECK_TEXT(book.title, "Dracula");
  CHECK_TEXT(book.author, "Bram Stoker");
  CHECK_TEXT(book.synopsis, given.synopsis.data);
  CHECK_TEXT(book.review, "Good");
  CHECK_TEXT(book.notes, "Lent to Mina");
  CHECK_TEXT(book.series, "Carpathia");
  CHECK(book.series_number == 1.5);
  CHECK_INT(book.created, given.created);
  CHECK_INT(book.started, 20240229);
  CHECK_INT(book.finished, 20241231);
  CHECK_INT(book.year, -44);
  CHECK_INT(book.rating, 5);
  CHECK_INT(book.status, BW_BOOK_STATUS_COMPLETED);
  CHECK_INT(book.favourite, 1);
  CHECK_INT(book.genre_count, 2);
  CHECK_INT(book.genres[0], horror);
  CHECK_INT(book.identifier_count, 2);
  bool isbn_first = strcmp(book.identifier_schemes[0].data, "isbn") == 0;
  CHECK_TEXT(book.identifier_schemes[!isbn_first], "isbn");
  CHECK_TEXT(book.identifier_values[!isbn_first], "9780141439846");
  CHECK_TEXT(book.identifier_schemes[isbn_first], "goodreads");
  CHECK_TEXT(book.identifier_values[isbn_first], "17245");
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_new_book_without_a_status_gets_that_of_its_dates) {
  const struct {
    bw_fields given;
    bw_book_status status;
  } cases[] = {{BW_BOOK_STARTED, BW_BOOK_STATUS_IN_PROGRESS},
               {BW_BOOK_FINISHED, BW_BOOK_STATUS_COMPLETED},
               {BW_BOOK_STARTED | BW_BOOK_FINISHED, BW_BOOK_STATUS_COMPLETED},
               {BW_BOOK_FINISHED | BW_BOOK_STATUS, BW_BOOK_STATUS_ON_SHELF}};
  bw_store *store = open_memory();
  for (size_t at = 0; at < sizeof(cases) / sizeof(*cases); at++) {
    bw_book given = good_book();
    bw_result *result;
    int64_t ids[2];
    given.fields |= cases[at].given;
    given.started = 20240102;
    given.finished = 20240304;
    given.status = BW_BOOK_STATUS_ON_SHELF;
    OK(bw_book_create(store, &given, &ids[0], &fault));
    OK(bw_books_create(store, &given, 1, &ids[1], &fault));
    for (int way = 0; way < 2; way++) {
      CHECK_INT(get_book(store, ids[way], &result).status, cases[at].status);
      OK(bw_result_free(result));
    }
  }
  close_store(store);
}

TEST(members_without_their_bit_in_fields_are_ignored) {
  bw_book book = good_book();
  book.rating = 99;
  book.started = 1;
  book.review = bytes((const char *)8, 1000);
  book.genres = (const int64_t *)16;
  book.genre_count = -5;
  book.id = -1;
  check_accepted(&book);
}

static const char *const blanks[] = {"",
                                     " ",
                                     "\t\r\n\v\f",
                                     "\xC2\xA0",
                                     "\xC2\x85",
                                     "\xE1\x9A\x80",
                                     "\xE2\x80\x83",
                                     "\xE2\x80\xA8",
                                     "\xE2\x80\xA9",
                                     "\xE2\x80\xAF",
                                     "\xE2\x81\x9F",
                                     "\xE3\x80\x80",
                                     "\xE2\x80\x8B",
                                     "\xEF\xBB\xBF",
                                     "\xE3\x85\xA4",
                                     "\xE2\xA0\x80",
                                     " \xE3\x80\x80\n\xC2\xA0 "};

TEST(a_blank_title_is_refused) {
  for (size_t i = 0; i < sizeof(blanks) / sizeof(blanks[0]); i++) {
    bw_book book = new_book(blanks[i], "Frank Herbert");
    check_refused(&book, BW_ERROR_INVALID, "title");
  }
}

TEST(a_blank_author_is_refused) {
  for (size_t i = 0; i < sizeof(blanks) / sizeof(blanks[0]); i++) {
    bw_book book = new_book("Dune", blanks[i]);
    check_refused(&book, BW_ERROR_INVALID, "author");
  }
}

TEST(a_blank_genre_name_of_a_book_is_refused) {
  for (size_t i = 0; i < sizeof(blanks) / sizeof(blanks[0]); i++) {
    bw_book book = good_book();
    const bw_text names[] = {TEXT("Fantasy"), TEXT(blanks[i])};
    book.fields |= BW_BOOK_GENRE_NAMES;
    book.genre_names = names;
    book.genre_name_count = 2;
    check_refused(&book, BW_ERROR_INVALID, NULL);
  }
}

TEST(a_title_and_an_author_are_required) {
  bw_book book = good_book();
  book.fields = BW_BOOK_AUTHOR;
  check_refused(&book, BW_ERROR_INVALID, "title");
  book.fields = BW_BOOK_TITLE;
  check_refused(&book, BW_ERROR_INVALID, "author");
}

TEST(a_rating_is_1_to_5_or_0) {
  static const int32_t wrong[] = {-1, 6, 100, INT32_MAX, INT32_MIN};
  bw_book book = good_book();
  book.fields |= BW_BOOK_RATING;
  for (book.rating = 0; book.rating <= 5; book.rating++) check_accepted(&book);
  for (size_t i = 0; i < 5; i++) {
    book.rating = wrong[i];
    check_refused(&book, BW_ERROR_INVALID, "rating");
  }
}

TEST(a_status_is_one_of_four) {
  static const int32_t wrong[] = {-1, 4, INT32_MAX, INT32_MIN};
  bw_book book = good_book();
  book.fields |= BW_BOOK_STATUS;
  for (book.status = 0; book.status <= 3; book.status++) check_accepted(&book);
  for (size_t i = 0; i < 4; i++) {
    book.status = wrong[i];
    check_refused(&book, BW_ERROR_INVALID, "status");
  }
}

TEST(a_favourite_is_1_or_0) {
  bw_book book = good_book();
  book.fields |= BW_BOOK_FAVOURITE;
  book.favourite = 2;
  check_refused(&book, BW_ERROR_INVALID, "favourite");
  book.favourite = -1;
  check_refused(&book, BW_ERROR_INVALID, "favourite");
}

static const int32_t no_dates[] = {20260230, 20251301, 20260001,  20260100,  20230229, 19000229,
                                   20260431, 101,      0,         1,         -1,       -20260101,
                                   20261232, 99999999, 100000101, INT32_MAX, INT32_MIN};

TEST(a_date_must_exist) {
  static const int32_t dates[] = {20240229, 20000229, 20261231, 10101, 99991231, 18991231};
  bw_book book = good_book();
  for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++) {
    book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_STARTED;
    book.started = dates[i];
    check_accepted(&book);
  }
  for (size_t i = 0; i < sizeof(no_dates) / sizeof(no_dates[0]); i++) {
    book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_STARTED;
    book.started = no_dates[i];
    check_refused(&book, BW_ERROR_INVALID, "started");
    book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_FINISHED;
    book.finished = no_dates[i];
    check_refused(&book, BW_ERROR_INVALID, "finished");
  }
}

TEST(an_instant_is_in_the_years_1_to_9999) {
  const int64_t first = -62135596800000, last = 253402300799999;
  bw_book book = good_book();
  book.fields |= BW_BOOK_CREATED;
  book.created = first;
  check_accepted(&book);
  book.created = last;
  check_accepted(&book);
  const int64_t wrong[] = {first - 1, last + 1, INT64_MIN, INT64_MAX};
  for (size_t i = 0; i < 4; i++) {
    book.created = wrong[i];
    check_refused(&book, BW_ERROR_INVALID, "created");
  }
}

TEST(a_number_in_a_series_is_finite_and_not_negative) {
  const double wrong[] = {-1, -0.001, NAN, INFINITY, -INFINITY};
  bw_book book = good_book();
  book.fields |= BW_BOOK_SERIES | BW_BOOK_SERIES_NUMBER;
  book.series = TEXT("Dune");
  for (book.series_number = 0; book.series_number < 3; book.series_number += 0.5)
    check_accepted(&book);
  for (size_t i = 0; i < 5; i++) {
    book.series_number = wrong[i];
    check_refused(&book, BW_ERROR_INVALID, "series_number");
  }
}

TEST(the_caller_cannot_set_updated) {
  bw_book book = good_book();
  book.fields |= BW_BOOK_UPDATED;
  check_refused(&book, BW_ERROR_ARGUMENT, NULL);
}

TEST(a_field_that_no_book_has_is_refused) {
  static const bw_fields bits[] = {BW_OUTPUT_RGB,     BW_OUTPUT_MATCHED, BW_BOOK_QUOTES,
                                   BW_OUTPUT_PICTURE, BW_FIELDS_DEFAULT, BW_FIELDS_ALL,
                                   UINT64_C(1) << 40};
  for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
    bw_book book = good_book();
    book.fields |= bits[i];
    check_refused(&book, BW_ERROR_ARGUMENT, NULL);
  }
}

TEST(an_unknown_genre_is_refused) {
  static const int64_t ids[] = {1, 0, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 5; i++) {
    bw_book book = good_book();
    book.fields |= BW_BOOK_GENRES;
    book.genres = &ids[i];
    book.genre_count = 1;
    check_refused(&book, BW_ERROR_NOT_FOUND, NULL);
  }
}

TEST(lists_without_a_pointer_or_with_a_negative_count_are_refused) {
  const bw_text word = TEXT("isbn");
  const int64_t id = 1;
  bw_book book = good_book();
  book.fields |= BW_BOOK_GENRES;
  book.genre_count = 1;
  check_refused(&book, BW_ERROR_ARGUMENT, "genres");
  book.genres = &id;
  book.genre_count = -1;
  check_refused(&book, BW_ERROR_ARGUMENT, "genre_count");
  book.genre_count = INT64_MIN;
  check_refused(&book, BW_ERROR_ARGUMENT, "genre_count");
  book = good_book();
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_name_count = 1;
  check_refused(&book, BW_ERROR_ARGUMENT, "genre_names");
  book.genre_names = &word;
  book.genre_name_count = -1;
  check_refused(&book, BW_ERROR_ARGUMENT, "genre_name_count");
  book = good_book();
  book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.identifier_schemes = &word;
  book.identifier_count = 1;
  check_refused(&book, BW_ERROR_ARGUMENT, "identifier_values");
  book.identifier_values = &word;
  book.identifier_count = -1;
  check_refused(&book, BW_ERROR_ARGUMENT, "identifier_count");
}

TEST(empty_lists_need_no_pointer) {
  bw_book book = good_book();
  book.fields |=
      BW_BOOK_GENRES | BW_BOOK_GENRE_NAMES | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  check_accepted(&book);
}

TEST(a_repeated_genre_counts_once) {
  bw_store *store = open_memory();
  bw_book book = good_book();
  const bw_text names[] = {TEXT("Horror"), TEXT("HORROR"), TEXT("Poetry"), TEXT("horror")};
  bw_result *result;
  int64_t id;
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = names;
  book.genre_name_count = 4;
  OK(bw_book_create(store, &book, &id, &fault));
  OK(bw_book_list_genres(store, id, &result, &fault));
  CHECK_STRING(names_of(result), "Horror|Poetry");
  close_store(store);
}

TEST(an_id_is_never_reused) {
  bw_store *store = open_file();
  int64_t first = add_book(store, "Dune", "Frank Herbert");
  OK(bw_book_delete(store, first, &fault));
  close_store(store);
  store = open_file();
  CHECK(add_book(store, "Emma", "Jane Austen") > first);
  close_store(store);
}
