// These tests check the limit of 10,000 genres for a book, for every way of adding them.
#include "support/fixtures.h"

enum { MOST = 10000 };

static char texts[MOST + 1][8];
static bw_text names[MOST + 1];
static int64_t ids[MOST + 1];

// A book with the maximum number of genres, and one more genre that it does not have.
static int64_t full_book(bw_store *store) {
  for (int i = 0; i <= MOST; i++) {
    snprintf(texts[i], sizeof(texts[i]), "G%d", i);
    names[i] = TEXT(texts[i]);
  }
  OK(bw_genres_find_or_create(store, names, MOST + 1, ids, NULL, &fault));
  bw_book book = new_book("Dune", "Frank Herbert");
  int64_t id;
  book.fields |= BW_BOOK_GENRES;
  book.genres = ids;
  book.genre_count = MOST;
  OK(bw_book_create(store, &book, &id, &fault));
  return id;
}

static void check_full(bw_store *store, int64_t id) {
  bw_result *genres;
  OK(bw_book_list_genres(store, id, &genres, &fault));
  CHECK_INT(count_rows(genres), MOST);
  OK(bw_result_free(genres));
}

TEST(a_book_with_the_most_genres_gets_no_other) {
  bw_store *store = open_file();
  int64_t id = full_book(store), count = 42;
  int32_t changed = 42;
  bw_query *query = new_query();
  FAILS_AT(BW_ERROR_TOO_LARGE, "genres", bw_book_add_genre(store, id, ids[MOST], &changed, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "genres",
           bw_book_toggle_genre(store, id, ids[MOST], &changed, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "genres",
           bw_books_add_genres(store, &id, &ids[MOST], 1, &count, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "genres",
           bw_query_add_genre_to_books(store, query, ids[MOST], &count, &fault));
  CHECK_INT(changed, 42);
  CHECK_INT(count, 42);
  // Adding a genre that it already has is allowed, and changes nothing.
  OK(bw_book_add_genre(store, id, ids[0], &changed, &fault));
  CHECK_INT(changed, 0);
  bw_book more;
  BW_INIT(more);
  more.fields = BW_BOOK_GENRES | BW_BOOK_GENRE_NAMES;
  more.genres = ids;
  more.genre_count = MOST;
  more.genre_names = &names[MOST];
  more.genre_name_count = 1;
  FAILS_AT(BW_ERROR_TOO_LARGE, "genres", bw_book_update(store, id, &more, 0, &fault));
  check_full(store, id);
  OK(bw_book_remove_genre(store, id, ids[0], NULL, &fault));
  OK(bw_book_add_genre(store, id, ids[MOST], NULL, &fault));
  check_full(store, id);
  OK(bw_query_free(query));
  close_store(store);
}

TEST(a_restored_genre_gives_no_book_too_many) {
  bw_store *store = open_file(), *other = open_file();
  int64_t id = full_book(store);
  OK(bw_genre_delete(store, ids[0], &fault));
  OK(bw_book_add_genre(other, id, ids[MOST], NULL, &fault));
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  check_full(store, id);
  close_store(other);
  close_store(store);
}

TEST(a_book_of_an_older_store_with_too_many_genres_is_reported) {
  bw_store *store = open_file();
  int64_t id = full_book(store);
  close_store(store);
  char sql[256];
  snprintf(sql, sizeof(sql),
           "INSERT INTO book_genres VALUES (%lld, %lld, 10000); INSERT INTO genre_books"
           " SELECT %lld, title_key, id FROM books; UPDATE counters SET rated_0 = 1"
           " WHERE kind = 1 AND key = %lld; INSERT OR IGNORE INTO counters"
           " VALUES (1, %lld, 1, 0, 0, 0, 0, 0)",
           (long long)id, (long long)ids[MOST], (long long)ids[MOST], (long long)ids[MOST],
           (long long)ids[MOST]);
  sqlite(file_path(), sql);
  store = open_file();
  bw_result *problems;
  bw_problem problem;
  BW_INIT(problem);
  OK(bw_store_check(store, &problems, &fault));
  CHECK_INT(count_rows(problems), 1);
  OK(bw_result_get_problem(problems, 0, &problem, &fault));
  CHECK_INT(problem.kind, BW_PROBLEM_VALUE);
  CHECK_INT(problem.id, id);
  CHECK_TEXT(problem.table, "book_genres");
  CHECK_TEXT(problem.text, "the book 1 has 10001 genres; at most 10000 are allowed");
  OK(bw_result_free(problems));
  close_store(store);
}
