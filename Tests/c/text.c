// These tests check the validation of input texts: UTF-8, NULs, lengths and limits.
#include "support/fixtures.h"

static const struct {
  const char *what, *data;
  int64_t length, byte;
} bad[] = {
    {"a byte that is never UTF-8", "ab\xFF", 3, 2},
    {"a continuation on its own", "x\x80y", 3, 1},
    {"a two-byte letter cut off", "\xC3", 1, 0},
    {"a two-byte letter without its second byte", "abc\xC3(", 5, 3},
    {"a three-byte letter cut off", "a\xE2\x82", 3, 1},
    {"a four-byte letter cut off", "a\xF0\x9F\xA6", 4, 1},
    {"an overlong solidus in two bytes", "\xC0\xAF", 2, 0},
    {"an overlong letter in two bytes", "a\xC1\x81", 3, 1},
    {"an overlong solidus in three bytes", "\xE0\x80\xAF", 3, 0},
    {"an overlong solidus in four bytes", "\xF0\x80\x80\xAF", 4, 0},
    {"an overlong NUL", "a\xC0\x80", 3, 1},
    {"half of a surrogate pair", "\xED\xA0\x80", 3, 0},
    {"beyond the last code point", "\xF4\x90\x80\x80", 4, 0},
    {"a five-byte sequence", "ab\xF8\x88\x80\x80\x80", 7, 2},
    {"after a long run of letters", "0123456789012345678901234567890123456789\xE2\x28", 42, 40},
};
enum { BAD_COUNT = sizeof(bad) / sizeof(bad[0]) };

TEST(a_title_that_is_not_utf_8_is_refused_at_its_byte) {
  bw_store *store = open_memory();
  for (size_t i = 0; i < BAD_COUNT; i++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    int64_t id = 42;
    book.title = bytes(bad[i].data, bad[i].length);
    FAILS_AT_BYTE("title", bad[i].byte, bw_book_create(store, &book, &id, &fault));
    book.title.length = -1;
    FAILS_AT_BYTE("title", bad[i].byte, bw_book_create(store, &book, &id, &fault));
    CHECK_INT(id, 42);
  }
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(every_text_of_a_book_is_checked_and_named) {
  static const struct {
    bw_fields field;
    size_t member;
    const char *name;
  } texts[] = {
      {BW_BOOK_TITLE, offsetof(bw_book, title), "title"},
      {BW_BOOK_AUTHOR, offsetof(bw_book, author), "author"},
      {BW_BOOK_SYNOPSIS, offsetof(bw_book, synopsis), "synopsis"},
      {BW_BOOK_REVIEW, offsetof(bw_book, review), "review"},
      {BW_BOOK_NOTES, offsetof(bw_book, notes), "notes"},
      {BW_BOOK_SERIES, offsetof(bw_book, series), "series"},
  };
  bw_store *store = open_memory();
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    bw_text text = bytes("good \xC3( bad", -1);
    int64_t id;
    book.fields |= texts[i].field;
    memcpy((char *)&book + texts[i].member, &text, sizeof(text));
    FAILS_AT_BYTE(texts[i].name, 5, bw_book_create(store, &book, &id, &fault));
    text = bytes("ab\0c", 4);
    memcpy((char *)&book + texts[i].member, &text, sizeof(text));
    FAILS_AT_BYTE(texts[i].name, 2, bw_book_create(store, &book, &id, &fault));
    text = bytes("abc", -2);
    memcpy((char *)&book + texts[i].member, &text, sizeof(text));
    FAILS_AT(BW_ERROR_ARGUMENT, texts[i].name, bw_book_create(store, &book, &id, &fault));
    text = bytes("abc", INT64_MIN);
    memcpy((char *)&book + texts[i].member, &text, sizeof(text));
    FAILS_AT(BW_ERROR_ARGUMENT, texts[i].name, bw_book_create(store, &book, &id, &fault));
    text = bytes(NULL, 3);
    memcpy((char *)&book + texts[i].member, &text, sizeof(text));
    FAILS_AT(BW_ERROR_ARGUMENT, texts[i].name, bw_book_create(store, &book, &id, &fault));
  }
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_genre_s_name_that_is_not_utf_8_is_refused_at_its_byte) {
  bw_store *store = open_memory();
  int64_t genre = add_genre(store, "Horror"), id = 42;
  int32_t created;
  for (size_t i = 0; i < BAD_COUNT; i++) {
    const char *data = bad[i].data;
    int64_t length = bad[i].length, byte = bad[i].byte;
    FAILS_AT_BYTE("name", byte, bw_genre_create(store, data, length, NULL, 0, &id, &fault));
    FAILS_AT_BYTE("name", byte, bw_genre_find(store, data, length, &id, &fault));
    FAILS_AT_BYTE("name", byte,
                  bw_genre_find_or_create(store, data, length, &id, &created, &fault));
    FAILS_AT_BYTE("name", byte, bw_genre_rename(store, genre, data, length, &fault));
    FAILS_AT_BYTE("colour", byte, bw_genre_set_colour(store, genre, data, length, &fault));
    FAILS_AT_BYTE("colour", byte, bw_genre_create(store, "New", -1, data, length, &id, &fault));
  }
  CHECK_INT(id, 42);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(a_query_s_text_that_is_not_utf_8_is_refused_at_its_byte) {
  bw_query *query = new_query();
  for (size_t i = 0; i < BAD_COUNT; i++) {
    const bw_text names[] = {TEXT("Good"), bytes(bad[i].data, bad[i].length)};
    int64_t byte = bad[i].byte;
    FAILS_AT_BYTE(
        NULL, byte,
        bw_query_where_contains(query, BW_BOOK_TITLE, bad[i].data, bad[i].length, &fault));
    FAILS_AT_BYTE(
        NULL, byte,
        bw_query_where_contains(query, BW_BOOK_AUTHOR, bad[i].data, bad[i].length, &fault));
    FAILS_AT_BYTE(NULL, byte, bw_query_where_genre_names(query, BW_MATCH_ANY, names, 2, &fault));
    CHECK_INT(fault.row, 1);
  }
  OK(bw_query_free(query));
}

TEST(texts_of_every_kind_are_read_byte_by_byte) {
  const char *const titles[] = {"Cien años de soledad",
                                "戦争と平和",
                                "Война и мир",
                                "한글 소설",
                                "مئة عام من العزلة",
                                "e\xCC\x81 decomposed",
                                "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80",
                                "\xF4\x8F\xBF\xBF last code point",
                                "\xEF\xBB\xBF with a byte order mark",
                                "a\tb\nc",
                                "'; DROP TABLE books; --"};
  bw_store *store = open_memory();
  for (size_t i = 0; i < sizeof(titles) / sizeof(titles[0]); i++) {
    bw_result *result;
    int64_t id = add_book(store, titles[i], titles[i]);
    bw_book book = get_book(store, id, &result);
    CHECK_TEXT(book.title, titles[i]);
    CHECK_TEXT(book.author, titles[i]);
    OK(bw_result_free(result));
  }
  close_store(store);
}

TEST(a_text_ends_at_its_length) {
  bw_store *store = open_memory();
  bw_book book = new_book("Dune Messiah", "Frank Herbert");
  bw_result *result;
  int64_t id;
  book.title.length = 4;
  OK(bw_book_create(store, &book, &id, &fault));
  CHECK_TEXT(get_book(store, id, &result).title, "Dune");
  OK(bw_result_free(result));
  close_store(store);
}

// Creates a book with a text of this length in a field, given with its length; and another book
// with the text up to its NUL. Both calls must return the same status.
static bw_status create_with(bw_store *store, bw_fields field, size_t member, size_t length) {
  char *string = long_string(length);
  bw_book book = new_book("Dune", "Frank Herbert");
  bw_text text = bytes(string, (int64_t)length);
  int64_t id;
  BW_INIT(fault);
  book.fields |= field;
  memcpy((char *)&book + member, &text, sizeof(text));
  bw_status status = bw_book_create(store, &book, &id, &fault);
  text.length = -1;
  memcpy((char *)&book + member, &text, sizeof(text));
  CHECK_STATUS(bw_book_create(store, &book, &id, &fault), status);
  free(string);
  return status;
}

TEST(titles_authors_and_series_have_at_most_16_kib) {
  bw_store *store = open_memory();
  const size_t limit = 16384;
  CHECK_STATUS(create_with(store, BW_BOOK_TITLE, offsetof(bw_book, title), limit), BW_OK);
  CHECK_STATUS(create_with(store, BW_BOOK_AUTHOR, offsetof(bw_book, author), limit), BW_OK);
  CHECK_STATUS(create_with(store, BW_BOOK_SERIES, offsetof(bw_book, series), limit), BW_OK);
  CHECK_STATUS(create_with(store, BW_BOOK_TITLE, offsetof(bw_book, title), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "title");
  CHECK_STATUS(create_with(store, BW_BOOK_AUTHOR, offsetof(bw_book, author), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "author");
  CHECK_STATUS(create_with(store, BW_BOOK_SERIES, offsetof(bw_book, series), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "series");
  CHECK_INT(count_books(store), 6);
  close_store(store);
}

TEST(other_texts_have_at_most_16_mib) {
  bw_store *store = open_memory();
  const size_t limit = 16 << 20;
  CHECK_STATUS(create_with(store, BW_BOOK_SYNOPSIS, offsetof(bw_book, synopsis), limit), BW_OK);
  CHECK_STATUS(create_with(store, BW_BOOK_SYNOPSIS, offsetof(bw_book, synopsis), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "synopsis");
  CHECK_STATUS(create_with(store, BW_BOOK_REVIEW, offsetof(bw_book, review), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "review");
  CHECK_STATUS(create_with(store, BW_BOOK_NOTES, offsetof(bw_book, notes), limit + 1),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "notes");
  CHECK_INT(count_books(store), 2);
  close_store(store);
}

TEST(a_title_of_100_megabytes_is_too_large) {
  bw_store *store = open_memory();
  CHECK_STATUS(create_with(store, BW_BOOK_TITLE, offsetof(bw_book, title), 100000000),
               BW_ERROR_TOO_LARGE);
  CHECK_STRING(fault.field, "title");
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_genre_s_name_has_at_most_16_kib) {
  bw_store *store = open_memory();
  char *name = long_string(16385);
  int64_t genre = add_genre(store, "Horror"), id = 42;
  FAILS_AT(BW_ERROR_TOO_LARGE, "name", bw_genre_create(store, name, -1, NULL, 0, &id, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "name", bw_genre_rename(store, genre, name, 16385, &fault));
  CHECK_INT(id, 42);
  OK(bw_genre_rename(store, genre, name, 16384, &fault));
  free(name);
  close_store(store);
}
