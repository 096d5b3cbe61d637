// These tests check the data that a store derives from its books: counters, copied keys and the log
// of changes. Another process reads all of it, and it must match the books after any changes.
#include "support/fixtures.h"

enum { STEPS = 1500 };

static uint32_t state = 11;

static int32_t below(int32_t limit) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (int32_t)(state % (uint32_t)limit);
}

static bw_store *open_quick(void) {
  bw_open_options options = default_options();
  bw_store *store;
  options.durability = BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  return store;
}

// Ids that may be unknown; a change of an unknown id does nothing.
static int64_t some_book(void) {
  return 1 + below(120);
}
static int64_t some_genre(void) {
  return 1 + below(12);
}

static bw_book some_values(bw_text *name) {
  static const char *const names[] = {"Fantasy", "Horror", "Poetry", "fantasy"};
  bw_book book = new_book(below(2) == 0 ? "Book 10" : "book 2", "Author");
  book.fields |= BW_BOOK_RATING | BW_BOOK_CREATED;
  book.rating = below(6);
  book.created = (int64_t)below(1000) * 86400000 * 20 - (int64_t)below(2) * 40000000000000;
  if (below(2) == 0) book.fields |= BW_BOOK_FINISHED;
  book.finished = 20200101 + below(5) * 10000 + below(12) * 100;
  if (below(2) == 0) book.fields |= BW_BOOK_GENRE_NAMES;
  *name = TEXT(names[below(4)]);
  book.genre_names = name;
  book.genre_name_count = 1;
  return book;
}

static bw_status change_by_query(bw_store *store, int which) {
  bw_query *query = new_query();
  int32_t rating = 1 + below(5);
  bw_status status;
  OK(bw_query_where_rating(query, rating, rating, 0, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, below(2) == 0 ? "10" : "2", -1, &fault));
  if (which == 0)
    status = bw_query_rate_books(store, query, below(6), NULL, &fault);
  else if (which == 1)
    status = bw_query_add_genre_to_books(store, query, some_genre(), NULL, &fault);
  else if (below(4) == 0)
    status = bw_query_delete_books(store, query, NULL, &fault);
  else
    status = BW_OK;
  OK(bw_query_free(query));
  return status;
}

static bw_status change_once(bw_store *store) {
  int64_t id, book = some_book(), genre = some_genre();
  int64_t books[3] = {some_book(), some_book(), some_book()};
  int64_t genres[3] = {some_genre(), some_genre(), some_genre()};
  bw_text name, other;
  bw_book values[2] = {some_values(&name), some_values(&other)};
  switch (below(20)) {
  case 0:
  case 1:
    return bw_book_create(store, &values[0], &id, &fault);
  case 2:
    return bw_books_create(store, values, 2, NULL, &fault);
  case 3:
    values[1].rating = 6;
    return bw_books_create(store, values, 2, NULL, &fault);
  case 4:
    return bw_book_update(store, book, &values[0], 0, &fault);
  case 5:
    values[0].fields = 0;
    return bw_book_update(store, book, &values[0], BW_BOOK_FINISHED | BW_BOOK_GENRES, &fault);
  case 6:
    return bw_book_set_rating(store, book, below(6), &fault);
  case 7:
    return bw_book_set_status(store, book, (bw_book_status)below(4), 20210101 + below(5) * 100,
                              &fault);
  case 8:
    return bw_book_toggle_genre(store, book, genre, NULL, &fault);
  case 9:
    return bw_book_add_genre(store, book, genre, NULL, &fault);
  case 10:
    return bw_book_remove_genre(store, book, genre, NULL, &fault);
  case 11:
    return bw_book_set_genres(store, book, genres, below(4), &fault);
  case 12:
    return bw_books_add_genres(store, books, genres, 3, NULL, &fault);
  case 13:
    return bw_books_delete(store, books, 1, NULL, &fault);
  case 14:
    return bw_book_delete(store, book, &fault);
  case 15:
    return bw_genres_delete(store, genres, below(2), NULL, &fault);
  case 16:
    return bw_genre_find_or_create(store, name.data, -1, &id, NULL, &fault);
  case 17:
    return change_by_query(store, 0);
  case 18:
    return change_by_query(store, 1);
  default:
    return change_by_query(store, 2);
  }
}

static void change(bw_store *store) {
  bw_status status = change_once(store);
  CHECK(status == BW_OK || status == BW_ERROR_NOT_FOUND || status == BW_ERROR_INVALID);
}

// Changes within a transaction, some in nested transactions; some of these are rolled back.
static void change_in_transaction(bw_store *store, int depth) {
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int steps = below(6); steps > 0; steps--) {
    if (depth > 0 && below(4) == 0)
      change_in_transaction(transaction, depth - 1);
    else
      change(transaction);
  }
  if (below(3) == 0)
    OK(bw_transaction_rollback(transaction, &fault));
  else
    OK(bw_transaction_commit(transaction, &fault));
}

TEST(counters_and_keys_are_right_after_any_mixture_of_changes) {
  bw_store *store = open_quick();
  for (int step = 1; step <= STEPS; step++) {
    if (below(4) == 0)
      change_in_transaction(store, 3);
    else
      change(store);
    if (step % 300 == 0) check_store_from_outside(file_path());
  }
  CHECK(count_books(store) > 0 && count_genres(store) > 0);
  close_store(store);
  check_store_from_outside(file_path());
}

static int64_t rows_of_changes(void) {
  return atoll(sqlite(file_path(), "SELECT count(*) FROM changes"));
}

TEST(each_transaction_that_changes_something_adds_one_row_to_the_log) {
  bw_store *store = open_quick(), *transaction;
  int64_t id = add_with_genre(store, "A", "Horror"), before = rows_of_changes();
  OK(bw_book_set_rating(store, id, 3, &fault));
  CHECK_INT(rows_of_changes(), before + 1);
  OK(bw_book_set_rating(store, id, 3, &fault)); // nothing new
  CHECK_INT(rows_of_changes(), before + 1);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < 1000; i++) add_with_genre(transaction, "B", "Horror");
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(rows_of_changes(), before + 2);
  // A thousand books with successive ids take a few bytes.
  CHECK(atoll(sqlite(file_path(), "SELECT max(length(entries)) FROM changes")) < 10000);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_with_genre(transaction, "C", "Horror");
  OK(bw_transaction_rollback(transaction, &fault));
  FAILS(BW_ERROR_INVALID, bw_book_set_rating(store, id, 6, &fault));
  CHECK_INT(rows_of_changes(), before + 2);
  close_store(store);
}

TEST(the_log_of_changes_stays_short) {
  bw_store *store = open_quick();
  int64_t id = add_rated(store, "A", 0);
  for (int i = 1; i <= 6000; i++) OK(bw_book_set_rating(store, id, i % 6, &fault));
  int64_t rows = rows_of_changes();
  CHECK(rows >= 4096 && rows < 5000);
  // The last row is there, and no id was used twice.
  CHECK_STRING(sqlite(file_path(), "SELECT max(id) FROM changes"), "6001");
  close_store(store);
}
