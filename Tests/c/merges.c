// These tests merge genres and books, and find likely duplicates in a store.
#include "support/fixtures.h"

static bw_difference difference_of(bw_result *differences, bw_fields field) {
  bw_difference difference;
  for (int64_t row = 0; row < count_rows(differences); row++) {
    BW_INIT(difference);
    OK(bw_result_get_difference(differences, row, &difference, &fault));
    if (difference.field == field) return difference;
  }
  FAIL("no difference of this field");
}

TEST(two_genres_become_one) {
  bw_store *store = open_memory();
  int64_t book = add_with_genre(store, "Dune", "Sci-Fi");
  int64_t genre = add_genre(store, "Science Fiction"), other = 0;
  OK(bw_genre_find(store, "Sci-Fi", -1, &other, &fault));
  bw_result *planned, *done, *read;
  OK(bw_genre_merge(store, genre, other, 1, &planned, &fault));
  CHECK_INT(count_genres(store), 2);
  bw_difference books = difference_of(planned, BW_OUTPUT_BOOKS);
  CHECK_INT(books.entity, BW_ENTITY_GENRE);
  CHECK_INT(books.choice, BW_CHOICE_BOTH);
  CHECK_INT(books.id, genre);
  CHECK_INT(books.other_id, other);
  CHECK_TEXT(books.ours, "0");
  CHECK_TEXT(books.theirs, "1");
  OK(bw_genre_merge(store, genre, other, 0, &done, &fault));
  CHECK_INT(count_rows(done), count_rows(planned));
  CHECK_TEXT(difference_of(done, BW_GENRE_NAME).theirs, "Sci-Fi");
  bw_book merged = get_book(store, book, &read);
  CHECK_INT(merged.genre_count, 1);
  CHECK_INT(merged.genres[0], genre);
  CHECK_INT(books_of_genre(store, genre), 1);
  OK(bw_result_free(read));
  OK(bw_result_free(planned));
  OK(bw_result_free(done));
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_merge(store, genre, other, 0, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_genre_merge(store, genre, genre, 0, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "preview", bw_genre_merge(store, genre, other, 2, NULL, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(count_genres(store), 2);
  check_is_sound(store);
  close_store(store);
}

TEST(two_books_become_one_and_the_former_id_finds_it) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), other = add_rated(store, "Dune!", 4);
  int64_t current = 0;
  bw_result *differences, *read;
  OK(bw_book_find_current(store, other, &current, &fault));
  CHECK_INT(current, other);
  OK(bw_book_merge(store, book, other, BW_BOOK_TITLE, 1, &differences, &fault));
  CHECK_INT(difference_of(differences, BW_BOOK_TITLE).choice, BW_CHOICE_THEIRS);
  CHECK_INT(difference_of(differences, BW_BOOK_AUTHOR).choice, BW_CHOICE_OURS);
  CHECK_TEXT(difference_of(differences, BW_BOOK_RATING).theirs, "4");
  OK(bw_result_free(differences));
  CHECK_INT(count_books(store), 2);
  OK(bw_book_merge(store, book, other, BW_BOOK_TITLE, 0, NULL, &fault));
  bw_book merged = get_book(store, book, &read);
  CHECK_TEXT(merged.title, "Dune!");
  CHECK_TEXT(merged.author, "Herbert");
  CHECK_INT(merged.rating, 4);
  OK(bw_result_free(read));
  OK(bw_book_find_current(store, other, &current, &fault));
  CHECK_INT(current, book);
  FAILS(BW_ERROR_NOT_FOUND, bw_book_set_rating(store, other, 1, &fault));
  check_is_sound(store);
  OK(bw_store_undo(store, NULL, &fault));
  OK(bw_book_find_current(store, other, &current, &fault));
  CHECK_INT(current, other);
  FAILS(BW_ERROR_NOT_FOUND, bw_book_find_current(store, 99, &current, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "take",
           bw_book_merge(store, book, other, BW_BOOK_STATUS, 0, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_book_merge(store, book, book, 0, 0, NULL, &fault));
  close_store(store);
}

TEST(a_book_lists_the_orders_of_books_merged_into_it) {
  bw_store *store = open_memory();
  int64_t books[3];
  bw_result *orders;
  for (int i = 0; i < 3; i++) {
    books[i] = add_book(store, "Dune", "Herbert");
    set_price(store, books[i], 100, "EUR");
    OK(bw_order_place(store, books[i], 1, NULL, &fault));
  }
  OK(bw_book_merge(store, books[1], books[0], 0, 0, NULL, &fault));
  OK(bw_book_merge(store, books[2], books[1], 0, 0, NULL, &fault));
  for (int i = 0; i < 3; i++) {
    OK(bw_book_list_orders(store, books[i], &orders, &fault));
    CHECK_INT(count_rows(orders), 3);
    OK(bw_result_free(orders));
  }
  OK(bw_store_undo(store, NULL, &fault));
  for (int i = 0; i < 3; i++) {
    OK(bw_book_list_orders(store, books[i], &orders, &fault));
    CHECK_INT(count_rows(orders), i < 2 ? 2 : 1);
    OK(bw_result_free(orders));
  }
  close_store(store);
}

TEST(likely_duplicates_are_listed_in_groups) {
  bw_store *store = open_memory();
  const char *isbns[] = {"0-441-17271-7", "9780441172719"};
  int64_t books[3];
  for (int i = 0; i < 2; i++) {
    bw_book book = new_book(i == 0 ? "Dune" : "Dune (Book 1)", "Herbert");
    bw_text scheme = TEXT("isbn"), value = TEXT(isbns[i]);
    book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
    book.identifier_schemes = &scheme;
    book.identifier_values = &value;
    book.identifier_count = 1;
    OK(bw_book_create(store, &book, &books[i], &fault));
  }
  books[2] = add_book(store, "DUNE", "herbert");
  bw_result *duplicates;
  OK(bw_books_list_duplicates(store, &duplicates, &fault));
  CHECK_INT(count_rows(duplicates), 4);
  const int64_t expected[][2] = {{1, 0}, {1, 1}, {2, 0}, {2, 2}};
  for (int row = 0; row < 4; row++) {
    bw_duplicate duplicate;
    BW_INIT(duplicate);
    OK(bw_result_get_duplicate(duplicates, row, &duplicate, &fault));
    CHECK_INT(duplicate.group, expected[row][0]);
    CHECK_INT(duplicate.book, books[expected[row][1]]);
    CHECK_INT(duplicate.value.data != NULL, row < 2);
    if (row < 2) CHECK_TEXT(duplicate.value, isbns[row]);
  }
  bw_column groups;
  BW_INIT(groups);
  OK(bw_result_get_column(duplicates, BW_OUTPUT_GROUP, &groups, &fault));
  CHECK_INT(groups.count, 4);
  CHECK_INT(((const int64_t *)groups.values)[3], 2);
  bw_difference difference;
  BW_INIT(difference);
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_difference(duplicates, 0, &difference, &fault));
  OK(bw_result_free(duplicates));
  close_store(store);
}
