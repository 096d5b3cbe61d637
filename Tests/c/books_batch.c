// These tests create many books in one call, from structs and from columns: all or nothing, and the
// error names the invalid row.
#include "support/fixtures.h"

TEST(many_books_are_created_with_their_ids_in_order) {
  bw_store *store = open_memory();
  const bw_text name = TEXT("Poetry");
  bw_book books[3] = {new_book("A", "x"), new_book("B", "y"), new_book("C", "z")};
  int64_t ids[3] = {0};
  for (int i = 0; i < 3; i++) {
    books[i].fields |= BW_BOOK_RATING | BW_BOOK_GENRE_NAMES;
    books[i].rating = i + 1;
    books[i].genre_names = &name;
    books[i].genre_name_count = 1;
  }
  OK(bw_books_create(store, books, 3, ids, &fault));
  for (int i = 0; i < 3; i++) CHECK_INT(rating_of(store, ids[i]), i + 1);
  CHECK_INT(count_genres(store), 1);
  OK(bw_books_create(store, books, 3, NULL, &fault));
  CHECK_INT(count_books(store), 6);
  close_store(store);
}

TEST(a_batch_with_an_invalid_row_fails_as_a_whole_and_names_the_row) {
  bw_store *store = open_file();
  const bw_text name = TEXT("Poetry");
  bw_book books[3] = {new_book("A", "x"), new_book("B", "y"), new_book("C", "z")};
  int64_t ids[3] = {42, 42, 42};
  books[0].fields |= BW_BOOK_GENRE_NAMES;
  books[0].genre_names = &name;
  books[0].genre_name_count = 1;
  books[2].title = TEXT("\t");
  FAILS_AT(BW_ERROR_INVALID, "title", bw_books_create(store, books, 3, ids, &fault));
  CHECK_INT(fault.row, 2);
  CHECK(strncmp(fault.message, "row 2: ", 7) == 0);
  books[2].title = TEXT("C");
  books[1].author = bytes("ab\xff", 3);
  FAILS_AT_BYTE("author", 2, bw_books_create(store, books, 3, ids, &fault));
  CHECK_INT(fault.row, 1);
  books[1].author = TEXT("y");
  books[0].size = 3;
  FAILS(BW_ERROR_ARGUMENT, bw_books_create(store, books, 3, ids, &fault));
  CHECK_INT(ids[0], 42);
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
  check_integrity(file_path());
  close_store(store);
}

TEST(a_failed_batch_leaves_the_rest_of_its_transaction) {
  bw_store *store = open_file(), *transaction;
  const bw_text names[] = {TEXT("Kept"), TEXT("Lost")};
  bw_book books[2] = {new_book("A", "x"), new_book(" ", "y")};
  bw_query *query = new_query();
  for (int i = 0; i < 2; i++) {
    books[i].fields |= BW_BOOK_GENRE_NAMES;
    books[i].genre_names = names;
    books[i].genre_name_count = 2;
  }
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_with_genre(transaction, "Before", "Kept");
  FAILS_AT(BW_ERROR_INVALID, "title", bw_books_create(transaction, books, 2, NULL, &fault));
  add_with_genre(transaction, "After", "Kept");
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_STRING(titles_of_query(store, query), "After|Before");
  CHECK_INT(count_books(store), 2);
  CHECK_INT(count_genres(store), 1);
  int64_t kept;
  OK(bw_genre_find(store, "Kept", -1, &kept, &fault));
  CHECK_INT(books_of_genre(store, kept), 2);
  check_integrity(file_path());
  OK(bw_query_free(query));
  close_store(store);
}

TEST(an_empty_batch_is_accepted_and_a_wrong_count_refused) {
  bw_store *store = open_memory();
  bw_book book = new_book("A", "x");
  OK(bw_books_create(store, NULL, 0, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_create(store, NULL, 1, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_create(store, &book, -1, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_create(store, &book, INT64_MIN, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

// Two books as columns; each test makes one thing invalid.
struct batch {
  int64_t title_offsets[3], author_offsets[3], genre_lists[3], genre_offsets[4];
  int32_t ratings[2], started[2];
  uint8_t has_started[2];
  bw_column columns[5];
};

static void prepare(struct batch *batch) {
  static const char titles[] = "Dune\0Emma", authors[] = "Frank Herbert\0Jane Austen",
                    genres[] = "Romance\0Classics\0Romance";
  memset(batch, 0, sizeof(*batch));
  memcpy(batch->title_offsets, (int64_t[]){0, 5, 10}, sizeof(int64_t[3]));
  memcpy(batch->author_offsets, (int64_t[]){0, 14, 26}, sizeof(int64_t[3]));
  memcpy(batch->genre_lists, (int64_t[]){0, 0, 3}, sizeof(int64_t[3]));
  memcpy(batch->genre_offsets, (int64_t[]){0, 8, 17, 25}, sizeof(int64_t[4]));
  memcpy(batch->ratings, (int32_t[]){5, 0}, sizeof(int32_t[2]));
  memcpy(batch->started, (int32_t[]){-7, 20260102}, sizeof(int32_t[2]));
  memcpy(batch->has_started, (uint8_t[]){0, 1}, 2);
  for (int i = 0; i < 5; i++) {
    BW_INIT(batch->columns[i]);
    batch->columns[i].count = 2;
  }
  bw_column *column = batch->columns;
  column[0].field = BW_BOOK_TITLE;
  column[0].type = BW_COLUMN_TEXT;
  column[0].values = titles;
  column[0].offsets = batch->title_offsets;
  column[1].field = BW_BOOK_AUTHOR;
  column[1].type = BW_COLUMN_TEXT;
  column[1].values = authors;
  column[1].offsets = batch->author_offsets;
  column[2].field = BW_BOOK_RATING;
  column[2].type = BW_COLUMN_INT32;
  column[2].values = batch->ratings;
  column[3].field = BW_BOOK_STARTED;
  column[3].type = BW_COLUMN_INT32;
  column[3].values = batch->started;
  column[3].present = batch->has_started;
  column[4].field = BW_BOOK_GENRE_NAMES;
  column[4].type = BW_COLUMN_TEXT_LIST;
  column[4].values = genres;
  column[4].offsets = batch->genre_offsets;
  column[4].lists = batch->genre_lists;
}

TEST(columns_create_many_books_at_once) {
  bw_store *store = open_memory();
  struct batch batch;
  int64_t ids[2] = {0};
  bw_result *result;
  prepare(&batch);
  OK(bw_books_create_from_columns(store, batch.columns, 5, 2, ids, &fault));
  bw_book book = get_book(store, ids[0], &result);
  CHECK_TEXT(book.title, "Dune");
  CHECK_TEXT(book.author, "Frank Herbert");
  CHECK_INT(book.rating, 5);
  CHECK_INT(book.fields & BW_BOOK_STARTED, 0);
  CHECK_INT(book.genre_count, 0);
  OK(bw_result_free(result));
  book = get_book(store, ids[1], &result);
  CHECK_TEXT(book.title, "Emma");
  CHECK_INT(book.started, 20260102);
  OK(bw_result_free(result));
  OK(bw_book_list_genres(store, ids[1], &result, &fault));
  CHECK_STRING(names_of(result), "Romance|Classics");
  close_store(store);
}

// The batch is refused as a whole; returns the row that the error names.
static int64_t refused(struct batch *batch, int64_t columns, bw_status status) {
  bw_store *store = open_memory();
  int64_t ids[2] = {42, 42};
  FAILS(status, bw_books_create_from_columns(store, batch->columns, columns, 2, ids, &fault));
  CHECK_INT(ids[0], 42);
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
  return fault.row;
}

TEST(the_error_for_an_invalid_value_in_a_column_names_its_row) {
  struct batch batch;
  prepare(&batch);
  batch.ratings[1] = 6;
  CHECK_INT(refused(&batch, 5, BW_ERROR_INVALID), 1);
  CHECK_STRING(fault.field, "rating");
  prepare(&batch);
  batch.started[1] = 20260230;
  CHECK_INT(refused(&batch, 5, BW_ERROR_INVALID), 1);
  CHECK_STRING(fault.field, "started");
  prepare(&batch);
  batch.columns[0].values = "Du\xC3"
                            "e\0Emma";
  CHECK_INT(refused(&batch, 5, BW_ERROR_TEXT), 0);
  CHECK_INT(fault.offset, 2);
  prepare(&batch);
  batch.columns[0].values = "Dune\0    ";
  CHECK_INT(refused(&batch, 5, BW_ERROR_INVALID), 1);
  CHECK_STRING(fault.field, "title");
}

TEST(columns_need_a_title_and_an_author) {
  struct batch batch;
  prepare(&batch);
  refused(&batch, 1, BW_ERROR_INVALID);
  CHECK_STRING(fault.field, "author");
  prepare(&batch);
  batch.columns[0] = batch.columns[1];
  CHECK(refused(&batch, 1, BW_ERROR_INVALID) <= 0);
  CHECK_STRING(fault.field, "title");
}

TEST(an_inconsistent_column_is_refused) {
  struct batch batch;
#define SPOILED(change) \
  do { \
    prepare(&batch); \
    change; \
    refused(&batch, 5, BW_ERROR_ARGUMENT); \
  } while (0)
  SPOILED(batch.columns[0].type = BW_COLUMN_INT32);
  SPOILED(batch.columns[2].type = BW_COLUMN_TEXT);
  SPOILED(batch.columns[4].type = BW_COLUMN_TEXT);
  SPOILED(batch.columns[2].type = (bw_column_type)0);
  SPOILED(batch.columns[2].type = (bw_column_type)99);
  SPOILED(batch.columns[0].values = NULL);
  SPOILED(batch.columns[0].offsets = NULL);
  SPOILED(batch.columns[2].values = NULL);
  SPOILED(batch.columns[4].lists = NULL);
  SPOILED(batch.columns[4].offsets = NULL);
  SPOILED(batch.columns[4].values = NULL);
  SPOILED(batch.columns[0].count = 1);
  SPOILED(batch.columns[0].count = -1);
  SPOILED(batch.columns[2].field = 0);
  SPOILED(batch.columns[2].field = BW_BOOK_RATING | BW_BOOK_STATUS);
  SPOILED(batch.columns[2].field = BW_BOOK_UPDATED);
  SPOILED(batch.columns[2].field = BW_OUTPUT_RGB);
  SPOILED(batch.columns[2].field = BW_BOOK_STARTED); // which is there already
  SPOILED(batch.columns[1].size = 0);
  SPOILED(batch.columns[1].size = 8);
  SPOILED(batch.title_offsets[0] = -1);
  SPOILED(batch.title_offsets[1] = -5);
  SPOILED(batch.title_offsets[1] = 0); // no place for the NUL
  SPOILED(batch.title_offsets[2] = INT64_MIN);
  SPOILED(batch.title_offsets[2] = 4);
  SPOILED(batch.genre_lists[0] = -1);
  SPOILED(batch.genre_lists[1] = -1);
  SPOILED(batch.genre_lists[1] = 4);
  SPOILED(batch.genre_lists[2] = -3);
  SPOILED(batch.genre_lists[2] = INT64_MIN);
  SPOILED(batch.genre_offsets[1] = 20);
#undef SPOILED
}

TEST(columns_need_a_pointer_and_counts) {
  bw_store *store = open_memory();
  struct batch batch;
  prepare(&batch);
  FAILS(BW_ERROR_ARGUMENT, bw_books_create_from_columns(store, NULL, 5, 2, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_create_from_columns(store, batch.columns, -1, 2, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_books_create_from_columns(store, batch.columns, 5, -1, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT,
        bw_books_create_from_columns(store, batch.columns, 5, INT64_MIN, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(empty_lists_are_copied_from_a_result_into_another_store) {
  bw_store *one = open_memory(), *other = open_memory();
  bw_query *query = new_query();
  const bw_fields fields[] = {BW_BOOK_TITLE, BW_BOOK_AUTHOR, BW_BOOK_IDENTIFIER_SCHEMES,
                              BW_BOOK_IDENTIFIER_VALUES, BW_BOOK_GENRES};
  bw_column columns[5];
  add_rated(one, "A", 3);
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  bw_result *result = run(one, query);
  for (int i = 0; i < 5; i++) {
    BW_INIT(columns[i]);
    OK(bw_result_get_column(result, fields[i], &columns[i], &fault));
  }
  OK(bw_books_create_from_columns(other, columns, 5, 1, NULL, &fault));
  OK(bw_result_free(result));
  CHECK_STRING(titles_of_query(other, query), "A");
  close_store(one);
  close_store(other);
}

TEST(the_columns_of_a_result_are_copied_into_another_store) {
  static const bw_fields fields[] = {BW_BOOK_TITLE,
                                     BW_BOOK_AUTHOR,
                                     BW_BOOK_SYNOPSIS,
                                     BW_BOOK_REVIEW,
                                     BW_BOOK_NOTES,
                                     BW_BOOK_RATING,
                                     BW_BOOK_STATUS,
                                     BW_BOOK_SERIES,
                                     BW_BOOK_YEAR,
                                     BW_BOOK_FAVOURITE,
                                     BW_BOOK_CREATED,
                                     BW_BOOK_STARTED,
                                     BW_BOOK_FINISHED,
                                     BW_BOOK_SERIES_NUMBER,
                                     BW_BOOK_IDENTIFIER_SCHEMES,
                                     BW_BOOK_IDENTIFIER_VALUES};
  enum { FIELDS = sizeof(fields) / sizeof(fields[0]) };
  bw_store *one = open_memory(), *other = open_memory();
  bw_query *query = new_query();
  bw_column columns[FIELDS];
  bw_book book = new_book("B", "y");
  const bw_text scheme = TEXT("isbn"), value = TEXT("1");
  int64_t id;
  book.fields |=
      BW_BOOK_REVIEW | BW_BOOK_FINISHED | BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.review = TEXT("Good");
  book.finished = 20260101;
  book.identifier_schemes = &scheme;
  book.identifier_values = &value;
  book.identifier_count = 1;
  add_rated(one, "A", 3);
  OK(bw_book_create(one, &book, &id, &fault));
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  bw_result *result = run(one, query);
  for (int i = 0; i < FIELDS; i++) {
    BW_INIT(columns[i]);
    OK(bw_result_get_column(result, fields[i], &columns[i], &fault));
  }
  close_store(one);
  OK(bw_books_create_from_columns(other, columns, FIELDS, 2, NULL, &fault));
  OK(bw_result_free(result));
  result = run(other, query);
  BW_INIT(book);
  OK(bw_result_get_book(result, 1, &book, &fault));
  CHECK_TEXT(book.title, "B");
  CHECK_TEXT(book.review, "Good");
  CHECK_ABSENT(book.synopsis);
  CHECK_INT(book.finished, 20260101);
  CHECK_INT(book.identifier_count, 1);
  CHECK_TEXT(book.identifier_values[0], "1");
  OK(bw_result_free(result));
  OK(bw_query_free(query));
  close_store(other);
}
