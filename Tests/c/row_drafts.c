// These tests check the drafts of genres, quotes, readings and shelves, and the defaults of drafts.
#include "support/fixtures.h"

static bw_store *store;
static bw_binding *draft;
static bw_result *held;
static int64_t book;

static void prepare(bw_entity entity) {
  store = open_memory();
  book = add_rated(store, "Dune", 3);
  bool has_book = entity == BW_ENTITY_QUOTE || entity == BW_ENTITY_READING;
  OK(bw_binding_open_row_draft(entity, has_book ? book : 0, &draft, &fault));
}

static void end(void) {
  OK(bw_result_free(held));
  held = NULL;
  OK(bw_binding_free(draft));
  close_store(store);
}

static void type(bw_fields field, const char *text, bw_language language) {
  OK(bw_binding_parse_field(draft, field, text, -1, language, &fault));
}

static bw_value text_value(const char *text) {
  bw_value value;
  BW_INIT(value);
  value.kind = BW_VALUE_TEXT;
  value.text = (bw_text){text, (int64_t)strlen(text)};
  return value;
}

static void set_text(bw_fields field, const char *text) {
  bw_value value = text_value(text);
  OK(bw_binding_set_field(draft, field, &value, &fault));
}

static bw_result *values(void) {
  OK(bw_result_free(held));
  OK(bw_binding_get(draft, &held, &fault));
  CHECK_INT(count_rows(held), 1);
  return held;
}

static bw_quote quote_of(void) {
  bw_quote quote;
  BW_INIT(quote);
  OK(bw_result_get_quote(values(), 0, &quote, &fault));
  return quote;
}

// The one fault of the draft; status BW_OK if there is none.
static bw_fault only_fault(void) {
  static bw_result *faults;
  bw_fault found;
  BW_INIT(found);
  OK(bw_result_free(faults));
  OK(bw_binding_check(draft, store, &faults, &fault));
  CHECK(count_rows(faults) <= 1);
  if (count_rows(faults) == 1) OK(bw_result_get_fault(faults, 0, &found, &fault));
  return found;
}

TEST(a_draft_of_a_quote_may_be_invalid_until_it_is_saved) {
  prepare(BW_ENTITY_QUOTE);
  CHECK_INT(quote_of().fields, 0);
  CHECK_INT(only_fault().field, BW_QUOTE_TEXT);
  FAILS_AT(BW_ERROR_INVALID, "text", bw_binding_save(draft, store, NULL, &fault));
  set_text(BW_QUOTE_TEXT, " ");
  CHECK_INT(only_fault().status, BW_ERROR_INVALID);
  set_text(BW_QUOTE_TEXT, "Fear is the mind-killer.");
  type(BW_QUOTE_PAGE, "12", BW_LANGUAGE_ENGLISH);
  CHECK_INT(only_fault().status, BW_OK);
  int64_t id, again;
  OK(bw_binding_save(draft, store, &id, &fault));
  OK(bw_binding_clear_fields(draft, BW_QUOTE_PAGE, &fault));
  CHECK_ABSENT(quote_of().page);
  OK(bw_binding_save(draft, store, &again, &fault));
  CHECK_INT(again, id);
  bw_quote quote;
  BW_INIT(quote);
  bw_result *row;
  OK(bw_quote_get(store, id, &quote, &row, &fault));
  CHECK_TEXT(quote.text, "Fear is the mind-killer.");
  CHECK_ABSENT(quote.page);
  OK(bw_result_free(row));
  OK(bw_quote_delete(store, id, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "id", bw_binding_save(draft, store, NULL, &fault));
  end();
}

TEST(a_draft_of_a_row_writes_only_the_changed_fields) {
  prepare(BW_ENTITY_GENRE);
  set_text(BW_GENRE_NAME, "Horror");
  OK(bw_binding_set_defaults(draft, &fault));
  int64_t genre;
  OK(bw_binding_save(draft, store, &genre, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_set_defaults(draft, &fault));
  OK(bw_binding_free(draft));
  OK(bw_binding_open_row_draft_of(store, BW_ENTITY_GENRE, genre, &draft, &fault));
  set_text(BW_GENRE_NAME, "Horror");
  type(BW_GENRE_COLOUR, "ff8000", BW_LANGUAGE_KOREAN);
  OK(bw_genre_rename(store, genre, "Terror", -1, &fault));
  OK(bw_binding_save(draft, store, NULL, &fault));
  bw_genre row;
  BW_INIT(row);
  bw_result *result;
  OK(bw_genre_get(store, genre, &row, &result, &fault));
  CHECK_TEXT(row.name, "Terror");
  CHECK_TEXT(row.colour, "#FF8000");
  CHECK_INT(row.rgb, 0xFF8000);
  OK(bw_result_free(result));
  OK(bw_genre_create(store, "Kids", -1, NULL, 0, NULL, &fault));
  set_text(BW_GENRE_NAME, "KIDS");
  CHECK_INT(only_fault().status, BW_ERROR_EXISTS);
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_binding_save(draft, store, NULL, &fault));
  end();
}

TEST(a_fault_of_a_shelfs_line_has_its_position) {
  prepare(BW_ENTITY_SHELF);
  set_text(BW_SHELF_NAME, "Best");
  set_text(BW_SHELF_LINE, "dune autor:x");
  bw_fault found = only_fault();
  CHECK_INT(found.field, BW_SHELF_LINE);
  CHECK_INT(found.offset, 5);
  CHECK_INT(found.length, 5);
  CHECK_INT(found.reason, BW_REASON_KEY);
  CHECK_TEXT(found.suggestion, "author");
  set_text(BW_SHELF_LINE, "dune author:x");
  OK(bw_binding_save(draft, store, NULL, &fault));
  int64_t count;
  OK(bw_shelves_count(store, &count, &fault));
  CHECK_INT(count, 1);
  end();
}

TEST(a_reading_is_typed_in_the_persons_language) {
  prepare(BW_ENTITY_READING);
  OK(bw_binding_set_defaults(draft, &fault));
  type(BW_READING_STARTED, "1.3.2024", BW_LANGUAGE_GERMAN);
  type(BW_READING_FINISHED, "5 marca 2024", BW_LANGUAGE_POLISH);
  type(BW_READING_PAGE, "120", BW_LANGUAGE_ENGLISH);
  type(BW_READING_PERCENT, "12,5 %", BW_LANGUAGE_GERMAN);
  FAILS_AT(
      BW_ERROR_INVALID, "finished",
      bw_binding_parse_field(draft, BW_READING_FINISHED, "5.3.", -1, BW_LANGUAGE_GERMAN, &fault));
  bw_reading reading;
  BW_INIT(reading);
  OK(bw_result_get_reading(values(), 0, &reading, &fault));
  CHECK_INT(reading.fields, BW_READING_STARTED | BW_READING_FINISHED | BW_READING_PERCENT);
  CHECK_INT(reading.finished, 20240305);
  CHECK(reading.percent == 12.5);
  bw_text text;
  bw_result *made;
  OK(bw_result_format_field(held, 0, BW_READING_PERCENT, BW_LANGUAGE_GERMAN, &text, &made, &fault));
  CHECK_TEXT(text, "12,5");
  OK(bw_result_free(made));
  int64_t id;
  OK(bw_binding_save(draft, store, &id, &fault));
  end();
}

TEST(a_draft_of_a_book_has_defaults_and_typed_values) {
  store = open_memory();
  OK(bw_binding_open_row_draft(BW_ENTITY_BOOK, 0, &draft, &fault));
  OK(bw_binding_set_defaults(draft, &fault));
  set_text(BW_BOOK_TITLE, "Dune");
  set_text(BW_BOOK_AUTHOR, "Frank Herbert");
  bw_book row;
  BW_INIT(row);
  OK(bw_result_get_book(values(), 0, &row, &fault));
  CHECK_INT(row.rating, 3);
  CHECK_INT(row.genre_name_count, 1);
  CHECK_TEXT(row.genre_names[0], "Fantasy");
  int64_t id;
  OK(bw_binding_save(draft, store, &id, &fault));
  CHECK_INT(rating_of(store, id), 3);
  OK(bw_binding_free(draft));
  OK(bw_binding_open(store, id, BW_BOOK_REVIEW, &draft, &fault));
  set_text(BW_BOOK_REVIEW, "Sandy.");
  bw_value number;
  BW_INIT(number);
  number.kind = BW_VALUE_INTEGER;
  FAILS_AT(BW_ERROR_ARGUMENT, "value",
           bw_binding_set_field(draft, BW_BOOK_REVIEW, &number, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_set_defaults(draft, &fault));
  end();
}

TEST(entities_without_forms_have_no_drafts) {
  store = open_memory();
  bw_binding *none = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "entity",
           bw_binding_open_row_draft(BW_ENTITY_ORDER, 0, &none, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "entity",
           bw_binding_open_row_draft_of(store, BW_ENTITY_SOURCE, 1, &none, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "book",
           bw_binding_open_row_draft(BW_ENTITY_READING, 0, &none, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "book", bw_binding_open_row_draft(BW_ENTITY_SHELF, 1, &none, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "quote",
           bw_binding_open_row_draft_of(store, BW_ENTITY_QUOTE, 1, &none, &fault));
  CHECK(none == NULL);
  close_store(store);
  prepare(BW_ENTITY_QUOTE);
  bw_book value;
  BW_INIT(value);
  value.fields = BW_BOOK_RATING;
  FAILS_AT(BW_ERROR_ARGUMENT, "binding", bw_binding_set(draft, &value, &fault));
  bw_value text = text_value("12");
  FAILS_AT(BW_ERROR_ARGUMENT, "field", bw_binding_set_field(draft, BW_QUOTE_BOOK, &text, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_binding_clear_fields(draft, BW_QUOTE_ID, &fault));
  end();
}
