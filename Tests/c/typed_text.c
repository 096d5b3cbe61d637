// These tests check that what a person types becomes a value, and back, and that a draft accepts
// such values.
#include "support/fixtures.h"

static bw_result *held;
static bw_value value;

static bw_status parse(bw_entity entity, bw_fields field, const char *text, bw_language language) {
  OK(bw_result_free(held));
  held = NULL;
  BW_INIT(value);
  return bw_field_parse(entity, field, text, -1, language, &value, &held, &fault);
}

static void parse_book(bw_fields field, const char *text, bw_language language) {
  OK(parse(BW_ENTITY_BOOK, field, text, language));
}

static const char *sentence(bw_language language) {
  static bw_sentence text;
  BW_INIT(text);
  OK(bw_error_get_text(&fault, language, &text, NULL));
  return text.text;
}

// Formats the value and parses the text again.
static void comes_back(bw_fields field, bw_language language) {
  bw_result *made;
  bw_text text;
  char copy[256];
  bw_value first = value;
  OK(bw_field_format(BW_ENTITY_BOOK, field, &value, language, &text, &made, &fault));
  CHECK(text.length < (int64_t)sizeof(copy));
  memcpy(copy, text.data, (size_t)text.length + 1);
  OK(bw_result_free(made));
  BW_INIT(value);
  OK(bw_field_parse(BW_ENTITY_BOOK, field, copy, -1, language, &value, &made, &fault));
  CHECK_INT(value.kind, first.kind);
  CHECK_INT(value.number, first.number);
  CHECK_INT(value.count, first.count);
  OK(bw_result_free(made));
}

TEST(a_typed_value_has_a_kind) {
  parse_book(BW_BOOK_YEAR, "1.965", BW_LANGUAGE_GERMAN);
  CHECK_INT(value.kind, BW_VALUE_INTEGER);
  CHECK_INT(value.number, 1965);
  parse_book(BW_BOOK_EXACT_RATING, "★★★½", BW_LANGUAGE_ENGLISH);
  CHECK_INT(value.kind, BW_VALUE_REAL);
  CHECK(value.real == 3.5);
  parse_book(BW_BOOK_STARTED, "5 marca 2024", BW_LANGUAGE_POLISH);
  CHECK_INT(value.kind, BW_VALUE_DAY);
  CHECK_INT(value.number, 20240305);
  parse_book(BW_BOOK_STATUS, "gelesen", BW_LANGUAGE_GERMAN);
  CHECK_INT(value.kind, BW_VALUE_STATUS);
  CHECK_INT(value.number, BW_BOOK_STATUS_COMPLETED);
  parse_book(BW_BOOK_LANGUAGE, "eng", BW_LANGUAGE_KOREAN);
  CHECK_INT(value.kind, BW_VALUE_TEXT);
  CHECK_TEXT(value.text, "en");
  parse_book(BW_BOOK_REVIEW, " ", BW_LANGUAGE_ENGLISH);
  CHECK_INT(value.kind, BW_VALUE_ABSENT);
  OK(parse(BW_ENTITY_READING, BW_READING_OUTCOME, "abandoned", BW_LANGUAGE_ENGLISH));
  CHECK_INT(value.kind, BW_VALUE_OUTCOME);
  CHECK_INT(value.number, BW_READING_DID_NOT_FINISH);
  OK(parse(BW_ENTITY_GENRE, BW_GENRE_COLOUR, "ff8000", BW_LANGUAGE_ENGLISH));
  CHECK_TEXT(value.text, "#FF8000");
}

TEST(a_price_and_lists_have_all_their_parts) {
  parse_book(BW_BOOK_PRICE, "12,99 €", BW_LANGUAGE_GERMAN);
  CHECK_INT(value.kind, BW_VALUE_PRICE);
  CHECK_INT(value.number, 1299);
  CHECK_TEXT(value.text, "EUR");
  comes_back(BW_BOOK_PRICE | BW_BOOK_CURRENCY, BW_LANGUAGE_POLISH);
  parse_book(BW_BOOK_GENRE_NAMES, "Horror, \"Rock, Pop\"", BW_LANGUAGE_ENGLISH);
  CHECK_INT(value.kind, BW_VALUE_TEXTS);
  CHECK_INT(value.count, 2);
  CHECK_TEXT(value.texts[0], "Horror");
  CHECK_TEXT(value.texts[1], "Rock, Pop");
  comes_back(BW_BOOK_GENRE_NAMES, BW_LANGUAGE_GERMAN);
  parse_book(BW_BOOK_IDENTIFIER_VALUES, "0-441-17271-7, doi:10.1/2", BW_LANGUAGE_ENGLISH);
  CHECK_INT(value.kind, BW_VALUE_IDENTIFIERS);
  CHECK_TEXT(value.keys[0], "isbn");
  CHECK_TEXT(value.texts[0], "9780441172719");
  CHECK_TEXT(value.keys[1], "doi");
  CHECK_TEXT(value.texts[1], "10.1/2");
  comes_back(BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES, BW_LANGUAGE_KOREAN);
  parse_book(BW_BOOK_CONTRIBUTOR_NAMES, "A = B; C (Übersetzer)", BW_LANGUAGE_GERMAN);
  CHECK_INT(value.kind, BW_VALUE_CONTRIBUTORS);
  CHECK_INT(value.count, 2);
  CHECK_TEXT(value.texts[0], "A");
  CHECK_TEXT(value.sorts[0], "B");
  CHECK_TEXT(value.keys[1], "translator");
  comes_back(BW_BOOK_CONTRIBUTOR_NAMES, BW_LANGUAGE_POLISH);
}

TEST(a_text_without_a_meaning_has_a_sentence) {
  FAILS_AT(BW_ERROR_INVALID, "year",
           parse(BW_ENTITY_BOOK, BW_BOOK_YEAR, "12x", BW_LANGUAGE_GERMAN));
  CHECK_STRING(sentence(BW_LANGUAGE_GERMAN), "Erscheinungsjahr: Ein Jahr wie 1965 oder -8.");
  FAILS_AT(BW_ERROR_INVALID, "started",
           parse(BW_ENTITY_BOOK, BW_BOOK_STARTED, "30.2.2024", BW_LANGUAGE_GERMAN));
  CHECK_INT(fault.reason, BW_REASON_NONE);
  CHECK_STRING(sentence(BW_LANGUAGE_POLISH), "Rozpoczęto: Taka data nie istnieje.");
  FAILS_AT(BW_ERROR_INVALID, "started",
           parse(BW_ENTITY_BOOK, BW_BOOK_STARTED, "3/5/2024", BW_LANGUAGE_ENGLISH));
  CHECK_INT(fault.reason, BW_REASON_TWO_DAYS);
  CHECK_STRING(sentence(BW_LANGUAGE_ENGLISH),
               "Started: This may be two days; write March 5, 2024 or 2024-03-05.");
  FAILS_AT(BW_ERROR_INVALID, "genres",
           parse(BW_ENTITY_BOOK, BW_BOOK_GENRE_NAMES, "a, \"b", BW_LANGUAGE_ENGLISH));
  CHECK_INT(fault.reason, BW_REASON_QUOTE);
  CHECK_INT(fault.offset, 3);
  FAILS_AT_BYTE("title", 1, parse(BW_ENTITY_BOOK, BW_BOOK_TITLE, "a\xFF", BW_LANGUAGE_ENGLISH));
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           parse(BW_ENTITY_BOOK, BW_BOOK_GENRES, "1", BW_LANGUAGE_ENGLISH));
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           parse(BW_ENTITY_BOOK, BW_BOOK_YEAR | BW_BOOK_PAGES, "1", BW_LANGUAGE_ENGLISH));
  FAILS_AT(BW_ERROR_ARGUMENT, "language", parse(BW_ENTITY_BOOK, BW_BOOK_YEAR, "1", (bw_language)4));
  CHECK(held == NULL);
}

TEST(a_sentence_is_available_without_its_label) {
  bw_sentence text;
  BW_INIT(text);
  FAILS_AT(BW_ERROR_INVALID, "title",
           parse(BW_ENTITY_BOOK, BW_BOOK_TITLE, " ", BW_LANGUAGE_GERMAN));
  CHECK_STRING(sentence(BW_LANGUAGE_GERMAN), "Titel: Bitte etwas eingeben.");
  OK(bw_error_get_plain_text(&fault, BW_LANGUAGE_GERMAN, &text, NULL));
  CHECK_STRING(text.text, "Bitte etwas eingeben.");
  fault.row = 2;
  CHECK_STRING(sentence(BW_LANGUAGE_GERMAN), "Zeile 3: Titel: Bitte etwas eingeben.");
  OK(bw_error_get_plain_text(&fault, BW_LANGUAGE_GERMAN, &text, NULL));
  CHECK_STRING(text.text, "Bitte etwas eingeben.");
  BW_INIT(fault);
  fault.status = BW_ERROR_ARGUMENT;
  strcpy(fault.message, "row 0: it is wrong");
  OK(bw_error_get_plain_text(&fault, BW_LANGUAGE_GERMAN, &text, NULL));
  CHECK_STRING(text.text, "it is wrong");
  BW_INIT(fault);
}

TEST(a_value_of_another_kind_cannot_be_formatted) {
  bw_result *made = NULL;
  bw_text text;
  BW_INIT(value);
  value.kind = BW_VALUE_REAL;
  FAILS_AT(BW_ERROR_ARGUMENT, "value",
           bw_field_format(BW_ENTITY_BOOK, BW_BOOK_YEAR, &value, 0, &text, &made, &fault));
  value.kind = (bw_value_kind)99;
  FAILS_AT(BW_ERROR_ARGUMENT, "kind",
           bw_field_format(BW_ENTITY_BOOK, BW_BOOK_YEAR, &value, 0, &text, &made, &fault));
  value.kind = BW_VALUE_TEXTS;
  value.count = 3;
  FAILS_AT(BW_ERROR_ARGUMENT, "texts",
           bw_field_format(BW_ENTITY_BOOK, BW_BOOK_GENRE_NAMES, &value, 0, &text, &made, &fault));
  CHECK(made == NULL);
}

TEST(a_draft_accepts_and_shows_typed_texts) {
  bw_binding *draft;
  bw_result *row, *made;
  bw_text text;
  bw_book book;
  OK(bw_binding_open_draft(&draft, &fault));
  OK(bw_binding_parse_field(draft, BW_BOOK_TITLE, " Dune ", -1, BW_LANGUAGE_GERMAN, &fault));
  OK(bw_binding_parse_field(draft, BW_BOOK_PRICE, "12,99 €", -1, BW_LANGUAGE_GERMAN, &fault));
  OK(bw_binding_parse_field(draft, BW_BOOK_FINISHED, "5.3.2024", -1, BW_LANGUAGE_GERMAN, &fault));
  OK(bw_binding_parse_field(draft, BW_BOOK_EXACT_RATING, "4,25", -1, BW_LANGUAGE_GERMAN, &fault));
  FAILS_AT(BW_ERROR_INVALID, "finished",
           bw_binding_parse_field(draft, BW_BOOK_FINISHED, "5.3.", -1, BW_LANGUAGE_GERMAN, &fault));
  OK(bw_binding_get(draft, &row, &fault));
  BW_INIT(book);
  OK(bw_result_get_book(row, 0, &book, &fault));
  CHECK_TEXT(book.title, "Dune");
  CHECK_INT(book.price, 1299);
  CHECK_INT(book.finished, 20240305);
  CHECK_INT(book.rating, 4);
  OK(bw_result_format_field(row, 0, BW_BOOK_FINISHED, BW_LANGUAGE_POLISH, &text, &made, &fault));
  CHECK_TEXT(text, "5.03.2024");
  OK(bw_result_free(made));
  OK(bw_result_format_field(row, 0, BW_BOOK_PAGES, BW_LANGUAGE_POLISH, &text, &made, &fault));
  CHECK_TEXT(text, "");
  OK(bw_result_free(made));
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_result_format_field(row, 0, BW_BOOK_ID, BW_LANGUAGE_POLISH, &text, &made, &fault));
  OK(bw_result_free(row));
  OK(bw_binding_parse_field(draft, BW_BOOK_FINISHED, "", -1, BW_LANGUAGE_GERMAN, &fault));
  OK(bw_binding_get(draft, &row, &fault));
  OK(bw_result_get_book(row, 0, &book, &fault));
  CHECK((book.fields & BW_BOOK_FINISHED) == 0);
  OK(bw_result_free(row));
  OK(bw_binding_free(draft));
}

// Sets a draft's field as a form that showed `shown` does.
static bw_status change(bw_binding *draft, bw_fields field, const char *shown, const char *typed) {
  return bw_binding_parse_change(draft, field, shown, -1, typed, -1, BW_LANGUAGE_GERMAN, &fault);
}

TEST(a_form_saves_only_what_a_person_has_changed) {
  bw_store *store = open_file();
  bw_binding *draft;
  int64_t book = add_rated(store, "Dune", 3);
  // The form was shown. Meanwhile, another program changes the rating and the notes.
  OK(bw_binding_open_draft_of(store, book, &draft, &fault));
  OK(change(draft, BW_BOOK_RATING, "3", "5"));
  OK(change(draft, BW_BOOK_NOTES, "", "one\ntwo"));
  OK(bw_binding_save(draft, store, NULL, &fault));
  OK(bw_binding_free(draft));

  OK(bw_binding_open_draft_of(store, book, &draft, &fault));
  OK(change(draft, BW_BOOK_TITLE, "Dune", "Dune II"));
  OK(change(draft, BW_BOOK_RATING, "3", "3"));
  FAILS_AT(BW_ERROR_CONFLICT, "rating", change(draft, BW_BOOK_RATING, "3", "4"));
  CHECK_STRING(sentence(BW_LANGUAGE_GERMAN), "Bewertung: Das wurde inzwischen geändert.");
  OK(change(draft, BW_BOOK_NOTES, "", "one\r\ntwo"));
  FAILS_AT(BW_ERROR_INVALID, "year", change(draft, BW_BOOK_YEAR, "", "12x"));
  OK(bw_binding_save(draft, store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 5);
  OK(change(draft, BW_BOOK_RATING, "5", "4"));
  OK(bw_binding_save(draft, store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 4);
  OK(bw_binding_free(draft));
  close_store(store);
}

TEST(a_binding_of_one_field_accepts_a_typed_text) {
  bw_store *store = open_file();
  bw_binding *binding;
  int64_t book = add_rated(store, "Dune", 3);
  OK(bw_binding_open(store, book, BW_BOOK_RATING, &binding, &fault));
  OK(bw_binding_parse_field(binding, BW_BOOK_RATING, "★★★★★", -1, BW_LANGUAGE_ENGLISH, &fault));
  CHECK_INT(rating_of(store, book), 5);
  FAILS_AT(BW_ERROR_ARGUMENT, "field",
           bw_binding_parse_field(binding, BW_BOOK_YEAR, "5", -1, BW_LANGUAGE_ENGLISH, &fault));
  OK(bw_binding_free(binding));
  close_store(store);
}

TEST(a_language_means_the_same_in_books_and_queries) {
  static const char *const names[] = {"en", "eng", "English", "Englisch", "angielski", "영어"};
  bw_store *store = open_file();
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    bw_book book = new_book("Title", "Author");
    book.fields |= BW_BOOK_LANGUAGE;
    book.language = (bw_text){names[i], (int64_t)strlen(names[i])};
    OK(bw_book_create(store, &book, NULL, &fault));
  }
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    char line[64];
    bw_query *query;
    int64_t count = 0;
    snprintf(line, sizeof(line), "language:%s", names[i]);
    OK(bw_query_parse(line, -1, &query, &fault));
    OK(bw_query_count(store, query, &count, &fault));
    CHECK_INT(count, 6);
    OK(bw_query_free(query));
  }
  close_store(store);
}
