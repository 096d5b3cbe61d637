// These tests undo and redo the changes made through a store.
#define _DEFAULT_SOURCE
#include "support/fixtures.h"
#include "support/in_threads.h"

static bw_undo_info info_of(bw_store *store) {
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(store, &info, &fault));
  return info;
}

static void check_names(bw_store *store, const char *undo, const char *redo) {
  bw_undo_info info = info_of(store);
  CHECK_STRING(info.undo_name, undo);
  CHECK_STRING(info.redo_name, redo);
}

static void undo(bw_store *store, const char *name) {
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_undo(store, &info, &fault));
  CHECK_STRING(info.undo_name, name);
}

static void redo(bw_store *store, const char *name) {
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_redo(store, &info, &fault));
  CHECK_STRING(info.redo_name, name);
}

static void check_nothing_to_undo(bw_store *store) {
  FAILS_AT(BW_ERROR_NOT_FOUND, "undo", bw_store_undo(store, NULL, &fault));
}

// A digest of everything that another program sees in the plain tables.
static const char *tables(void) {
  return shell("for t in books genres book_genres genre_books book_identifiers quotes; do sqlite3 "
               "'%s' \"SELECT * FROM $t ORDER BY 1, 2, 3\"; done | md5sum",
               file_path());
}

TEST(a_deleted_book_is_restored_with_everything_it_had) {
  about_a_file();
  bw_store *store = open_file();
  bw_text schemes[] = {TEXT("isbn"), TEXT("doi")}, values[] = {TEXT("1"), TEXT("2")};
  bw_text genres[] = {TEXT("Z"), TEXT("A")};
  bw_book book = new_book("Dune", "Herbert");
  book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES | BW_BOOK_GENRE_NAMES |
                 BW_BOOK_REVIEW | BW_BOOK_STARTED | BW_BOOK_SERIES | BW_BOOK_SERIES_NUMBER;
  book.identifier_schemes = schemes;
  book.identifier_values = values;
  book.identifier_count = 2;
  book.genre_names = genres;
  book.genre_name_count = 2;
  book.review = TEXT("Sand");
  book.started = 20200131;
  book.series = TEXT("Dune");
  book.series_number = 1.5;
  int64_t id = 0;
  OK(bw_book_create(store, &book, &id, &fault));
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT | BW_QUOTE_PAGE;
  quote.text = TEXT("Fear is the mind-killer.");
  quote.page = TEXT("12");
  OK(bw_quote_create(store, id, &quote, NULL, &fault));
  char before[64], after[64];
  snprintf(before, sizeof(before), "%s", tables());
  sleep_milliseconds(3);
  OK(bw_book_delete(store, id, &fault));
  snprintf(after, sizeof(after), "%s", tables());
  CHECK(strcmp(before, after) != 0);
  undo(store, "Delete book");
  CHECK_STRING(tables(), before);
  check_store_from_outside(file_path());
  redo(store, "Delete book");
  CHECK_STRING(tables(), after);
  undo(store, "Delete book");
  CHECK_STRING(tables(), before);
  check_store_from_outside(file_path());
  close_store(store);
}

TEST(steps_are_undone_and_redone_in_their_order) {
  bw_store *store = open_memory();
  check_nothing_to_undo(store);
  check_names(store, "", "");
  int64_t book = add_rated(store, "A", 1);
  OK(bw_book_set_rating(store, book, 2, &fault));
  OK(bw_genres_create_standard(store, NULL, &fault));
  check_names(store, "Add 7 genres", "");
  undo(store, "Add 7 genres");
  undo(store, "Rate book");
  CHECK_INT(rating_of(store, book), 1);
  check_names(store, "Add book", "Rate book");
  bw_undo_info info = info_of(store);
  CHECK_INT(info.enabled, 1);
  CHECK_INT(info.undo_count, 1);
  CHECK_INT(info.redo_count, 2);
  CHECK(info.memory > 0);
  redo(store, "Rate book");
  CHECK_INT(rating_of(store, book), 2);
  OK(bw_book_set_rating(store, book, 3, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "redo", bw_store_redo(store, NULL, &fault));
  OK(bw_store_undo(store, NULL, NULL));
  CHECK_INT(rating_of(store, book), 2);
  OK(bw_store_redo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 3);
  close_store(store);
}

TEST(setting_the_same_value_again_is_not_a_step) {
  bw_store *store = open_memory();
  int64_t genre = add_genre(store, "Horror"), shelf, quote;
  int64_t book = add_book(store, "Dracula", "Bram Stoker");
  bw_quote given;
  BW_INIT(given);
  given.fields = BW_QUOTE_TEXT | BW_QUOTE_PAGE;
  given.text = TEXT("Listen to them");
  given.page = TEXT("12");
  OK(bw_quote_create(store, book, &given, &quote, &fault));
  OK(bw_shelf_create(store, "Good", -1, "rating:5", -1, &shelf, &fault));
  OK(bw_genre_set_colour(store, genre, "#123456", -1, &fault));
  OK(bw_book_set_rating(store, book, 2, &fault));
  undo(store, "Rate book");
  OK(bw_genre_rename(store, genre, "Horror", -1, &fault));
  OK(bw_genre_set_colour(store, genre, "123456", -1, &fault));
  OK(bw_shelf_rename(store, shelf, "Good", -1, &fault));
  OK(bw_shelf_set_line(store, shelf, "rating:5", -1, &fault));
  OK(bw_quote_update(store, quote, &given, 0, &fault));
  check_names(store, "Change genre", "Rate book");
  // With other letter case it is another value, though the same name.
  OK(bw_genre_rename(store, genre, "HORROR", -1, &fault));
  check_names(store, "Rename genre", "");
  OK(bw_shelf_rename(store, shelf, "GOOD", -1, &fault));
  check_names(store, "Rename shelf", "");
  OK(bw_quote_update(store, quote, &(bw_quote){.size = sizeof given}, BW_QUOTE_PAGE, &fault));
  check_names(store, "Change quote", "");
  undo(store, "Change quote");
  OK(bw_quote_update(store, quote, &given, 0, &fault));
  check_names(store, "Rename shelf", "Change quote");
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_rename(store, 99, "Horror", -1, &fault));
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_set_colour(store, 99, "123456", -1, &fault));
  FAILS(BW_ERROR_NOT_FOUND, bw_shelf_rename(store, 99, "Good", -1, &fault));
  FAILS(BW_ERROR_NOT_FOUND, bw_shelf_set_line(store, 99, "rating:5", -1, &fault));
  close_store(store);
}

TEST(a_transaction_is_one_step_with_a_name) {
  bw_store *store = open_file(), *transaction, *inner;
  int64_t book = add_rated(store, "A", 1);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_transaction_set_name(transaction, "Tidy up \xC5\x82 and more", 10, &fault));
  OK(bw_book_set_rating(transaction, book, 5, &fault));
  OK(bw_transaction_begin(transaction, BW_TRANSACTION_WRITE, &inner, &fault));
  add_book(inner, "Gone", "x");
  OK(bw_transaction_set_name(inner, "Gone", -1, &fault));
  OK(bw_transaction_rollback(inner, &fault));
  add_book(transaction, "B", "x");
  OK(bw_transaction_commit(transaction, &fault));
  check_names(store, "Tidy up \xC5\x82", "");
  undo(store, "Tidy up \xC5\x82");
  CHECK_INT(count_books(store), 1);
  CHECK_INT(rating_of(store, book), 1);
  redo(store, "Tidy up \xC5\x82");
  CHECK_INT(count_books(store), 2);
  check_store_from_outside(file_path());
  close_store(store);
}

TEST(an_invalid_name_is_refused) {
  bw_store *store = open_memory(), *transaction, *reading;
  char *long_name = long_string(128);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_INVALID, "name", bw_transaction_set_name(transaction, " \n", -1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "name", bw_transaction_set_name(transaction, "", 0, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "name", bw_transaction_set_name(transaction, long_name, -1, &fault));
  OK(bw_transaction_set_name(transaction, long_name, 127, &fault));
  FAILS_AT_BYTE("name", 1, bw_transaction_set_name(transaction, "a\xFF", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "name", bw_transaction_set_name(transaction, NULL, -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "transaction", bw_transaction_set_name(store, "a", -1, &fault));
  add_book(transaction, "A", "x");
  OK(bw_transaction_begin(transaction, BW_TRANSACTION_READ, &reading, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_transaction_set_name(reading, "a", -1, &fault));
  FAILS(BW_ERROR_TRANSACTION, bw_transaction_set_name(transaction, "a", -1, &fault));
  OK(bw_transaction_rollback(reading, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  long_name[127] = '\0';
  check_names(store, long_name, "");
  free(long_name);
  close_store(store);
}

TEST(undo_accepts_only_a_store) {
  bw_store *store = open_file(), *transaction;
  add_book(store, "A", "x");
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  bw_undo_info info;
  bw_result *changes = NULL;
  BW_INIT(info);
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_undo(transaction, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_redo(transaction, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_get_undo_info(transaction, &info, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store",
           bw_store_list_undo_conflicts(transaction, 0, &changes, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_drop_undo(transaction, 0, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_clear_undo(transaction, &fault));
  CHECK(changes == NULL);
  OK(bw_transaction_rollback(transaction, &fault));
  check_names(store, "Add book", "");
  info.size = offsetof(bw_undo_info, file) - 1;
  FAILS_AT(BW_ERROR_ARGUMENT, "info", bw_store_undo(store, &info, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "info", bw_store_get_undo_info(store, &info, &fault));
  const int32_t wrong[] = {-1, 2, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < 4; i++) {
    FAILS_AT(BW_ERROR_ARGUMENT, "redo",
             bw_store_list_undo_conflicts(store, wrong[i], &changes, &fault));
    FAILS_AT(BW_ERROR_ARGUMENT, "redo", bw_store_drop_undo(store, wrong[i], &fault));
  }
  check_names(store, "Add book", "");
  undo(store, "Add book");
  close_store(store);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_store_undo(store, NULL, &fault));
}

TEST(steps_are_forgotten) {
  bw_store *store = open_memory();
  for (int i = 0; i < 4; i++) add_book(store, "A", "x");
  OK(bw_store_undo(store, NULL, &fault));
  OK(bw_store_drop_undo(store, 1, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "redo", bw_store_drop_undo(store, 1, &fault));
  OK(bw_store_drop_undo(store, 0, &fault));
  CHECK_INT(info_of(store).undo_count, 2);
  OK(bw_store_clear_undo(store, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "undo", bw_store_drop_undo(store, 0, &fault));
  bw_undo_info info = info_of(store);
  CHECK_INT(info.undo_count + info.redo_count + info.memory, 0);
  check_nothing_to_undo(store);
  CHECK_INT(count_books(store), 3);
  close_store(store);
}

TEST(closing_forgets_the_steps_and_each_handle_has_its_own) {
  bw_store *store = open_file(), *other = open_file();
  int64_t book = add_rated(store, "A", 1);
  check_nothing_to_undo(other);
  OK(bw_book_set_rating(other, book, 2, &fault));
  check_names(store, "Add book", "");
  check_names(other, "Rate book", "");
  close_store(store);
  store = open_file();
  check_nothing_to_undo(store);
  undo(other, "Rate book");
  CHECK_INT(rating_of(store, book), 1);
  close_store(other);
  close_store(store);
}

TEST(the_memory_limit_is_kept) {
  bw_open_options options = default_options();
  options.undo_limit = 64;
  options.undo_file_limit = -1;
  bw_store *store = NULL;
  OK(try_open(file_path(), &options, &store));
  char *text = long_string(5000);
  bw_book change;
  int64_t book = add_book(store, "A", "x");
  for (int i = 0; i < 50; i++) {
    BW_INIT(change);
    change.fields = BW_BOOK_NOTES;
    change.notes = TEXT(text);
    text[0] = (char)('a' + i % 26);
    OK(bw_book_update(store, book, &change, 0, &fault));
    CHECK(info_of(store).memory <= 64 << 10);
  }
  bw_undo_info info = info_of(store);
  CHECK(info.undo_count >= 8 && info.undo_count <= 13);
  while (info_of(store).undo_count > 0) OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(info_of(store).redo_count, info.undo_count);
  free(text);
  text = long_string(70000);
  BW_INIT(change);
  change.fields = BW_BOOK_NOTES;
  change.notes = TEXT(text);
  OK(bw_book_update(store, book, &change, 0, &fault));
  CHECK_INT(info_of(store).undo_count, 1);
  OK(bw_book_delete(store, book, &fault));
  info = info_of(store);
  CHECK_INT(info.undo_count, 2);
  CHECK_STRING(info.undo_name, "Delete book");
  FAILS_AT(BW_ERROR_TOO_LARGE, "undo", bw_store_undo(store, NULL, &fault));
  CHECK(strstr(fault.message, "\"Delete book\" was not kept") == fault.message);
  CHECK(strstr(fault.message, "; drop it to reach the other steps") != NULL);
  OK(bw_store_drop_undo(store, 0, &fault));
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  free(text);
  close_store(store);
}

TEST(steps_that_exceed_memory_go_to_a_file) {
  bw_open_options options = default_options();
  options.undo_limit = 64;
  bw_store *store = NULL;
  OK(try_open(file_path(), &options, &store));
  char *text = long_string(1000000);
  bw_book draft;
  BW_INIT(draft);
  draft.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_REVIEW;
  draft.title = TEXT("A");
  draft.author = TEXT("x");
  draft.review = TEXT(text);
  int64_t book = 0;
  OK(bw_book_create(store, &draft, &book, &fault));
  OK(bw_book_delete(store, book, &fault));
  bw_undo_info info = info_of(store);
  CHECK(info.memory <= 64 << 10 && info.file > 1000000);
  undo(store, "Delete book");
  CHECK_INT(info_of(store).file, 0);
  OK(bw_store_clear_undo(store, &fault));
  check_nothing_to_undo(store);
  free(text);
  close_store(store);
}

TEST(undo_can_be_turned_off) {
  bw_open_options options = default_options();
  bw_store *store = NULL;
  options.undo_limit = -1;
  OK(try_open(file_path(), &options, &store));
  add_book(store, "A", "x");
  CHECK_INT(info_of(store).enabled, 0);
  check_nothing_to_undo(store);
  close_store(store);
  options = default_options();
  options.undo_limit = -2;
  store = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "undo_limit", try_open(file_path(), &options, &store));
  CHECK(store == NULL);
  options.undo_limit = 1;
  options.undo_file_limit = -2;
  FAILS_AT(BW_ERROR_ARGUMENT, "undo_file_limit", try_open(file_path(), &options, &store));
  options.undo_file_limit = 0;
  options.read_only = 1;
  OK(try_open(file_path(), &options, &store));
  CHECK_INT(info_of(store).enabled, 0);
  check_nothing_to_undo(store);
  OK(bw_store_clear_undo(store, &fault));
  close_store(store);
}

static bw_store *shared;
static int rounds = 200;

static void *undo_and_redo(void *argument) {
  pthread_barrier_wait(&start);
  for (int i = 0; i < rounds; i++) {
    bw_status status =
        i % 3 == 0 ? bw_store_redo(shared, NULL, NULL) : bw_store_undo(shared, NULL, NULL);
    count_status(status == BW_ERROR_NOT_FOUND ? BW_OK : status);
    bw_undo_info info;
    BW_INIT(info);
    count_status(bw_store_get_undo_info(shared, &info, NULL));
    if (status == BW_ERROR_HANDLE) break;
    if (i % 50 == 0) count_status(bw_book_set_rating(shared, 1, i / 50 % 5 + 1, NULL));
  }
  return argument;
}

static void close_shared(void) {
  sleep_milliseconds(20);
  OK(bw_store_close(shared, &fault));
}

TEST(threads_undo_and_redo_in_turn) {
  shared = open_for_threads();
  add_book(shared, "A", "x");
  OK(bw_store_clear_undo(shared, &fault));
  in_threads(4, undo_and_redo, NULL);
  CHECK_INT(refusals, 0);
  CHECK_INT(others, 0);
  CHECK_INT(count_books(shared), 1);
  check_store_from_outside(file_path());
  close_store(shared);
}

TEST(a_store_may_be_closed_while_threads_undo) {
  shared = open_for_threads();
  add_book(shared, "A", "x");
  OK(bw_store_clear_undo(shared, &fault));
  rounds = INT32_MAX; // Until it is closed.
  in_threads(4, undo_and_redo, close_shared);
  CHECK(refusals > 0);
  CHECK_INT(others, 0);
  check_integrity(file_path());
}

static bw_undo_step step_of(bw_store *store, int redo, bw_language language) {
  bw_undo_step step;
  BW_INIT(step);
  OK(bw_store_get_undo_step(store, redo, language, &step, &fault));
  return step;
}

static void check_rate_dune(bw_undo_step step, int64_t book) {
  CHECK_INT(step.action, BW_ACTION_RATE);
  CHECK_INT(step.entity, BW_ENTITY_BOOK);
  CHECK_INT(step.count, 1);
  CHECK_INT(step.id, book);
  CHECK_INT(step.fields, BW_BOOK_RATING);
  CHECK_INT(step.value, 4);
  CHECK_INT(step.more, 0);
  CHECK_STRING(step.subject, "Dune");
}

TEST(a_step_is_described_as_data_and_in_each_language) {
  bw_store *store = open_memory();
  bw_undo_step none;
  BW_INIT(none);
  FAILS_AT(BW_ERROR_NOT_FOUND, "undo",
           bw_store_get_undo_step(store, 0, BW_LANGUAGE_ENGLISH, &none, &fault));
  int64_t book = add_rated(store, "Dune", 1);
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_ENGLISH).name, "Add “Dune”");
  OK(bw_book_set_rating(store, book, 4, &fault));
  check_rate_dune(step_of(store, 0, BW_LANGUAGE_ENGLISH), book);
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_ENGLISH).name, "Rate “Dune” 4");
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_GERMAN).name, "„Dune“ mit 4 bewerten");
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_POLISH).name, "Oceń „Dune” na 4");
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_KOREAN).name, "‘Dune’에 4점 주기");
  undo(store, "Rate book");
  check_rate_dune(step_of(store, 1, BW_LANGUAGE_ENGLISH), book);
  CHECK_STRING(step_of(store, 1, BW_LANGUAGE_GERMAN).name, "„Dune“ mit 4 bewerten");
  CHECK_STRING(step_of(store, 0, BW_LANGUAGE_ENGLISH).name, "Add “Dune”");
  OK(bw_book_delete(store, book, &fault));
  bw_undo_step step = step_of(store, 0, BW_LANGUAGE_GERMAN);
  CHECK_STRING(step.name, "„Dune“ löschen");
  CHECK_STRING(step.subject, "Dune");
  CHECK_INT(step.action, BW_ACTION_DELETE);
  CHECK_INT(step.value, -1);
  FAILS_AT(BW_ERROR_NOT_FOUND, "redo",
           bw_store_get_undo_step(store, 1, BW_LANGUAGE_ENGLISH, &none, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_store_get_undo_step(store, 0, (bw_language)9, &none, &fault));
  close_store(store);
}

TEST(a_long_title_is_cut_between_characters_in_a_step) {
  bw_store *store = open_memory();
  char title[1000];
  for (int i = 0; i < 999; i += 3) memcpy(title + i, "책", 3);
  title[999] = 0;
  add_book(store, title, "A");
  bw_undo_step step = step_of(store, 0, BW_LANGUAGE_KOREAN);
  CHECK_INT((int64_t)strlen(step.subject), 126);
  CHECK(strstr(step.name, "…’ 추가") != NULL);
  close_store(store);
}
