// These tests import rows of a source with its own ids, repeatedly.
#include "support/arrow.h"

enum { ROWS = 3, MOST = 64 };

// A column of texts; NULL marks an absent text. Each field has memory for two columns at a time.
static bw_column texts(bw_fields field, int count, const char *const *given) {
  static char values[2][MOST][256];
  static int64_t offsets[2][MOST][ROWS + 1];
  static uint8_t present[2][MOST][ROWS];
  static int turns[MOST];
  int place = __builtin_ctzll(field), turn = turns[place]++ % 2;
  bw_column column;
  BW_INIT(column);
  column.field = field;
  column.type = BW_COLUMN_TEXT;
  column.count = count;
  column.values = values[turn][place];
  column.offsets = offsets[turn][place];
  column.present = present[turn][place];
  int64_t end = 0;
  for (int i = 0; i < count; i++) {
    const char *text = given[i] == NULL ? "" : given[i];
    present[turn][place][i] = given[i] != NULL;
    offsets[turn][place][i] = end;
    strcpy(values[turn][place] + end, text);
    end += (int64_t)strlen(text) + 1;
  }
  offsets[turn][place][count] = end;
  return column;
}

static bw_column numbers(bw_fields field, int count, const int32_t *given) {
  bw_column column;
  BW_INIT(column);
  column.field = field;
  column.type = BW_COLUMN_INT32;
  column.count = count;
  column.values = given;
  return column;
}

static const char *const IDS[ROWS] = {"17", "18", "19"};
static const char *const TITLES[ROWS] = {"Dune", "Emma", "Momo"};
static const char *const AUTHORS[ROWS] = {"Frank Herbert", "Jane Austen", "Michael Ende"};
static const int32_t RATINGS[ROWS] = {4, 5, 0};

static bw_status import(bw_store *store, const char *const *titles, const int32_t *ratings,
                        const bw_import_options *options, bw_result **result) {
  bw_column columns[] = {texts(BW_BOOK_SOURCE_ID, ROWS, IDS), texts(BW_BOOK_TITLE, ROWS, titles),
                         texts(BW_BOOK_AUTHOR, ROWS, AUTHORS),
                         numbers(BW_BOOK_RATING, ROWS, ratings)};
  return bw_books_import_from_columns(store, "shop", -1, columns, 4, ROWS, options, result, &fault);
}

static bw_import_row row_of(bw_result *result, int64_t row) {
  bw_import_row imported;
  BW_INIT(imported);
  OK(bw_result_get_import(result, row, &imported, &fault));
  return imported;
}

// The outcomes of all rows, a letter each; frees the result.
static const char *outcomes_of(bw_result *result) {
  static char letters[ROWS + 1];
  int64_t count = count_rows(result);
  for (int64_t row = 0; row < count; row++) letters[row] = "?CUNMDRX"[row_of(result, row).outcome];
  letters[count] = 0;
  OK(bw_result_free(result));
  return letters;
}

TEST(importing_the_same_rows_again_changes_nothing) {
  bw_store *store = open_file();
  bw_result *result;
  OK(import(store, TITLES, RATINGS, NULL, &result));
  for (int row = 0; row < ROWS; row++) {
    bw_import_row imported = row_of(result, row);
    CHECK_INT(imported.outcome, BW_OUTCOME_CREATED);
    CHECK_INT(imported.book, row + 1);
    CHECK_INT(imported.changed | imported.kept, 0);
    CHECK_INT(imported.status, BW_OK);
    CHECK(imported.field.data == NULL && imported.message.data == NULL);
  }
  bw_column books;
  BW_INIT(books);
  OK(bw_result_get_column(result, BW_IMPORT_BOOK, &books, &fault));
  CHECK_INT(((const int64_t *)books.values)[2], 3);
  OK(bw_result_free(result));
  CHECK_INT(rating_of(store, 2), 5);
  OK(import(store, TITLES, RATINGS, NULL, &result));
  CHECK_STRING(outcomes_of(result), "NNN");
  OK(import(store, TITLES, RATINGS, NULL, NULL));
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(store, &info, &fault));
  CHECK_INT(info.undo_count, 1);
  CHECK_STRING(info.undo_name, "Import from shop");
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(changes_of_the_source_are_applied_and_local_edits_win) {
  bw_store *store = open_file();
  static const char *const titles[ROWS] = {"DUNE", "EMMA", "Momo"};
  static const int32_t ratings[ROWS] = {1, 5, 0};
  bw_result *result;
  OK(import(store, TITLES, RATINGS, NULL, NULL));
  OK(bw_book_set_rating(store, 1, 3, &fault));
  OK(bw_book_delete(store, 3, &fault));
  OK(import(store, titles, ratings, NULL, &result));
  CHECK_INT(row_of(result, 0).changed, BW_BOOK_TITLE);
  CHECK_INT(row_of(result, 0).kept, BW_BOOK_RATING);
  CHECK_INT(row_of(result, 2).book, 3);
  CHECK_STRING(outcomes_of(result), "UUD");
  CHECK_INT(rating_of(store, 1), 3);
  OK(import(store, titles, ratings, NULL, &result));
  CHECK_INT(row_of(result, 0).kept, BW_BOOK_RATING);
  CHECK_INT(row_of(result, 1).kept, 0);
  CHECK_STRING(outcomes_of(result), "NND");
  bw_import_options options;
  BW_INIT(options);
  options.recreate_deleted = 1;
  OK(import(store, titles, ratings, &options, &result));
  CHECK_INT(row_of(result, 2).book, 4);
  CHECK_STRING(outcomes_of(result), "NNC");
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_complete_import_reports_what_the_source_no_longer_has) {
  bw_store *store = open_file();
  bw_result *result;
  OK(import(store, TITLES, RATINGS, NULL, NULL));
  bw_import_options options;
  BW_INIT(options);
  options.complete = 1;
  OK(import(store, TITLES, RATINGS, &options, &result));
  CHECK_STRING(outcomes_of(result), "NNN");
  bw_column columns[] = {texts(BW_BOOK_SOURCE_ID, 1, IDS), numbers(BW_BOOK_RATING, 1, RATINGS)};
  OK(bw_book_delete(store, 3, &fault));
  OK(bw_books_import_from_columns(store, "shop", -1, columns, 2, 1, &options, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  CHECK_INT(row_of(result, 0).outcome, BW_OUTCOME_UNCHANGED);
  CHECK(row_of(result, 0).source_id.data == NULL);
  CHECK_INT(row_of(result, 1).outcome, BW_OUTCOME_MISSING);
  CHECK_INT(row_of(result, 1).book, 2);
  CHECK_TEXT(row_of(result, 1).source_id, "18");
  OK(bw_result_free(result));
  // Another source knows none of these ids.
  columns[0].count = columns[1].count = 0;
  OK(bw_books_import_from_columns(store, "other", -1, columns, 2, 0, &options, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  CHECK_INT(count_books(store), 2);
  options.complete = 2;
  FAILS_AT(BW_ERROR_ARGUMENT, "complete", import(store, TITLES, RATINGS, &options, &result));
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_field_that_a_row_does_not_mention_keeps_its_value) {
  bw_store *store = open_file();
  static const int32_t ratings[ROWS] = {0, 0, 0};
  static const uint8_t present[ROWS] = {BW_PRESENCE_SILENT, BW_PRESENCE_ABSENT, 1};
  bw_result *result;
  OK(import(store, TITLES, RATINGS, NULL, NULL));
  bw_column columns[] = {texts(BW_BOOK_SOURCE_ID, ROWS, IDS),
                         numbers(BW_BOOK_RATING, ROWS, ratings)};
  columns[1].present = present;
  OK(bw_books_import_from_columns(store, "shop", -1, columns, 2, ROWS, NULL, &result, &fault));
  CHECK_STRING(outcomes_of(result), "NUN");
  CHECK_INT(rating_of(store, 1), 4);
  CHECK_INT(rating_of(store, 2), 0);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_book_that_had_a_value_before_its_source_keeps_it) {
  bw_store *store = open_file();
  static const int32_t none[ROWS] = {0, 0, 0};
  bw_result *result;
  int64_t dune = add_book(store, "Dune", "Frank Herbert"), found = 0;
  OK(bw_book_set_rating(store, dune, 4, &fault));
  OK(import(store, TITLES, RATINGS, NULL, &result));
  CHECK_STRING(outcomes_of(result), "MCC");
  OK(import(store, TITLES, none, NULL, &result));
  CHECK_INT(row_of(result, 0).kept, BW_BOOK_RATING);
  CHECK_STRING(outcomes_of(result), "NUN");
  CHECK_INT(rating_of(store, dune), 4);
  CHECK_INT(rating_of(store, 2), 0);
  OK(bw_book_find_by_source(store, "shop", -1, "17", -1, &found, &fault));
  CHECK_INT(found, dune);
  FAILS_AT(BW_ERROR_NOT_FOUND, "source_id",
           bw_book_find_by_source(store, "shop", -1, "1", -1, &found, &fault));
  FAILS_AT(BW_ERROR_INVALID, "source",
           bw_book_find_by_source(store, "", -1, "17", -1, &found, &fault));
  OK(bw_book_delete(store, dune, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "source_id",
           bw_book_find_by_source(store, "shop", -1, "17", -1, &found, &fault));
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(an_invalid_row_makes_the_import_fail_or_is_skipped) {
  bw_store *store = open_memory();
  static const int32_t ratings[ROWS] = {4, 6, 0};
  bw_import_options options;
  bw_result *result = NULL;
  BW_INIT(options);
  FAILS_AT(BW_ERROR_INVALID, "rating", import(store, TITLES, ratings, NULL, &result));
  CHECK(result == NULL);
  CHECK_INT(fault.row, 1);
  CHECK_INT(count_books(store), 0);
  options.skip_refused = options.dry_run = 1;
  OK(import(store, TITLES, ratings, &options, &result));
  CHECK_INT(row_of(result, 0).book, 0);
  CHECK_STRING(outcomes_of(result), "CRC");
  CHECK_INT(count_books(store), 0);
  options.dry_run = 0;
  OK(import(store, TITLES, ratings, &options, &result));
  bw_import_row refused = row_of(result, 1);
  CHECK_INT(refused.status, BW_ERROR_INVALID);
  CHECK_INT(refused.book, 0);
  CHECK_TEXT(refused.field, "rating");
  CHECK(strstr(refused.message.data, "1 to 5") != NULL);
  bw_error found;
  BW_INIT(found);
  OK(bw_result_get_error(result, 1, &found, &fault));
  CHECK_INT(found.status, BW_ERROR_INVALID);
  CHECK_INT(found.row, 1);
  CHECK_STRING(found.field, "rating");
  CHECK_STRING(found.message, refused.message.data);
  FAILS_AT(BW_ERROR_NOT_FOUND, "row", bw_result_get_error(result, 0, &found, &fault));
  CHECK_STRING(outcomes_of(result), "CRC");
  CHECK_INT(count_books(store), 2);
  close_store(store);
}

TEST(a_row_is_found_by_title_and_author_if_the_options_allow_it) {
  bw_store *store = open_memory();
  add_book(store, "dune", "FRANK HERBERT");
  bw_import_options options;
  bw_result *result;
  BW_INIT(options);
  options.identity = BW_IDENTITY_SOURCE_ID;
  options.dry_run = 1;
  OK(import(store, TITLES, RATINGS, &options, &result));
  CHECK_STRING(outcomes_of(result), "CCC");
  OK(import(store, TITLES, RATINGS, NULL, &result));
  CHECK_INT(row_of(result, 0).book, 1);
  CHECK_INT(row_of(result, 0).changed, BW_BOOK_RATING);
  CHECK_INT(row_of(result, 0).kept, BW_BOOK_TITLE | BW_BOOK_AUTHOR);
  CHECK_STRING(outcomes_of(result), "MCC");
  close_store(store);
}

TEST(a_row_names_its_book_by_the_global_id) {
  bw_store *store = open_file();
  bw_uuid ids[ROWS] = {{{0}}};
  bw_result *result;
  int64_t known = add_book(store, "Emma", "Jane Austen");
  ids[0].bytes[0] = 1;
  bw_book book;
  BW_INIT(book);
  OK(bw_book_get(store, known, BW_BOOK_GLOBAL_ID, &book, &result, &fault));
  ids[1] = book.global_id;
  OK(bw_result_free(result));
  uint8_t present[ROWS] = {1, 1, 0};
  bw_column column;
  BW_INIT(column);
  column.field = BW_BOOK_GLOBAL_ID;
  column.type = BW_COLUMN_UUID;
  column.count = ROWS;
  column.values = ids;
  column.present = present;
  const char *const titles[] = {"Dune", "Emma, again", "Momo"};
  bw_column columns[] = {texts(BW_BOOK_SOURCE_ID, ROWS, IDS), texts(BW_BOOK_TITLE, ROWS, titles),
                         texts(BW_BOOK_AUTHOR, ROWS, AUTHORS), column};
  OK(bw_books_import_from_columns(store, "own", -1, columns, 4, ROWS, NULL, &result, &fault));
  int64_t created = row_of(result, 0).book;
  CHECK_INT(row_of(result, 1).book, known);
  CHECK_STRING(outcomes_of(result), "CMC");
  int64_t found;
  OK(bw_store_find_global_id(store, BW_ENTITY_BOOK, &ids[0], &found, &fault));
  CHECK_INT(found, created);
  OK(bw_books_import_from_columns(store, "own", -1, columns, 4, ROWS, NULL, &result, &fault));
  CHECK_STRING(outcomes_of(result), "NNN");
  present[2] = 1;
  FAILS_AT(BW_ERROR_INVALID, "global_id",
           bw_books_import_from_columns(store, "own", -1, columns, 4, ROWS, NULL, NULL, &fault));
  columns[3].values = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "global_id",
           bw_books_import_from_columns(store, "own", -1, columns, 4, ROWS, NULL, NULL, &fault));
  close_store(store);
}

TEST(the_sources_of_a_book_are_read) {
  bw_store *store = open_memory();
  static const char *const rows[] = {"17;Dune"};
  int64_t before = now_milliseconds();
  bw_result *result;
  bw_column columns[] = {texts(BW_BOOK_SOURCE_ID, 1, IDS), texts(BW_BOOK_TITLE, 1, TITLES),
                         texts(BW_BOOK_AUTHOR, 1, AUTHORS), texts(BW_BOOK_RAW, 1, rows)};
  OK(bw_books_import_from_columns(store, "shop", 4, columns, 4, 1, NULL, NULL, &fault));
  OK(bw_book_list_sources(store, 1, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  bw_source source;
  BW_INIT(source);
  OK(bw_result_get_source(result, 0, &source, &fault));
  CHECK_INT(source.id, 1);
  CHECK_INT(source.book, 1);
  CHECK_TEXT(source.source, "shop");
  CHECK_TEXT(source.source_id, "17");
  CHECK_TEXT(source.taken, "title\tDune\nauthor\tFrank Herbert\n");
  CHECK_TEXT(source.raw, "17;Dune");
  CHECK(source.imported >= before && source.imported <= now_milliseconds());
  CHECK_INT(source.fields, BW_SOURCE_GLOBAL_ID * 2 - 1);
  int64_t id;
  OK(bw_store_find_global_id(store, BW_ENTITY_SOURCE, &source.global_id, &id, &fault));
  CHECK_INT(id, 1);
  OK(bw_result_free(result));
  add_book(store, "Other", "Author");
  OK(bw_book_list_sources(store, 2, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_source(result, 0, &source, &fault));
  OK(bw_result_free(result));
  FAILS(BW_ERROR_NOT_FOUND, bw_book_list_sources(store, 3, &result, &fault));
  close_store(store);
}

TEST(an_invalid_import_is_refused) {
  bw_store *store = open_memory();
  static const int64_t genres[] = {1}, lists[] = {0, 1};
  bw_result *result;
  bw_column columns[] = {texts(BW_BOOK_TITLE, 1, TITLES), texts(BW_BOOK_AUTHOR, 1, AUTHORS),
                         texts(BW_BOOK_SOURCE_ID, 1, IDS)};
  FAILS_AT(BW_ERROR_ARGUMENT, "source_id",
           bw_books_import_from_columns(store, "shop", -1, columns, 2, 1, NULL, &result, &fault));
  FAILS_AT(BW_ERROR_INVALID, "source",
           bw_books_import_from_columns(store, "", -1, columns, 3, 1, NULL, &result, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "columns",
           bw_books_create_from_columns(store, columns, 3, 1, NULL, &fault));
  columns[1].field = BW_BOOK_GENRES;
  columns[1].type = BW_COLUMN_INT64_LIST;
  columns[1].values = genres;
  columns[1].lists = lists;
  FAILS_AT(BW_ERROR_ARGUMENT, "genres",
           bw_books_import_from_columns(store, "shop", -1, columns, 3, 1, NULL, &result, &fault));
  // A count that exceeds all memory, in the columns too.
  static const int64_t beyond[] = {(int64_t)1 << 31, (int64_t)1 << 60, INT64_MAX};
  for (int i = 0; i < 3; i++) {
    bw_column column = texts(BW_BOOK_SOURCE_ID, 1, IDS);
    column.count = beyond[i];
    FAILS_AT(BW_ERROR_ARGUMENT, "count",
             bw_books_import_from_columns(store, "shop", -1, &column, 1, beyond[i], NULL, &result,
                                          &fault));
    FAILS_AT(BW_ERROR_ARGUMENT, "count",
             bw_books_create_from_columns(store, &column, 1, beyond[i], NULL, &fault));
    FAILS_AT(BW_ERROR_ARGUMENT, "count",
             bw_books_update_from_columns(store, &column, 1, beyond[i], 0, NULL, &fault));
  }
  bw_import_options options;
  BW_INIT(options);
  options.identity = (bw_identity)3;
  FAILS_AT(BW_ERROR_ARGUMENT, "identity", import(store, TITLES, RATINGS, &options, &result));
  options.identity = BW_IDENTITY_IDENTIFIERS;
  options.dry_run = 2;
  FAILS_AT(BW_ERROR_ARGUMENT, "dry_run", import(store, TITLES, RATINGS, &options, &result));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_stream_is_imported_and_released) {
  bw_store *store = open_memory();
  struct producer producer;
  bw_result *result;
  for (int time = 0; time < 2; time++) {
    prepare_producer(&producer);
    producer.columns[2] = producer.columns[1];
    struct given ids = *producer.columns[0];
    ids.name = "source_id";
    producer.columns[1] = &ids;
    producer.columns[3] = NULL;
    producer.batches = 1;
    struct ArrowArrayStream stream = produce(&producer);
    OK(bw_books_import_from_arrow(store, "stream", -1, &stream, NULL, &result, &fault));
    CHECK_STRING(outcomes_of(result), time == 0 ? "CCC" : "NNN");
    check_all_released(&producer, &stream);
  }
  CHECK_INT(count_books(store), 3);
  close_store(store);
}

TEST(a_book_is_found_or_created_by_its_identity) {
  bw_store *store = open_memory();
  const bw_text scheme = TEXT("isbn"), isbn = TEXT("0-441-17271-7");
  bw_book book = new_book("Dune", "Frank Herbert");
  int64_t id, again;
  int32_t created;
  book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.identifier_schemes = &scheme;
  book.identifier_values = &isbn;
  book.identifier_count = 1;
  OK(bw_book_find_or_create(store, &book, &id, &created, &fault));
  CHECK_INT(created, 1);
  book.title = TEXT("Duna");
  OK(bw_book_find_or_create(store, &book, &again, &created, &fault));
  CHECK_INT(created, 0);
  CHECK_INT(again, id);
  book = new_book("DUNE", "frank herbert");
  OK(bw_book_find_or_create(store, &book, &again, NULL, &fault));
  CHECK_INT(again, id);
  OK(bw_book_find_or_create(store, &book, NULL, NULL, &fault));
  book.author = TEXT(" ");
  FAILS_AT(BW_ERROR_INVALID, "author", bw_book_find_or_create(store, &book, NULL, NULL, &fault));
  CHECK_INT(count_books(store), 1);
  // If several books match, none is chosen.
  add_book(store, "Dune", "Frank Herbert");
  book = new_book("Dune", "Frank Herbert");
  OK(bw_book_find_or_create(store, &book, &again, &created, &fault));
  CHECK_INT(created, 1);
  CHECK_INT(again, 3);
  close_store(store);
}
