// These tests search for words in any field and script, and check places and ranks of the hits.
#define _POSIX_C_SOURCE 200809L
#include "support/fixtures.h"
#include "support/in_threads.h"

static bw_store *store;
static bw_query *query;
static int64_t dune, tokyo, lodz;

static int64_t add_quote(int64_t book, const char *text) {
  bw_quote quote;
  int64_t id = 0;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT(text);
  OK(bw_quote_create(store, book, &quote, &id, &fault));
  return id;
}

static void fill(void) {
  bw_book book = new_book("Dune", "Frank Herbert");
  book.fields |= BW_BOOK_REVIEW;
  book.review = TEXT("The spice must flow, say the sandworms.");
  OK(bw_book_create(store, &book, &dune, &fault));
  book = new_book("東京大学物語", "江川達也");
  book.fields |= BW_BOOK_NOTES;
  book.notes = TEXT("도서관에서 빌림");
  OK(bw_book_create(store, &book, &tokyo, &fault));
  lodz = add_book(store, "Łódź Nights", "Zoë O’Brien");
  add_quote(dune, "Fear is the mind-killer.");
  add_quote(lodz, "Dune, by night");
}

static void prepare(void) {
  store = open_memory();
  query = new_query();
  fill();
}

static void search(const char *text, bw_fields fields, bw_match match) {
  OK(bw_query_free(query));
  query = new_query();
  OK(bw_query_search(query, text, -1, fields, match, &fault));
}

// Checks the books that a search for all of the words finds, in the order they were added.
#define FINDS(text, expected) \
  do { \
    search(text, 0, BW_MATCH_ALL); \
    OK(bw_query_order_by(query, BW_SORT_ID, BW_ASCENDING, &fault)); \
    CHECK_STRING(titles_of_query(store, query), expected); \
  } while (0)

TEST(words_are_found_whatever_their_case_accents_and_field) {
  prepare();
  FINDS("dune", "Dune|Łódź Nights");
  FINDS("HERBERT flow fear", "Dune");
  FINDS("lodz zoe", "Łódź Nights");
  FINDS("o'brien", "Łódź Nights");
  FINDS("sand", "");
  FINDS("sand*", "Dune");
  FINDS("\"must flow\"", "Dune");
  FINDS("\"flow must\"", "");
  FINDS("\"must flow", "Dune");
}

TEST(chinese_japanese_and_korean_are_found_by_any_characters) {
  prepare();
  FINDS("東京", "東京大学物語");
  FINDS("京大", "東京大学物語");
  FINDS("語", "東京大学物語");
  FINDS("東大", "");
  FINDS("도서", "東京大学物語");
  FINDS("서관", "東京大学物語");
  FINDS("도서 東京 川達", "東京大学物語");
  FINDS("서과", "");
}

TEST(no_search_text_is_a_syntax_error) {
  prepare();
  const char *texts[] = {
      "\"",         "\"\"",    "*",   "AND",   "OR dune",   "NOT (", "NEAR(a b)",    ":",
      "title:dune", "{a} : b", "a\\", "'; --", "^dune + -", "🐉",    "\xEF\xBF\xBD", "x*y**"};
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
    search(texts[i], 0, BW_MATCH_ALL);
    CHECK(count_query(store, query) <= 3);
  }
  FINDS("!?", "");
  FINDS("", "Dune|東京大学物語|Łódź Nights");
  FINDS(" \t\n", "Dune|東京大学物語|Łódź Nights");
}

TEST(fields_and_match_control_a_search) {
  prepare();
  search("dune", BW_BOOK_TITLE, BW_MATCH_ALL);
  CHECK_STRING(titles_of_query(store, query), "Dune");
  search("dune", BW_BOOK_QUOTES, BW_MATCH_ALL);
  CHECK_STRING(titles_of_query(store, query), "Łódź Nights");
  search("fear 東京", 0, BW_MATCH_ANY);
  CHECK_STRING(titles_of_query(store, query), "Dune|東京大学物語");
  search("fear 東京", 0, BW_MATCH_NONE);
  CHECK_STRING(titles_of_query(store, query), "Łódź Nights");
  OK(bw_query_search(query, "dune", -1, 0, BW_MATCH_ALL, &fault));
  OK(bw_query_search(query, "dune", -1, BW_BOOK_TITLE, BW_MATCH_ALL, &fault));
  CHECK_INT(count_query(store, query), 0);
}

TEST(the_best_match_comes_first) {
  prepare();
  add_book(store, "Flow", "A");
  search("flow", 0, BW_MATCH_ALL);
  OK(bw_query_order_by(query, BW_SORT_RANK, BW_ASCENDING, &fault));
  OK(bw_query_set_fields(query, BW_BOOK_TITLE | BW_OUTPUT_RANK, &fault));
  bw_result *result = run(store, query);
  bw_column column;
  BW_INIT(column);
  OK(bw_result_get_column(result, BW_OUTPUT_RANK, &column, &fault));
  CHECK_INT(column.type, BW_COLUMN_DOUBLE);
  const double *ranks = column.values;
  CHECK(ranks[0] < ranks[1] && ranks[1] < 0);
  CHECK_STRING(titles_of(result), "Flow|Dune");
}

TEST(a_row_has_the_place_of_the_found_words) {
  prepare();
  search("mind-killer", 0, BW_MATCH_ALL);
  OK(bw_query_set_fields(query, BW_BOOK_ID | BW_OUTPUT_MATCHED | BW_OUTPUT_SNIPPET | BW_OUTPUT_RANK,
                         &fault));
  bw_result *result = run(store, query);
  CHECK_INT(count_rows(result), 1);
  bw_book book;
  BW_INIT(book);
  OK(bw_result_get_book(result, 0, &book, &fault));
  CHECK_INT(book.id, dune);
  CHECK_INT(book.fields, BW_BOOK_ID | BW_OUTPUT_MATCHED | BW_OUTPUT_SNIPPET | BW_OUTPUT_RANK);
  CHECK_INT(book.matched, BW_BOOK_QUOTES);
  CHECK_TEXT(book.snippet, "Fear is the [mind-killer].");
  CHECK(book.rank < 0);
  OK(bw_result_free(result));
  OK(bw_query_set_snippet(query, "<b>", -1, "</b>and", 4, &fault));
  result = run(store, query);
  OK(bw_result_get_book(result, 0, &book, &fault));
  CHECK_TEXT(book.snippet, "Fear is the <b>mind-killer</b>.");
  OK(bw_result_free(result));
}

TEST(without_a_search_its_outputs_are_absent) {
  prepare();
  OK(bw_query_set_fields(query, BW_OUTPUT_MATCHED | BW_OUTPUT_SNIPPET | BW_OUTPUT_RANK, &fault));
  OK(bw_query_order_by(query, BW_SORT_RANK, BW_DESCENDING, &fault));
  bw_result *result = run(store, query);
  CHECK_INT(count_rows(result), 3);
  bw_book book;
  BW_INIT(book);
  OK(bw_result_get_book(result, 2, &book, &fault));
  CHECK_INT(book.fields, 0);
  CHECK_ABSENT(book.snippet);
  OK(bw_result_free(result));
  // Only books read by a query can have a rank or a snippet.
  FAILS_AT(BW_ERROR_ARGUMENT, "fields",
           bw_book_get(store, dune, BW_OUTPUT_RANK, &book, &result, &fault));
  bw_book given = new_book("A", "B");
  given.fields |= BW_OUTPUT_SNIPPET;
  FAILS(BW_ERROR_ARGUMENT, bw_book_create(store, &given, NULL, &fault));
}

TEST(pages_of_a_search_have_every_match_once) {
  prepare();
  for (int i = 0; i < 25; i++) add_book(store, i % 2 ? "Needle" : "Needle and hay", "A");
  bw_sort_key keys[] = {BW_SORT_RANK, BW_SORT_ID, BW_SORT_TITLE};
  for (size_t i = 0; i < 3; i++) {
    search("needle", 0, BW_MATCH_ALL);
    OK(bw_query_order_by(query, keys[i], BW_DESCENDING, &fault));
    OK(bw_query_set_limit(query, 4, &fault));
    OK(bw_query_set_fields(query, BW_BOOK_ID, &fault));
    bool seen[100] = {false};
    int64_t books = 0;
    for (;;) {
      bw_result *result = run(store, query);
      bw_text cursor;
      for (int64_t row = 0; row < count_rows(result); row++) {
        bw_book book;
        BW_INIT(book);
        OK(bw_result_get_book(result, row, &book, &fault));
        CHECK(!seen[book.id]);
        seen[book.id] = true;
        books++;
      }
      OK(bw_result_get_cursor(result, &cursor, &fault));
      if (cursor.data == NULL) break;
      OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
      OK(bw_result_free(result));
    }
    CHECK_INT(books, 25);
  }
}

TEST(the_matches_are_changed_in_one_step) {
  prepare();
  search("dune", 0, BW_MATCH_ALL);
  int64_t changed = 0;
  OK(bw_query_rate_books(store, query, 5, &changed, &fault));
  CHECK_INT(changed, 2);
  CHECK_INT(rating_of(store, lodz), 5);
  OK(bw_query_delete_books(store, query, &changed, &fault));
  CHECK_INT(changed, 2);
  FINDS("night", "");
  FINDS("東京", "東京大学物語");
}

TEST(a_search_finds_uncommitted_changes_only_in_their_transaction) {
  store = open_file();
  query = new_query();
  fill();
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Solaris", "Lem");
  OK(bw_book_delete(transaction, dune, &fault));
  search("solaris fear", 0, BW_MATCH_ANY);
  CHECK_STRING(titles_of_query(transaction, query), "Solaris");
  CHECK_STRING(titles_of_query(store, query), "Dune");
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune");
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(another_program_reads_the_index_and_the_texts) {
  store = open_file();
  query = new_query();
  fill();
  CHECK_STRING(sqlite(file_path(), "SELECT rowid FROM book_search WHERE book_search MATCH"
                                   " '\\\"東京 京大\\\" AND 도서'"),
               "2");
  CHECK_STRING(sqlite(file_path(), "SELECT title FROM books WHERE id = 3"), "Łódź Nights");
  close_store(store);
  check_store_from_outside(file_path());
}

static void *search_often(void *argument) {
  (void)argument;
  for (int i = 0; i < 50; i++) {
    bw_query *mine = new_query();
    int64_t found = 0;
    CHECK_STATUS(bw_query_search(mine, i % 2 ? "dune" : "東京", -1, 0, BW_MATCH_ALL, NULL), BW_OK);
    CHECK_STATUS(bw_query_count(store, mine, &found, NULL), BW_OK);
    CHECK_INT(found, i % 2 ? 2 : 1);
    CHECK_STATUS(bw_query_free(mine), BW_OK);
    count_status(BW_OK);
  }
  return NULL;
}

TEST(many_threads_search_at_once) {
  store = open_for_threads();
  fill();
  in_threads(MOST_THREADS, search_often, NULL);
  CHECK_INT(successes, MOST_THREADS * 50);
  close_store(store);
}

TEST(an_invalid_search_is_refused) {
  prepare();
  FAILS_AT(BW_ERROR_ARGUMENT, "fields",
           bw_query_search(query, "a", -1, BW_BOOK_RATING, BW_MATCH_ALL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "match", bw_query_search(query, "a", -1, 0, (bw_match)3, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "text", bw_query_search(query, NULL, -1, 0, BW_MATCH_ALL, &fault));
  FAILS_AT_BYTE("text", 1, bw_query_search(query, "a\xFF", 2, 0, BW_MATCH_ALL, &fault));
  FAILS_AT_BYTE("text", 1, bw_query_search(query, "a\0b", 3, 0, BW_MATCH_ALL, &fault));
  char *longest = long_string(16384);
  OK(bw_query_search(query, longest, -1, 0, BW_MATCH_ALL, &fault));
  free(longest);
  char *longer = long_string(16385);
  FAILS_AT(BW_ERROR_TOO_LARGE, "text", bw_query_search(query, longer, -1, 0, BW_MATCH_ALL, &fault));
  FAILS_AT(BW_ERROR_TOO_LARGE, "before", bw_query_set_snippet(query, longer, -1, "", -1, &fault));
  free(longer);
  FAILS_AT(BW_ERROR_ARGUMENT, "after", bw_query_set_snippet(query, "", -1, NULL, -1, &fault));
  FAILS_AT_BYTE("after", 0, bw_query_set_snippet(query, "", -1, "\x80", -1, &fault));
  for (int i = 1; i < 100; i++) {
    OK(bw_query_search(query, "a", -1, 0, BW_MATCH_NONE, &fault));
  }
  FAILS(BW_ERROR_TOO_LARGE, bw_query_search(query, "a", -1, 0, BW_MATCH_ALL, &fault));
  CHECK_INT(count_query(store, query), 0);
}
