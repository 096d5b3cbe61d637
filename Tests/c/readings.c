// These tests check readings, one for each time that a book was read, and the rows' global ids.
#include "support/fixtures.h"

static int64_t add_reading(bw_store *store, int64_t book, bw_reading_outcome outcome,
                           int32_t finished) {
  bw_reading reading;
  BW_INIT(reading);
  reading.fields = BW_READING_OUTCOME | (finished == 0 ? 0 : BW_READING_FINISHED);
  reading.outcome = outcome;
  reading.finished = finished;
  int64_t id = 0;
  OK(bw_reading_create(store, book, &reading, &id, &fault));
  CHECK(id > 0);
  return id;
}

static void check_book(bw_store *store, int64_t id, bw_book_status status, int32_t finished) {
  bw_result *result;
  bw_book book = get_book(store, id, &result);
  CHECK_INT(book.status, status);
  CHECK_INT(book.finished, finished);
  OK(bw_result_free(result));
}

TEST(a_reading_is_read_as_it_was_written) {
  bw_store *store = open_file();
  int64_t book = add_book(store, "Dune", "Herbert");
  bw_reading given, read;
  BW_INIT(given);
  BW_INIT(read);
  given.fields = BW_READING_OUTCOME | BW_READING_STARTED | BW_READING_PERCENT | BW_READING_NOTE;
  given.outcome = BW_READING_DID_NOT_FINISH;
  given.started = 20260102;
  given.percent = 12.5;
  given.note = TEXT("Sand");
  int64_t id = 0;
  bw_result *result;
  OK(bw_reading_create(store, book, &given, &id, &fault));
  OK(bw_reading_get(store, id, &read, &result, &fault));
  close_store(store);
  CHECK_INT(read.id, id);
  CHECK_INT(read.book, book);
  CHECK_INT(read.outcome, BW_READING_DID_NOT_FINISH);
  CHECK_INT(read.started, 20260102);
  CHECK(read.percent == 12.5);
  CHECK_TEXT(read.note, "Sand");
  CHECK_INT(read.fields, given.fields | BW_READING_ID | BW_READING_BOOK | BW_READING_CREATED |
                             BW_READING_GLOBAL_ID);
  OK(bw_result_free(result));
}

TEST(a_book_has_the_status_of_its_latest_reading) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert");
  int64_t latest = add_reading(store, book, BW_READING_COMPLETED, 20260105);
  add_reading(store, book, BW_READING_DID_NOT_FINISH, 20200101);
  check_book(store, book, BW_BOOK_STATUS_COMPLETED, 20260105);
  OK(bw_book_set_status(store, book, BW_BOOK_STATUS_IN_PROGRESS, 20260201, &fault));
  check_book(store, book, BW_BOOK_STATUS_IN_PROGRESS, 0);
  bw_result *readings;
  OK(bw_book_list_readings(store, book, &readings, &fault));
  CHECK_INT(count_rows(readings), 3);
  bw_reading reading;
  BW_INIT(reading);
  OK(bw_result_get_reading(readings, 2, &reading, &fault));
  CHECK_INT(reading.outcome, BW_READING_OPEN);
  OK(bw_result_free(readings));
  OK(bw_reading_delete(store, reading.id, &fault));
  OK(bw_reading_delete(store, latest, &fault));
  check_book(store, book, BW_BOOK_STATUS_DID_NOT_FINISH, 20200101);
  FAILS(BW_ERROR_NOT_FOUND, bw_reading_delete(store, latest, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  check_book(store, book, BW_BOOK_STATUS_COMPLETED, 20260105);
  close_store(store);
}

TEST(a_reading_is_changed) {
  bw_store *store = open_memory();
  int64_t book = add_book(store, "Dune", "Herbert");
  int64_t id = add_reading(store, book, BW_READING_COMPLETED, 20260105);
  bw_reading change;
  BW_INIT(change);
  change.fields = BW_READING_OUTCOME;
  change.outcome = BW_READING_OPEN;
  OK(bw_reading_update(store, id, &change, BW_READING_FINISHED, &fault));
  check_book(store, book, BW_BOOK_STATUS_IN_PROGRESS, 0);
  FAILS_AT(BW_ERROR_ARGUMENT, "clear",
           bw_reading_update(store, id, &change, BW_READING_OUTCOME, &fault));
  change.outcome = (bw_reading_outcome)7;
  FAILS_AT(BW_ERROR_INVALID, "outcome", bw_reading_update(store, id, &change, 0, &fault));
  change.fields = BW_READING_PAGE | BW_READING_PERCENT;
  FAILS_AT(BW_ERROR_INVALID, "percent", bw_reading_update(store, id, &change, 0, &fault));
  close_store(store);
}

TEST(a_row_is_found_by_its_global_id) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Herbert"), found = 0;
  bw_book book;
  BW_INIT(book);
  bw_result *result;
  OK(bw_book_get(store, id, BW_BOOK_GLOBAL_ID, &book, &result, &fault));
  CHECK_INT(book.fields, BW_BOOK_GLOBAL_ID);
  OK(bw_result_free(result));
  CHECK_INT(book.global_id.bytes[6] >> 4, 7);
  CHECK_INT(book.global_id.bytes[8] >> 6, 2);
  OK(bw_store_find_global_id(store, BW_ENTITY_BOOK, &book.global_id, &found, &fault));
  CHECK_INT(found, id);
  FAILS_AT(BW_ERROR_NOT_FOUND, "global_id",
           bw_store_find_global_id(store, BW_ENTITY_QUOTE, &book.global_id, &found, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "entity",
           bw_store_find_global_id(store, BW_ENTITY_NONE, &book.global_id, &found, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "entity",
           bw_store_find_global_id(store, (bw_entity)99, &book.global_id, &found, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "global_id",
           bw_store_find_global_id(store, BW_ENTITY_BOOK, NULL, &found, &fault));
  close_store(store);
}

TEST(a_global_id_is_a_text_too) {
  bw_uuid id;
  bw_uuid_text text;
  BW_INIT(text);
  OK(bw_uuid_parse("0198F0C2-7f1a-7c3e-9d42-5b6f1a2c3d4e", -1, &id, &fault));
  CHECK_INT(id.bytes[0], 0x01);
  CHECK_INT(id.bytes[15], 0x4e);
  OK(bw_uuid_format(&id, &text, &fault));
  CHECK_STRING(text.text, "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e");
  FAILS_AT(BW_ERROR_INVALID, "text", bw_uuid_parse("0198F0C2", -1, &id, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "text", bw_uuid_parse(NULL, -1, &id, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "global_id", bw_uuid_format(NULL, &text, &fault));
}
