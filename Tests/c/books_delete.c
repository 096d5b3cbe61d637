// These tests delete books, one and many.
#include "support/fixtures.h"

TEST(a_deleted_book_is_not_found_and_has_no_links) {
  bw_store *store = open_file();
  int64_t id = add_with_genre(store, "Dune", "Science Fiction"), genre;
  OK(bw_genre_find(store, "Science Fiction", -1, &genre, &fault));
  CHECK_INT(books_of_genre(store, genre), 1);
  OK(bw_book_delete(store, id, &fault));
  CHECK_INT(count_books(store), 0);
  CHECK_INT(books_of_genre(store, genre), 0);
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM book_genres"), "0");
  FAILS(BW_ERROR_NOT_FOUND, bw_book_delete(store, id, &fault));
  FAILS(BW_ERROR_NOT_FOUND, bw_book_set_rating(store, id, 3, &fault));
  check_integrity(file_path());
  close_store(store);
}

// However a book is deleted, everything that belongs to it is deleted too.
TEST(quotes_and_identifiers_are_deleted_with_their_book) {
  bw_store *store = open_file();
  const bw_text scheme = TEXT("isbn"), value = TEXT("9780441172719");
  for (int way = 0; way < 3; way++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    bw_query *query = new_query();
    int64_t id;
    book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
    book.identifier_schemes = &scheme;
    book.identifier_values = &value;
    book.identifier_count = 1;
    OK(bw_book_create(store, &book, &id, &fault));
    bw_quote quote;
    BW_INIT(quote);
    quote.fields = BW_QUOTE_TEXT;
    quote.text = TEXT("Fear");
    OK(bw_quote_create(store, id, &quote, NULL, &fault));
    CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM quotes, book_identifiers"), "1");
    if (way == 0) OK(bw_book_delete(store, id, &fault));
    if (way == 1) OK(bw_books_delete(store, &id, 1, NULL, &fault));
    if (way == 2) OK(bw_query_delete_books(store, query, NULL, &fault));
    CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM quotes"), "0");
    CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM book_identifiers"), "0");
    OK(bw_query_free(query));
  }
  check_store_from_outside(file_path());
  close_store(store);
}

TEST(many_books_are_deleted_and_unknown_ids_are_ignored) {
  bw_store *store = open_memory();
  int64_t a = add_book(store, "A", "x"), b = add_book(store, "B", "x"),
          c = add_book(store, "C", "x"), deleted = -1;
  const int64_t ids[] = {c, 0, a, a, -1, INT64_MAX, c};
  OK(bw_books_delete(store, ids, 7, &deleted, &fault));
  CHECK_INT(deleted, 2);
  CHECK_INT(count_books(store), 1);
  OK(bw_books_delete(store, &b, 1, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  OK(bw_books_delete(store, NULL, 0, &deleted, &fault));
  CHECK_INT(deleted, 0);
  deleted = 42;
  FAILS(BW_ERROR_ARGUMENT, bw_books_delete(store, NULL, 1, &deleted, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_delete(store, ids, -1, &deleted, &fault));
  CHECK_INT(deleted, 42);
  close_store(store);
}
