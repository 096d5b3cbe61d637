// These tests maintain a store: check, rebuild, compact, export and import.
#include "support/fixtures.h"

static bw_result *check(bw_store *store) {
  bw_result *problems = NULL;
  OK(bw_store_check(store, &problems, &fault));
  return problems;
}

TEST(a_damaged_store_is_checked_and_rebuilt) {
  bw_store *store = filled_store(3);
  check_is_sound(store);
  sqlite(file_path(), "UPDATE books SET title_key = x'00' WHERE id = 2;"
                      " UPDATE counters SET rated_0 = 9; DELETE FROM genre_books WHERE book = 3;"
                      " UPDATE properties SET value = 1 WHERE name = 'last_book_id'");
  static const struct {
    bw_problem_kind kind;
    const char *table;
    int64_t id;
  } expected[] = {
      {BW_PROBLEM_KEY, "books", 2},        {BW_PROBLEM_LINK, "genre_books", 2},
      {BW_PROBLEM_LINK, "genre_books", 3}, {BW_PROBLEM_LINK, "genre_books", 2},
      {BW_PROBLEM_COUNTER, "counters", 0}, {BW_PROBLEM_COUNTER, "counters", 1},
      {BW_PROBLEM_COUNTER, "counters", 0}, {BW_PROBLEM_LAST_ID, "properties", 3},
  };
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 8);
  for (int64_t row = 0; row < 8; row++) {
    bw_problem problem;
    BW_INIT(problem);
    OK(bw_result_get_problem(problems, row, &problem, &fault));
    CHECK_INT(problem.kind, expected[row].kind);
    CHECK_TEXT(problem.table, expected[row].table);
    if (row != 6) CHECK_INT(problem.id, expected[row].id);
    CHECK(problem.text.length > 10);
  }
  OK(bw_store_rebuild(store, &fault));
  check_is_sound(store);
  check_store_from_outside(file_path());
  CHECK_INT(add_book(store, "Next", "Author"), 4);
  // The result is a snapshot like any other.
  CHECK_INT(count_rows(problems), 8);
  OK(bw_result_free(problems));
  close_store(store);
}

TEST(each_of_several_rows_with_the_same_fault_is_reported) {
  bw_store *store = open_file();
  bw_text isbn = TEXT("isbn"), genre = TEXT("Horror"), number = TEXT("9780441013593");
  for (int i = 0; i < 3; i++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    book.fields |= BW_BOOK_GENRE_NAMES | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
    book.genre_names = &genre;
    book.identifier_schemes = &isbn;
    book.identifier_values = &number;
    book.genre_name_count = book.identifier_count = 1;
    OK(bw_book_create(store, &book, NULL, &fault));
  }
  sqlite(file_path(), "UPDATE book_genres SET position = -1 WHERE book > 1;"
                      " UPDATE book_identifiers SET position = 1 WHERE book > 1;"
                      " UPDATE genre_books SET title_key = x'00' WHERE book > 1;"
                      " INSERT INTO book_search_docsize (id, sz) VALUES (98, x''), (99, x'')");
  static const struct {
    bw_problem_kind kind;
    int64_t first, second;
  } expected[] = {{BW_PROBLEM_VALUE, 2, 3}, // genres
                  {BW_PROBLEM_VALUE, 2, 3}, // identifiers
                  {BW_PROBLEM_LINK, 2, 3},  // missing
                  {BW_PROBLEM_LINK, 2, 3},  // too many
                  {BW_PROBLEM_SEARCH_INDEX, 98, 99}};
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 10);
  for (int64_t row = 0; row < 10; row++) {
    bw_problem problem;
    BW_INIT(problem);
    OK(bw_result_get_problem(problems, row, &problem, &fault));
    CHECK_INT(problem.kind, expected[row / 2].kind);
    CHECK_INT(problem.id, row % 2 == 0 ? expected[row / 2].first : expected[row / 2].second);
  }
  OK(bw_result_free(problems));
  close_store(store);
}

TEST(a_value_that_breaks_a_rule_is_reported_and_kept) {
  bw_store *store = filled_store(2);
  bw_problem problem;
  sqlite(file_path(), "UPDATE books SET rating = 9 WHERE id = 2");
  OK(bw_store_rebuild(store, &fault));
  bw_result *problems = check(store);
  CHECK_INT(count_rows(problems), 1);
  BW_INIT(problem);
  OK(bw_result_get_problem(problems, 0, &problem, &fault));
  CHECK_INT(problem.kind, BW_PROBLEM_VALUE);
  CHECK_INT(problem.id, 2);
  CHECK_TEXT(problem.text, "rating is 9; it must be 1 to 5, or 0 for not rated");
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_problem(problems, 1, &problem, &fault));
  bw_genre genre;
  BW_INIT(genre);
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_genre(problems, 0, &genre, &fault));
  OK(bw_result_free(problems));
  close_store(store);
}

TEST(a_store_gets_smaller_when_it_is_compacted) {
  bw_store *store = filled_store(2000);
  bw_query *query = new_query();
  close_store(store);
  int64_t before = file_size(file_path());
  store = open_file();
  OK(bw_query_delete_books(store, query, NULL, &fault));
  OK(bw_store_compact(store, &fault));
  CHECK(file_size(file_path()) < before / 4);
  CHECK_INT(file_size(in_folder("store.bookworm-wal")), 0);
  OK(bw_query_free(query));
  CHECK_INT(add_book(store, "Next", "Author"), 2001);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(maintenance_waits_for_other_writers_and_refuses_transactions) {
  about_a_file();
  bw_open_options options = default_options();
  bw_store *store, *other = filled_store(3), *transaction;
  bw_result *problems = NULL;
  options.busy_timeout = 50;
  OK(try_open(file_path(), &options, &store));
  OK(bw_transaction_begin(other, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Uncommitted", "Author");
  FAILS(BW_ERROR_BUSY, bw_store_compact(store, &fault));
  FAILS(BW_ERROR_BUSY, bw_store_rebuild(store, &fault));
  check_is_sound(store);
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_compact(transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_rebuild(transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_check(transaction, &problems, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_export(transaction, "x", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_import(transaction, "x", -1, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  OK(bw_store_compact(store, &fault));
  close_store(store);
  close_store(other);
}

TEST(a_commit_to_a_file_leaves_no_receipt) {
  about_a_file();
  bw_store *store = filled_store(1);
  int32_t kept = 7;
  FAILS_AT(BW_ERROR_ARGUMENT, "receipt", bw_store_check_receipt(store, 1, &kept, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "kept", bw_store_check_receipt(store, 1, NULL, &fault));
  CHECK(kept == 7);
  close_store(store);
}

TEST(a_document_is_imported_exactly) {
  bw_store *store = filled_store(20), *other = open_path(in_folder("other"));
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the \"mind-killer\"\n\xE2\x80\xA8\xF0\x9F\x90\x9B");
  OK(bw_quote_create(store, 3, &quote, NULL, &fault));
  bw_book priced;
  BW_INIT(priced);
  priced.fields = BW_BOOK_PRICE | BW_BOOK_CURRENCY;
  priced.price = 999;
  priced.currency = TEXT("EUR");
  OK(bw_book_update(store, 20, &priced, 0, &fault));
  OK(bw_order_place(store, 20, 3, NULL, &fault));
  OK(bw_book_delete(store, 20, &fault));
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  OK(bw_store_import(other, in_folder("document"), -1, &fault));
  OK(bw_store_export(other, in_folder("again"), -1, &fault));
  CHECK(file_digest(in_folder("document")) == file_digest(in_folder("again")));
  CHECK_INT(count_books(other), 19);
  CHECK_INT(add_book(other, "Next", "Author"), 21);
  CHECK_STRING(sqlite(in_folder("other"), "SELECT book, total, currency FROM orders"),
               "20|2997|EUR");
  check_is_sound(other);
  check_store_from_outside(in_folder("other"));
  FAILS_AT(BW_ERROR_EXISTS, "store", bw_store_import(other, in_folder("document"), -1, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_export(store, in_folder("again"), -1, &fault));
  close_store(other);
  close_store(store);
}

static void fails_to_import(bw_store *store, bw_status status, const char *field, int64_t row,
                            const char *document) {
  write_file(in_folder("document"), document, strlen(document));
  FAILS_AT(status, field, bw_store_import(store, in_folder("document"), -1, &fault));
  CHECK_INT(fault.row, row);
}

#define HEAD "{\"bookworm\":1,\"schema\":2,\"sort_keys\":1,\"last_ids\":{},\"genres\":["

TEST(an_invalid_document_is_refused_as_a_whole) {
  bw_store *store = open_memory();
  fails_to_import(store, BW_ERROR_INVALID, "document", -1, "");
  fails_to_import(store, BW_ERROR_INVALID, "document", 0, HEAD);
  fails_to_import(store, BW_ERROR_NEWER, "bookworm", -1, "{\"bookworm\":4}");
  fails_to_import(store, BW_ERROR_INVALID, "name", 1,
                  HEAD "{\"id\":1,\"name\":\"A\",\"colour\":\"#000000\"},"
                       "{\"id\":2,\"name\":\" \",\"colour\":\"#000000\"}]");
  CHECK(strncmp(fault.message, "genres[1]: name must", 20) == 0);
  fails_to_import(store, BW_ERROR_TEXT, "name", 0,
                  HEAD "{\"id\":1,\"name\":\"a\xFF\",\"colour\":\"#000000\"}]");
  CHECK_INT(fault.offset, 1);
  CHECK_INT(count_genres(store), 0);
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_import(store, "/dev/zero", -1, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_import(store, in_folder("no"), -1, &fault));
  close_store(store);
}

TEST(importing_an_open_store_as_a_document_fails_and_keeps_its_locks) {
  about_a_file();
  bw_store *store = filled_store(1), *other = open_memory(), *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_INVALID, "document", bw_store_import(other, file_path(), -1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "document",
           bw_store_import(other, in_folder("store.bookworm-shm"), -1, &fault));
  CHECK_STRING(shell("sqlite3 '%s' 'BEGIN IMMEDIATE' 2>&1 | grep -c locked", file_path()), "1");
  OK(bw_transaction_rollback(transaction, &fault));
  close_store(other);
  close_store(store);
}
