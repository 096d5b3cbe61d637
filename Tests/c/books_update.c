// These tests change many books as one step: by ids, by query, from columns and from Arrow streams.
#include "support/arrow.h"

static bw_store *store;
static int64_t ids[3], horror, poetry;

static void prepare(void) {
  store = open_file();
  horror = add_genre(store, "Horror");
  poetry = add_genre(store, "Poetry");
  const char *const titles[] = {"A", "B", "C"};
  for (int i = 0; i < 3; i++) {
    ids[i] = add_rated(store, titles[i], i + 1);
    OK(bw_book_add_genre(store, ids[i], horror, NULL, &fault));
  }
  OK(bw_store_clear_undo(store, &fault));
}

static bw_book change_to(bw_fields fields) {
  bw_book book;
  BW_INIT(book);
  book.fields = fields;
  return book;
}

static const char *genres_of(int64_t book) {
  bw_result *result;
  OK(bw_book_list_genres(store, book, &result, &fault));
  return names_of(result);
}

static int64_t steps_to_undo(void) {
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(store, &info, &fault));
  return info.undo_count;
}

static bw_book read_book(int64_t id) {
  bw_result *result;
  return get_book(store, id, &result);
}

TEST(books_are_changed_by_their_ids_as_one_step) {
  prepare();
  const bw_text added[] = {TEXT("New"), TEXT("horror")}, removed[] = {TEXT("None"), TEXT("HORROR")};
  bw_book values =
      change_to(BW_BOOK_SERIES | BW_BOOK_FAVOURITE | BW_BOOK_STATUS | BW_BOOK_FINISHED |
                BW_BOOK_ADD_GENRE_NAMES | BW_BOOK_ADD_GENRES | BW_BOOK_REMOVE_GENRE_NAMES);
  values.series = TEXT("Dune");
  values.favourite = 1;
  values.status = BW_BOOK_STATUS_COMPLETED;
  values.finished = 20260102;
  values.add_genres = &poetry;
  values.add_genre_count = 1;
  values.add_genre_names = added;
  values.add_genre_name_count = 2;
  values.remove_genre_names = removed;
  values.remove_genre_name_count = 2;
  int64_t changed = 42;
  OK(bw_books_update(store, ids, 2, &values, 0, &changed, &fault));
  CHECK_INT(changed, 2);
  CHECK_INT(steps_to_undo(), 1);
  for (int i = 0; i < 2; i++) {
    bw_book book = read_book(ids[i]);
    CHECK_TEXT(book.series, "Dune");
    CHECK_INT(book.favourite, 1);
    CHECK_INT(book.status, BW_BOOK_STATUS_COMPLETED);
    CHECK_INT(book.finished, 20260102);
    // The genre is removed first, and then added after the others.
    CHECK_STRING(genres_of(ids[i]), "Poetry|New|Horror");
  }
  CHECK_ABSENT(read_book(ids[2]).series);
  CHECK_INT(count_genres(store), 3);
  // A second call changes nothing, except the place of the genre.
  values.fields &= ~BW_BOOK_REMOVE_GENRE_NAMES;
  int64_t updated = read_book(ids[0]).updated;
  OK(bw_books_update(store, ids, 2, &values, 0, &changed, &fault));
  CHECK_INT(changed, 0);
  CHECK_INT(steps_to_undo(), 1);
  CHECK_INT(read_book(ids[0]).updated, updated);
  check_is_sound(store);
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_STRING(genres_of(ids[0]), "Horror");
  CHECK_ABSENT(read_book(ids[0]).series);
  check_store_from_outside(file_path());
}

TEST(an_invalid_id_or_value_changes_no_book) {
  prepare();
  bw_book values = change_to(BW_BOOK_RATING | BW_BOOK_ADD_GENRE_NAMES);
  const bw_text added = TEXT("New");
  int64_t changed = 42, with_unknown[] = {ids[0], 999};
  values.rating = 5;
  values.add_genre_names = &added;
  values.add_genre_name_count = 1;
  FAILS_AT(BW_ERROR_NOT_FOUND, "book",
           bw_books_update(store, with_unknown, 2, &values, 0, &changed, &fault));
  CHECK_INT(fault.row, 1);
  values.rating = 6;
  FAILS_AT(BW_ERROR_INVALID, "rating",
           bw_books_update(store, ids, 3, &values, 0, &changed, &fault));
  values = change_to(BW_BOOK_ADD_GENRES);
  values.add_genres = &(int64_t){77};
  values.add_genre_count = 1;
  FAILS_AT(BW_ERROR_NOT_FOUND, "add_genres",
           bw_books_update(store, ids, 3, &values, 0, &changed, &fault));
  values.add_genre_count = -1;
  FAILS_AT(BW_ERROR_ARGUMENT, "add_genre_count",
           bw_books_update(store, ids, 3, &values, 0, &changed, &fault));
  values = change_to(BW_BOOK_ADD_GENRES | BW_BOOK_GENRES);
  FAILS_AT(BW_ERROR_ARGUMENT, "genres",
           bw_books_update(store, ids, 3, &values, 0, &changed, &fault));
  values = change_to(BW_BOOK_REMOVE_GENRES);
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_books_update(store, ids, 3, &values, BW_BOOK_GENRES, &changed, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_books_update(store, ids, 3, &values, BW_BOOK_TITLE, &changed, &fault));
  values = change_to(BW_BOOK_ID);
  FAILS_AT(BW_ERROR_ARGUMENT, "id", bw_books_update(store, ids, 3, &values, 0, &changed, &fault));
  CHECK_INT(changed, 42);
  CHECK_INT(rating_of(store, ids[0]), 1);
  CHECK_INT(count_genres(store), 2);
  CHECK_INT(steps_to_undo(), 0);
}

TEST(a_new_book_has_no_genres_to_add_to) {
  prepare();
  bw_book book = new_book("D", "x");
  book.fields |= BW_BOOK_ADD_GENRES;
  book.add_genres = &poetry;
  book.add_genre_count = 1;
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_book_create(store, &book, NULL, &fault));
}

TEST(genres_of_one_book_are_added_and_removed_by_its_update) {
  prepare();
  bw_book values = change_to(BW_BOOK_ADD_GENRES | BW_BOOK_REMOVE_GENRES);
  values.add_genres = &poetry;
  values.add_genre_count = 1;
  values.remove_genres = &horror;
  values.remove_genre_count = 1;
  OK(bw_book_update(store, ids[0], &values, 0, &fault));
  CHECK_STRING(genres_of(ids[0]), "Poetry");
  CHECK_INT(books_of_genre(store, horror), 2);
  CHECK_INT(books_of_genre(store, poetry), 1);
}

TEST(every_book_that_matches_is_changed) {
  prepare();
  bw_query *query = new_query();
  bw_book values = change_to(BW_BOOK_TITLE | BW_BOOK_RATING);
  int64_t changed = 42;
  values.title = TEXT("Same");
  values.rating = 3;
  OK(bw_query_where_rating(query, 2, 3, 0, &fault));
  OK(bw_query_update_books(store, query, &values, BW_BOOK_GENRES, &changed, &fault));
  CHECK_INT(changed, 2);
  CHECK_INT(steps_to_undo(), 1);
  CHECK_STRING(titles_of_query(store, query), "Same|Same");
  CHECK_STRING(genres_of(ids[1]), "");
  CHECK_INT(books_of_genre(store, horror), 1);
  OK(bw_query_update_books(store, query, &values, BW_BOOK_GENRES, &changed, &fault));
  CHECK_INT(changed, 0);
  OK(bw_query_set_limit(query, 1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "query",
           bw_query_update_books(store, query, &values, 0, &changed, &fault));
  OK(bw_query_free(query));
  check_store_from_outside(file_path());
}

// Three rows, each with an id and a rating; the second without a series, the third without genres
// to add.
struct batch {
  int64_t ids[3], offsets[4], genres[2], lists[4];
  int32_t ratings[3];
  bw_column columns[4];
};

static void fill(struct batch *batch) {
  static const uint8_t has_series[] = {1, 0, 1};
  memset(batch, 0, sizeof(*batch));
  for (int i = 0; i < 3; i++) {
    batch->ids[i] = ids[2 - i];
    batch->ratings[i] = i + 3;
  }
  memcpy(batch->offsets, (int64_t[]){0, 2, 3, 5}, sizeof(batch->offsets));
  memcpy(batch->genres, (int64_t[]){horror, poetry}, sizeof(batch->genres));
  memcpy(batch->lists, (int64_t[]){0, 2, 2, 2}, sizeof(batch->lists));
  for (int i = 0; i < 4; i++) {
    BW_INIT(batch->columns[i]);
    batch->columns[i].count = 3;
  }
  bw_column *column = batch->columns;
  column[0].field = BW_BOOK_ID;
  column[0].type = BW_COLUMN_INT64;
  column[0].values = batch->ids;
  column[1].field = BW_BOOK_RATING;
  column[1].type = BW_COLUMN_INT32;
  column[1].values = batch->ratings;
  column[2].field = BW_BOOK_SERIES;
  column[2].type = BW_COLUMN_TEXT;
  column[2].values = "s\0\0t";
  column[2].offsets = batch->offsets;
  column[2].present = has_series;
  column[3].field = BW_BOOK_ADD_GENRES;
  column[3].type = BW_COLUMN_INT64_LIST;
  column[3].values = batch->genres;
  column[3].lists = batch->lists;
}

TEST(columns_change_each_book_by_its_own_row) {
  prepare();
  struct batch batch;
  int64_t changed = 42;
  fill(&batch);
  OK(bw_books_update_from_columns(store, batch.columns, 4, 3, 0, &changed, &fault));
  CHECK_INT(changed, 3);
  CHECK_INT(steps_to_undo(), 1);
  for (int i = 0; i < 3; i++) CHECK_INT(rating_of(store, ids[i]), 5 - i);
  CHECK_TEXT(read_book(ids[0]).series, "t");
  CHECK_ABSENT(read_book(ids[1]).series);
  CHECK_STRING(genres_of(ids[2]), "Horror|Poetry");
  CHECK_STRING(genres_of(ids[0]), "Horror");
  OK(bw_books_update_from_columns(store, batch.columns, 4, 3, 0, &changed, &fault));
  CHECK_INT(changed, 0);
  // A value missing in a row stays, or is cleared on request.
  batch.columns[2].present = (const uint8_t[]){1, 0, 0};
  OK(bw_books_update_from_columns(store, batch.columns, 4, 3, 0, &changed, &fault));
  CHECK_TEXT(read_book(ids[0]).series, "t");
  OK(bw_books_update_from_columns(store, batch.columns, 4, 3, BW_BOOK_SERIES, &changed, &fault));
  CHECK_INT(changed, 1);
  CHECK_ABSENT(read_book(ids[0]).series);
  CHECK_TEXT(read_book(ids[2]).series, "s");
  check_is_sound(store);
  OK(bw_store_undo(store, NULL, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(rating_of(store, ids[0]), 1);
  CHECK_STRING(genres_of(ids[2]), "Horror");
  check_store_from_outside(file_path());
}

TEST(an_invalid_row_of_columns_is_named_and_nothing_is_written) {
  prepare();
  static const uint8_t two[] = {1, 1, 0};
  struct batch batch;
  int64_t changed = 42;
#define SPOILED(change, status, place, name) \
  do { \
    fill(&batch); \
    change; \
    FAILS_AT(status, name, \
             bw_books_update_from_columns(store, batch.columns, 4, 3, 0, &changed, &fault)); \
    CHECK_INT(fault.row, place); \
  } while (0)
  SPOILED(batch.ratings[2] = 6, BW_ERROR_INVALID, 2, "rating");
  SPOILED(batch.ids[1] = 99, BW_ERROR_NOT_FOUND, 1, "id");
  SPOILED(batch.genres[1] = 99, BW_ERROR_NOT_FOUND, 0, "add_genres");
  SPOILED(batch.ids[2] = batch.ids[0], BW_ERROR_INVALID, 2, "id");
  SPOILED(batch.columns[0].present = two, BW_ERROR_INVALID, 2, "id");
  SPOILED(batch.columns[1].field = BW_BOOK_UPDATED, BW_ERROR_ARGUMENT, -1, "columns");
#undef SPOILED
  fill(&batch);
  FAILS_AT(BW_ERROR_INVALID, "id",
           bw_books_update_from_columns(store, batch.columns + 1, 3, 3, 0, &changed, &fault));
  CHECK_INT(changed, 42);
  for (int i = 0; i < 3; i++) CHECK_INT(rating_of(store, ids[i]), i + 1);
  CHECK_INT(steps_to_undo(), 0);
}

TEST(an_arrow_stream_changes_each_book_by_its_own_row) {
  prepare();
  static const int64_t numbers[] = {0, 1, 2, 3}, unknown[] = {0, 1, 2, 4};
  struct given id = {"id", "l", 3, 0, 1, 2, 0, {NULL, numbers}, NULL, NULL};
  struct producer producer;
  int64_t changed = 42;
  for (int which = 0; which < 3; which++) {
    prepare_producer(&producer);
    producer.batches = 1;
    producer.columns[5]->name = "add_genres";
    if (which > 0) producer.columns[6] = &id;
    if (which == 1) id.buffers[1] = unknown;
    if (which == 2) id.buffers[1] = numbers;
    struct ArrowArrayStream stream = produce(&producer);
    if (which == 0) {
      FAILS_AT(BW_ERROR_INVALID, "id",
               bw_books_update_from_arrow(store, &stream, 0, &changed, &fault));
    } else if (which == 1) {
      FAILS_AT(BW_ERROR_NOT_FOUND, "id",
               bw_books_update_from_arrow(store, &stream, 0, &changed, &fault));
      CHECK_INT(fault.row, 2);
    } else {
      CHECK_INT(changed, 42);
      OK(bw_books_update_from_arrow(store, &stream, 0, &changed, &fault));
    }
    check_all_released(&producer, &stream);
  }
  CHECK_INT(changed, 3);
  CHECK_INT(steps_to_undo(), 1);
  CHECK_TEXT(read_book(ids[1]).title, "Emma");
  CHECK_INT(rating_of(store, ids[1]), 2);
  CHECK_INT(rating_of(store, ids[2]), 3); // a null leaves what is there
  CHECK_STRING(genres_of(ids[0]), "Horror|Poetry");
  CHECK_STRING(genres_of(ids[2]), "Horror|Kids");
  check_store_from_outside(file_path());
}
