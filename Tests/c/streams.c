// These tests stream a query's rows a piece at a time.
#include "support/fixtures.h"

static bw_stream *open_stream(bw_store *store, bw_query *query) {
  bw_stream *stream = NULL;
  OK(bw_stream_open(store, query, &stream, &fault));
  return stream;
}

static bw_result *next(bw_stream *stream, int64_t most) {
  bw_result *result = NULL;
  OK(bw_stream_next(stream, most, &result, &fault));
  return result;
}

static void add_letters(bw_store *store, const char *letters) {
  for (; *letters != '\0'; letters++) add_rated(store, (char[]){*letters, '\0'}, *letters % 6);
}

static void check_stream(bw_store *store) {
  bw_query *query = new_query();
  add_letters(store, "gfedcba");
  bw_stream *stream = open_stream(store, query);
  CHECK_STRING(titles_of(next(stream, 3)), "a|b|c");
  CHECK_STRING(titles_of(next(stream, 1)), "d");
  CHECK_STRING(titles_of(next(stream, 100)), "e|f|g");
  CHECK_STRING(titles_of(next(stream, 3)), "");
  CHECK_STRING(titles_of(next(stream, 3)), "");
  OK(bw_stream_free(stream));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(a_stream_returns_every_row_in_order_and_then_none) {
  check_stream(open_file());
}

TEST(a_stream_of_a_store_in_memory_returns_every_row) {
  check_stream(open_memory());
}

TEST(a_stream_follows_its_query) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_letters(store, "abcdefg");
  OK(bw_query_order_by(query, BW_SORT_TITLE, BW_DESCENDING, &fault));
  OK(bw_query_set_limit(query, 4, &fault));
  OK(bw_query_set_offset(query, 1, &fault));
  bw_stream *stream = open_stream(store, query);
  OK(bw_query_free(query));
  CHECK_STRING(titles_of(next(stream, 3)), "f|e|d");
  CHECK_STRING(titles_of(next(stream, 3)), "c");
  OK(bw_stream_free(stream));
  close_store(store);
}

TEST(a_stream_reads_one_snapshot_of_the_store) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_letters(store, "abcd");
  bw_stream *stream = open_stream(store, query);
  CHECK_STRING(titles_of(next(stream, 2)), "a|b");
  OK(bw_query_delete_books(store, query, NULL, &fault));
  add_letters(store, "cx");
  CHECK_STRING(titles_of(next(stream, 10)), "c|d");
  OK(bw_stream_free(stream));
  CHECK_STRING(titles_of_query(store, query), "c|x");
  close_store(store);
}

// A memory store's stream reads each book when its turn comes; those deleted by then are left out,
// and never mistaken for the end.
TEST(deleted_books_do_not_end_a_stream_of_a_store_in_memory) {
  about_a_file();
  bw_store *store = open_memory();
  bw_query *query = new_query(), *deleting = new_query();
  add_letters(store, "abcdefg");
  bw_stream *stream = open_stream(store, query);
  CHECK_STRING(titles_of(next(stream, 1)), "a");
  OK(bw_query_where_rating(deleting, 1, 5, 0, &fault)); // all but "f", whose rating is 0
  OK(bw_query_delete_books(store, deleting, NULL, &fault));
  CHECK_STRING(titles_of(next(stream, 2)), "f");
  CHECK_STRING(titles_of(next(stream, 2)), "");
  OK(bw_stream_free(stream));
  close_store(store);
}

TEST(a_stream_returns_genres_and_identifiers_on_request) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_with_genre(store, "a", "Horror");
  add_with_genre(store, "b", "Poetry");
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  bw_stream *stream = open_stream(store, query);
  for (int row = 0; row < 2; row++) {
    bw_result *result = next(stream, 1);
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, 0, &book, &fault));
    CHECK_INT(book.genre_count, 1);
    OK(bw_result_free(result));
  }
  OK(bw_stream_free(stream));
  close_store(store);
}

TEST(pieces_outlive_their_stream_and_store) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_letters(store, "ab");
  bw_stream *stream = open_stream(store, query);
  bw_result *piece = next(stream, 1);
  OK(bw_stream_free(stream));
  close_store(store);
  CHECK_STRING(titles_of(piece), "a");
}

TEST(a_stream_ends_with_its_store) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_result *result = NULL;
  add_letters(store, "abc");
  bw_stream *stream = open_stream(store, query);
  OK(bw_result_free(next(stream, 1)));
  close_store(store);
  FAILS(BW_ERROR_HANDLE, bw_stream_next(stream, 1, &result, &fault));
  CHECK(result == NULL);
  OK(bw_stream_free(stream));
  store = open_file();
  CHECK_INT(count_books(store), 3);
  close_store(store);
}

TEST(a_stream_needs_a_number_of_rows) {
  static const int64_t wrong[] = {0, -1, INT64_MIN};
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_result *result = NULL;
  add_letters(store, "abc");
  bw_stream *stream = open_stream(store, query);
  for (size_t i = 0; i < 3; i++)
    FAILS(BW_ERROR_ARGUMENT, bw_stream_next(stream, wrong[i], &result, &fault));
  CHECK(result == NULL);
  CHECK_STRING(titles_of(next(stream, INT64_MAX)), "a|b|c");
  OK(bw_stream_free(stream));
  close_store(store);
}

TEST(a_stream_freed_twice_does_no_harm) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_result *result = NULL;
  bw_stream *stream = open_stream(store, query);
  CHECK_STATUS(bw_stream_free(NULL), BW_OK);
  OK(bw_stream_free(stream));
  CHECK_STATUS(bw_stream_free(stream), BW_ERROR_HANDLE);
  FAILS(BW_ERROR_HANDLE, bw_stream_next(stream, 1, &result, &fault));
  close_store(store);
}

TEST(many_streams_are_open_at_once) {
  enum { STREAMS = 40 };
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_stream *streams[STREAMS];
  add_letters(store, "abc");
  for (int i = 0; i < STREAMS; i++) streams[i] = open_stream(store, query);
  for (int i = 0; i < STREAMS; i++) CHECK_STRING(titles_of(next(streams[i], 2)), "a|b");
  add_letters(store, "d");
  for (int i = 0; i < STREAMS; i++) {
    CHECK_STRING(titles_of(next(streams[i], 2)), "c");
    OK(bw_stream_free(streams[i]));
  }
  close_store(store);
}

TEST(a_stream_within_a_transaction_sees_what_it_wrote) {
  bw_store *store = open_file(), *transaction;
  bw_query *query = new_query();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_letters(transaction, "ab");
  bw_stream *stream = open_stream(transaction, query);
  CHECK_STRING(titles_of(next(stream, 1)), "a");
  CHECK_STRING(titles_of(next(stream, 9)), "b");
  OK(bw_stream_free(stream));
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
}
