// These tests read results: rows and columns of an immutable snapshot.
#include "support/fixtures.h"

static bw_store *store;
static int64_t horror, poetry;

static void prepare(void) {
  store = open_file();
  horror = add_genre(store, "Horror");
  poetry = add_genre(store, "Poetry");
  int64_t a = add_rated(store, "A", 5), c;
  add_rated(store, "Bee", 0);
  bw_book book = new_book("Ç", "Author");
  const bw_text schemes[] = {TEXT("isbn"), TEXT("doi")}, values[] = {TEXT("1"), TEXT("10.2/3")};
  book.fields |= BW_BOOK_REVIEW | BW_BOOK_YEAR | BW_BOOK_STARTED | BW_BOOK_SERIES_NUMBER |
                 BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.review = TEXT("Good");
  book.year = -44;
  book.started = 20260102;
  book.series_number = 1.5;
  book.identifier_schemes = schemes;
  book.identifier_values = values;
  book.identifier_count = 2;
  OK(bw_book_create(store, &book, &c, &fault));
  OK(bw_book_add_genre(store, a, poetry, NULL, &fault));
  OK(bw_book_add_genre(store, c, poetry, NULL, &fault));
  OK(bw_book_add_genre(store, c, horror, NULL, &fault));
}

static bw_result *read_all(bw_fields fields) {
  bw_query *query = new_query();
  OK(bw_query_set_fields(query, fields, &fault));
  bw_result *result = run(store, query);
  OK(bw_query_free(query));
  CHECK_INT(count_rows(result), 3);
  return result;
}

static bw_column column_of(bw_result *result, bw_fields field, bw_column_type type) {
  bw_column column;
  BW_INIT(column);
  OK(bw_result_get_column(result, field, &column, &fault));
  CHECK_INT(column.size, sizeof(column));
  CHECK_INT(column.field, field);
  CHECK_INT(column.type, type);
  CHECK(column.count == count_rows(result));
  return column;
}

static bool is_present(const bw_column *column, int64_t row) {
  return column->present == NULL || column->present[row] == 1;
}

// Checks text i of a column, its NUL and its length.
static void check_item(const bw_column *column, int64_t i, const char *expected) {
  const char *text = (const char *)column->values + column->offsets[i];
  CHECK_STRING(text, expected);
  CHECK_INT(column->offsets[i + 1] - column->offsets[i] - 1, strlen(expected));
}

TEST(a_column_of_numbers_is_one_array) {
  prepare();
  bw_result *result = read_all(BW_FIELDS_DEFAULT);
  bw_column ratings = column_of(result, BW_BOOK_RATING, BW_COLUMN_INT32);
  CHECK_INT(((const int32_t *)ratings.values)[0], 5);
  CHECK_INT(((const int32_t *)ratings.values)[1], 0);
  bw_column ids = column_of(result, BW_BOOK_ID, BW_COLUMN_INT64);
  bw_column created = column_of(result, BW_BOOK_CREATED, BW_COLUMN_INT64);
  bw_column numbers = column_of(result, BW_BOOK_SERIES_NUMBER, BW_COLUMN_DOUBLE);
  bw_column years = column_of(result, BW_BOOK_YEAR, BW_COLUMN_INT32);
  bw_column started = column_of(result, BW_BOOK_STARTED, BW_COLUMN_INT32);
  for (int64_t row = 0; row < 3; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    CHECK_INT(((const int64_t *)ids.values)[row], book.id);
    CHECK_INT(((const int64_t *)created.values)[row], book.created);
    CHECK_INT(is_present(&years, row), row == 2);
    CHECK_INT(is_present(&started, row), row == 2);
    CHECK_INT(is_present(&numbers, row), row == 2);
    CHECK(is_present(&ratings, row));
  }
  CHECK(((const double *)numbers.values)[2] == 1.5);
  CHECK_INT(((const int32_t *)years.values)[2], -44);
  CHECK_INT(((const int32_t *)started.values)[2], 20260102);
  OK(bw_result_free(result));
}

TEST(a_column_of_texts_has_offsets_and_bytes) {
  prepare();
  bw_result *result = read_all(BW_FIELDS_DEFAULT);
  bw_column titles = column_of(result, BW_BOOK_TITLE, BW_COLUMN_TEXT);
  CHECK_INT(titles.offsets[0], 0);
  check_item(&titles, 0, "A");
  check_item(&titles, 1, "Bee");
  check_item(&titles, 2, "Ç");
  bw_column reviews = column_of(result, BW_BOOK_REVIEW, BW_COLUMN_TEXT);
  CHECK(reviews.present != NULL);
  CHECK_INT(reviews.present[0], 0);
  CHECK_INT(reviews.present[2], 1);
  check_item(&reviews, 0, "");
  check_item(&reviews, 2, "Good");
  OK(bw_result_free(result));
}

TEST(a_column_of_lists_has_offsets_into_the_items) {
  prepare();
  bw_result *result = read_all(BW_FIELDS_ALL);
  bw_column genres = column_of(result, BW_BOOK_GENRES, BW_COLUMN_INT64_LIST);
  const int64_t *ids = genres.values;
  CHECK_INT(genres.lists[0], 0);
  CHECK_INT(genres.lists[1], 1);
  CHECK_INT(genres.lists[2], 1);
  CHECK_INT(genres.lists[3], 3);
  CHECK_INT(ids[0], poetry);
  CHECK_INT(ids[1], poetry);
  CHECK_INT(ids[2], horror);
  bw_column schemes = column_of(result, BW_BOOK_IDENTIFIER_SCHEMES, BW_COLUMN_TEXT_LIST);
  CHECK_INT(schemes.lists[2], 0);
  CHECK_INT(schemes.lists[3], 2);
  check_item(&schemes, 0, "isbn");
  check_item(&schemes, 1, "doi");
  bw_column values = column_of(result, BW_BOOK_IDENTIFIER_VALUES, BW_COLUMN_TEXT_LIST);
  check_item(&values, 1, "10.2/3");
  bw_book book;
  BW_INIT(book);
  OK(bw_result_get_book(result, 2, &book, &fault));
  CHECK_INT(book.genre_count, 2);
  CHECK_INT(book.genres[1], horror);
  CHECK_TEXT(book.identifier_schemes[1], "doi");
  OK(bw_result_free(result));
}

TEST(a_result_of_genres_has_columns_too) {
  prepare();
  bw_result *result;
  OK(bw_genres_list(store, &result, &fault));
  bw_column names = column_of(result, BW_GENRE_NAME, BW_COLUMN_TEXT);
  bw_column colours = column_of(result, BW_GENRE_COLOUR, BW_COLUMN_TEXT);
  bw_column books = column_of(result, BW_OUTPUT_BOOKS, BW_COLUMN_INT64);
  bw_column ids = column_of(result, BW_BOOK_ID, BW_COLUMN_INT64);
  check_item(&names, 0, "Horror");
  check_item(&names, 1, "Poetry");
  CHECK_INT(((const int64_t *)ids.values)[1], poetry);
  CHECK_INT(((const int64_t *)books.values)[1], 2);
  for (int64_t row = 0; row < 2; row++) {
    bw_genre genre;
    BW_INIT(genre);
    OK(bw_result_get_genre(result, row, &genre, &fault));
    check_item(&colours, row, genre.colour.data);
  }
  bw_column rgb;
  BW_INIT(rgb);
  OK(bw_result_get_column(result, BW_OUTPUT_RGB, &rgb, &fault));
  OK(bw_result_free(result));
}

TEST(an_empty_result_has_columns_too) {
  prepare();
  bw_query *query = new_query();
  OK(bw_query_where_rating(query, 2, 2, 0, &fault));
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  bw_result *result = run(store, query);
  CHECK_INT(column_of(result, BW_BOOK_TITLE, BW_COLUMN_TEXT).offsets[0], 0);
  CHECK_INT(column_of(result, BW_BOOK_GENRES, BW_COLUMN_INT64_LIST).lists[0], 0);
  column_of(result, BW_BOOK_RATING, BW_COLUMN_INT32);
  bw_column schemes = column_of(result, BW_BOOK_IDENTIFIER_SCHEMES, BW_COLUMN_TEXT_LIST);
  CHECK_INT(schemes.lists[0], 0);
  CHECK(schemes.offsets != NULL);
  CHECK_INT(schemes.offsets[0], 0);
  OK(bw_result_free(result));
}

TEST(a_column_that_was_not_read_is_refused) {
  prepare();
  static const bw_fields wrong[] = {
      BW_BOOK_AUTHOR,   BW_BOOK_GENRES, BW_OUTPUT_RGB,     0,
      UINT64_MAX,       BW_FIELDS_ALL,  BW_FIELDS_DEFAULT, BW_BOOK_TITLE | BW_BOOK_RATING,
      UINT64_C(1) << 40};
  bw_result *result = read_all(BW_BOOK_TITLE | BW_BOOK_RATING);
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    bw_column column, before;
    BW_INIT(column);
    before = column;
    FAILS(BW_ERROR_ARGUMENT, bw_result_get_column(result, wrong[i], &column, &fault));
    CHECK(memcmp(&column, &before, sizeof(column)) == 0);
  }
  OK(bw_result_free(result));
}

TEST(a_row_number_out_of_range_is_refused) {
  prepare();
  static const int64_t wrong[] = {3, -1, INT64_MAX, INT64_MIN};
  bw_result *result = read_all(BW_FIELDS_DEFAULT), *genres;
  OK(bw_genres_list(store, &genres, &fault));
  for (size_t i = 0; i < 4; i++) {
    bw_book book, before;
    bw_genre genre;
    BW_INIT(book);
    BW_INIT(genre);
    before = book;
    FAILS(BW_ERROR_ARGUMENT, bw_result_get_book(result, wrong[i], &book, &fault));
    FAILS(BW_ERROR_ARGUMENT, bw_result_get_genre(genres, wrong[i], &genre, &fault));
    CHECK(memcmp(&book, &before, sizeof(book)) == 0);
  }
  OK(bw_result_free(result));
  OK(bw_result_free(genres));
}

TEST(books_are_not_read_as_genres_or_genres_as_books) {
  prepare();
  bw_result *books = read_all(BW_FIELDS_DEFAULT), *genres;
  bw_book book;
  bw_genre genre;
  bw_text cursor;
  BW_INIT(book);
  BW_INIT(genre);
  OK(bw_genres_list(store, &genres, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_book(genres, 0, &book, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_genre(books, 0, &genre, &fault));
  OK(bw_result_get_cursor(books, &cursor, &fault));
  CHECK_ABSENT(cursor);
  OK(bw_result_free(books));
  OK(bw_result_free(genres));
}

TEST(a_result_does_not_change_when_the_store_does) {
  prepare();
  bw_result *result = read_all(BW_FIELDS_ALL);
  bw_query *query = new_query();
  OK(bw_query_rate_books(store, query, 1, NULL, &fault));
  OK(bw_query_delete_books(store, query, NULL, &fault));
  OK(bw_query_free(query));
  close_store(store);
  bw_column ratings = column_of(result, BW_BOOK_RATING, BW_COLUMN_INT32);
  CHECK_INT(((const int32_t *)ratings.values)[0], 5);
  bw_book book;
  BW_INIT(book);
  OK(bw_result_get_book(result, 2, &book, &fault));
  CHECK_TEXT(book.review, "Good");
  CHECK_INT(book.genre_count, 2);
  CHECK_STRING(titles_of(result), "A|Bee|Ç");
}

TEST(a_result_freed_twice_does_no_harm) {
  prepare();
  bw_result *result = read_all(BW_FIELDS_DEFAULT);
  int64_t count = 42;
  CHECK_STATUS(bw_result_free(NULL), BW_OK);
  OK(bw_result_free(result));
  CHECK_STATUS(bw_result_free(result), BW_ERROR_HANDLE);
  FAILS(BW_ERROR_HANDLE, bw_result_count(result, &count, &fault));
  CHECK_INT(count, 42);
}
