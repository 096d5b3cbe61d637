// These tests convert search lines, as typed into a search box, to queries; and years and series.
#include "support/fixtures.h"

static bw_store *store;

static void prepare(void) {
  static const struct {
    const char *title, *author, *genre, *series;
    int32_t rating, year;
  } books[] = {
      {"Dune", "Frank Herbert", "Science Fiction", "Dune", 5, 1965},
      {"Dune Messiah", "Frank Herbert", "Science Fiction", "Dune", 4, 1969},
      {"Dracula", "Bram Stoker", "Horror", NULL, 3, 1897},
      {"The Iliad", "Homer", "Poetry", "Épicos", 0, -750},
      {"Undated", "Nobody", "Horror", NULL, 1, 0},
  };
  store = open_memory();
  for (size_t i = 0; i < sizeof(books) / sizeof(books[0]); i++) {
    bw_book book = new_book(books[i].title, books[i].author);
    bw_text genre = TEXT(books[i].genre);
    int64_t id;
    book.fields |= BW_BOOK_RATING | BW_BOOK_GENRE_NAMES;
    book.rating = books[i].rating;
    book.genre_names = &genre;
    book.genre_name_count = 1;
    if (books[i].series != NULL) {
      book.fields |= BW_BOOK_SERIES;
      book.series = TEXT(books[i].series);
    }
    if (books[i].year != 0) {
      book.fields |= BW_BOOK_YEAR;
      book.year = books[i].year;
    }
    OK(bw_book_create(store, &book, &id, &fault));
  }
}

static const char *finds(const char *line) {
  bw_query *query = NULL;
  OK(bw_query_parse(line, -1, &query, &fault));
  const char *titles = titles_of_query(store, query);
  OK(bw_query_free(query));
  return titles;
}

TEST(a_line_is_parsed_as_a_query) {
  prepare();
  CHECK_STRING(finds(""), "Dracula|Dune|Dune Messiah|The Iliad|Undated");
  CHECK_STRING(finds("author:HERBERT genre:\"science fiction\" rating>=4 sort:-title dune"),
               "Dune Messiah|Dune");
  CHECK_STRING(finds("-genre:horror -messiah limit:1"), "Dune");
  CHECK_STRING(finds("genre:horror,poetry rating:none"), "The Iliad");
  CHECK_STRING(finds("series:epi"), "The Iliad");
  CHECK_STRING(finds("year<0"), "The Iliad");
  CHECK_STRING(finds("year:1890..1965 rating>3"), "Dune");
  CHECK_STRING(finds("nothing of that kind"), "");
}

TEST(a_line_has_a_length_or_ends_at_its_nul) {
  bw_query *query;
  prepare();
  OK(bw_query_parse("dune messiah", 4, &query, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah");
  OK(bw_query_free(query));
  OK(bw_query_parse("\xFF", 0, &query, &fault));
  CHECK_INT(count_query(store, query), 5);
  OK(bw_query_free(query));
}

TEST(a_query_of_a_line_accepts_more_filters_and_another_order) {
  bw_query *query;
  prepare();
  OK(bw_query_parse("dune sort:-title", -1, &query, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "key", bw_query_order_by(query, BW_SORT_TITLE, BW_ASCENDING, &fault));
  OK(bw_query_clear_order(query, &fault));
  OK(bw_query_order_by(query, BW_SORT_TITLE, BW_ASCENDING, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah");
  OK(bw_query_where_rating(query, 4, 4, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune Messiah");
  OK(bw_query_free(query));
}

TEST(a_query_with_its_order_cleared_is_by_title_again) {
  bw_query *query = new_query();
  prepare();
  OK(bw_query_clear_order(query, &fault)); // it has no order
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah|Dracula|Undated|The Iliad");
  OK(bw_query_clear_order(query, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dracula|Dune|Dune Messiah|The Iliad|Undated");
  OK(bw_query_free(query));
}

TEST(a_query_describes_its_filters) {
  bw_query *query = new_query();
  bw_query_info info;
  BW_INIT(info);
  OK(bw_query_get_info(query, &info, &fault));
  CHECK_INT(info.filters, 0);
  CHECK_INT(info.limit, -1);
  CHECK_INT(info.offset, 0);
  CHECK_INT(info.sort_count, 0);
  OK(bw_query_set_offset(query, 7, &fault));
  OK(bw_query_get_info(query, &info, &fault));
  CHECK_INT(info.offset, 7);
  OK(bw_query_free(query));
  OK(bw_query_parse("title:a author:b series:c genre:d rating:1 status:completed is:favourite"
                    " year:1 created:2024 started:2024 finished:2024 words sort:-rating,title"
                    " limit:50",
                    -1, &query, &fault));
  OK(bw_query_get_info(query, &info, &fault));
  CHECK_INT(info.filters, BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_SERIES | BW_BOOK_GENRES |
                              BW_BOOK_RATING | BW_BOOK_STATUS | BW_BOOK_FAVOURITE | BW_BOOK_YEAR |
                              BW_BOOK_CREATED | BW_BOOK_STARTED | BW_BOOK_FINISHED |
                              BW_OUTPUT_MATCHED);
  CHECK_INT(info.limit, 50);
  CHECK_INT(info.sort_count, 2);
  OK(bw_query_free(query));
}

static void check_fault(const char *line, int64_t offset, const char *says) {
  bw_query *query = (bw_query *)&store;
  FAILS_AT(BW_ERROR_INVALID, "line", bw_query_parse(line, -1, &query, &fault));
  CHECK_INT(fault.offset, offset);
  if (strstr(fault.message, says) == NULL) FAIL("%s: %s", line, fault.message);
  CHECK(query == (bw_query *)&store);
}

TEST(an_invalid_line_has_the_place_and_the_expectation) {
  check_fault("autor:herbert", 0, "did you mean author?");
  check_fault("genre:Science\xE2\x80\x9C"
              "Fiction\xE2\x80\x9D",
              13, "a quote begins within a word");
  check_fault("author:", 7, "a value is missing");
  check_fault("\"unclosed", 0, "not closed");
  check_fault("rating>=9", 8, "write 1 to 5");
  check_fault("rating>>3", 7, "begins with >");
  check_fault("status:done", 7, "use on-shelf");
  check_fault("year:1970..1960", 5, "is an empty range");
  check_fault("sort:-", 5, "not a sort key");
  check_fault("sort:title sort:rating", 11, "already given");
  check_fault("łódź rating:9", 15, "write 1 to 5");
}

static const char *sentence(bw_language language) {
  static bw_sentence text;
  BW_INIT(text);
  OK(bw_error_get_text(&fault, language, &text, NULL));
  return text.text;
}

TEST(an_invalid_line_has_a_sentence_in_every_language) {
  check_fault("dune autor:herbert", 5, "did you mean author?");
  CHECK_INT(fault.reason, BW_REASON_KEY);
  CHECK_INT(fault.length, 5);
  CHECK_STRING(fault.suggestion, "author");
  CHECK_STRING(sentence(BW_LANGUAGE_ENGLISH),
               "Search: This is not a search key such as title, author or genre. "
               "Did you mean author?");
  CHECK_STRING(sentence(BW_LANGUAGE_GERMAN),
               "Suche: Das ist kein Suchschlüssel wie title, author oder genre. "
               "Meintest du author?");
  check_fault("rating>=9", 8, "write 1 to 5");
  CHECK_INT(fault.reason, BW_REASON_RATING);
  CHECK_STRING(fault.suggestion, "");
  CHECK_STRING(sentence(BW_LANGUAGE_KOREAN),
               "검색어: 4나 4.25 같은 1~5의 평점, 3..5 같은 범위, 또는 none이어야 합니다.");
  check_fault("author:", 7, "a value is missing");
  CHECK_INT(fault.length, 0);
}

TEST(a_line_is_utf_8_and_at_most_16_kib) {
  bw_query *query;
  char *line = long_string(16 << 10);
  FAILS_AT_BYTE("line", 5, bw_query_parse("dune \xC3(", -1, &query, &fault));
  FAILS_AT_BYTE("line", 2, bw_query_parse("ab\0cd", 5, &query, &fault));
  OK(bw_query_parse(line, -1, &query, &fault));
  OK(bw_query_free(query));
  free(line);
  line = long_string((16 << 10) + 1);
  FAILS_AT(BW_ERROR_TOO_LARGE, "line", bw_query_parse(line, -1, &query, &fault));
  free(line);
}

TEST(a_line_of_too_many_conditions_is_refused_at_the_first_excess) {
  bw_query *query;
  char line[101 * 8 + 1] = "";
  for (int i = 0; i < 101; i++) memcpy(line + i * 8, "title:a ", 8);
  OK(bw_query_parse(line, 100 * 8, &query, &fault));
  OK(bw_query_free(query));
  FAILS_AT(BW_ERROR_TOO_LARGE, "line", bw_query_parse(line, 101 * 8, &query, &fault));
  CHECK_INT(fault.offset, 806);
}

TEST(books_of_some_years_are_found) {
  static const struct {
    int32_t first, last;
    const char *titles;
  } years[] = {
      {1965, 1965, "Dune"},
      {INT32_MIN, -1, "The Iliad"},
      {1966, INT32_MAX, "Dune Messiah"},
      {INT32_MIN, INT32_MAX, "Dracula|Dune|Dune Messiah|The Iliad"},
      {0, 0, ""},
  };
  prepare();
  for (size_t i = 0; i < sizeof(years) / sizeof(years[0]); i++) {
    bw_query *query = new_query();
    OK(bw_query_where_range(query, BW_BOOK_YEAR, 1, 2, &fault));
    OK(bw_query_where_range(query, BW_BOOK_YEAR, years[i].first, years[i].last,
                            &fault)); // replaces it
    CHECK_STRING(titles_of_query(store, query), years[i].titles);
    FAILS_AT(BW_ERROR_INVALID, "first", bw_query_where_range(query, BW_BOOK_YEAR, 2, 1, &fault));
    CHECK_STRING(titles_of_query(store, query), years[i].titles);
    OK(bw_query_free(query));
  }
}

TEST(books_of_a_series_are_found) {
  bw_query *query = new_query();
  prepare();
  OK(bw_query_where_contains(query, BW_BOOK_SERIES, "UN", -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah");
  OK(bw_query_where_contains(query, BW_BOOK_SERIES, "e", -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah");
  OK(bw_query_where_contains(query, BW_BOOK_SERIES, "epi", -1, &fault));
  CHECK_STRING(titles_of_query(store, query), "");
  OK(bw_query_free(query));
  query = new_query();
  // An empty text is contained in every series, but a book without a series is not found.
  OK(bw_query_where_contains(query, BW_BOOK_SERIES, "", 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Dune Messiah|The Iliad");
  FAILS_AT_BYTE("text", 0, bw_query_where_contains(query, BW_BOOK_SERIES, "\xFF", -1, &fault));
  OK(bw_query_free(query));
}

// Any bytes give a query, or an error that points into the line.
TEST(random_lines_do_no_harm) {
  static const char signs[] = "ab:=<>-\",.* \xE2\x80\x9C\xC3\xA9\xFF"
                              "0159rating:genre:year:sort:limit:none";
  uint64_t state = 20261121;
  prepare();
  for (int round = 0; round < 20000; round++) {
    char line[40];
    int64_t length = 0;
    bw_query *query = NULL;
    do {
      state = state * 6364136223846793005U + 1442695040888963407U;
      line[length++] = signs[(state >> 33) % (sizeof(signs) - 1)];
    } while ((state >> 60) != 0 && length < (int64_t)sizeof(line));
    BW_INIT(fault);
    bw_status status = bw_query_parse(line, length, &query, &fault);
    if (status == BW_OK) {
      count_query(store, query);
      OK(bw_query_free(query));
      continue;
    }
    CHECK(status == BW_ERROR_INVALID || status == BW_ERROR_TEXT);
    CHECK(fault.offset >= 0 && fault.offset <= length);
  }
}

TEST(an_unfinished_line_is_read_as_far_as_possible) {
  bw_query *query;
  bw_error open;
  prepare();
  BW_INIT(open);
  OK(bw_query_parse_unfinished("genre:horror \"drac", -1, &open, &query, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dracula");
  CHECK_INT(open.status, BW_ERROR_INVALID);
  CHECK_INT(open.offset, 13);
  CHECK_STRING(open.field, "line");
  OK(bw_query_free(query));
  OK(bw_query_parse_unfinished("genre:horror", -1, &open, &query, &fault));
  CHECK_INT(open.status, BW_OK);
  CHECK_INT(open.offset, -1);
  OK(bw_query_free(query));
  OK(bw_query_parse_unfinished("rating>", -1, NULL, &query, &fault));
  CHECK_INT(count_query(store, query), 5);
  OK(bw_query_free(query));
  FAILS_AT(BW_ERROR_INVALID, "line",
           bw_query_parse_unfinished("rating:9 dune", -1, NULL, &query, &fault));
  CHECK_INT(fault.offset, 7);
}

static const char *completes(const char *line, int64_t place) {
  static char all[1024];
  bw_result *result;
  all[0] = 0;
  OK(bw_store_list_completions(store, line, -1, place, BW_LANGUAGE_ENGLISH, 3, &result, &fault));
  for (int64_t row = 0; row < count_rows(result); row++) {
    bw_completion completion;
    BW_INIT(completion);
    OK(bw_result_get_completion(result, row, &completion, &fault));
    size_t length = strlen(all);
    snprintf(all + length, sizeof(all) - length, "%s%s %d-%d %d", row > 0 ? "|" : "",
             completion.text.data, (int)completion.start, (int)completion.end,
             (int)completion.count);
  }
  OK(bw_result_free(result));
  return all;
}

TEST(a_line_is_completed_at_a_place) {
  bw_result *result;
  prepare();
  CHECK_STRING(completes("dune ra", -1), "rating: 5-7 -1");
  CHECK_STRING(completes("author:f dune", 8), "\"Frank Herbert\" 7-8 2");
  CHECK_STRING(completes("-genre:", -1), "Horror 7-7 2|\"Science Fiction\" 7-7 2|Poetry 7-7 1");
  CHECK_STRING(completes("quote:any", -1), "");
  FAILS_AT(BW_ERROR_ARGUMENT, "place",
           bw_store_list_completions(store, "é", -1, 1, 0, 3, &result, &fault));
  CHECK_INT(fault.offset, 1);
  FAILS_AT(BW_ERROR_ARGUMENT, "limit",
           bw_store_list_completions(store, "", -1, 0, 0, 1001, &result, &fault));
}

static const char *line_of(bw_query *query) {
  static char line[1024];
  bw_text text;
  bw_result *result;
  OK(bw_query_get_line(query, &text, &result, &fault));
  snprintf(line, sizeof(line), "%s", text.data);
  OK(bw_result_free(result));
  return line;
}

TEST(a_changed_query_is_written_as_a_line) {
  bw_query *query;
  bw_sort_key key;
  bw_direction direction;
  prepare();
  OK(bw_query_parse("Rating>3 dune sort:-title limit:5", -1, &query, &fault));
  CHECK_STRING(line_of(query), "dune rating>=4 sort:-title limit:5");
  OK(bw_query_get_sort(query, 0, &key, &direction, &fault));
  CHECK_INT(key, BW_SORT_TITLE);
  CHECK_INT(direction, BW_DESCENDING);
  FAILS_AT(BW_ERROR_ARGUMENT, "number", bw_query_get_sort(query, 1, &key, &direction, &fault));
  OK(bw_query_clear_order(query, &fault));
  OK(bw_query_order_by(query, BW_SORT_EDITION_YEAR, BW_ASCENDING, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "le guin", -1, &fault));
  CHECK_STRING(line_of(query), "dune rating>=4 author:\"le guin\" sort:edition limit:5");
  OK(bw_query_where_genres(query, BW_MATCH_ANY, NULL, 0, &fault));
  bw_text line;
  bw_result *result;
  FAILS_AT(BW_ERROR_INVALID, "query", bw_query_get_line(query, &line, &result, &fault));
  OK(bw_query_free(query));
}

TEST(the_conditions_of_a_query_are_listed) {
  bw_query *query;
  bw_result *conditions;
  bw_condition one;
  prepare();
  OK(bw_query_parse("dune OR -genre:horror,\"a b\"", -1, &query, &fault));
  OK(bw_query_list_conditions(query, &conditions, &fault));
  OK(bw_query_free(query));
  CHECK_INT(count_rows(conditions), 2);
  BW_INIT(one);
  OK(bw_result_get_condition(conditions, 0, &one, &fault));
  CHECK(one.key.data == NULL && one.comparison.data == NULL);
  CHECK_STRING(one.value.data, "dune");
  OK(bw_result_get_condition(conditions, 1, &one, &fault));
  CHECK_INT(one.alternative, 1);
  CHECK_INT(one.negated, 1);
  CHECK_STRING(one.key.data, "genre");
  CHECK_STRING(one.comparison.data, ":");
  CHECK_STRING(one.value.data, "horror,\"a b\"");
  CHECK_STRING(one.text.data, "-genre:horror,\"a b\"");
  OK(bw_result_free(conditions));
}
