// These tests check the preview store.
#define _DEFAULT_SOURCE
#include "support/fixtures.h"

static bw_store *preview(const char *path) {
  bw_store *store = NULL;
  OK(bw_store_open_preview(path, -1, NULL, &store, &fault));
  return store;
}

static void check_genre(bw_store *store, const char *name, const char *colour) {
  bw_result *result;
  int64_t id;
  OK(bw_genre_find(store, name, -1, &id, &fault));
  CHECK_TEXT(get_genre(store, id, &result).colour, colour);
  OK(bw_result_free(result));
}

TEST(a_preview_has_the_promised_contents) {
  bw_store *store = preview(":memory:");
  check_genre(store, "Fiction", "#00FF00");
  check_genre(store, "Non Fiction", "#0000FF");
  check_genre(store, "Romance", "#FF0000");
  check_genre(store, "Thriller", "#000000");
  check_genre(store, "Historical", "#FFA500");
  bw_query *query = new_query();
  bw_result *result, *genres;
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "QB VII", -1, &fault));
  result = run(store, query);
  CHECK_INT(count_rows(result), 1);
  bw_book book;
  BW_INIT(book);
  OK(bw_result_get_book(result, 0, &book, &fault));
  CHECK_TEXT(book.author, "Leon Uris");
  OK(bw_book_list_genres(store, book.id, &genres, &fault));
  CHECK_STRING(names_of(genres), "Fiction|Historical");
  OK(bw_result_free(result));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(a_preview_on_disk_is_an_ordinary_store) {
  about_a_file();
  bw_store *store = preview(file_path());
  int64_t books = count_books(store);
  CHECK(books > 20);
  CHECK_INT(add_book(store, "Another", "Author"), books + 1);
  close_store(store);
  store = open_file();
  CHECK_INT(count_books(store), books + 1);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_preview_is_always_the_same) {
  static const char *const sql =
      "SELECT (SELECT group_concat(id || title || created || updated || coalesce(price, '')) "
      "FROM books) || (SELECT group_concat(id || text || created) FROM quotes)";
  close_store(preview(file_path()));
  close_store(preview(in_folder("other")));
  char *first = strdup(sqlite(file_path(), sql));
  CHECK(strlen(first) > 1000);
  CHECK_STRING(sqlite(in_folder("other"), sql), first);
  free(first);
}

TEST(a_preview_overwrites_nothing) {
  bw_store *store = NULL;
  write_file(file_path(), "mine", 4);
  uint64_t before = file_digest(file_path());
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_open_preview(file_path(), -1, NULL, &store, &fault));
  CHECK(file_digest(file_path()) == before);
  write_file(in_folder("empty"), "", 0);
  FAILS(BW_ERROR_EXISTS, bw_store_open_preview(in_folder("empty"), -1, NULL, &store, &fault));
  FAILS(BW_ERROR_EXISTS, bw_store_open_preview(test_folder, -1, NULL, &store, &fault));
  CHECK(store == NULL);
}

TEST(a_preview_that_cannot_be_created_leaves_nothing) {
  bw_store *store = NULL;
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_store_open_preview(in_folder("missing/store"), -1, NULL, &store, &fault));
  const char *path = file_path();
  become_nobody();
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_open_preview(path, -1, NULL, &store, &fault));
  CHECK(!file_exists(path));
  CHECK(store == NULL);
}

TEST(a_preview_may_be_read_only) {
  bw_store *store = NULL;
  bw_open_options options = default_options();
  options.read_only = 1;
  options.must_exist = 1;
  OK(bw_store_open_preview(file_path(), -1, &options, &store, &fault));
  CHECK(count_books(store) > 20);
  FAILS(BW_ERROR_READ_ONLY, bw_book_delete(store, 1, &fault));
  close_store(store);
  FAILS_AT(BW_ERROR_ARGUMENT, "read_only",
           bw_store_open_preview(":memory:", -1, &options, &store, &fault));
}
