// These tests list all faults of a new book at once.
#include "support/fixtures.h"

TEST(every_invalid_field_is_reported_at_once) {
  bw_store *store = open_memory();
  bw_book book = new_book(" ", "x");
  const bw_text scheme = TEXT("isbn"), value = TEXT(" ");
  static const struct {
    bw_fields field;
    bw_status status;
  } expected[] = {
      {BW_BOOK_TITLE, BW_ERROR_INVALID},    {BW_BOOK_REVIEW, BW_ERROR_TEXT},
      {BW_BOOK_RATING, BW_ERROR_INVALID},   {BW_BOOK_FINISHED, BW_ERROR_INVALID},
      {BW_BOOK_CURRENCY, BW_ERROR_INVALID}, {BW_BOOK_IDENTIFIER_VALUES, BW_ERROR_INVALID},
      {BW_BOOK_AUTHOR, BW_ERROR_INVALID},   {BW_BOOK_GENRES, BW_ERROR_NOT_FOUND},
  };
  bw_result *faults;
  book.fields = BW_BOOK_TITLE | BW_BOOK_RATING | BW_BOOK_REVIEW | BW_BOOK_FINISHED | BW_BOOK_PRICE |
                BW_BOOK_GENRES | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES |
                BW_BOOK_YEAR;
  book.rating = 6;
  book.review = bytes("ab\xff", 3);
  book.finished = 20260231;
  book.price = 5;
  book.genres = (const int64_t[]){7, 8};
  book.genre_count = 2;
  book.identifier_schemes = &scheme;
  book.identifier_values = &value;
  book.identifier_count = 1;
  OK(bw_book_check(store, &book, &faults, &fault));
  CHECK_INT(count_rows(faults), 8);
  for (int64_t row = 0; row < 8; row++) {
    bw_fault found;
    BW_INIT(found);
    OK(bw_result_get_fault(faults, row, &found, &fault));
    CHECK(found.field == expected[row].field);
    CHECK_INT(found.status, expected[row].status);
    CHECK_INT(found.offset, row == 1 ? 2 : -1);
    CHECK(found.message.length > 10);
  }
  OK(bw_result_free(faults));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_fault_is_an_error_with_a_sentence) {
  bw_store *store = open_memory();
  bw_book book = new_book(" ", "x");
  bw_result *faults;
  bw_error found;
  bw_sentence sentence;
  BW_INIT(found);
  BW_INIT(sentence);
  book.fields |= BW_BOOK_REVIEW | BW_BOOK_STARTED | BW_BOOK_FINISHED;
  book.review = bytes("ab\xff", 3);
  book.started = 20260302;
  book.finished = 20260301;
  OK(bw_book_check(store, &book, &faults, &fault));
  CHECK_INT(count_rows(faults), 3);
  OK(bw_result_get_error(faults, 0, &found, &fault));
  CHECK_STRING(found.field, "title");
  CHECK_INT(found.status, BW_ERROR_INVALID);
  CHECK_INT(found.row, -1);
  OK(bw_error_get_text(&found, BW_LANGUAGE_GERMAN, &sentence, &fault));
  CHECK_STRING(sentence.text, "Titel: Bitte etwas eingeben.");
  OK(bw_error_get_plain_text(&found, BW_LANGUAGE_GERMAN, &sentence, &fault));
  CHECK_STRING(sentence.text, "Bitte etwas eingeben.");
  OK(bw_result_get_error(faults, 1, &found, &fault));
  CHECK_STRING(found.field, "review");
  CHECK_INT(found.offset, 2);
  OK(bw_result_get_error(faults, 2, &found, &fault));
  CHECK_STRING(found.field, "finished");
  CHECK_INT(found.reason, BW_REASON_END_BEFORE_START);
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_error(faults, 3, &found, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "failed", bw_result_get_error(faults, 0, NULL, &fault));
  OK(bw_result_free(faults));
  close_store(store);
}

TEST(a_valid_book_has_no_fault) {
  bw_store *store = open_file(), *writing;
  bw_book book = new_book("Dune", "Frank Herbert");
  const bw_text name = TEXT("New");
  bw_result *faults;
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = &name;
  book.genre_name_count = 1;
  // While another handle holds the write lock.
  bw_store *other = open_file();
  OK(bw_transaction_begin(other, BW_TRANSACTION_WRITE, &writing, &fault));
  OK(bw_book_check(store, &book, &faults, &fault));
  CHECK_INT(count_rows(faults), 0);
  OK(bw_result_free(faults));
  book.fields |= BW_BOOK_ID;
  OK(bw_book_check(store, &book, &faults, &fault));
  CHECK_INT(count_rows(faults), 1);
  OK(bw_result_free(faults));
  OK(bw_transaction_rollback(writing, &fault));
  CHECK_INT(count_genres(store), 0);
  close_store(other);
  close_store(store);
}
