// These tests add, remove, toggle and replace a book's genres, in the order added.
#include "support/fixtures.h"

static void check_genres(bw_store *store, int64_t book, const char *names) {
  bw_result *result;
  OK(bw_book_list_genres(store, book, &result, &fault));
  CHECK_STRING(names_of(result), names);
}

TEST(a_genre_is_added_once) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), genre = add_genre(store, "SF");
  int32_t changed = 42;
  OK(bw_book_add_genre(store, book, genre, &changed, &fault));
  CHECK_INT(changed, 1);
  OK(bw_book_add_genre(store, book, genre, &changed, &fault));
  CHECK_INT(changed, 0);
  OK(bw_book_add_genre(store, book, genre, NULL, &fault));
  check_genres(store, book, "SF");
  CHECK_INT(books_of_genre(store, genre), 1);
  close_store(store);
}

TEST(a_genre_is_removed_once) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), genre = add_genre(store, "SF");
  int32_t changed = 42;
  OK(bw_book_remove_genre(store, book, genre, &changed, &fault));
  CHECK_INT(changed, 0);
  OK(bw_book_add_genre(store, book, genre, NULL, &fault));
  OK(bw_book_remove_genre(store, book, genre, &changed, &fault));
  CHECK_INT(changed, 1);
  OK(bw_book_remove_genre(store, book, genre, NULL, &fault));
  check_genres(store, book, "");
  CHECK_INT(books_of_genre(store, genre), 0);
  close_store(store);
}

TEST(a_genre_is_toggled) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), genre = add_genre(store, "SF");
  int32_t added = 42;
  OK(bw_book_toggle_genre(store, book, genre, &added, &fault));
  CHECK_INT(added, 1);
  check_genres(store, book, "SF");
  OK(bw_book_toggle_genre(store, book, genre, &added, &fault));
  CHECK_INT(added, 0);
  OK(bw_book_toggle_genre(store, book, genre, NULL, &fault));
  check_genres(store, book, "SF");
  close_store(store);
}

TEST(genres_keep_the_order_they_were_added) {
  bw_store *store = open_file();
  int64_t book = add_book(store, "Dune", "Herbert");
  int64_t c = add_genre(store, "C"), a = add_genre(store, "A"), b = add_genre(store, "B");
  OK(bw_book_add_genre(store, book, b, NULL, &fault));
  OK(bw_book_add_genre(store, book, c, NULL, &fault));
  OK(bw_book_add_genre(store, book, a, NULL, &fault));
  check_genres(store, book, "B|C|A");
  OK(bw_book_remove_genre(store, book, b, NULL, &fault));
  OK(bw_book_add_genre(store, book, b, NULL, &fault));
  close_store(store);
  store = open_file();
  check_genres(store, book, "C|A|B");
  bw_result *result;
  bw_book read = get_book(store, book, &result);
  CHECK_INT(read.genres[0], c); // the primary genre
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_book_s_genres_are_read_by_name_in_their_order) {
  bw_store *store = open_file();
  int64_t bare = add_book(store, "Bare", "A");
  int64_t book = add_with_genre(store, "Dune", "SF"), other = add_with_genre(store, "Emma", "SF");
  OK(bw_book_add_genre(store, book, add_genre(store, "Adventure"), NULL, &fault));
  const int64_t ids[] = {bare, book, other};
  const bw_fields both = BW_BOOK_GENRES | BW_BOOK_GENRE_NAMES;
  bw_result *result;
  OK(bw_books_list(store, ids, 3, both, &result, &fault));
  static const int counts[] = {0, 2, 1};
  for (int64_t row = 0; row < 3; row++) {
    bw_book read;
    BW_INIT(read);
    OK(bw_result_get_book(result, row, &read, &fault));
    CHECK_INT(read.fields & both, both);
    CHECK_INT(read.genre_name_count, counts[row]);
    CHECK_INT(read.genre_count, counts[row]);
    if (row > 0) CHECK_TEXT(read.genre_names[0], "SF");
    if (row == 1) CHECK_TEXT(read.genre_names[1], "Adventure");
  }
  bw_column names;
  BW_INIT(names);
  OK(bw_result_get_column(result, BW_BOOK_GENRE_NAMES, &names, &fault));
  CHECK_INT(names.type, BW_COLUMN_TEXT_LIST);
  CHECK_INT(names.lists[3], 3);
  CHECK_STRING((const char *)names.values + names.offsets[1], "Adventure");
  OK(bw_result_free(result));
  bw_book whole = get_book(store, book, &result);
  CHECK_INT(whole.fields & BW_BOOK_GENRE_NAMES, 0); // BW_FIELDS_ALL has the ids
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_book_s_genres_are_replaced_in_the_given_order) {
  bw_store *store = open_file();
  int64_t book = add_with_genre(store, "Dune", "Old");
  const int64_t ids[] = {add_genre(store, "B"), add_genre(store, "A"), 0};
  int64_t old;
  OK(bw_book_set_genres(store, book, ids, 2, &fault));
  check_genres(store, book, "B|A");
  OK(bw_genre_find(store, "Old", -1, &old, &fault));
  CHECK_INT(books_of_genre(store, old), 0);
  FAILS(BW_ERROR_NOT_FOUND, bw_book_set_genres(store, book, ids, 3, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_book_set_genres(store, book, ids, -1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_book_set_genres(store, book, NULL, 1, &fault));
  check_genres(store, book, "B|A");
  const int64_t twice[] = {ids[1], ids[0], ids[1]};
  OK(bw_book_set_genres(store, book, twice, 3, &fault));
  check_genres(store, book, "A|B");
  CHECK_INT(books_of_genre(store, ids[1]), 1);
  OK(bw_book_set_genres(store, book, NULL, 0, &fault));
  check_genres(store, book, "");
  check_integrity(file_path());
  close_store(store);
}

TEST(errors_distinguish_unknown_books_from_unknown_genres) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), genre = add_genre(store, "SF");
  static const int64_t unknown[] = {999, 0, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 5; i++) {
    int32_t answer = 42;
    bw_result *result = NULL;
    int64_t no = unknown[i];
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_add_genre(store, no, genre, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_book_add_genre(store, book, no, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_toggle_genre(store, no, genre, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_book_toggle_genre(store, book, no, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_remove_genre(store, no, genre, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_book_remove_genre(store, book, no, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_set_genres(store, no, &genre, 1, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "genres", bw_book_set_genres(store, book, &no, 1, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_list_genres(store, no, &result, &fault));
    CHECK_INT(answer, 42);
    CHECK(result == NULL);
  }
  check_genres(store, book, "");
  close_store(store);
}

TEST(many_pairs_are_linked_at_once) {
  bw_store *store = open_file();
  int64_t a = add_book(store, "A", "x"), b = add_book(store, "B", "x");
  int64_t sf = add_genre(store, "SF"), new = add_genre(store, "New"), added = 42;
  const int64_t books[] = {a, b, a, a}, genres[] = {sf, new, new, sf};
  OK(bw_books_add_genres(store, books, genres, 4, &added, &fault));
  CHECK_INT(added, 3);
  check_genres(store, a, "SF|New");
  check_genres(store, b, "New");
  CHECK_INT(books_of_genre(store, new), 2);
  OK(bw_books_add_genres(store, books, genres, 4, NULL, &fault));
  CHECK_INT(books_of_genre(store, new), 2);
  OK(bw_books_add_genres(store, NULL, NULL, 0, &added, &fault));
  CHECK_INT(added, 0);
  check_integrity(file_path());
  close_store(store);
}

TEST(pairs_with_an_unknown_id_link_nothing_and_name_the_row) {
  bw_store *store = open_file();
  int64_t a = add_book(store, "A", "x"), sf = add_genre(store, "SF"), added = 42;
  const int64_t books[] = {a, a, 999}, genres[] = {sf, 999, sf};
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre",
           bw_books_add_genres(store, books, genres, 3, &added, &fault));
  CHECK_INT(fault.row, 1);
  const int64_t good_genres[] = {sf, sf, sf};
  FAILS_AT(BW_ERROR_NOT_FOUND, "book",
           bw_books_add_genres(store, books, good_genres, 3, &added, &fault));
  CHECK_INT(fault.row, 2);
  FAILS(BW_ERROR_ARGUMENT, bw_books_add_genres(store, NULL, genres, 1, &added, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_add_genres(store, books, NULL, 1, &added, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_add_genres(store, books, genres, -1, &added, &fault));
  CHECK_INT(added, 42);
  CHECK_INT(books_of_genre(store, sf), 0);
  check_genres(store, a, "");
  check_integrity(file_path());
  close_store(store);
}

TEST(a_change_of_genres_leaves_updated_unchanged) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), genre = add_genre(store, "SF");
  bw_result *result;
  int64_t before = get_book(store, book, &result).updated;
  OK(bw_result_free(result));
  sleep_milliseconds(3);
  OK(bw_book_add_genre(store, book, genre, NULL, &fault));
  OK(bw_book_toggle_genre(store, book, genre, NULL, &fault));
  OK(bw_book_set_genres(store, book, &genre, 1, &fault));
  OK(bw_genre_delete(store, genre, &fault));
  CHECK_INT(get_book(store, book, &result).updated, before);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_genre_s_counter_follows_every_change) {
  bw_store *store = open_file(), *transaction;
  int64_t books[10], sf = add_genre(store, "SF"), other = add_genre(store, "Other");
  bw_query *query = new_query();
  for (int i = 0; i < 10; i++) {
    books[i] = add_rated(store, "Book", i % 6);
    OK(bw_book_add_genre(store, books[i], i % 2 == 0 ? sf : other, NULL, &fault));
  }
  OK(bw_book_set_rating(store, books[0], 5, &fault));
  OK(bw_book_delete(store, books[2], &fault));
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_set_genres(transaction, books[4], &other, 1, &fault));
  CHECK_INT(books_of_genre(transaction, sf), 3);
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(books_of_genre(store, sf), 4);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_set_genres(transaction, books[4], &other, 1, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &sf, 1, &fault));
  CHECK_INT(count_query(store, query), 3);
  CHECK_INT(books_of_genre(store, sf), 3);
  CHECK_INT(books_of_genre(store, other), 6);
  OK(bw_query_delete_books(store, query, NULL, &fault));
  CHECK_INT(books_of_genre(store, sf), 0);
  check_integrity(file_path());
  OK(bw_query_free(query));
  close_store(store);
}
