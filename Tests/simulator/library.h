// This file declares copies of the library, one for each simulated process, each with all the state
// that a process has of it.
#ifndef BOOKWORM_SIMULATOR_LIBRARY_H
#define BOOKWORM_SIMULATOR_LIBRARY_H

#include <bookworm.h>

#define LIBRARY_CALLS(X) \
  X(store_open) \
  X(store_open_preview) \
  X(store_close) \
  X(store_export) \
  X(store_import) \
  X(store_check) \
  X(store_rebuild) \
  X(store_compact) \
  X(store_observe) \
  X(store_get_statistics) \
  X(transaction_begin) \
  X(transaction_commit) \
  X(transaction_rollback) \
  X(book_create) \
  X(book_get) \
  X(book_update) \
  X(book_delete) \
  X(book_set_rating) \
  X(book_toggle_genre) \
  X(books_create) \
  X(books_count) \
  X(books_list) \
  X(genre_find_or_create) \
  X(genre_delete) \
  X(genres_list) \
  X(query_new) \
  X(query_set_fields) \
  X(query_run) \
  X(query_free) \
  X(result_count) \
  X(result_get_book) \
  X(result_get_genre) \
  X(result_get_change) \
  X(result_get_problem) \
  X(result_free) \
  X(backup_new) \
  X(backup_step) \
  X(backup_free) \
  X(observer_next) \
  X(observer_free)

struct library {
#define X(name) __typeof__(bw_##name) *name;
  LIBRARY_CALLS(X)
#undef X
};

// Loads another copy of the shared library at the path, from a file of its own.
void *load_copy(const char *path);
void find_calls(struct library *library, void *loaded);
void *find_symbol(void *loaded, const char *name);

#endif
