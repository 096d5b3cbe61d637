// This file defines operations with sizes from the caller: long texts, and large numbers of rows.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "works.h"

enum { long_text = 16384, many_genres = 400, many_queries = 600, many_steps = 150 };

static char text[long_text];
static char names[many_genres][24];
static bw_text genres[many_genres];
static int64_t ids[many_genres];
static bw_book book;

void large_ready(void) {
  ready();
  for (int i = 0; i < long_text; i++) text[i] = "long titles "[i % 12];
  for (int i = 0; i < many_genres; i++) {
    snprintf(names[i], sizeof names[i], "Genre number %d", i);
    genres[i] = (bw_text){names[i], -1};
    ids[i] = i + 1;
  }
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  book.title = book.author = (bw_text){text, long_text};
}

// The calls continue only until one fails.
#define TRY(call) \
  do { \
    bw_status status_ = (call); \
    if (status_ != BW_OK) return status_; \
  } while (0)

static bw_status ends(bw_query *query, bw_result *result, bw_status status) {
  bw_query_free(query);
  bw_result_free(result);
  return status;
}

bw_status large_many_links(void) {
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = genres;
  book.genre_name_count = many_genres;
  return bw_book_create(store, &book, NULL, &error);
}

static bw_status find_text(bw_query *query, bw_result **result) {
  TRY(bw_query_where_contains(query, BW_BOOK_TITLE, text, long_text, &error));
  TRY(bw_query_set_limit(query, 1, &error));
  TRY(bw_query_run(store, query, result, &error));
  bw_text cursor;
  TRY(bw_result_get_cursor(*result, &cursor, &error));
  return cursor.data ? bw_query_set_after(query, cursor.data, cursor.length, &error) : BW_OK;
}
void long_texts_ready(void) {
  large_ready();
  if (bw_book_create(store, &book, NULL, &error) != BW_OK ||
      bw_book_create(store, &book, NULL, &error) != BW_OK)
    _exit(3);
}
bw_status large_long_texts(void) {
  bw_query *query = NULL;
  bw_result *result = NULL;
  TRY(bw_query_new(&query, &error));
  bw_status status = find_text(query, &result);
  return ends(query, result, status);
}

static bw_status find_many(bw_query *query, bw_result **result) {
  TRY(bw_query_where_genres(query, BW_MATCH_ANY, ids, many_genres, &error));
  TRY(bw_query_where_genre_names(query, BW_MATCH_NONE, genres, many_genres / 3, &error));
  TRY(bw_query_search(query, text, 4000, 0, BW_MATCH_ANY, &error));
  return bw_query_run(store, query, result, &error);
}
bw_status large_many_conditions(void) {
  bw_query *query = NULL;
  bw_result *result = NULL;
  TRY(bw_query_new(&query, &error));
  bw_status status = find_many(query, &result);
  return ends(query, result, status);
}

bw_status large_search_line(void) {
  bw_query *query = NULL;
  bw_result *result = NULL;
  TRY(bw_query_parse(text, 4000, &query, &error));
  bw_status status = bw_query_run(store, query, &result, &error);
  return ends(query, result, status);
}

bw_status large_many_steps(void) {
  for (int i = 0; i < many_steps; i++) {
    TRY(bw_book_set_rating(store, i % 50 + 1, i % 5 + 1, &error));
  }
  return BW_OK;
}

bw_status large_many_handles(void) {
  static bw_query *queries[many_queries];
  bw_status status = BW_OK;
  int made = 0;
  while (status == BW_OK && made < many_queries) {
    status = bw_query_new(&queries[made], &error);
    if (status == BW_OK) made++;
  }
  while (made > 0) bw_query_free(queries[--made]);
  return status;
}
