// These tests check the presentation of ratings, colours and names, the same in every frontend.
#include "support/fixtures.h"

TEST(a_rating_is_shown_in_stars_and_marks) {
  CHECK_STRING(bw_rating_stars(3), "★★★☆☆");
  CHECK_STRING(bw_rating_stars(INT32_MAX), "★★★★★");
  CHECK_STRING(bw_rating_stars(INT32_MIN), "☆☆☆☆☆");
  CHECK_STRING(bw_rating_emoji(4, BW_RATING_DIGITS), "4");
  CHECK_STRING(bw_rating_emoji(9, BW_RATING_DIGITS), "5");
  CHECK_STRING(bw_rating_emoji(0, BW_RATING_DIGITS), "–");
  CHECK_STRING(bw_rating_emoji(5, BW_RATING_EMOJI), "🤩");
  CHECK_STRING(bw_rating_emoji(-1, BW_RATING_EMOJI), "➖");
  CHECK_STRING(bw_rating_emoji(2, (bw_rating_style)99), "2");
}

TEST(a_rating_of_one_star_is_low) {
  for (int32_t rating = -1; rating <= 6; rating++) CHECK_INT(bw_rating_is_low(rating), rating == 1);
}

TEST(names_come_in_four_languages) {
  CHECK_STRING(bw_rating_name(0, BW_LANGUAGE_ENGLISH), "Not rated");
  CHECK_STRING(bw_rating_name(0, BW_LANGUAGE_GERMAN), "Nicht bewertet");
  CHECK_STRING(bw_rating_name(1, BW_LANGUAGE_POLISH), "1 gwiazdka");
  CHECK_STRING(bw_rating_name(4, BW_LANGUAGE_POLISH), "4 gwiazdki");
  CHECK_STRING(bw_rating_name(5, BW_LANGUAGE_POLISH), "5 gwiazdek");
  CHECK_STRING(bw_rating_name(2, BW_LANGUAGE_KOREAN), "별 2개");
  CHECK_STRING(bw_rating_name(1, (bw_language)99), "1 star");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_IN_PROGRESS, BW_LANGUAGE_ENGLISH), "In progress");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_COMPLETED, BW_LANGUAGE_KOREAN), "다 읽음");
  CHECK_STRING(bw_book_status_name((bw_book_status)99, BW_LANGUAGE_GERMAN), "Unbekannt");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_COMPLETED, (bw_language)99), "Completed");
}

TEST(a_genre_is_shown_by_its_localized_name_or_its_own) {
  static const char own[] = "Science Fiction and more";
  bw_text text = {NULL, 42};
  OK(bw_genre_get_display_name("POETRY", -1, BW_LANGUAGE_POLISH, &text, &fault));
  CHECK_TEXT(text, "Poezja");
  CHECK_INT(text.data[text.length], 0);
  OK(bw_genre_get_display_name("Kids and more", 4, BW_LANGUAGE_GERMAN, &text, &fault));
  CHECK_TEXT(text, "Kinderbuch");
  OK(bw_genre_get_display_name(own, 15, BW_LANGUAGE_GERMAN, &text, &fault));
  CHECK(text.data == own);
  CHECK_INT(text.length, 15);
  FAILS_AT(BW_ERROR_INVALID, "name",
           bw_genre_get_display_name(" ", -1, BW_LANGUAGE_GERMAN, &text, &fault));
  FAILS_AT_BYTE("name", 1,
                bw_genre_get_display_name("a\xFF", -1, BW_LANGUAGE_GERMAN, &text, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_genre_get_display_name("Kids", -1, (bw_language)4, &text, &fault));
  CHECK(text.data == own);
}

TEST(a_colour_is_parsed_and_formatted) {
  uint32_t rgb = 42;
  bw_colour colour;
  BW_INIT(colour);
  OK(bw_colour_parse("#ff7F00", -1, &rgb, &fault));
  CHECK_INT(rgb, 0xFF7F00);
  OK(bw_colour_parse("00ff00 and more", 6, &rgb, &fault));
  CHECK_INT(rgb, 0x00FF00);
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_colour_parse("#FFF", -1, &rgb, &fault));
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_colour_parse("", -1, &rgb, &fault));
  CHECK_INT(rgb, 0x00FF00);
  OK(bw_colour_format(0x0a0b0c, &colour, &fault));
  CHECK_STRING(colour.text, "#0A0B0C");
  OK(bw_colour_format(0xFF123456, &colour, &fault));
  CHECK_STRING(colour.text, "#123456");
}

TEST(an_isbn_is_parsed_in_any_spelling) {
  bw_isbn isbn;
  BW_INIT(isbn);
  OK(bw_isbn_parse("0-441-17271-7", -1, &isbn, &fault));
  CHECK_STRING(isbn.text, "9780441172719");
  OK(bw_isbn_parse("080442957X and more", 10, &isbn, &fault));
  CHECK_STRING(isbn.text, "9780804429573");
  FAILS_AT(BW_ERROR_INVALID, "isbn", bw_isbn_parse("9780441172710", -1, &isbn, &fault));
  CHECK(strstr(fault.message, "would have to be 9") != NULL);
  FAILS_AT(BW_ERROR_INVALID, "isbn", bw_isbn_parse("dune", -1, &isbn, &fault));
  FAILS_AT(BW_ERROR_INVALID, "isbn", bw_isbn_parse("", -1, &isbn, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "isbn", bw_isbn_parse("0441172717", -1, NULL, &fault));
  CHECK_STRING(isbn.text, "9780804429573");
}

// 1, 0 or -1, as lists sort the names.
static int compare_names(const char *one, const char *other) {
  bw_name_key keys[2];
  BW_INIT(keys[0]);
  BW_INIT(keys[1]);
  OK(bw_name_get_key(one, -1, &keys[0], &fault));
  OK(bw_name_get_key(other, -1, &keys[1], &fault));
  int order = strcmp(keys[0].bytes, keys[1].bytes);
  return (order > 0) - (order < 0);
}

TEST(names_sort_by_their_keys) {
  static char longest[16 * 1024 + 1];
  bw_name_key key;
  BW_INIT(key);
  CHECK_INT(compare_names("Book 2", "book 10"), -1);
  CHECK_INT(compare_names("LEM", "lem"), 0);
  CHECK_INT(compare_names("Łukasz", "Lz"), -1);
  CHECK_INT(compare_names("b", "Ä"), 1);
  CHECK_INT(compare_names("", "a"), -1);
  memset(longest, 'x', sizeof(longest));
  OK(bw_name_get_key(longest, sizeof(longest) - 1, &key, &fault));
  CHECK_INT(strlen(key.bytes), 1000);
  FAILS_AT(BW_ERROR_TOO_LARGE, "name", bw_name_get_key(longest, sizeof(longest), &key, &fault));
  FAILS_AT_BYTE("name", 1, bw_name_get_key("a\xff", -1, &key, &fault));
  FAILS_AT_BYTE("name", 1, bw_name_get_key("a\0b", 3, &key, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "key", bw_name_get_key("a", -1, NULL, &fault));
}

TEST(text_on_a_colour_is_readable) {
  CHECK_INT(bw_colour_text(0x000000), 0xFFFFFF);
  CHECK_INT(bw_colour_text(0x0000FF), 0xFFFFFF);
  CHECK_INT(bw_colour_text(0xFF0000), 0x000000);
  CHECK_INT(bw_colour_text(0x00FF00), 0x000000);
  CHECK(bw_colour_contrast(0, 0xFFFFFF) > 20.999 && bw_colour_contrast(0xFFFFFF, 0) < 21.001);
  CHECK(bw_colour_contrast(0x123456, 0x123456) == 1.0);
  CHECK(bw_colour_contrast(0x123456, 0xFF123456) == 1.0);
}

// The expected texts are those of ICU 78's Intl, which has the data of CLDR 48.
TEST(money_is_formatted_for_each_language) {
  static const struct {
    int64_t amount;
    const char *currency;
    const char *texts[4];
  } known[] = {
      {123450, "EUR", {"€1,234.50", "1.234,50 €", "1234,50 €", "€1,234.50"}},
      {1234567, "pln", {"PLN 12,345.67", "12.345,67 PLN", "12 345,67 zł", "PLN 12,345.67"}},
      {1234567, "KRW", {"₩1,234,567", "1.234.567 ₩", "1 234 567 KRW", "₩1,234,567"}},
      {-500, "USD", {"-$5.00", "-5,00 $", "-5,00 USD", "-US$5.00"}},
      {1234,
       "XOF",
       {"F\u202FCFA 1,234", "1.234 F\u202FCFA", "1234 F\u202FCFA", "F\u202FCFA 1,234"}},
      {5, "BHD", {"BHD 0.005", "0,005 BHD", "0,005 BHD", "BHD 0.005"}},
      {900, "XCG", {"Cg. 9.00", "9,00 Cg.", "9,00 XCG", "Cg. 9.00"}},
      {0, "JPY", {"¥0", "0 ¥", "0 JPY", "JP¥0"}},
  };
  bw_money money;
  BW_INIT(money);
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
    for (int language = 0; language < 4; language++) {
      char plain[sizeof(money.text)];
      size_t length = 0;
      OK(bw_money_format(known[i].amount, known[i].currency, -1, (bw_language)language, &money,
                         &fault));
      // The blanks are no-break spaces, U+00A0.
      for (const char *c = money.text; *c != '\0'; c++) {
        bool is_blank = c[0] == '\xC2' && c[1] == '\xA0';
        plain[length++] = is_blank ? ' ' : *c;
        if (is_blank) c++;
      }
      plain[length] = '\0';
      CHECK_STRING(plain, known[i].texts[language]);
    }
  }
  OK(bw_money_format(INT64_MIN, "EUR", -1, BW_LANGUAGE_POLISH, &money, &fault));
  CHECK_INT((int64_t)strlen(money.text), 36);
  FAILS_AT(BW_ERROR_INVALID, "currency",
           bw_money_format(1, "ABC", -1, BW_LANGUAGE_GERMAN, &money, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_money_format(1, "EUR", -1, (bw_language)4, &money, &fault));
}

TEST(fields_keys_and_actions_have_names) {
  CHECK_STRING(bw_field_name(BW_ENTITY_BOOK, BW_BOOK_YEAR, BW_LANGUAGE_GERMAN), "Erscheinungsjahr");
  CHECK_STRING(bw_field_name(BW_ENTITY_QUOTE, BW_QUOTE_TEXT, BW_LANGUAGE_POLISH), "Tekst");
  CHECK_STRING(bw_field_name(BW_ENTITY_ORDER, BW_ORDER_CANCELLED, BW_LANGUAGE_ENGLISH),
               "Cancelled");
  CHECK_STRING(bw_field_name(BW_ENTITY_GENRE, BW_OUTPUT_BOOKS, BW_LANGUAGE_KOREAN), "책");
  CHECK_STRING(bw_field_name(BW_ENTITY_BOOK, BW_BOOK_TITLE | BW_BOOK_YEAR, BW_LANGUAGE_KOREAN), "");
  CHECK_STRING(bw_field_name(BW_ENTITY_BOOK, BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES,
                             BW_LANGUAGE_GERMAN),
               "Kennungen");
  CHECK_STRING(bw_field_name(BW_ENTITY_NONE, BW_BOOK_TITLE, BW_LANGUAGE_KOREAN), "");
  CHECK_STRING(bw_field_name((bw_entity)99, BW_BOOK_TITLE, BW_LANGUAGE_KOREAN), "");
  CHECK_STRING(bw_field_name(BW_ENTITY_READING, UINT64_C(1) << 40, (bw_language)9), "");
  for (int key = BW_SORT_TITLE; key <= BW_SORT_GENRE; key++) {
    CHECK(bw_sort_key_name((bw_sort_key)key, BW_LANGUAGE_POLISH)[0] != '\0');
  }
  CHECK_STRING(bw_sort_key_name(BW_SORT_RANK, BW_LANGUAGE_POLISH), "Trafność");
  CHECK_STRING(bw_sort_key_name((bw_sort_key)99, BW_LANGUAGE_POLISH), "");
  for (int action = BW_ACTION_ADD; action <= BW_ACTION_EXPORT; action++) {
    CHECK(bw_action_name((bw_action)action, BW_LANGUAGE_KOREAN)[0] != '\0');
  }
  CHECK_STRING(bw_action_name(BW_ACTION_ORDER, BW_LANGUAGE_GERMAN), "Bestellen");
  CHECK_STRING(bw_action_name((bw_action)99, BW_LANGUAGE_GERMAN), "");
}

TEST(a_status_is_found_by_any_of_its_words) {
  bw_book_status status = (bw_book_status)-1;
  OK(bw_book_parse_status("completed", -1, &status, &fault));
  CHECK_INT(status, BW_BOOK_STATUS_COMPLETED);
  OK(bw_book_parse_status("READ", -1, &status, &fault));
  CHECK_INT(status, BW_BOOK_STATUS_COMPLETED);
  OK(bw_book_parse_status("unread and more", 6, &status, &fault));
  CHECK_INT(status, BW_BOOK_STATUS_ON_SHELF);
  FAILS_AT(BW_ERROR_INVALID, "status", bw_book_parse_status("lost", -1, &status, &fault));
  FAILS_AT(BW_ERROR_INVALID, "status", bw_book_parse_status("", -1, &status, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "status", bw_book_parse_status("read", -1, NULL, &fault));
  CHECK_INT(status, BW_BOOK_STATUS_ON_SHELF);
}

TEST(an_order_s_question_depends_on_the_title_s_ending) {
  static const struct {
    bw_language language;
    const char *title, *before, *after;
  } known[] = {
      {BW_LANGUAGE_ENGLISH, "Dune", "Do you want to order “", "”?"},
      {BW_LANGUAGE_GERMAN, "Dune", "Möchtest du „", "“ bestellen?"},
      {BW_LANGUAGE_POLISH, "Dune", "Czy chcesz zamówić „", "”?"},
      {BW_LANGUAGE_KOREAN, "듄", "‘", "’을 주문하시겠습니까?"},
      {BW_LANGUAGE_KOREAN, "어린 왕자!", "‘", "’를 주문하시겠습니까?"},
      {BW_LANGUAGE_KOREAN, "1Q84 (3)", "‘", "’을 주문하시겠습니까?"},
      {BW_LANGUAGE_KOREAN, "1984", "‘", "’를 주문하시겠습니까?"},
      {BW_LANGUAGE_KOREAN, "Dune", "‘", "’을(를) 주문하시겠습니까?"},
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
    bw_text before, after;
    OK(bw_order_get_question(known[i].title, -1, known[i].language, &before, &after, &fault));
    CHECK_TEXT(before, known[i].before);
    CHECK_TEXT(after, known[i].after);
  }
  bw_text before, after;
  FAILS_AT(BW_ERROR_INVALID, "title",
           bw_order_get_question(" ", -1, BW_LANGUAGE_KOREAN, &before, &after, &fault));
}

static const char *told(const bw_error *error, bw_language language) {
  static bw_sentence sentence;
  bw_error other;
  BW_INIT(other);
  BW_INIT(sentence);
  CHECK_INT(bw_error_get_text(error, language, &sentence, &other), BW_OK);
  return sentence.text;
}

TEST(an_error_has_a_sentence_in_the_person_s_language) {
  bw_store *store = open_memory();
  bw_book book = new_book(" ", "Frank Herbert");
  FAILS(BW_ERROR_INVALID, bw_book_create(store, &book, NULL, &fault));
  CHECK_STRING(told(&fault, BW_LANGUAGE_ENGLISH), "Title: Please enter something.");
  CHECK_STRING(told(&fault, BW_LANGUAGE_GERMAN), "Titel: Bitte etwas eingeben.");
  CHECK_STRING(told(&fault, BW_LANGUAGE_POLISH), "Tytuł: To pole nie może być puste.");
  CHECK_STRING(told(&fault, BW_LANGUAGE_KOREAN), "제목: 내용을 입력하세요.");
  bw_book books[2] = {new_book("A", "A"), new_book("", "B")};
  FAILS(BW_ERROR_INVALID, bw_books_create(store, books, 2, NULL, &fault));
  CHECK_STRING(told(&fault, BW_LANGUAGE_GERMAN), "Zeile 2: Titel: Bitte etwas eingeben.");
  CHECK_STRING(told(&fault, BW_LANGUAGE_KOREAN), "2행: 제목: 내용을 입력하세요.");
  FAILS(BW_ERROR_NOT_FOUND, bw_store_undo(store, NULL, &fault));
  CHECK_STRING(told(&fault, BW_LANGUAGE_GERMAN), "Es gibt nichts rückgängig zu machen.");
  close_store(store);
}

TEST(each_language_has_a_sentence_for_each_error_of_a_person) {
  static const struct {
    bw_status status;
    const char *field;
  } causes[] = {{BW_ERROR_INVALID, "book"},
                {BW_ERROR_INVALID, "page"},
                {BW_ERROR_INVALID, "year"},
                {BW_ERROR_INVALID, "edition_year"},
                {BW_ERROR_INVALID, "source"},
                {BW_ERROR_INVALID, "id"},
                {BW_ERROR_INVALID, "source_id"},
                {BW_ERROR_INVALID, "created"},
                {BW_ERROR_OUTCOME_UNKNOWN, ""},
                {BW_ERROR_NOT_PERMITTED, ""},
                {BW_ERROR_INVALID, "percent"},
                {BW_ERROR_EXISTS, "path"},
                {BW_ERROR_EXISTS, "book"},
                {BW_ERROR_CONFLICT, "undo"},
                {BW_ERROR_NOT_A_STORE, "path"},
                {BW_ERROR_NEWER, "store"},
                {BW_ERROR_CORRUPT, ""},
                {BW_ERROR_FULL, ""},
                {BW_ERROR_IO, ""},
                {BW_ERROR_MEMORY, ""}};
  for (size_t i = 0; i < sizeof(causes) / sizeof(causes[0]); i++) {
    bw_error made;
    BW_INIT(made);
    made.row = -1;
    made.status = causes[i].status;
    snprintf(made.field, sizeof(made.field), "%s", causes[i].field);
    snprintf(made.message, sizeof(made.message), "?");
    for (int language = 0; language < 4; language++)
      CHECK(strcmp(told(&made, (bw_language)language), "?") != 0);
  }
}

TEST(a_mistake_of_a_program_is_reported_in_english) {
  int64_t count;
  FAILS(BW_ERROR_HANDLE, bw_books_count(NULL, &count, &fault));
  CHECK_STRING(told(&fault, BW_LANGUAGE_POLISH), fault.message);
  bw_error made;
  BW_INIT(made);
  // Neither text ends in a NUL.
  made.status = BW_ERROR_INVALID;
  memset(made.field, 'x', sizeof(made.field));
  memset(made.message, 'y', sizeof(made.message));
  CHECK_INT((int64_t)strlen(told(&made, BW_LANGUAGE_GERMAN)), sizeof(made.message));
  bw_sentence sentence;
  BW_INIT(sentence);
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_error_get_text(&made, (bw_language)9, &sentence, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "failed",
           bw_error_get_text(NULL, BW_LANGUAGE_GERMAN, &sentence, &fault));
}
