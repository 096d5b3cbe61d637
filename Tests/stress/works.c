// This file defines the kinds of work of kills.c.
#define _DEFAULT_SOURCE
#include "works.h"

#include <unistd.h>

enum { MANY = 20 };

struct turn turn;

bw_store *open_with_durability(const char *path) {
  bw_open_options options = default_options();
  bw_store *store;
  options.durability = turn.durability;
  options.busy_timeout = 20000;
  OK(try_open(path, &options, &store));
  return store;
}

static void acknowledge(void) {
  CHECK_INT(write(turn.report, "+", 1), 1);
}

// "Turn 3.12." for the twelfth piece of the third turn.
static const char *author_of(int piece) {
  static char author[64];
  snprintf(author, sizeof(author), "Turn %d.%d.", turn.number, piece);
  return author;
}

const char *path_of(int64_t piece) {
  char name[64];
  snprintf(name, sizeof(name), "turn-%d-%lld", turn.number, (long long)piece);
  return in_folder(name);
}

bw_query *query_for(const char *author) {
  bw_query *query = new_query();
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, author, -1, &fault));
  return query;
}

static void create_many(bw_store *store, int piece) {
  bw_book books[MANY];
  for (int i = 0; i < MANY; i++) books[i] = new_book("Title", author_of(piece));
  OK(bw_books_create(store, books, MANY, NULL, &fault));
  acknowledge();
}

static void work_single(bw_store *store, int piece) {
  add_book(store, "Title", author_of(piece));
  acknowledge();
}

static void work_transaction(bw_store *store, int piece) {
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < MANY; i++) add_book(transaction, "Title", author_of(piece));
  OK(bw_transaction_commit(transaction, &fault));
  acknowledge();
}

static void work_delete(bw_store *store, int piece) {
  bw_query *query = query_for(author_of(piece));
  create_many(store, piece);
  OK(bw_query_delete_books(store, query, NULL, &fault));
  acknowledge();
  OK(bw_query_free(query));
}

static void work_undo(bw_store *store, int piece) {
  create_many(store, piece);
  OK(bw_store_undo(store, NULL, &fault));
  acknowledge();
  OK(bw_store_redo(store, NULL, &fault));
  acknowledge();
}

static void work_genre(bw_store *store, int piece) {
  bw_query *all = new_query();
  int64_t genre = add_genre(store, author_of(piece));
  OK(bw_query_add_genre_to_books(store, all, genre, NULL, &fault));
  OK(bw_genre_delete(store, genre, &fault));
  OK(bw_query_free(all));
  acknowledge();
}

static void work_rebuild(bw_store *store, int piece) {
  (void)piece;
  OK(bw_store_rebuild(store, &fault));
  acknowledge();
}

static void work_compact(bw_store *store, int piece) {
  (void)piece;
  bw_status status = bw_store_compact(store, &fault);
  CHECK(status == BW_OK || status == BW_ERROR_BUSY); // others read
  acknowledge();
}

static void work_backup(bw_store *store, int piece) {
  bw_backup *backup;
  bw_backup_progress progress;
  BW_INIT(progress);
  OK(bw_backup_new(store, path_of(piece), -1, &backup, &fault));
  do OK(bw_backup_step(backup, 10, &progress, &fault));
  while (progress.remaining > 0);
  OK(bw_backup_free(backup));
  acknowledge();
}

static void work_export(bw_store *store, int piece) {
  OK(bw_store_export(store, path_of(piece), -1, &fault));
  acknowledge();
}

static void work_import(bw_store *store, int piece) {
  (void)store;
  bw_store *other = open_with_durability(path_of(piece));
  OK(bw_store_import(other, in_folder("document"), -1, &fault));
  acknowledge();
  close_store(other);
}

static void work_make(bw_store *store, int piece) {
  (void)store;
  bw_store *other = open_with_durability(path_of(piece));
  acknowledge();
  close_store(other);
}

static void work_preview(bw_store *store, int piece) {
  (void)store;
  bw_store *other;
  OK(bw_store_open_preview(path_of(piece), -1, NULL, &other, &fault));
  acknowledge();
  close_store(other);
}

// The stores of older libraries in Tests/stores.
static const struct {
  const char *version;
  int books;
} old_stores[] = {{"1.0.0", 6}, {"1.1.0", 7}, {"2.0.0", 33}};
enum { OLD_STORES = sizeof(old_stores) / sizeof(old_stores[0]) };

// Each version in turn, beginning with another one in each program.
static int old_store(int64_t piece) {
  return (int)((piece + turn.number / work_count) % OLD_STORES);
}

int64_t old_books(int64_t piece) {
  return old_stores[old_store(piece)].books;
}

static void work_migrate(bw_store *store, int piece) {
  (void)store;
  char *path = strdup(path_of(piece));
  shell("cp '%s' '%s.new' && mv '%s.new' '%s'", in_folder(old_stores[old_store(piece)].version),
        path, path, path);
  bw_store *other = open_with_durability(path);
  acknowledge();
  close_store(other);
  free(path);
}

const struct work works[] = {
    {"single writes", work_single, BOOKS, 1, 1, false},
    {"batches", create_many, BOOKS, MANY, 1, false},
    {"transactions", work_transaction, BOOKS, MANY, 1, false},
    {"deleting by a query", work_delete, BOOKS, MANY, 0, false},
    {"undo and redo", work_undo, BOOKS, MANY, 3, false},
    {"deleting a genre", work_genre, NOTHING, 0, 0, false},
    {"a rebuild", work_rebuild, NOTHING, 0, 0, false},
    {"compacting", work_compact, NOTHING, 0, 0, false},
    {"a backup", work_backup, STORES, BASE, 0, false},
    {"an export", work_export, DOCUMENTS, BASE, 0, false},
    {"an import", work_import, STORES, BASE, 0, true},
    {"making a store", work_make, STORES, 0, 0, false},
    {"a preview", work_preview, STORES, 32, 0, false},
    {"a migration", work_migrate, OLDER, 0, 0, false},
};
const int work_count = sizeof(works) / sizeof(works[0]);

void make_base(int number, struct tally *tally) {
  (void)number, (void)tally;
  bw_store *store = filled_store(BASE);
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  close_store(store);
}

// Stores of older libraries. An upgrade indexes the texts of a store before 2.0.0 again; such a
// store gets texts that take long.
void make_old_stores(void) {
  const char *stores = getenv("BW_STORES");
  if (stores == NULL) FAIL("BW_STORES does not name the folder of old stores");
  for (int i = 0; i < OLD_STORES; i++) {
    const char *version = old_stores[i].version, *path = in_folder(version);
    shell("sqlite3 -bail '%s' < '%s/version-%s.sql'", path, stores, version);
    if (strcmp(version, "2.0.0") == 0) continue;
    sqlite(path, "UPDATE books SET review = (WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                 " WHERE i < 20000) SELECT group_concat('word' || (i * 7919 % 9973), ' ') FROM n)");
  }
}
