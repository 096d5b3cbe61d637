// This file provides the live and the stale handles of the misuse tests.
#define _DEFAULT_SOURCE
#include "misuse.h"

struct world world;

const char *new_path(void) {
  static int number;
  char name[32];
  snprintf(name, sizeof(name), "new-%d", number++);
  return in_folder(name);
}

static bw_result *problems_of_a_damaged_store(void) {
  const char *path = in_folder("damaged");
  bool there = file_exists(path);
  bw_result *problems;
  bw_store *store = open_path(path);
  if (!there) {
    add_book(store, "Dune", "Frank Herbert");
    sqlite(path, "UPDATE counters SET rated_5 = 1 WHERE kind = 0");
  }
  OK(bw_store_check(store, &problems, &fault));
  close_store(store);
  return problems;
}

static bw_result *duplicates_of_two(void) {
  bw_store *store = open_memory();
  bw_result *duplicates;
  add_book(store, "Dune", "Frank Herbert");
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_books_list_duplicates(store, &duplicates, &fault));
  close_store(store);
  return duplicates;
}

static void make_observers(void) {
  bw_observer *observer;
  OK(bw_query_new(&world.limited, &fault));
  OK(bw_query_set_limit(world.limited, 5, &fault));
  OK(bw_query_observe(world.store, world.limited, 0, &world.observer, &fault));
  OK(bw_binding_open(world.store, world.book, BW_BOOK_RATING, &world.binding, &fault));
  OK(bw_binding_open_draft_of(world.store, world.book, &world.draft, &fault));
  OK(bw_binding_open_draft(&world.new_draft, &fault));
  OK(bw_binding_open(world.store, world.book, BW_BOOK_NOTES, &world.text_binding, &fault));
  OK(bw_store_observe(world.store, 0, &observer, &fault));
  OK(bw_book_set_rating(world.store, world.book, 2, &fault));
  OK(bw_observer_next(observer, 0, &world.changes, &fault));
  OK(bw_observer_free(observer));
}

bw_quote new_quote(void) {
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  return quote;
}

// An existing book, linked to a source of its own.
static void import_emma(bw_store *store) {
  static const int64_t offsets[][2] = {{0, 5}, {0, 12}, {0, 3}};
  static const char *const values[] = {"Emma", "Jane Austen", "18"};
  static const bw_fields fields[] = {BW_BOOK_TITLE, BW_BOOK_AUTHOR, BW_BOOK_SOURCE_ID};
  bw_column columns[3];
  for (int i = 0; i < 3; i++) {
    BW_INIT(columns[i]);
    columns[i].field = fields[i];
    columns[i].type = BW_COLUMN_TEXT;
    columns[i].count = 1;
    columns[i].values = values[i];
    columns[i].offsets = offsets[i];
  }
  bw_import_row row;
  BW_INIT(row);
  OK(bw_books_import_from_columns(store, "other", -1, columns, 3, 1, NULL, &world.imports, &fault));
  OK(bw_result_get_import(world.imports, 0, &row, &fault));
  OK(bw_book_list_sources(store, row.book, &world.sources, &fault));
}

static int64_t next_step(int32_t redo) {
  bw_undo_step step;
  BW_INIT(step);
  OK(bw_store_get_undo_step(world.store, redo, BW_LANGUAGE_ENGLISH, &step, &fault));
  return step.step;
}

void make_world(void) {
  bw_text cursor;
  bw_open_options options = default_options();
  options.history = TEXT("world");
  OK(try_open(":memory:", &options, &world.store));
  world.other = open_memory();
  world.empty = open_memory();
  world.problems = problems_of_a_damaged_store();
  bw_book bad = new_book(" ", "x");
  OK(bw_book_check(world.store, &bad, &world.faults, &fault));
  world.query = new_query();
  world.book = add_with_genre(world.store, "Dune", "Horror");
  set_price(world.store, world.book, 1299, "EUR");
  OK(bw_book_set_cover(world.store, world.book, picture, (int64_t)picture_size, &fault));
  world.other_book = add_book(world.store, "Emma", "Jane Austen");
  OK(bw_genre_find(world.store, "Horror", -1, &world.genre, &fault));
  OK(bw_query_set_limit(world.query, 1, &fault));
  world.books = run(world.store, world.query);
  OK(bw_result_get_cursor(world.books, &cursor, &fault));
  CHECK(cursor.length > 0 && cursor.length < (int64_t)sizeof(world.cursor));
  memcpy(world.cursor, cursor.data, (size_t)cursor.length + 1);
  OK(bw_query_free(world.query));
  world.query = new_query();
  OK(bw_genres_list(world.store, &world.genres, &fault));
  bw_quote quote = new_quote();
  OK(bw_quote_create(world.store, world.book, &quote, &world.quote, &fault));
  OK(bw_book_list_quotes(world.store, world.book, &world.quotes, &fault));
  bw_reading reading;
  BW_INIT(reading);
  OK(bw_reading_create(world.store, world.book, &reading, &world.reading, &fault));
  OK(bw_book_list_readings(world.store, world.book, &world.readings, &fault));
  OK(bw_shelf_create(world.store, "Good", -1, "rating>=4", -1, &world.shelf, &fault));
  OK(bw_shelves_list(world.store, &world.shelves, &fault));
  import_emma(world.store);
  bw_book found;
  BW_INIT(found);
  bw_result *books;
  OK(bw_book_get(world.store, world.book, BW_BOOK_GLOBAL_ID, &found, &books, &fault));
  world.global_id = found.global_id;
  OK(bw_result_free(books));
  OK(bw_store_list_statistics(world.store, NULL, BW_GROUP_GENRE, &world.statistics, &fault));
  OK(bw_order_place(world.store, world.book, 1, NULL, &fault));
  OK(bw_orders_list(world.store, 0, -1, &world.orders, &fault));
  OK(bw_orders_list_totals(world.store, &world.totals, &fault));
  world.other_genre = add_genre(world.store, "Kids");
  OK(bw_book_merge(world.store, world.book, world.other_book, 0, 1, &world.differences, &fault));
  world.duplicates = duplicates_of_two();
  OK(bw_query_parse("rating>=4 sort:title", -1, &world.sorted, &fault));
  OK(bw_query_list_conditions(world.sorted, &world.conditions, &fault));
  OK(bw_store_list_completions(world.store, "genre", -1, -1, BW_LANGUAGE_ENGLISH, 1,
                               &world.completions, &fault));
  OK(bw_stream_open(world.store, world.query, &world.stream, &fault));
  OK(bw_backup_new(world.store, new_path(), -1, &world.backup, &fault));
  OK(bw_transaction_begin(world.other, BW_TRANSACTION_WRITE, &world.transaction, &fault));
  make_observers();
  // More than one step to redo.
  for (int i = 0; i < 8; i++) OK(bw_book_toggle_favourite(world.store, world.book, NULL, &fault));
  for (int i = 0; i < 8; i++) OK(bw_store_undo(world.store, NULL, &fault));
  OK(bw_store_list_steps(world.store, &world.steps, &fault));
  OK(bw_store_list_histories(world.store, &world.histories, &fault));
  world.step = next_step(0);
  world.undone_step = next_step(1);

  bw_store *store = open_memory(), *transaction;
  bw_query *query = new_query();
  bw_result *result = run(store, query);
  bw_stream *stream;
  bw_observer *observer;
  bw_binding *binding;
  bw_backup *backup;
  OK(bw_backup_new(store, new_path(), -1, &backup, &fault));
  OK(bw_backup_free(backup));
  OK(bw_stream_open(store, query, &stream, &fault));
  OK(bw_store_observe(store, 0, &observer, &fault));
  OK(bw_binding_open(store, add_rated(store, "A", 1), BW_BOOK_RATING, &binding, &fault));
  OK(bw_observer_free(observer));
  OK(bw_binding_free(binding));
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  OK(bw_stream_free(stream));
  OK(bw_result_free(result));
  OK(bw_query_free(query));
  close_store(store);
  void *const stale[] = {store, transaction, query,   result, stream,
                         store, observer,    binding, backup};
  memcpy(world.stale, stale, sizeof(stale));
}

void end_world(void) {
  bw_observer_free(world.observer);
  bw_binding_free(world.binding);
  bw_binding_free(world.draft);
  bw_binding_free(world.new_draft);
  bw_binding_free(world.text_binding);
  bw_result_free(world.changes);
  bw_query_free(world.limited);
  bw_transaction_free(world.transaction, NULL);
  bw_stream_free(world.stream);
  bw_backup_free(world.backup);
  bw_result_free(world.problems);
  bw_result_free(world.faults);
  bw_result_free(world.books);
  bw_result_free(world.genres);
  bw_result_free(world.quotes);
  bw_result_free(world.readings);
  bw_result_free(world.shelves);
  bw_result_free(world.statistics);
  bw_result_free(world.orders);
  bw_result_free(world.totals);
  bw_result_free(world.imports);
  bw_result_free(world.sources);
  bw_result_free(world.differences);
  bw_result_free(world.duplicates);
  bw_result_free(world.completions);
  bw_result_free(world.conditions);
  bw_query_free(world.sorted);
  bw_result_free(world.steps);
  bw_result_free(world.histories);
  bw_query_free(world.query);
  bw_store_close(world.other, NULL);
  bw_store_close(world.empty, NULL);
  bw_store_close(world.store, NULL);
}

void *const *live_handles(void) {
  static void *handles[LIVE_HANDLES];
  void *const now[] = {world.store,       world.other,      world.transaction, world.query,
                       world.books,       world.genres,     world.quotes,      world.statistics,
                       world.stream,      world.limited,    world.changes,     world.observer,
                       world.binding,     world.backup,     world.empty,       world.problems,
                       world.orders,      world.totals,     world.readings,    world.shelves,
                       world.imports,     world.sources,    world.faults,      world.differences,
                       world.duplicates,  world.draft,      world.steps,       world.histories,
                       world.completions, world.conditions, world.sorted,      world.new_draft};
  memcpy(handles, now, sizeof(handles));
  return handles;
}

void check_world(void) {
  bw_result *rows;
  CHECK_INT(count_query(world.store, world.query), 2);
  CHECK_INT(count_books(world.transaction), 0);
  CHECK_INT(count_rows(world.books), 1);
  CHECK_INT(count_rows(world.genres), 1);
  CHECK_INT(count_rows(world.changes), 1);
  int32_t descriptor;
  OK(bw_observer_get_descriptor(world.observer, &descriptor, &fault));
  OK(bw_binding_get_descriptor(world.binding, &descriptor, &fault));
  CHECK_INT(count_rows(world.quotes), 1);
  CHECK_INT(count_rows(world.statistics), 1);
  CHECK_INT(count_rows(world.orders), 1);
  CHECK_INT(count_rows(world.totals), 1);
  CHECK_INT(count_rows(world.imports), 1);
  CHECK_INT(count_rows(world.sources), 1);
  CHECK_INT(count_rows(world.duplicates), 2);
  CHECK_INT(count_rows(world.completions), 1);
  CHECK_INT(count_rows(world.conditions), 1);
  OK(bw_stream_next(world.stream, 1, &rows, &fault));
  OK(bw_result_free(rows));
}
