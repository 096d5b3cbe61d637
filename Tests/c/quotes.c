// These tests add, read, edit and delete quotes.
#include "support/fixtures.h"

// The fields that every quote has.
#define ALWAYS (BW_QUOTE_ID | BW_QUOTE_BOOK | BW_QUOTE_TEXT | BW_QUOTE_CREATED | BW_QUOTE_GLOBAL_ID)

static bw_quote new_quote(const char *text, const char *page) {
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT | (page == NULL ? 0 : BW_QUOTE_PAGE);
  quote.text = TEXT(text);
  if (page != NULL) quote.page = TEXT(page);
  return quote;
}

static int64_t add_quote(bw_store *store, int64_t book, const char *text, const char *page) {
  bw_quote quote = new_quote(text, page);
  int64_t id = 0;
  OK(bw_quote_create(store, book, &quote, &id, &fault));
  CHECK(id > 0);
  return id;
}

// The result owns the texts, and must be freed.
static bw_quote get_quote(bw_store *store, int64_t id, bw_result **result) {
  bw_quote quote;
  BW_INIT(quote);
  OK(bw_quote_get(store, id, &quote, result, &fault));
  CHECK_INT(count_rows(*result), 1);
  CHECK_INT(quote.id, id);
  return quote;
}

static void check_quote(bw_store *store, int64_t id, const char *text, const char *page) {
  bw_result *result;
  bw_quote quote = get_quote(store, id, &result);
  CHECK_TEXT(quote.text, text);
  CHECK_INT(quote.fields, ALWAYS | (page == NULL ? 0 : BW_QUOTE_PAGE));
  if (page == NULL)
    CHECK_ABSENT(quote.page);
  else
    CHECK_TEXT(quote.page, page);
  OK(bw_result_free(result));
}

// Checks that the book's quotes are these, oldest first, joined by "|", and that their count
// agrees.
static void check_quotes(bw_store *store, int64_t book, const char *expected) {
  bw_result *result;
  int64_t counted = -1;
  OK(bw_book_list_quotes(store, book, &result, &fault));
  OK(bw_book_count_quotes(store, book, &counted, &fault));
  CHECK_INT(count_rows(result), counted);
  char joined[1024] = "";
  for (int64_t row = 0; row < counted; row++) {
    bw_quote quote;
    BW_INIT(quote);
    OK(bw_result_get_quote(result, row, &quote, &fault));
    CHECK_INT(quote.book, book);
    size_t length = strlen(joined);
    snprintf(joined + length, sizeof(joined) - length, "%s%s", row == 0 ? "" : "|",
             quote.text.data);
  }
  CHECK_STRING(joined, expected);
  OK(bw_result_free(result));
}

TEST(a_quote_is_read_as_it_was_written) {
  bw_store *store = open_file();
  int64_t book = add_book(store, "Dune", "Herbert"), before = now_milliseconds();
  int64_t quote = add_quote(store, book, "Fear is the mind-killer.", "12");
  bw_result *result;
  bw_quote read = get_quote(store, quote, &result);
  CHECK_INT(read.book, book);
  CHECK_TEXT(read.text, "Fear is the mind-killer.");
  CHECK_TEXT(read.page, "12");
  CHECK_INT(read.fields, ALWAYS | BW_QUOTE_PAGE);
  CHECK(read.created >= before && read.created <= now_milliseconds());
  close_store(store);
  CHECK_TEXT(read.text, "Fear is the mind-killer.");
  OK(bw_result_free(result));
  CHECK_STRING(sqlite(file_path(), "SELECT book, text, page FROM quotes"),
               "1|Fear is the mind-killer.|12");
}

TEST(a_quote_needs_no_page_and_the_id_may_be_null) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert");
  bw_quote quote = new_quote("a", NULL);
  quote.page = (bw_text){(const char *)1, 99}; // The member is ignored.
  OK(bw_quote_create(store, book, &quote, NULL, &fault));
  quote.text = bytes("b\0c", 1);
  OK(bw_quote_create(store, book, &quote, NULL, NULL));
  check_quotes(store, book, "a|b");
  check_quote(store, 1, "a", NULL);
  close_store(store);
}

TEST(a_book_s_quotes_are_listed_oldest_first) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "A", "x"), other = add_book(store, "B", "x");
  check_quotes(store, book, "");
  add_quote(store, book, "z", NULL);
  add_quote(store, other, "not here", NULL);
  int64_t middle = add_quote(store, book, "m", NULL);
  add_quote(store, book, "a", NULL);
  check_quotes(store, book, "z|m|a");
  OK(bw_quote_delete(store, middle, &fault));
  check_quotes(store, book, "z|a");
  CHECK(add_quote(store, book, "new", NULL) > middle + 1);
  check_quotes(store, book, "z|a|new");
  check_quotes(store, other, "not here");
  close_store(store);
}

TEST(an_update_of_a_quote_changes_only_the_given_fields) {
  bw_store *store = open_memory();
  int64_t quote = add_quote(store, add_book(store, "A", "x"), "old", "1");
  bw_quote change = new_quote("new", NULL);
  OK(bw_quote_update(store, quote, &change, 0, &fault));
  check_quote(store, quote, "new", "1");
  change = new_quote("", "2");
  change.fields = BW_QUOTE_PAGE;
  OK(bw_quote_update(store, quote, &change, 0, &fault));
  check_quote(store, quote, "new", "2");
  change.fields = 0;
  OK(bw_quote_update(store, quote, &change, 0, &fault));
  check_quote(store, quote, "new", "2");
  OK(bw_quote_update(store, quote, &change, BW_QUOTE_PAGE, &fault));
  check_quote(store, quote, "new", NULL);
  change = new_quote("both", "3");
  OK(bw_quote_update(store, quote, &change, 0, &fault));
  check_quote(store, quote, "both", "3");
  change = new_quote("third", NULL);
  OK(bw_quote_update(store, quote, &change, BW_QUOTE_PAGE, &fault));
  check_quote(store, quote, "third", NULL);
  close_store(store);
}

TEST(an_invalid_quote_is_refused_and_changes_nothing) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "A", "x"), kept = add_quote(store, book, "kept", "1"), id = 42;
  char *long_text = long_string((16 << 20) + 1), *long_page = long_string((16 << 10) + 1);
  const bw_fields both = BW_QUOTE_TEXT | BW_QUOTE_PAGE;
  const struct {
    bw_status status;
    const char *field;
    bw_text text, page;
    bw_fields fields;
  } wrong[] = {
      {BW_ERROR_INVALID, "text", TEXT(" \n\xE3\x80\x80"), TEXT("1"), both},
      {BW_ERROR_INVALID, "text", TEXT(""), TEXT("1"), both},
      {BW_ERROR_TEXT, "text", TEXT("a\xFF"), TEXT("1"), both},
      {BW_ERROR_TEXT, "text", {"a\0b", 3}, TEXT("1"), both},
      {BW_ERROR_TOO_LARGE, "text", {long_text, -1}, TEXT("1"), both},
      {BW_ERROR_ARGUMENT, "text", {NULL, -1}, TEXT("1"), both},
      {BW_ERROR_ARGUMENT, "text", {"a", -2}, TEXT("1"), both},
      {BW_ERROR_INVALID, "page", TEXT("a"), TEXT(" "), both},
      {BW_ERROR_TEXT, "page", TEXT("a"), TEXT("\xC3"), both},
      {BW_ERROR_TOO_LARGE, "page", TEXT("a"), {long_page, -1}, both},
      {BW_ERROR_ARGUMENT, "page", TEXT("a"), {NULL, 0}, both},
      {BW_ERROR_ARGUMENT, "fields", TEXT("a"), TEXT("1"), both | BW_QUOTE_ID},
      {BW_ERROR_ARGUMENT, "fields", TEXT("a"), TEXT("1"), both | UINT64_C(1) << 40},
  };
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    bw_quote quote = new_quote("a", "1");
    quote.text = wrong[i].text;
    quote.page = wrong[i].page;
    quote.fields = wrong[i].fields;
    FAILS_AT(wrong[i].status, wrong[i].field, bw_quote_create(store, book, &quote, &id, &fault));
    FAILS_AT(wrong[i].status, wrong[i].field, bw_quote_update(store, kept, &quote, 0, &fault));
  }
  bw_quote quote = new_quote("a", "1");
  quote.fields = BW_QUOTE_PAGE;
  FAILS_AT(BW_ERROR_INVALID, "text", bw_quote_create(store, book, &quote, &id, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "clear", bw_quote_update(store, kept, &quote, BW_QUOTE_PAGE, &fault));
  quote.fields = 0;
  FAILS_AT(BW_ERROR_ARGUMENT, "clear", bw_quote_update(store, kept, &quote, BW_QUOTE_TEXT, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_quote_update(store, kept, &quote, UINT64_C(1) << 40, &fault));
  quote.size = sizeof(quote) - 1;
  FAILS_AT(BW_ERROR_ARGUMENT, "quote", bw_quote_create(store, book, &quote, &id, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "quote", bw_quote_create(store, book, NULL, &id, &fault));
  CHECK_INT(id, 42);
  check_quotes(store, book, "kept");
  check_quote(store, kept, "kept", "1");
  free(long_text);
  free(long_page);
  close_store(store);
}

TEST(unknown_quotes_are_not_found) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "A", "x"), gone = add_quote(store, book, "a", NULL), id = 42;
  OK(bw_quote_delete(store, gone, &fault));
  const int64_t ids[] = {gone, 0, -1, 99, INT64_MAX, INT64_MIN};
  bw_quote quote = new_quote("b", NULL), read;
  bw_result *result = NULL;
  BW_INIT(read);
  for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
    FAILS_AT(BW_ERROR_NOT_FOUND, "quote", bw_quote_get(store, ids[i], &read, &result, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "quote", bw_quote_update(store, ids[i], &quote, 0, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "quote", bw_quote_delete(store, ids[i], &fault));
  }
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_quote_create(store, 99, &quote, &id, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_list_quotes(store, 99, &result, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_count_quotes(store, 99, &id, &fault));
  CHECK(result == NULL);
  CHECK_INT(id, 42);
  close_store(store);
}

TEST(quotes_are_deleted_with_their_book) {
  bw_store *store = open_file();
  int64_t book = add_book(store, "A", "x"), other = add_book(store, "B", "x");
  int64_t quote = add_quote(store, book, "a", NULL);
  add_quote(store, other, "stays", NULL);
  bw_quote change = new_quote("b", NULL);
  OK(bw_book_delete(store, book, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "quote", bw_quote_update(store, quote, &change, 0, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_quote_create(store, book, &change, NULL, &fault));
  check_quotes(store, other, "stays");
  bw_query *query = new_query();
  OK(bw_query_delete_books(store, query, NULL, &fault));
  OK(bw_query_free(query));
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM quotes"), "0");
  check_integrity(file_path());
  close_store(store);
}

TEST(a_change_of_quotes_leaves_the_book_s_updated_unchanged) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "A", "x");
  bw_result *result;
  int64_t before = get_book(store, book, &result).updated;
  OK(bw_result_free(result));
  sleep_milliseconds(3);
  int64_t quote = add_quote(store, book, "a", NULL);
  bw_quote change = new_quote("b", "1");
  OK(bw_quote_update(store, quote, &change, 0, &fault));
  OK(bw_quote_delete(store, quote, &fault));
  CHECK_INT(get_book(store, book, &result).updated, before);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(quotes_of_a_transaction_are_committed_or_rolled_back_with_it) {
  bw_store *store = open_file(), *transaction;
  int64_t book = add_book(store, "A", "x"), kept = add_quote(store, book, "kept", NULL);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_quote(transaction, book, "gone", NULL);
  OK(bw_quote_delete(transaction, kept, &fault));
  check_quotes(transaction, book, "gone");
  check_quotes(store, book, "kept");
  OK(bw_transaction_rollback(transaction, &fault));
  check_quotes(store, book, "kept");
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_quote(transaction, book, "too", NULL);
  OK(bw_transaction_commit(transaction, &fault));
  check_quotes(store, book, "kept|too");
  close_store(store);
}

TEST(a_read_only_store_reads_quotes_and_refuses_new_ones) {
  bw_store *store = open_file();
  int64_t book = add_book(store, "A", "x"), quote = add_quote(store, book, "a", "1"), id = 42;
  bw_open_options options = default_options();
  options.read_only = 1;
  bw_store *reader = NULL;
  OK(try_open(file_path(), &options, &reader));
  check_quotes(reader, book, "a");
  bw_quote change = new_quote("b", NULL);
  FAILS(BW_ERROR_READ_ONLY, bw_quote_create(reader, book, &change, &id, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_quote_update(reader, quote, &change, 0, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_quote_delete(reader, quote, &fault));
  CHECK_INT(id, 42);
  close_store(reader);
  close_store(store);
}

TEST(a_row_of_quotes_is_not_read_as_another_row) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "A", "x");
  add_quote(store, book, "a", NULL);
  bw_result *quotes, *genres;
  OK(bw_book_list_quotes(store, book, &quotes, &fault));
  OK(bw_genres_list(store, &genres, &fault));
  bw_book as_book;
  bw_genre as_genre;
  bw_quote quote;
  BW_INIT(as_book);
  BW_INIT(as_genre);
  BW_INIT(quote);
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_book(quotes, 0, &as_book, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_genre(quotes, 0, &as_genre, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_quote(genres, 0, &quote, &fault));
  const int64_t rows[] = {-1, 1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 4; i++)
    FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_quote(quotes, rows[i], &quote, &fault));
  bw_column column;
  BW_INIT(column);
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_result_get_column(quotes, 0, &column, &fault));
  OK(bw_result_get_column(quotes, BW_BOOK_ID, &column, &fault));
  CHECK_INT(column.count, 1);
  OK(bw_result_free(quotes));
  OK(bw_result_free(genres));
  close_store(store);
}

TEST(the_quotes_of_all_books_are_read_a_page_at_a_time) {
  bw_store *store = open_memory();
  int64_t one = add_book(store, "Dune", "A"), other = add_book(store, "Emma", "B"), count = -1;
  bw_result *result;
  OK(bw_quotes_count(store, &count, &fault));
  CHECK_INT(count, 0);
  for (int i = 0; i < 5; i++) {
    bw_quote quote;
    BW_INIT(quote);
    quote.fields = BW_QUOTE_TEXT;
    quote.text = TEXT("Words");
    OK(bw_quote_create(store, i % 2 == 0 ? one : other, &quote, NULL, &fault));
  }
  OK(bw_quotes_count(store, &count, &fault));
  CHECK_INT(count, 5);
  OK(bw_quotes_list(store, 2, 2, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  bw_quote read;
  BW_INIT(read);
  OK(bw_result_get_quote(result, 1, &read, &fault));
  CHECK_INT(read.id, 4);
  CHECK_INT(read.book, other);
  OK(bw_result_free(result));
  OK(bw_quotes_list(store, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), 5);
  OK(bw_result_free(result));
  FAILS_AT(BW_ERROR_ARGUMENT, "limit", bw_quotes_list(store, 0, -2, &result, &fault));
  close_store(store);
}
