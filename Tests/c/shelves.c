// These tests check shelves, which are search lines saved under names.
#include "support/fixtures.h"
#include "support/told.h"

static int64_t add_shelf(bw_store *store, const char *name, const char *line) {
  int64_t id = 0;
  OK(bw_shelf_create(store, name, -1, line, -1, &id, &fault));
  CHECK(id > 0);
  return id;
}

static int64_t books_on(bw_store *store, int64_t shelf) {
  bw_query *query;
  OK(bw_shelf_get_query(store, shelf, &query, &fault));
  int64_t count = count_query(store, query);
  OK(bw_query_free(query));
  return count;
}

static void check_shelf(bw_store *store, int64_t id, const char *name, const char *line) {
  bw_shelf shelf;
  bw_result *result;
  BW_INIT(shelf);
  OK(bw_shelf_get(store, id, &shelf, &result, &fault));
  CHECK_INT(shelf.id, id);
  CHECK_TEXT(shelf.name, name);
  CHECK_TEXT(shelf.line, line);
  OK(bw_result_free(result));
}

TEST(a_shelf_is_stored_and_has_a_query) {
  bw_store *store = open_file();
  add_rated(store, "Dune", 5);
  add_rated(store, "Emma", 2);
  int64_t good = add_shelf(store, "Good ones", "rating>=4 sort:-rating");
  close_store(store);
  store = open_file();
  check_shelf(store, good, "Good ones", "rating>=4 sort:-rating");
  CHECK_INT(books_on(store, good), 1);
  add_rated(store, "Faust", 4);
  CHECK_INT(books_on(store, good), 2);
  bw_query *query;
  OK(bw_shelf_get_query(store, good, &query, &fault));
  OK(bw_query_set_limit(query, 10, &fault));
  bw_result *books = run(store, query);
  CHECK_STRING(titles_of(books), "Dune|Faust");
  bw_observer *observer;
  OK(bw_query_observe(store, query, 0, &observer, &fault));
  OK(bw_query_free(query));
  OK(bw_book_set_rating(store, 2, 5, &fault));
  CHECK_STRING(told(observer, 0), "entered book 2 at 1");
  OK(bw_observer_free(observer));
  check_is_sound(store);
  close_store(store);
}

TEST(shelves_are_listed_by_name_renamed_changed_and_deleted) {
  bw_store *store = open_memory();
  int64_t second = add_shelf(store, "Shelf 10", ""), first = add_shelf(store, "shelf 9", "dune");
  bw_result *shelves;
  bw_shelf shelf;
  int64_t id = 0, count = 0;
  BW_INIT(shelf);
  OK(bw_shelves_count(store, &count, &fault));
  CHECK_INT(count, 2);
  OK(bw_shelves_list(store, &shelves, &fault));
  CHECK_INT(count_rows(shelves), 2);
  OK(bw_result_get_shelf(shelves, 0, &shelf, &fault));
  CHECK_INT(shelf.id, first);
  CHECK_TEXT(shelf.line, "dune");
  OK(bw_result_get_shelf(shelves, 1, &shelf, &fault));
  CHECK_INT(shelf.id, second);
  OK(bw_result_free(shelves));
  OK(bw_shelf_find(store, "SHELF 9", -1, &id, &fault));
  CHECK_INT(id, first);
  OK(bw_shelf_rename(store, first, "SHELF 9", -1, &fault)); // its own name, in another case
  OK(bw_shelf_set_line(store, first, "rating:5", -1, &fault));
  check_shelf(store, first, "SHELF 9", "rating:5");
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_shelf_rename(store, first, "shelf 10", -1, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_shelf_create(store, "shelf 9", -1, "", 0, NULL, &fault));
  OK(bw_shelf_delete(store, first, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "shelf", bw_shelf_delete(store, first, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "shelf", bw_shelf_rename(store, first, "X", -1, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "shelf", bw_shelf_set_line(store, first, "", 0, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "shelf", bw_shelf_get(store, first, &shelf, &shelves, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "name", bw_shelf_find(store, "shelf 9", -1, &id, &fault));
  close_store(store);
}

TEST(an_invalid_line_is_not_saved) {
  bw_store *store = open_memory();
  int64_t id = 42;
  FAILS_AT(BW_ERROR_INVALID, "line",
           bw_shelf_create(store, "Bad", -1, "dune rating:9", -1, &id, &fault));
  CHECK_INT(fault.offset, 12);
  FAILS_AT(BW_ERROR_INVALID, "name", bw_shelf_create(store, " ", -1, "dune", -1, &id, &fault));
  CHECK_INT(id, 42);
  int64_t shelf = add_shelf(store, "Good", "dune");
  FAILS_AT(BW_ERROR_INVALID, "line", bw_shelf_set_line(store, shelf, "sort:x", -1, &fault));
  check_shelf(store, shelf, "Good", "dune");
  close_store(store);
}

TEST(a_shelf_names_genres_by_name) {
  bw_store *store = open_memory();
  add_with_genre(store, "Dune", "Horror");
  int64_t genre, shelf = add_shelf(store, "Dark", "genre:horror");
  CHECK_INT(books_on(store, shelf), 1);
  OK(bw_genre_find(store, "Horror", -1, &genre, &fault));
  OK(bw_genre_rename(store, genre, "Terror", -1, &fault));
  CHECK_INT(books_on(store, shelf), 0);
  check_shelf(store, shelf, "Dark", "genre:horror");
  OK(bw_shelf_set_line(store, shelf, "genre:terror", -1, &fault));
  CHECK_INT(books_on(store, shelf), 1);
  close_store(store);
}

TEST(shelves_are_observed_undone_and_exported) {
  bw_store *store = open_file();
  bw_observer *observer;
  OK(bw_store_observe(store, 0, &observer, &fault));
  int64_t shelf = add_shelf(store, "Good", "rating>=4");
  CHECK_STRING(told(observer, 0), "inserted shelf 1");
  OK(bw_shelf_rename(store, shelf, "Better", -1, &fault));
  OK(bw_shelf_set_line(store, shelf, "rating:5", -1, &fault));
  CHECK_STRING(told(observer, 0), "updated shelf 1 name");
  CHECK_STRING(told(observer, 0), "updated shelf 1 line");
  OK(bw_store_undo(store, NULL, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  check_shelf(store, shelf, "Good", "rating>=4");
  OK(bw_shelf_delete(store, shelf, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  check_shelf(store, shelf, "Good", "rating>=4");
  bw_shelf read;
  bw_result *result;
  BW_INIT(read);
  OK(bw_shelf_get(store, shelf, &read, &result, &fault));
  int64_t found = 0;
  OK(bw_store_find_global_id(store, BW_ENTITY_SHELF, &read.global_id, &found, &fault));
  CHECK_INT(found, shelf);
  OK(bw_result_free(result));
  OK(bw_store_export(store, in_folder("document"), -1, &fault));
  OK(bw_observer_free(observer));
  close_store(store);
  store = open_memory();
  OK(bw_store_import(store, in_folder("document"), -1, &fault));
  check_shelf(store, shelf, "Good", "rating>=4");
  check_is_sound(store);
  close_store(store);
}
