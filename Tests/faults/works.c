// This file defines the operations of a store that run while system calls fail.
#define _GNU_SOURCE
#include "works.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bw_store *store;
bw_error error;

#define TEXT(literal) ((bw_text){(literal), -1})
#define MUST(call) \
  do { \
    if ((call) != BW_OK) { \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, error.message); \
      _exit(3); \
    } \
  } while (0)

enum { batch = 60, many = 2000 };

static bw_query *query;
static bw_result *result;
static bw_observer *observer;
static struct ArrowArrayStream arrow;
static bw_book books[batch];
static char titles[batch][40];
static bw_text genres[] = {{"Fantasy", -1}, {"A genre of our own", -1}};
static char long_text[20001];
static int64_t ids[many];
static bw_text names[many];
static char name_texts[many][24];
static int64_t id, number;

static void make_drafts(void) {
  memset(long_text, 'x', sizeof long_text - 1);
  for (int i = 0; i < batch; i++) {
    snprintf(titles[i], sizeof titles[i], "The title number %d", i);
    BW_INIT(books[i]);
    books[i].fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_GENRE_NAMES | BW_BOOK_RATING |
                      BW_BOOK_NOTES | BW_BOOK_SERIES | BW_BOOK_PRICE | BW_BOOK_CURRENCY;
    books[i].title = TEXT(titles[i]);
    books[i].author = i % 2 ? TEXT("Władysław") : TEXT("Herbert");
    books[i].notes = i % 20 ? TEXT("lent to Ann, with more words than fit into a small string")
                            : (bw_text){long_text, 9000};
    books[i].series = TEXT("A series");
    books[i].rating = i % 6;
    books[i].genre_names = genres;
    books[i].genre_name_count = 2;
    books[i].price = 999;
    books[i].currency = TEXT("EUR");
  }
  for (int i = 0; i < many; i++) {
    ids[i] = i + 1;
    snprintf(name_texts[i], sizeof name_texts[i], "Genre number %d", i);
    names[i] = TEXT(name_texts[i]);
  }
}

void open_store(void) {
  bw_open_options options;
  BW_INIT(options);
  options.durability = BW_DURABILITY_NORMAL;
  options.busy_timeout = 500;
  MUST(bw_store_open("store", -1, &options, &store, &error));
}

void ready(void) {
  make_drafts();
  open_store();
  MUST(bw_query_new(&query, &error));
}

void make_store(void) {
  ready();
  MUST(bw_books_create(store, books, batch, NULL, &error));
  for (int i = 1; i < 6; i++) {
    bw_quote quote;
    BW_INIT(quote);
    quote.fields = BW_QUOTE_TEXT;
    quote.text = TEXT("Fear is the mind-killer");
    MUST(bw_quote_create(store, i, &quote, NULL, &error));
    MUST(bw_book_set_status(store, i, BW_BOOK_STATUS_COMPLETED, 0, &error));
  }
  MUST(bw_store_export(store, "document", -1, &error));
  bw_observer *wakes = NULL;
  MUST(bw_store_observe(store, 0, &wakes, &error));
  bw_observer_free(wakes);
  MUST(bw_store_close(store, &error));
}

static bw_status freed(bw_status status) {
  if (status == BW_OK) bw_result_free(result);
  return status;
}

#define WORK(name) static bw_status name(void)

// MARK: Opening

static void nothing_open(void) {
  make_drafts();
}
WORK(open_and_close) {
  bw_status status = bw_store_open("store", -1, NULL, &store, &error);
  if (status == BW_OK) status = bw_store_close(store, &error);
  store = NULL;
  return status;
}
WORK(open_new) {
  bw_status status = bw_store_open("other", -1, NULL, &store, &error);
  if (status == BW_OK) bw_store_close(store, NULL);
  store = NULL;
  return status;
}
static void linked(void) {
  nothing_open();
  if (symlink("store", "other-link") != 0) exit(3);
}
WORK(open_linked) {
  bw_status status = bw_store_open("other-link", -1, NULL, &store, &error);
  if (status == BW_OK) bw_store_close(store, NULL);
  store = NULL;
  return status;
}
WORK(open_preview) {
  bw_status status = bw_store_open_preview("other", -1, NULL, &store, &error);
  if (status == BW_OK) bw_store_close(store, NULL);
  store = NULL;
  return status;
}
WORK(close_it) {
  bw_status status = bw_store_close(store, &error);
  store = NULL;
  return status;
}

// MARK: Writing

WORK(create) {
  return bw_book_create(store, &books[0], &id, &error);
}
WORK(create_batch) {
  return bw_books_create(store, books, batch, NULL, &error);
}
WORK(update) {
  return bw_book_update(store, 3, &books[20], 0, &error);
}
WORK(rate) {
  return bw_book_set_rating(store, 3, 1, &error);
}
WORK(set_status) {
  return bw_book_set_status(store, 3, BW_BOOK_STATUS_IN_PROGRESS, 0, &error);
}
WORK(delete_book) {
  return bw_book_delete(store, 2, &error);
}
WORK(delete_many) {
  return bw_books_delete(store, ids, many, &number, &error);
}
WORK(rename_genre) {
  return bw_genre_rename(store, 1, "Renamed genre", -1, &error);
}
WORK(delete_genre) {
  return bw_genre_delete(store, 1, &error);
}
WORK(many_genres) {
  return bw_genres_find_or_create(store, names, many, NULL, &number, &error);
}
WORK(order) {
  return bw_order_place(store, 1, 2, &id, &error);
}
WORK(rate_query) {
  return bw_query_rate_books(store, query, 4, &number, &error);
}
WORK(delete_query) {
  return bw_query_delete_books(store, query, &number, &error);
}
WORK(transaction) {
  bw_store *within = NULL;
  bw_status status = bw_transaction_begin(store, BW_TRANSACTION_WRITE, &within, &error);
  if (status != BW_OK) return status;
  status = bw_book_create(within, &books[0], &id, &error);
  if (status == BW_OK) status = bw_book_delete(within, 2, &error);
  if (status == BW_OK) status = bw_genre_delete(within, 1, &error);
  if (status == BW_OK) status = bw_transaction_commit(within, &error);
  bw_transaction_free(within, NULL);
  return status;
}
static void deleted(void) {
  ready();
  MUST(bw_query_delete_books(store, query, NULL, &error));
}
WORK(undo) {
  return bw_store_undo(store, NULL, &error);
}
static void little_room(void) {
  make_drafts();
  bw_open_options options;
  BW_INIT(options);
  options.undo_limit = 4;
  MUST(bw_store_open("store", -1, &options, &store, &error));
  MUST(bw_query_new(&query, &error));
}
WORK(delete_and_undo) {
  bw_status status = bw_query_delete_books(store, query, NULL, &error);
  if (status != BW_OK) return status;
  status = bw_store_undo(store, NULL, &error);
  // Undoing needs room; doing does not.
  return status == BW_ERROR_TOO_LARGE ? BW_OK : status;
}

// MARK: Reading

WORK(read_many) {
  return freed(bw_books_list(store, ids, many, 0, &result, &error));
}
WORK(run_query) {
  bw_status status = bw_query_set_fields(query, BW_FIELDS_ALL, &error);
  return status ? status : freed(bw_query_run(store, query, &result, &error));
}
WORK(search) {
  bw_query *line = NULL;
  bw_status status = bw_query_parse(
      "author:herbert genre:Fantasy rating>=2 titl* number sort:-rating,title", -1, &line, &error);
  if (status == BW_OK) status = freed(bw_query_run(store, line, &result, &error));
  bw_query_free(line);
  return status;
}
WORK(statistics) {
  return freed(bw_store_list_statistics(store, query, BW_GROUP_AUTHOR, &result, &error));
}
WORK(stream) {
  bw_stream *rows = NULL;
  bw_status status = bw_stream_open(store, query, &rows, &error);
  for (int i = 0; i < 5 && status == BW_OK; i++) {
    status = freed(bw_stream_next(rows, 16, &result, &error));
  }
  bw_stream_free(rows);
  return status;
}

// Drains a stream. A failed stream explains the failure only in words.
static bw_status drained(bw_status status) {
  if (status != BW_OK) return status;
  struct ArrowArray array = {.release = NULL};
  do {
    if (arrow.get_next(&arrow, &array) != 0) {
      status = BW_ERROR_MEMORY;
      break;
    }
    if (array.release) array.release(&array);
  } while (array.release);
  arrow.release(&arrow);
  return status;
}
WORK(arrow_out) {
  bw_status status = bw_query_set_fields(query, BW_FIELDS_ALL, &error);
  return status ? status : drained(bw_query_export_arrow(store, query, &arrow, &error));
}
static void arrow_ready(void) {
  ready();
  MUST(bw_query_set_fields(query, BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING, &error));
  MUST(bw_query_run(store, query, &result, &error));
  MUST(bw_result_export_arrow(result, &arrow, &error));
}
WORK(arrow_in) {
  bw_result *made = NULL;
  bw_status status = bw_books_create_from_arrow(store, &arrow, &made, &error);
  if (status == BW_OK) bw_result_free(made);
  return status;
}

// MARK: Observing

static void observed(void) {
  ready();
  MUST(bw_query_set_limit(query, 100, &error));
  MUST(bw_query_observe(store, query, 0, &observer, &error));
  MUST(bw_books_create(store, books, batch, NULL, &error));
  MUST(bw_genre_delete(store, 1, &error));
}
WORK(observe) {
  bw_status status = bw_store_observe(store, 0, &observer, &error);
  if (status == BW_OK) bw_observer_free(observer);
  return status;
}
WORK(hear) {
  return freed(bw_observer_next(observer, 0, &result, &error));
}

// MARK: The whole store

WORK(backup) {
  bw_backup *copy = NULL;
  bw_status status = bw_backup_new(store, "other", -1, &copy, &error);
  bw_backup_progress progress;
  BW_INIT(progress);
  progress.remaining = 1;
  while (status == BW_OK && progress.remaining > 0) {
    status = bw_backup_step(copy, 10, &progress, &error);
  }
  bw_backup_free(copy);
  return status;
}
WORK(export_it) {
  return bw_store_export(store, "other.json", -1, &error);
}
static void empty(void) {
  make_drafts();
  MUST(bw_store_open("empty", -1, NULL, &store, &error));
  MUST(bw_query_new(&query, &error));
}
WORK(import_it) {
  return bw_store_import(store, "document", -1, &error);
}
// Half of the rows mean existing books.
WORK(import_rows) {
  static char texts[3][batch * 40];
  static int64_t offsets[3][batch + 1];
  static const bw_fields fields[] = {BW_BOOK_SOURCE_ID, BW_BOOK_TITLE, BW_BOOK_AUTHOR};
  bw_column columns[3];
  for (int i = 0; i < 3; i++) {
    BW_INIT(columns[i]);
    columns[i].field = fields[i];
    columns[i].type = BW_COLUMN_TEXT;
    columns[i].count = batch;
    columns[i].values = texts[i];
    columns[i].offsets = offsets[i];
  }
  for (int row = 0; row < batch; row++) {
    int number_of = row * 2;
    char *at[3];
    for (int i = 0; i < 3; i++) at[i] = texts[i] + offsets[i][row];
    offsets[0][row + 1] = offsets[0][row] + 1 + snprintf(at[0], 40, "%d", number_of);
    offsets[1][row + 1] =
        offsets[1][row] + 1 + snprintf(at[1], 40, "The title number %d", number_of);
    offsets[2][row + 1] = offsets[2][row] + 1 + snprintf(at[2], 40, "Herbert");
  }
  return freed(
      bw_books_import_from_columns(store, "shop", -1, columns, 3, batch, NULL, &result, &error));
}
WORK(merge) {
  return freed(bw_book_merge(store, 1, 2, 0, 0, &result, &error));
}
WORK(check) {
  bw_status status = bw_store_check(store, &result, &error);
  if (status != BW_OK) return status;
  bw_problem problem;
  BW_INIT(problem);
  if (bw_result_get_problem(result, 0, &problem, NULL) == BW_OK) {
    snprintf(error.message, sizeof error.message, "check finds: %s", problem.text.data);
    status = BW_ERROR_CORRUPT;
  }
  bw_result_free(result);
  return status;
}
WORK(rebuild) {
  return bw_store_rebuild(store, &error);
}
WORK(compact) {
  return bw_store_compact(store, &error);
}

#define W(name) {#name, ready, name, false}
const work works[] = {
    {"open_and_close", nothing_open, open_and_close, false},
    {"open_new", nothing_open, open_new, false},
    {"open_linked", linked, open_linked, false},
    {"open_preview", nothing_open, open_preview, false},
    W(close_it),
    W(create),
    W(create_batch),
    W(update),
    W(rate),
    W(set_status),
    W(delete_book),
    W(delete_many),
    W(rename_genre),
    W(delete_genre),
    W(many_genres),
    W(order),
    W(rate_query),
    W(delete_query),
    W(transaction),
    {"undo", deleted, undo, true},
    {"delete_and_undo", little_room, delete_and_undo, true},
    W(read_many),
    W(run_query),
    W(search),
    W(statistics),
    W(stream),
    W(arrow_out),
    {"arrow_in", arrow_ready, arrow_in, false},
    W(observe),
    {"hear", observed, hear, true},
    W(backup),
    W(export_it),
    {"import_it", empty, import_it, false},
    W(import_rows),
    W(merge),
    W(check),
    W(rebuild),
    W(compact),
    {"many_links", large_ready, large_many_links, false},
    {"long_texts", long_texts_ready, large_long_texts, true},
    {"many_conditions", large_ready, large_many_conditions, false},
    {"long_line", large_ready, large_search_line, false},
    {"many_steps", large_ready, large_many_steps, true},
    {"many_handles", large_ready, large_many_handles, false},
};
const int work_count = sizeof works / sizeof *works;
