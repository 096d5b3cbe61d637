// These tests write all readings of a book in one row: in a new book, in columns, and in an import.
#include "support/arrow.h"

static const int32_t STARTED[] = {20200102, 0, 20220202};
static const int32_t FINISHED[] = {20200203, 0, 0};
static const int32_t OUTCOMES[] = {0, BW_READING_DID_NOT_FINISH, 0};

static bw_book book_that_was_read(bw_text *notes) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_READING_STARTED |
                BW_BOOK_READING_FINISHED | BW_BOOK_READING_OUTCOMES | BW_BOOK_READING_NOTES;
  book.title = TEXT("Dune");
  book.author = TEXT("Herbert");
  book.reading_started = STARTED;
  book.reading_finished = FINISHED;
  book.reading_outcomes = OUTCOMES;
  memset(notes, 0, 3 * sizeof(*notes));
  notes[0] = TEXT("Sand");
  book.reading_notes = notes;
  book.reading_count = 3;
  return book;
}

// "outcome started finished note" of each, the latest last.
static const char *readings_of(bw_store *store, int64_t book) {
  static char text[512];
  bw_result *readings;
  OK(bw_book_list_readings(store, book, &readings, &fault));
  text[0] = 0;
  for (int64_t row = 0; row < count_rows(readings); row++) {
    bw_reading reading;
    BW_INIT(reading);
    OK(bw_result_get_reading(readings, row, &reading, &fault));
    size_t end = strlen(text);
    snprintf(text + end, sizeof(text) - end, "%s%d %d %d%s%s", row == 0 ? "" : "|",
             (int)reading.outcome, reading.started, reading.finished,
             reading.note.data == NULL ? "" : " ",
             reading.note.data == NULL ? "" : reading.note.data);
  }
  OK(bw_result_free(readings));
  return text;
}

static const char ALL[] = "3 0 0|2 20200102 20200203 Sand|1 20220202 0";

TEST(a_new_book_gets_all_its_readings) {
  bw_store *store = open_file();
  bw_text notes[3];
  bw_book book = book_that_was_read(notes);
  int64_t id, ids[2];
  OK(bw_book_create(store, &book, &id, &fault));
  CHECK_STRING(readings_of(store, id), ALL);
  bw_result *result;
  bw_book stored = get_book(store, id, &result);
  CHECK_INT(stored.status, BW_BOOK_STATUS_IN_PROGRESS);
  CHECK_INT(stored.started, 20220202);
  OK(bw_result_free(result));
  bw_book books[2] = {book, book};
  OK(bw_books_create(store, books, 2, ids, &fault));
  CHECK_STRING(readings_of(store, ids[1]), ALL);
  book.title = TEXT("Emma");
  OK(bw_book_find_or_create(store, &book, &id, NULL, &fault));
  CHECK_STRING(readings_of(store, id), ALL);
  OK(bw_store_undo(store, NULL, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(count_books(store), 1);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(impossible_readings_are_refused) {
  bw_store *store = open_memory();
  bw_text notes[3];
  bw_book book = book_that_was_read(notes);
  static const int32_t open[] = {BW_READING_OPEN, 0, 0}, none[] = {9, 0, 0},
                       day[] = {20200230, 0, 0};
  book.reading_outcomes = open;
  FAILS_AT(BW_ERROR_INVALID, "reading_finished", bw_book_create(store, &book, NULL, &fault));
  CHECK(strstr(fault.message, "(reading 0 of the row, counted from 0)") != NULL);
  book.reading_outcomes = none;
  FAILS_AT(BW_ERROR_INVALID, "reading_outcomes", bw_book_create(store, &book, NULL, &fault));
  book.reading_outcomes = OUTCOMES;
  book.reading_started = day;
  FAILS_AT(BW_ERROR_INVALID, "reading_started", bw_book_create(store, &book, NULL, &fault));
  book.reading_started = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "reading_started", bw_book_create(store, &book, NULL, &fault));
  book.reading_started = STARTED;
  book.reading_count = -1;
  FAILS_AT(BW_ERROR_ARGUMENT, "reading_count", bw_book_create(store, &book, NULL, &fault));
  book.reading_count = 3;
  notes[1] = TEXT("\xFF");
  FAILS_AT(BW_ERROR_TEXT, "reading_notes", bw_book_create(store, &book, NULL, &fault));
  notes[1] = TEXT("");
  static const int32_t all[] = {2, 3, BW_READING_OPEN};
  book.reading_outcomes = all;
  book.fields |= BW_BOOK_STATUS;
  book.status = BW_BOOK_STATUS_COMPLETED;
  FAILS_AT(BW_ERROR_INVALID, "status", bw_book_create(store, &book, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  book.fields &= ~BW_BOOK_STATUS;
  int64_t id = add_book(store, "Emma", "Austen");
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_book_update(store, id, &book, 0, &fault));
  book.fields |= BW_BOOK_READING_IDS;
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_book_create(store, &book, NULL, &fault));
  close_store(store);
}

static bw_column column(bw_fields field, bw_column_type type, int64_t count, const void *values) {
  bw_column column;
  BW_INIT(column);
  column.field = field;
  column.type = type;
  column.count = count;
  column.values = values;
  return column;
}

TEST(columns_give_the_readings_of_many_books) {
  bw_store *store = open_memory();
  // Two readings of the first book, none of the second, one of the third.
  static const int64_t lists[] = {0, 2, 2, 3}, titles[] = {0, 5, 10, 15}, authors[] = {0, 2, 4, 6};
  static const int64_t finished[] = {20200203, 0, 20240506}, outcomes[] = {0, 3, 0};
  static const int64_t notes[] = {0, 5, 6, 7};
  bw_column columns[] = {
      column(BW_BOOK_TITLE, BW_COLUMN_TEXT, 3, "Dune\0Emma\0Momo"),
      column(BW_BOOK_AUTHOR, BW_COLUMN_TEXT, 3, "A\0B\0C"),
      column(BW_BOOK_READING_FINISHED, BW_COLUMN_INT64_LIST, 3, finished),
      column(BW_BOOK_READING_OUTCOMES, BW_COLUMN_INT64_LIST, 3, outcomes),
      column(BW_BOOK_READING_NOTES, BW_COLUMN_TEXT_LIST, 3, "Sand\0\0"),
  };
  columns[0].offsets = titles;
  columns[1].offsets = authors;
  for (int i = 2; i < 5; i++) columns[i].lists = lists;
  columns[4].offsets = notes;
  int64_t ids[3];
  OK(bw_books_create_from_columns(store, columns, 5, 3, ids, &fault));
  CHECK_STRING(readings_of(store, ids[0]), "3 0 0|2 0 20200203 Sand");
  CHECK_STRING(readings_of(store, ids[1]), "");
  CHECK_STRING(readings_of(store, ids[2]), "2 0 20240506");
  // The lists of a row are of one length.
  static const int64_t shorter[] = {0, 1, 1, 2};
  columns[3].lists = shorter;
  FAILS_AT(BW_ERROR_ARGUMENT, "reading_outcomes",
           bw_books_create_from_columns(store, columns, 5, 3, ids, &fault));
  CHECK_INT(fault.row, 0);
  static const int64_t large[] = {INT64_C(1) << 40, 0, 0};
  columns[2].values = large;
  FAILS_AT(BW_ERROR_INVALID, "reading_finished",
           bw_books_create_from_columns(store, columns, 5, 3, ids, &fault));
  close_store(store);
}

// Imports one row of one book, with its readings' ends and ids.
static bw_import_outcome import_row(bw_store *store, int count, const int64_t *finished,
                                    const char *ids, const int64_t *offsets) {
  static const int64_t title[] = {0, 5}, author[] = {0, 2};
  int64_t lists[] = {0, count};
  bw_column columns[] = {
      column(BW_BOOK_SOURCE_ID, BW_COLUMN_TEXT, 1, "1"),
      column(BW_BOOK_TITLE, BW_COLUMN_TEXT, 1, "Dune"),
      column(BW_BOOK_AUTHOR, BW_COLUMN_TEXT, 1, "A"),
      column(BW_BOOK_READING_FINISHED, BW_COLUMN_INT64_LIST, 1, finished),
      column(BW_BOOK_READING_IDS, BW_COLUMN_TEXT_LIST, 1, ids),
  };
  columns[0].offsets = author;
  columns[1].offsets = title;
  columns[2].offsets = author;
  columns[3].lists = columns[4].lists = lists;
  columns[4].offsets = offsets;
  bw_result *result;
  OK(bw_books_import_from_columns(store, "shop", -1, columns, 5, 1, NULL, &result, &fault));
  bw_import_row row;
  BW_INIT(row);
  OK(bw_result_get_import(result, 0, &row, &fault));
  CHECK(row.outcome != BW_OUTCOME_UPDATED || row.changed & BW_BOOK_READINGS);
  OK(bw_result_free(result));
  return row.outcome;
}

TEST(an_import_recognises_readings_by_their_ids) {
  bw_store *store = open_file();
  static const int64_t first[] = {20200101, 20210101}, later[] = {20200109, 20210101, 20220101};
  static const int64_t offsets[] = {0, 2, 4, 6};
  CHECK_INT(import_row(store, 2, first, "a\0b", offsets), BW_OUTCOME_CREATED);
  CHECK_INT(import_row(store, 2, first, "a\0b", offsets), BW_OUTCOME_UNCHANGED);
  CHECK_INT(import_row(store, 3, later, "a\0b\0c", offsets), BW_OUTCOME_UPDATED);
  CHECK_STRING(readings_of(store, 1), "2 0 20200109|2 0 20210101|2 0 20220101");
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_STRING(readings_of(store, 1), "2 0 20200101|2 0 20210101");
  OK(bw_store_redo(store, NULL, &fault));
  CHECK_INT(import_row(store, 3, later, "a\0b\0c", offsets), BW_OUTCOME_UNCHANGED);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(an_open_reading_has_no_end) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert"), id;
  bw_reading reading;
  BW_INIT(reading);
  reading.fields = BW_READING_OUTCOME | BW_READING_FINISHED;
  reading.outcome = BW_READING_OPEN;
  reading.finished = 20200203;
  FAILS_AT(BW_ERROR_INVALID, "finished", bw_reading_create(store, book, &reading, &id, &fault));
  reading.fields = BW_READING_OUTCOME;
  OK(bw_reading_create(store, book, &reading, &id, &fault));
  reading.fields = BW_READING_FINISHED;
  OK(bw_reading_update(store, id, &reading, 0, &fault));
  CHECK_STRING(readings_of(store, book), "2 0 20200203");
  reading.fields = BW_READING_OUTCOME;
  OK(bw_reading_update(store, id, &reading, 0, &fault));
  CHECK_STRING(readings_of(store, book), "1 0 0");
  reading.fields = BW_READING_FINISHED;
  OK(bw_reading_create(store, book, &reading, &id, &fault));
  CHECK_STRING(readings_of(store, book), "2 0 20200203|1 0 0");
  close_store(store);
}
