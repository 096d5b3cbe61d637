// These tests check prices of books, one by one and in columns, and the keys of their pictures.
#include "support/fixtures.h"

enum { PRICED = BW_BOOK_PRICE | BW_BOOK_CURRENCY };

static bw_book priced(const char *title, int64_t price, const char *currency) {
  bw_book book = new_book(title, "Author");
  book.fields |= PRICED;
  book.price = price;
  book.currency = TEXT(currency);
  return book;
}

static void check_price(bw_store *store, int64_t id, int64_t price, const char *currency) {
  bw_result *result;
  bw_book book;
  BW_INIT(book);
  OK(bw_book_get(store, id, PRICED, &book, &result, &fault));
  CHECK_INT(book.fields, currency == NULL ? 0 : PRICED);
  CHECK_INT(book.price, price);
  if (currency == NULL)
    CHECK_ABSENT(book.currency);
  else
    CHECK_TEXT(book.currency, currency);
  OK(bw_result_free(result));
}

TEST(a_price_is_set_and_removed) {
  bw_store *store = open_memory();
  bw_book book = priced("Dune", 1299, "eur"), none;
  int64_t id, other = add_book(store, "Emma", "Jane Austen");
  OK(bw_book_create(store, &book, &id, &fault));
  check_price(store, id, 1299, "EUR");
  check_price(store, other, 0, NULL);
  set_price(store, other, INT64_MAX, "JPY");
  check_price(store, other, INT64_MAX, "JPY");
  BW_INIT(none);
  OK(bw_book_update(store, id, &none, PRICED, &fault));
  check_price(store, id, 0, NULL);
  close_store(store);
}

TEST(a_price_without_a_currency_is_refused) {
  bw_store *store = open_memory();
  bw_book book = priced("Dune", 1299, "EUR"), values;
  int64_t id, made = 42;
  OK(bw_book_create(store, &book, &id, &fault));
  BW_INIT(values);
  values.price = 1;
  values.currency = TEXT("USD");
  values.fields = BW_BOOK_PRICE;
  FAILS_AT(BW_ERROR_INVALID, "currency", bw_book_update(store, id, &values, 0, &fault));
  values.fields = BW_BOOK_CURRENCY;
  FAILS_AT(BW_ERROR_INVALID, "price", bw_book_update(store, id, &values, 0, &fault));
  values.fields = 0;
  FAILS_AT(BW_ERROR_ARGUMENT, "clear", bw_book_update(store, id, &values, BW_BOOK_PRICE, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_book_update(store, id, &values, BW_BOOK_CURRENCY, &fault));
  book.fields &= ~BW_BOOK_PRICE;
  FAILS_AT(BW_ERROR_INVALID, "price", bw_book_create(store, &book, &made, &fault));
  CHECK_INT(made, 42);
  check_price(store, id, 1299, "EUR");
  close_store(store);
}

TEST(a_price_out_of_range_or_in_an_unknown_currency_is_refused) {
  static const char *const currencies[] = {"", "EU", "EURO", "XXX", "XAU", "DEM", "€", "E\xC3"};
  bw_store *store = open_memory();
  int64_t id = 42;
  bw_book book = priced("Dune", -1, "EUR");
  FAILS_AT(BW_ERROR_INVALID, "price", bw_book_create(store, &book, &id, &fault));
  for (size_t i = 0; i < sizeof(currencies) / sizeof(currencies[0]); i++) {
    book = priced("Dune", 1, currencies[i]);
    FAILS_AT(i == 7 ? BW_ERROR_TEXT : BW_ERROR_INVALID, "currency",
             bw_book_create(store, &book, &id, &fault));
  }
  book.currency = (bw_text){NULL, 0};
  FAILS_AT(BW_ERROR_ARGUMENT, "currency", bw_book_create(store, &book, &id, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(prices_are_read_only_on_request) {
  bw_store *store = open_memory();
  bw_book book = priced("Dune", 1299, "EUR"), read;
  bw_result *result;
  int64_t id;
  OK(bw_book_create(store, &book, &id, &fault));
  BW_INIT(read);
  OK(bw_book_get(store, id, BW_FIELDS_DEFAULT, &read, &result, &fault));
  CHECK_INT(read.fields & PRICED, 0);
  OK(bw_result_free(result));
  CHECK_INT(get_book(store, id, &result).fields & PRICED, PRICED);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(columns_read_and_write_prices) {
  static const int64_t offsets[] = {0, 2, 4, 6}, code_offsets[] = {0, 4, 5, 9};
  static const int64_t prices[] = {1299, 0, 990};
  static const uint8_t present[] = {1, 0, 1};
  bw_store *store = open_memory();
  bw_column columns[4], read;
  bw_result *result;
  int64_t ids[3];
  for (int i = 0; i < 4; i++) {
    BW_INIT(columns[i]);
    columns[i].count = 3;
  }
  columns[0].field = BW_BOOK_TITLE;
  columns[1].field = BW_BOOK_AUTHOR;
  columns[0].type = columns[1].type = columns[3].type = BW_COLUMN_TEXT;
  columns[0].values = columns[1].values = "a\0b\0c";
  columns[0].offsets = columns[1].offsets = offsets;
  columns[2].field = BW_BOOK_PRICE;
  columns[2].type = BW_COLUMN_INT64;
  columns[2].values = prices;
  columns[3].field = BW_BOOK_CURRENCY;
  columns[3].values = "EUR\0\0jpy";
  columns[3].offsets = code_offsets;
  columns[2].present = columns[3].present = present;
  OK(bw_books_create_from_columns(store, columns, 4, 3, ids, &fault));
  check_price(store, ids[1], 0, NULL);
  OK(bw_books_list(store, ids, 3, PRICED, &result, &fault));
  BW_INIT(read);
  OK(bw_result_get_column(result, BW_BOOK_PRICE, &read, &fault));
  CHECK_INT(read.type, BW_COLUMN_INT64);
  CHECK_INT(((const int64_t *)read.values)[2], 990);
  CHECK_INT(read.present[1], 0);
  OK(bw_result_get_column(result, BW_BOOK_CURRENCY, &read, &fault));
  CHECK_STRING((const char *)read.values + read.offsets[2], "JPY");
  OK(bw_result_free(result));

  columns[3].present = NULL;
  FAILS_AT(BW_ERROR_INVALID, "currency",
           bw_books_create_from_columns(store, columns, 4, 3, ids, &fault));
  CHECK_INT(fault.row, 1);
  CHECK_INT(count_books(store), 3);
  close_store(store);
}

TEST(a_currency_has_its_digits) {
  static const struct {
    const char *currency;
    int32_t digits;
  } known[] = {{"EUR", 2}, {"jpy", 0}, {"KWD", 3}, {"CLF", 4}};
  int32_t digits = 42;
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
    OK(bw_currency_get_digits(known[i].currency, -1, &digits, &fault));
    CHECK_INT(digits, known[i].digits);
  }
  FAILS_AT(BW_ERROR_INVALID, "currency", bw_currency_get_digits("XXX", -1, &digits, &fault));
  CHECK_INT(digits, 4);
}

TEST(a_books_picture_is_that_of_its_primary_genre) {
  bw_store *store = open_memory();
  int64_t id = add_with_genre(store, "Dune", "Science Fiction"), genre = add_genre(store, "Kids");
  bw_result *result;
  bw_book book;
  BW_INIT(book);
  OK(bw_book_add_genre(store, id, genre, NULL, &fault));
  OK(bw_book_get(store, id, BW_OUTPUT_PICTURE, &book, &result, &fault));
  CHECK_TEXT(book.picture, "science-fiction");
  OK(bw_result_free(result));
  CHECK_TEXT(get_genre(store, genre, &result).picture, "kids");
  OK(bw_result_free(result));
  id = add_book(store, "Emma", "Jane Austen");
  OK(bw_book_get(store, id, BW_OUTPUT_PICTURE, &book, &result, &fault));
  CHECK_INT(book.fields, 0);
  CHECK_ABSENT(book.picture);
  OK(bw_result_free(result));
  close_store(store);
}
