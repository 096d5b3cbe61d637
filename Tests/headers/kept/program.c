// A program for library 2.0.0: compiled with its header, and run with today's library. It passes
// every struct that crosses with the size in that header, and watches the bytes behind each.
#include "bookworm.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bw_error error;

static void must(int line, bw_status status) {
  if (status == BW_OK) return;
  fprintf(stderr, "line %d: %s: %s\n", line, bw_status_name(status), error.message);
  exit(1);
}

#define MUST(call) must(__LINE__, (call))
#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition); \
      exit(1); \
    } \
  } while (0)

// A struct and what lies behind it, which a library that writes too much would overwrite.
#define GUARDED(type, name) \
  struct { \
    type of; \
    unsigned char behind[512]; \
  } name; \
  memset(&name, 0x5A, sizeof(name)); \
  BW_INIT(name.of)
#define UNTOUCHED(name) untouched(__LINE__, name.behind, sizeof(name.behind))

static void untouched(int line, const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == 0x5A) continue;
    fprintf(stderr, "line %d: byte %zu behind a struct was written\n", line, i);
    exit(1);
  }
}

static bw_text text(const char *string) {
  bw_text view = {string, -1};
  return view;
}

// Passes several books in one array, whose stride is the size in the header of 2.0.0.
static void create_books(bw_store *store, int64_t *ids) {
  bw_text genres[] = {text("Horror"), text("Kept")};
  bw_book books[3];
  for (int i = 0; i < 3; i++) {
    BW_INIT(books[i]);
    books[i].fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING | BW_BOOK_GENRE_NAMES |
                      BW_BOOK_PRICE | BW_BOOK_CURRENCY | BW_BOOK_LANGUAGE;
    books[i].title = text("Dune");
    books[i].author = text("Frank Herbert");
    books[i].rating = i + 1;
    books[i].genre_names = genres;
    books[i].genre_name_count = 2;
    books[i].price = 1299;
    books[i].currency = text("EUR");
    books[i].language = text("en");
  }
  MUST(bw_books_create(store, books, 3, ids, &error));
}

static void read_book(bw_store *store, int64_t id) {
  GUARDED(bw_book, book);
  GUARDED(bw_store_info, info);
  bw_result *result;
  MUST(bw_book_get(store, id, BW_FIELDS_ALL, &book.of, &result, &error));
  CHECK(book.of.id == id && book.of.rating == 3 && book.of.price == 1299);
  CHECK(strcmp(book.of.title.data, "Dune") == 0 && strcmp(book.of.language.data, "en") == 0);
  CHECK(book.of.genre_count == 2 && book.of.size == sizeof(bw_book));
  UNTOUCHED(book);
  MUST(bw_result_free(result));
  MUST(bw_store_get_info(store, &info.of, &error));
  CHECK(info.of.schema_version >= 3 && info.of.size == sizeof(bw_store_info));
  UNTOUCHED(info);
}

static void read_rows(bw_store *store, int64_t book) {
  GUARDED(bw_quote, quote);
  GUARDED(bw_reading, reading);
  GUARDED(bw_order, order);
  GUARDED(bw_order_total, total);
  GUARDED(bw_genre, genre);
  bw_result *result;
  int64_t id;
  quote.of.fields = BW_QUOTE_TEXT;
  quote.of.text = text("Fear is the mind-killer.");
  MUST(bw_quote_create(store, book, &quote.of, &id, &error));
  MUST(bw_quote_get(store, id, &quote.of, &result, &error));
  CHECK(quote.of.book == book && strncmp(quote.of.text.data, "Fear", 4) == 0);
  UNTOUCHED(quote);
  MUST(bw_result_free(result));
  MUST(bw_reading_create(store, book, &reading.of, &id, &error));
  MUST(bw_reading_get(store, id, &reading.of, &result, &error));
  CHECK(reading.of.book == book && reading.of.outcome == BW_READING_OPEN);
  UNTOUCHED(reading);
  MUST(bw_result_free(result));
  MUST(bw_order_place(store, book, 2, &id, &error));
  MUST(bw_order_get(store, id, &order.of, &result, &error));
  CHECK(order.of.total == 2598 && order.of.quantity == 2);
  UNTOUCHED(order);
  MUST(bw_result_free(result));
  MUST(bw_orders_list_totals(store, &result, &error));
  MUST(bw_result_get_total(result, 0, &total.of, &error));
  UNTOUCHED(total);
  MUST(bw_result_free(result));
  MUST(bw_genre_find(store, "horror", -1, &id, &error));
  MUST(bw_genre_get(store, id, &genre.of, &result, &error));
  CHECK(genre.of.books == 3 && strcmp(genre.of.name.data, "Horror") == 0);
  UNTOUCHED(genre);
  MUST(bw_result_free(result));
}

static void query(bw_store *store) {
  GUARDED(bw_column, column);
  GUARDED(bw_statistics, statistics);
  GUARDED(bw_query_info, info);
  bw_query *query;
  bw_result *result;
  MUST(bw_query_new(&query, &error));
  MUST(bw_query_where_rating(query, 2, 5, 0, &error));
  MUST(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &error));
  MUST(bw_query_get_info(query, &info.of, &error));
  UNTOUCHED(info);
  MUST(bw_query_run(store, query, &result, &error));
  MUST(bw_result_get_column(result, BW_BOOK_RATING, &column.of, &error));
  CHECK(column.of.count == 2);
  UNTOUCHED(column);
  MUST(bw_result_free(result));
  MUST(bw_store_get_statistics(store, query, &statistics.of, &error));
  UNTOUCHED(statistics);
  MUST(bw_query_free(query));
}

static void observe_and_undo(bw_store *store, int64_t book) {
  GUARDED(bw_change, change);
  GUARDED(bw_undo_info, info);
  bw_observer *observer;
  bw_result *changes;
  MUST(bw_store_observe(store, 0, &observer, &error));
  MUST(bw_book_set_rating(store, book, 5, &error));
  MUST(bw_observer_next(observer, 10000, &changes, &error));
  MUST(bw_result_get_change(changes, 0, &change.of, &error));
  CHECK(change.of.id == book && change.of.kind == BW_CHANGE_UPDATED);
  CHECK(change.of.fields & BW_BOOK_RATING);
  UNTOUCHED(change);
  MUST(bw_result_free(changes));
  MUST(bw_observer_free(observer));
  MUST(bw_store_undo(store, &info.of, &error));
  UNTOUCHED(info);
}

static void back_up_and_check(bw_store *store) {
  GUARDED(bw_backup_progress, progress);
  bw_backup *backup;
  bw_result *problems;
  int64_t count;
  MUST(bw_backup_new(store, "backup", -1, &backup, &error));
  MUST(bw_backup_step(backup, -1, &progress.of, &error));
  CHECK(progress.of.remaining == 0);
  UNTOUCHED(progress);
  MUST(bw_backup_free(backup));
  MUST(bw_store_check(store, &problems, &error));
  MUST(bw_result_count(problems, &count, &error));
  CHECK(count == 0);
  MUST(bw_result_free(problems));
}

static void present(void) {
  GUARDED(bw_form_defaults, defaults);
  GUARDED(bw_star_control, control);
  GUARDED(bw_star, star);
  GUARDED(bw_stepper, stepper);
  GUARDED(bw_colour, colour);
  MUST(bw_form_get_defaults(&defaults.of, &error));
  MUST(bw_star_control_get_defaults(&control.of, &error));
  MUST(bw_star_control_get_star(&control.of, 3, 1, &star.of, &error));
  MUST(bw_stepper_get_defaults(&stepper.of, &error));
  MUST(bw_colour_format(0xFF0000, &colour.of, &error));
  UNTOUCHED(defaults);
  UNTOUCHED(control);
  UNTOUCHED(star);
  UNTOUCHED(stepper);
  UNTOUCHED(colour);
}

// A wrong call fills in an error struct of the size in the header of 2.0.0.
static void fail(bw_store *store) {
  GUARDED(bw_error, wrong);
  CHECK(bw_book_set_rating(store, 1, 6, &wrong.of) == BW_ERROR_INVALID);
  CHECK(strcmp(wrong.of.field, "rating") == 0);
  UNTOUCHED(wrong);
}

int main(void) {
  GUARDED(bw_open_options, options);
  bw_store *store;
  int64_t ids[3];
  BW_INIT(error);
  MUST(bw_store_open("store", -1, &options.of, &store, &error));
  create_books(store, ids);
  read_book(store, ids[2]);
  read_rows(store, ids[2]);
  query(store);
  observe_and_undo(store, ids[2]);
  back_up_and_check(store);
  present();
  fail(store);
  MUST(bw_store_close(store, &error));
  return 0;
}
