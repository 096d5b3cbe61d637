// These tests check bindings: reading, setting, observing and refusing a value; and constant
// bindings.
#define _XOPEN_SOURCE 700
#include "support/in_threads.h"
#include "support/told.h"

#include <poll.h>

static bw_store *store;
static bw_binding *binding;
static int64_t book;

static void prepare(bw_fields field) {
  store = open_file();
  book = add_rated(store, "Dune", 3);
  OK(bw_binding_open(store, book, field, &binding, &fault));
}

static void end(void) {
  OK(bw_binding_free(binding));
  close_store(store);
}

static bw_book value_of(bw_binding *of) {
  static bw_result *result;
  bw_book value;
  OK(bw_result_free(result));
  OK(bw_binding_get(of, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  BW_INIT(value);
  OK(bw_result_get_book(result, 0, &value, &fault));
  return value;
}

static bw_book rating(int32_t number) {
  bw_book value;
  BW_INIT(value);
  value.fields = BW_BOOK_RATING;
  value.rating = number;
  return value;
}

static bw_status set(bw_book value) {
  return bw_binding_set(binding, &value, &fault);
}

static int32_t changed(int64_t timeout) {
  int32_t answer = 42;
  OK(bw_binding_next(binding, timeout, &answer, &fault));
  return answer;
}

TEST(a_bound_rating_is_read_set_and_observed) {
  prepare(BW_BOOK_RATING);
  CHECK_INT(value_of(binding).rating, 3);
  CHECK_INT(value_of(binding).fields, BW_BOOK_RATING);
  OK(set(rating(5)));
  CHECK_INT(value_of(binding).rating, 5);
  CHECK_INT(rating_of(store, book), 5);
  CHECK_INT(changed(0), 0); // its own changes are not reported to it
  OK(bw_book_set_rating(store, book, 1, &fault));
  CHECK_INT(value_of(binding).rating, 5);
  CHECK_INT(changed(-1), 1);
  CHECK_INT(value_of(binding).rating, 1);
  OK(bw_book_toggle_favourite(store, book, NULL, &fault));
  CHECK_INT(changed(20), 0);
  end();
}

TEST(a_value_that_breaks_a_rule_is_refused) {
  prepare(BW_BOOK_RATING);
  FAILS_AT(BW_ERROR_INVALID, "rating", set(rating(7)));
  FAILS_AT(BW_ERROR_INVALID, "rating", set(rating(-1)));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", set(new_book("Title", "Author")));
  bw_book nothing = rating(0);
  nothing.fields = 0;
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", set(nothing));
  CHECK_INT(value_of(binding).rating, 3);
  CHECK_INT(rating_of(store, book), 3);
  end();
}

TEST(an_optional_value_is_made_absent) {
  bw_book value;
  prepare(BW_BOOK_REVIEW);
  CHECK_ABSENT(value_of(binding).review);
  BW_INIT(value);
  value.fields = BW_BOOK_REVIEW;
  value.review = TEXT("Sandy.");
  OK(set(value));
  CHECK_TEXT(value_of(binding).review, "Sandy.");
  value.fields = 0;
  OK(set(value));
  CHECK_ABSENT(value_of(binding).review);
  CHECK_INT(value_of(binding).fields, 0);
  end();
}

TEST(some_fields_cannot_be_bound) {
  static const bw_fields fields[] = {
      BW_BOOK_ID,    BW_BOOK_UPDATED,   BW_BOOK_GENRE_NAMES, BW_BOOK_IDENTIFIER_SCHEMES,
      BW_BOOK_PRICE, BW_BOOK_CURRENCY,  BW_OUTPUT_PICTURE,   BW_BOOK_QUOTES,
      BW_OUTPUT_RGB, BW_FIELDS_DEFAULT, BW_FIELDS_ALL,       (bw_fields)0};
  bw_book value = rating(3);
  bw_binding *none = NULL;
  bw_store *transaction;
  prepare(BW_BOOK_RATING);
  for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
    FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_binding_open(store, book, fields[i], &none, &fault));
    FAILS_AT(BW_ERROR_ARGUMENT, "field",
             bw_binding_open_constant(fields[i], &value, &none, &fault));
  }
  FAILS_AT(BW_ERROR_NOT_FOUND, "book",
           bw_binding_open(store, book + 1, BW_BOOK_RATING, &none, &fault));
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store",
           bw_binding_open(transaction, book, BW_BOOK_RATING, &none, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK(none == NULL);
  end();
}

TEST(the_binding_of_a_deleted_book_fails_with_not_found) {
  bw_result *value = NULL;
  int32_t answer = 42;
  prepare(BW_BOOK_RATING);
  OK(bw_book_delete(store, book, &fault));
  for (int i = 0; i < 2; i++) {
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_binding_next(binding, -1, &answer, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_binding_get(binding, &value, &fault));
    FAILS_AT(BW_ERROR_NOT_FOUND, "book", set(rating(4)));
  }
  CHECK(value == NULL && answer == 42);
  end();
}

TEST(a_constant_binding_never_changes) {
  bw_book value = rating(3);
  int32_t descriptor;
  OK(bw_binding_open_constant(BW_BOOK_RATING, &value, &binding, &fault));
  CHECK_INT(value_of(binding).rating, 3);
  OK(set(rating(5)));
  CHECK_INT(value_of(binding).rating, 3);
  FAILS_AT(BW_ERROR_INVALID, "rating", set(rating(6)));
  CHECK_INT(changed(20), 0);
  OK(bw_binding_get_descriptor(binding, &descriptor, &fault));
  struct pollfd wait = {descriptor, POLLIN, 0};
  CHECK_INT(poll(&wait, 1, 0), 0);
  value.rating = 6;
  bw_binding *none = NULL;
  FAILS_AT(BW_ERROR_INVALID, "rating",
           bw_binding_open_constant(BW_BOOK_RATING, &value, &none, &fault));
  CHECK(none == NULL);
  OK(bw_binding_free(binding));
}

static void rate_soon(void) {
  bw_store *own = open_file();
  sleep_milliseconds(30);
  OK(bw_book_set_rating(own, 1, 5, &fault));
  close_store(own);
}

TEST(a_binding_reports_changes_by_another_process) {
  struct process other = start_process(rate_soon);
  prepare(BW_BOOK_RATING);
  int32_t descriptor;
  OK(bw_binding_get_descriptor(binding, &descriptor, &fault));
  let_run(&other);
  struct pollfd wait = {descriptor, POLLIN, 0};
  do {
    CHECK_INT(poll(&wait, 1, 5000), 1);
  } while (changed(0) == 0);
  CHECK_INT(value_of(binding).rating, 5);
  end();
  end_process(&other);
}

static void *wait_for_change(void *unused) {
  int32_t answer;
  bw_status status = BW_OK;
  (void)unused;
  pthread_barrier_wait(&start);
  while (status == BW_OK) status = bw_binding_next(binding, -1, &answer, NULL);
  count_status(status);
  return NULL;
}

static bool close_instead;

static void end_soon(void) {
  for (int i = 1; i <= 5; i++) OK(bw_book_set_rating(store, book, i, &fault));
  if (close_instead)
    close_store(store);
  else
    OK(bw_binding_free(binding));
}

TEST(a_binding_is_freed_or_its_store_closed_while_three_threads_wait) {
  store = open_for_threads();
  book = add_rated(store, "Dune", 3);
  close_store(store);
  for (int i = 1; i <= 20; i++) {
    close_instead = i % 2 == 0;
    store = open_for_threads();
    OK(bw_binding_open(store, book, BW_BOOK_RATING, &binding, &fault));
    in_threads(3, wait_for_change, end_soon);
    CHECK_INT(refusals, 3 * i);
    if (close_instead)
      OK(bw_binding_free(binding));
    else
      close_store(store);
  }
}

TEST(a_price_is_bound_as_one_value) {
  prepare(BW_BOOK_PRICE | BW_BOOK_CURRENCY);
  CHECK_INT(value_of(binding).fields, 0);
  bw_book value;
  BW_INIT(value);
  value.fields = BW_BOOK_PRICE | BW_BOOK_CURRENCY;
  value.price = 1299;
  value.currency = TEXT("eur");
  OK(set(value));
  CHECK_INT(value_of(binding).price, 1299);
  CHECK_STRING(value_of(binding).currency.data, "EUR");
  CHECK_INT(changed(0), 0);
  set_price(store, book, 999, "EUR");
  CHECK_INT(changed(0), 1);
  CHECK_INT(value_of(binding).price, 999);
  value.fields = BW_BOOK_PRICE;
  FAILS_AT(BW_ERROR_INVALID, "currency", set(value));
  value.fields = 0;
  OK(set(value));
  CHECK_INT(value_of(binding).fields, 0);
  bw_binding *other;
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_binding_open(store, book, BW_BOOK_PRICE | BW_BOOK_YEAR, &other, &fault));
  end();
}

static bw_genre genre_of(bw_binding *of) {
  static bw_result *result;
  bw_genre value;
  OK(bw_result_free(result));
  OK(bw_binding_get(of, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  BW_INIT(value);
  OK(bw_result_get_genre(result, 0, &value, &fault));
  return value;
}

static bw_quote quote_of(bw_binding *of) {
  static bw_result *result;
  bw_quote value;
  OK(bw_result_free(result));
  OK(bw_binding_get(of, &result, &fault));
  BW_INIT(value);
  OK(bw_result_get_quote(result, 0, &value, &fault));
  return value;
}

TEST(the_name_and_colour_of_a_genre_are_bound) {
  store = open_file();
  int64_t genre, other;
  OK(bw_genre_create(store, "Horror", -1, NULL, -1, &genre, &fault));
  OK(bw_genre_create(store, "Kids", -1, NULL, -1, &other, &fault));
  OK(bw_binding_open_row(store, BW_ENTITY_GENRE, genre, BW_GENRE_COLOUR, &binding, &fault));
  OK(bw_binding_set_text(binding, "00ff7f", -1, &fault));
  CHECK_STRING(genre_of(binding).colour.data, "#00FF7F");
  CHECK_INT(genre_of(binding).rgb, 0x00FF7F);
  CHECK_INT(changed(0), 0); // its own changes are not reported to it
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_binding_set_text(binding, "red", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "text", bw_binding_set_text(binding, NULL, -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", set(rating(3)));
  CHECK_STRING(genre_of(binding).colour.data, "#00FF7F");
  OK(bw_genre_rename(store, genre, "Terror", -1, &fault));
  CHECK_INT(changed(0), 0);
  OK(bw_genre_set_colour(store, genre, "#123456", -1, &fault));
  CHECK_INT(changed(-1), 1);
  CHECK_INT(genre_of(binding).rgb, 0x123456);
  bw_binding *name;
  OK(bw_binding_open_row(store, BW_ENTITY_GENRE, genre, BW_GENRE_NAME, &name, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_binding_set_text(name, "kids", -1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "name", bw_binding_set_text(name, " ", -1, &fault));
  CHECK_STRING(genre_of(name).name.data, "Terror");
  OK(bw_binding_set_text(name, "Ghosts", 6, &fault));
  CHECK_STRING(genre_of(name).name.data, "Ghosts");
  OK(bw_genre_delete(store, genre, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_binding_set_text(name, "Ghosts", -1, &fault));
  bw_result *value;
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_binding_get(name, &value, &fault));
  int32_t answer;
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre", bw_binding_next(binding, -1, &answer, &fault));
  OK(bw_binding_free(name));
  end();
}

TEST(the_text_and_page_of_a_quote_are_bound) {
  store = open_file();
  book = add_rated(store, "Dune", 3);
  bw_quote quote;
  int64_t id;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  OK(bw_quote_create(store, book, &quote, &id, &fault));
  OK(bw_binding_open_row(store, BW_ENTITY_QUOTE, id, BW_QUOTE_PAGE, &binding, &fault));
  CHECK_INT(quote_of(binding).fields, 0);
  CHECK_ABSENT(quote_of(binding).page);
  OK(bw_binding_set_text(binding, "xiv", -1, &fault));
  CHECK_STRING(quote_of(binding).page.data, "xiv");
  CHECK_INT(quote_of(binding).fields, BW_QUOTE_PAGE);
  CHECK_INT(changed(0), 0);
  quote.fields = BW_QUOTE_PAGE;
  quote.page = TEXT("8");
  OK(bw_quote_update(store, id, &quote, 0, &fault));
  CHECK_INT(changed(-1), 1);
  CHECK_STRING(quote_of(binding).page.data, "8");
  OK(bw_binding_set_text(binding, NULL, -1, &fault));
  CHECK_ABSENT(quote_of(binding).page);
  FAILS_AT(BW_ERROR_INVALID, "page", bw_binding_set_text(binding, "", -1, &fault));
  OK(bw_book_delete(store, book, &fault));
  int32_t answer;
  FAILS_AT(BW_ERROR_NOT_FOUND, "quote", bw_binding_next(binding, -1, &answer, &fault));
  end();
}

TEST(a_text_field_of_a_book_is_set_by_its_text) {
  prepare(BW_BOOK_REVIEW);
  OK(bw_binding_set_text(binding, "Sandy.", -1, &fault));
  CHECK_TEXT(value_of(binding).review, "Sandy.");
  OK(bw_binding_set_text(binding, NULL, -1, &fault));
  CHECK_ABSENT(value_of(binding).review);
  OK(bw_binding_free(binding));
  OK(bw_binding_open_row(store, BW_ENTITY_BOOK, book, BW_BOOK_RATING, &binding, &fault));
  OK(set(rating(5)));
  CHECK_INT(value_of(binding).rating, 5);
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_set_text(binding, "5", -1, &fault));
  OK(bw_binding_free(binding));
  OK(bw_binding_open_draft(&binding, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_set_text(binding, "5", -1, &fault));
  end();
}

TEST(other_fields_of_rows_cannot_be_bound) {
  static const struct {
    bw_entity entity;
    bw_fields field;
  } wrong[] = {{BW_ENTITY_GENRE, BW_GENRE_ID},   {BW_ENTITY_GENRE, BW_GENRE_NAME | BW_GENRE_COLOUR},
               {BW_ENTITY_GENRE, BW_OUTPUT_RGB}, {BW_ENTITY_GENRE, 0},
               {BW_ENTITY_QUOTE, BW_QUOTE_BOOK}, {BW_ENTITY_QUOTE, BW_FIELDS_ALL},
               {BW_ENTITY_SHELF, BW_SHELF_NAME}, {BW_ENTITY_BOOK, BW_BOOK_ID}};
  bw_binding *none = NULL;
  store = open_memory();
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    FAILS_AT(BW_ERROR_ARGUMENT, "field",
             bw_binding_open_row(store, wrong[i].entity, 1, wrong[i].field, &none, &fault));
    FAILS_AT(BW_ERROR_ARGUMENT, "field",
             bw_binding_open_constant_text(wrong[i].entity, wrong[i].field, "x", 1, &none, &fault));
  }
  FAILS_AT(BW_ERROR_ARGUMENT, "entity",
           bw_binding_open_row(store, BW_ENTITY_NONE, 1, BW_GENRE_NAME, &none, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "genre",
           bw_binding_open_row(store, BW_ENTITY_GENRE, 1, BW_GENRE_NAME, &none, &fault));
  CHECK(none == NULL);
  close_store(store);
}

TEST(a_constant_text_never_changes) {
  OK(bw_binding_open_constant_text(BW_ENTITY_GENRE, BW_GENRE_COLOUR, "ff8000", -1, &binding,
                                   &fault));
  CHECK_INT(genre_of(binding).rgb, 0xFF8000);
  OK(bw_binding_set_text(binding, "#000000", -1, &fault));
  CHECK_STRING(genre_of(binding).colour.data, "#FF8000");
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_binding_set_text(binding, "#00", -1, &fault));
  OK(bw_binding_free(binding));
  OK(bw_binding_open_constant_text(BW_ENTITY_QUOTE, BW_QUOTE_PAGE, NULL, -1, &binding, &fault));
  CHECK_ABSENT(quote_of(binding).page);
  OK(bw_binding_free(binding));
  OK(bw_binding_open_constant_text(BW_ENTITY_BOOK, BW_BOOK_TITLE, "Emma", -1, &binding, &fault));
  CHECK_STRING(value_of(binding).title.data, "Emma");
  OK(bw_binding_free(binding));
}

static int64_t count_faults(bw_fields *fields) {
  bw_result *faults;
  OK(bw_binding_check(binding, store, &faults, &fault));
  int64_t count = count_rows(faults);
  *fields = 0;
  for (int64_t row = 0; row < count; row++) {
    bw_fault found;
    BW_INIT(found);
    OK(bw_result_get_fault(faults, row, &found, &fault));
    *fields |= found.field;
  }
  OK(bw_result_free(faults));
  return count;
}

TEST(a_draft_may_be_empty_or_invalid_until_it_is_saved) {
  store = open_memory();
  OK(bw_binding_open_draft(&binding, &fault));
  bw_fields fields;
  CHECK_INT(value_of(binding).fields & (BW_BOOK_TITLE | BW_BOOK_RATING), 0);
  CHECK_INT(count_faults(&fields), 2);
  CHECK_INT(fields, BW_BOOK_TITLE | BW_BOOK_AUTHOR);
  bw_book value = new_book("", "Frank Herbert");
  value.fields |= BW_BOOK_RATING | BW_BOOK_CURRENCY;
  value.rating = 7;
  value.currency = TEXT("E");
  OK(set(value));
  CHECK_INT(value_of(binding).rating, 7);
  CHECK_STRING(value_of(binding).currency.data, "E");
  CHECK_INT(count_faults(&fields), 4);
  CHECK_INT(fields, BW_BOOK_TITLE | BW_BOOK_RATING | BW_BOOK_PRICE | BW_BOOK_CURRENCY);
  int64_t id = 42;
  FAILS(BW_ERROR_INVALID, bw_binding_save(binding, store, &id, &fault));
  CHECK_INT(id, 42);
  OK(bw_binding_clear_fields(binding, BW_BOOK_CURRENCY | BW_BOOK_RATING, &fault));
  value.fields = BW_BOOK_TITLE;
  value.title = TEXT("Dune");
  OK(set(value));
  CHECK_INT(count_faults(&fields), 0);
  OK(bw_binding_save(binding, store, &id, &fault));
  CHECK_INT(count_books(store), 1);
  CHECK_INT(rating_of(store, id), 0);
  OK(set(rating(5)));
  OK(bw_binding_save(binding, store, NULL, &fault)); // of the same book
  CHECK_INT(count_books(store), 1);
  CHECK_INT(rating_of(store, id), 5);
  CHECK_INT(changed(0), 0);
  end();
}

TEST(a_draft_of_a_new_book_shows_the_status_that_its_dates_give) {
  store = open_memory();
  OK(bw_binding_open_draft(&binding, &fault));
  bw_book value = new_book("Dune", "Frank Herbert");
  value.fields |= BW_BOOK_STARTED;
  value.started = 20240102;
  OK(set(value));
  CHECK_INT(value_of(binding).fields & BW_BOOK_STATUS, BW_BOOK_STATUS);
  CHECK_INT(value_of(binding).status, BW_BOOK_STATUS_IN_PROGRESS);
  value.fields = BW_BOOK_STATUS;
  value.status = BW_BOOK_STATUS_DID_NOT_FINISH;
  OK(set(value));
  CHECK_INT(value_of(binding).status, BW_BOOK_STATUS_DID_NOT_FINISH);
  OK(bw_binding_clear_fields(binding, BW_BOOK_STATUS, &fault));
  CHECK_INT(value_of(binding).status, BW_BOOK_STATUS_IN_PROGRESS);
  OK(bw_binding_clear_fields(binding, BW_BOOK_STARTED, &fault));
  CHECK_INT(value_of(binding).fields & BW_BOOK_STATUS, 0);
  value.fields = BW_BOOK_FINISHED;
  value.finished = 20240304;
  OK(set(value));
  int64_t id;
  bw_result *result;
  OK(bw_binding_save(binding, store, &id, &fault));
  CHECK_INT(get_book(store, id, &result).status, BW_BOOK_STATUS_COMPLETED);
  OK(bw_result_free(result));
  CHECK_INT(value_of(binding).status, BW_BOOK_STATUS_COMPLETED);
  end();
}

TEST(a_draft_of_a_book_writes_only_the_changed_fields) {
  store = open_memory();
  book = add_rated(store, "Dune", 3);
  OK(bw_binding_open_draft_of(store, book, &binding, &fault));
  CHECK_STRING(value_of(binding).title.data, "Dune");
  OK(bw_book_set_rating(store, book, 1, &fault));
  bw_book value;
  BW_INIT(value);
  value.fields = BW_BOOK_YEAR;
  value.year = 1965;
  OK(set(value));
  OK(bw_binding_save(binding, store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 1);
  bw_fields fields;
  OK(bw_binding_clear_fields(binding, BW_BOOK_TITLE | BW_BOOK_YEAR, &fault));
  CHECK_INT(count_faults(&fields), 1);
  CHECK_INT(fields, BW_BOOK_TITLE);
  FAILS_AT(BW_ERROR_INVALID, "title", bw_binding_save(binding, store, NULL, &fault));
  OK(bw_book_delete(store, book, &fault));
  bw_result *faults;
  FAILS_AT(BW_ERROR_NOT_FOUND, "id", bw_binding_check(binding, store, &faults, &fault));
  bw_binding *none;
  FAILS(BW_ERROR_NOT_FOUND, bw_binding_open_draft_of(store, 99, &none, &fault));
  end();
}

TEST(a_draft_is_saved_as_its_own_book_and_no_other) {
  store = open_memory();
  book = add_rated(store, "Dune", 3);
  OK(bw_binding_open_draft_of(store, book, &binding, &fault));
  bw_book value;
  BW_INIT(value);
  value.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  value.title = TEXT("Never");
  value.author = TEXT("Nobody");
  OK(set(value));
  bw_store *other = open_memory();
  CHECK_INT(add_rated(other, "Emma", 4), book);
  FAILS(BW_ERROR_NOT_FOUND, bw_binding_save(binding, other, NULL, &fault));
  OK(bw_store_close(other, &fault));
  OK(bw_binding_free(binding));
  /* The id of a book that was rolled back is assigned to another book. */
  OK(bw_binding_open_draft(&binding, &fault));
  OK(set(value));
  bw_store *transaction;
  int64_t lost;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_binding_save(binding, transaction, &lost, &fault));
  CHECK_INT(bw_transaction_free(transaction, &fault), BW_ROLLED_BACK);
  CHECK_INT(add_rated(store, "Ilion", 5), lost);
  FAILS(BW_ERROR_NOT_FOUND, bw_binding_save(binding, store, NULL, &fault));
  end();
}

TEST(a_draft_refuses_impossible_fields_and_other_bindings_refuse_its_calls) {
  prepare(BW_BOOK_RATING);
  bw_result *faults;
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_check(binding, store, &faults, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_save(binding, store, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_clear_fields(binding, BW_BOOK_YEAR, &fault));
  OK(bw_binding_free(binding));
  OK(bw_binding_open_draft(&binding, &fault));
  bw_book value;
  BW_INIT(value);
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", set(value));
  value.fields = BW_BOOK_ID;
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", set(value));
  value.fields = BW_BOOK_TITLE;
  value.title = (bw_text){"a\xff", 2};
  FAILS_AT(BW_ERROR_TEXT, "title", set(value));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_binding_clear_fields(binding, BW_BOOK_ID, &fault));
  end();
}
