// These tests check the error struct, and the rule that outputs are written only on success.
#include "support/fixtures.h"

TEST(every_error_may_be_null) {
  bw_store *store = NULL;
  bw_book book = new_book("Dune", "Frank Herbert");
  int64_t id = 42;
  CHECK_STATUS(bw_store_open(":memory:", -1, NULL, &store, NULL), BW_OK);
  CHECK_STATUS(bw_book_set_rating(store, 1, 3, NULL), BW_ERROR_NOT_FOUND);
  CHECK_STATUS(bw_book_create(store, &book, &id, NULL), BW_OK);
  CHECK_STATUS(bw_book_set_rating(store, id, 6, NULL), BW_ERROR_INVALID);
  CHECK_STATUS(bw_books_count(NULL, &id, NULL), BW_ERROR_HANDLE);
  CHECK_STATUS(bw_store_close(store, NULL), BW_OK);
}

TEST(an_error_is_filled_exactly) {
  bw_store *store = open_memory();
  bw_error error;
  memset(&error, 0x5A, sizeof(error));
  error.size = sizeof(error);
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  CHECK_STATUS(bw_book_set_rating(store, id, 6, &error), BW_ERROR_INVALID);
  CHECK_INT(error.size, sizeof(error));
  CHECK_INT(error.status, BW_ERROR_INVALID);
  CHECK_INT(error.sqlite_code, 0);
  CHECK_INT(error.reserved, 0);
  CHECK_INT(error.offset, -1);
  CHECK_INT(error.row, -1);
  CHECK_STRING(error.sqlstate, "");
  CHECK_INT(error.receipt, 0);
  CHECK_STRING(error.field, "rating");
  CHECK(strstr(error.message, "6") != NULL);
  close_store(store);
}

TEST(a_success_leaves_the_error_as_it_was) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert"), count;
  bw_error before;
  FAILS(BW_ERROR_INVALID, bw_book_set_rating(store, id, 6, &fault));
  before = fault;
  CHECK_STATUS(bw_books_count(store, &count, &fault), BW_OK);
  CHECK(memcmp(&fault, &before, sizeof(fault)) == 0);
  close_store(store);
}

TEST(an_error_keeps_nothing_of_the_previous_one) {
  bw_store *store = open_memory();
  bw_book books[2] = {new_book("A", "x"), new_book("b\xff", "x")};
  FAILS_AT_BYTE("title", 1, bw_books_create(store, books, 2, NULL, &fault));
  CHECK_INT(fault.row, 1);
  CHECK_STATUS(bw_book_set_rating(store, 999, 3, &fault), BW_ERROR_NOT_FOUND);
  CHECK_INT(fault.row, -1);
  CHECK_INT(fault.offset, -1);
  CHECK_INT(fault.status, BW_ERROR_NOT_FOUND);
  close_store(store);
}

// An error struct of a newer or older program: its size determines how much is written.
TEST(an_error_of_another_size_is_never_overrun) {
  static const uint32_t sizes[] = {0, 1, 4, 8, 12, 16, 100, sizeof(bw_error) - 1};
  bw_store *store = open_memory();
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
    unsigned char memory[sizeof(bw_error)];
    memset(memory, 0x5A, sizeof(memory));
    memcpy(memory, &sizes[i], sizeof(uint32_t));
    bw_status status = bw_book_set_rating(store, 999, 3, (bw_error *)(void *)memory);
    CHECK(status == BW_ERROR_NOT_FOUND || status == BW_ERROR_ARGUMENT);
    for (size_t byte = sizes[i] < 4 ? 4 : sizes[i]; byte < sizeof(memory); byte++)
      CHECK_INT(memory[byte], 0x5A);
  }
  close_store(store);
}

TEST(a_larger_error_struct_of_a_newer_program_gets_the_known_members) {
  bw_store *store = open_memory();
  struct {
    bw_error error;
    char newer[64];
  } larger;
  memset(&larger, 0, sizeof(larger));
  larger.error.size = sizeof(larger);
  CHECK_STATUS(bw_book_set_rating(store, 999, 3, &larger.error), BW_ERROR_NOT_FOUND);
  CHECK_INT(larger.error.status, BW_ERROR_NOT_FOUND);
  CHECK_INT(larger.error.size, sizeof(larger));
  CHECK(larger.error.message[0] != '\0');
  close_store(store);
}

TEST(a_long_message_is_cut_between_characters) {
  bw_store *store = NULL;
  char path[600];
  for (size_t shift = 0; shift < 4; shift++) {
    size_t length = (size_t)snprintf(path, sizeof(path), "%.*s/absent/", (int)shift, "xyz");
    while (length < 400) length += (size_t)snprintf(path + length, sizeof(path) - length, "€");
    FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(path, -1, NULL, &store, &fault));
    size_t end = strlen(fault.message);
    CHECK(end < sizeof(fault.message));
    // Whatever precedes it, a letter of three bytes is never cut.
    size_t tail = 0;
    while (tail < 3 && end > tail && ((unsigned char)fault.message[end - 1 - tail] & 0xC0) == 0x80)
      tail++;
    unsigned char lead = (unsigned char)fault.message[end - 1 - tail];
    CHECK(tail == 0 ? lead < 0x80 : (tail == 2 && (lead & 0xF0) == 0xE0));
  }
}

TEST(an_error_has_sqlite_s_code_if_sqlite_is_the_cause) {
  about_a_file();
  bw_open_options options = default_options();
  bw_store *one = open_file(), *other, *transaction;
  options.busy_timeout = -1;
  OK(try_open(file_path(), &options, &other));
  OK(bw_transaction_begin(one, BW_TRANSACTION_WRITE, &transaction, &fault));
  int64_t id = add_genre(transaction, "Horror");
  FAILS(BW_ERROR_BUSY, bw_genre_delete(other, id, &fault));
  CHECK_INT(fault.sqlite_code & 0xFF, 5); // SQLITE_BUSY
  CHECK_STRING(fault.sqlstate, "");
  OK(bw_transaction_rollback(transaction, &fault));
  close_store(other);
  close_store(one);
}

// The size of a book in version 2.0.
enum { FIRST_BOOK = 400 };

// A struct of a size that this library does not know.
TEST(a_book_struct_of_another_size_is_accepted_only_if_it_can_be_understood) {
  bw_store *store = open_memory();
  union {
    bw_book book;
    unsigned char memory[sizeof(bw_book) + 64];
  } larger;
  static const uint32_t small[] = {0, 1, 4, 8, FIRST_BOOK - 8, FIRST_BOOK - 1};
  int64_t id = 42;
  memset(&larger, 0, sizeof(larger));
  larger.book = new_book("Dune", "Frank Herbert");
  for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
    larger.book.size = small[i];
    FAILS(BW_ERROR_ARGUMENT, bw_book_create(store, &larger.book, &id, &fault));
  }
  CHECK_INT(id, 42);
  larger.book.size = sizeof(larger);
  OK(bw_book_create(store, &larger.book, &id, &fault));
  larger.memory[sizeof(larger) - 1] = 1;
  int64_t other = 42;
  FAILS(BW_ERROR_ARGUMENT, bw_book_create(store, &larger.book, &other, &fault));
  larger.book.size = UINT32_MAX;
  FAILS(BW_ERROR_ARGUMENT, bw_book_create(store, &larger.book, &other, &fault));
  CHECK_INT(other, 42);
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

TEST(an_output_of_another_size_is_never_overrun) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  static const uint32_t small[] = {0, 1, 4, 8, FIRST_BOOK - 1};
  for (size_t i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
    bw_result *result = NULL;
    bw_book book, before;
    memset(&book, 0x5A, sizeof(book));
    book.size = small[i];
    before = book;
    FAILS(BW_ERROR_ARGUMENT, bw_book_get(store, id, 0, &book, &result, &fault));
    CHECK(memcmp(&book, &before, sizeof(book)) == 0);
    CHECK(result == NULL);
  }
  struct {
    bw_book book;
    unsigned char newer[64];
  } larger;
  bw_result *result;
  memset(&larger, 0, sizeof(larger));
  larger.book.size = sizeof(larger);
  OK(bw_book_get(store, id, 0, &larger.book, &result, &fault));
  CHECK_INT(larger.book.size, sizeof(larger));
  CHECK_TEXT(larger.book.title, "Dune");
  for (size_t i = 0; i < sizeof(larger.newer); i++) CHECK_INT(larger.newer[i], 0);
  OK(bw_result_free(result));
  close_store(store);
}
