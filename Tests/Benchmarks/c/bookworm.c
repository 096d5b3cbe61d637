// This program uses Bookworm through its public header, as a C program would.
#include <bookworm.h>

#include "harness.h"

static bw_store *store, *transaction;
static bw_query *first, *next, *by_offset, *by_age, *by_title, *best, *matches;
static bw_error error;

static void must(bw_status status) {
  if (status != BW_OK) fail(bw_status_name(status), error.message);
}

static void open_store(const char *path) {
  bw_open_options options;
  BW_INIT(error);
  BW_INIT(options);
  options.durability = BW_DURABILITY_NORMAL;
  must(bw_store_open(path, -1, &options, &store, &error));
}

static bw_query *new_query(int64_t limit) {
  bw_query *query;
  must(bw_query_new(&query, &error));
  if (limit > 0) must(bw_query_set_limit(query, limit, &error));
  return query;
}

static bw_query *new_search(bw_sort_key order) {
  bw_query *query = new_query(PAGE);
  must(bw_query_search(query, SEARCHED_WORD, -1, 0, BW_MATCH_ALL, &error));
  must(bw_query_order_by(query, order, BW_ASCENDING, &error));
  return query;
}

void peer_open_store(const char *path) {
  open_store(path);
  first = new_query(PAGE);
  next = new_query(PAGE);
  by_offset = new_query(PAGE);
  by_title = new_query(0);
  /* In the order of creation, which is the order of the books in the file. */
  by_age = new_query(0);
  must(bw_query_order_by(by_age, BW_SORT_CREATED, BW_ASCENDING, &error));
  best = new_search(BW_SORT_RANK);
  matches = new_search(BW_SORT_ID);
}

void peer_close_store(void) {
  if (store == NULL) return;
  bw_query *queries[] = {first, next, by_offset, by_age, by_title, best, matches};
  for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) bw_query_free(queries[i]);
  must(bw_store_close(store, &error));
  store = NULL;
}

void peer_create_store(const char *path, const data *books) {
  peer_open_store(path);
  for (int64_t i = 0; i < books->genre_count; i++) {
    const genre_row *g = &books->genres[i];
    int64_t id;
    must(bw_genre_create(store, g->name.data, g->name.length, g->colour.data, g->colour.length, &id,
                         &error));
    if (id != i + 1) fail("genres", "an id is not the one expected");
  }
}

static bw_text view(text t) {
  return (bw_text){t.data, t.length};
}

void peer_create(const row *rows, int64_t count) {
  static bw_book *books;
  static int64_t capacity;
  if (count > capacity) {
    free(books);
    books = calloc((size_t)count, sizeof *books);
    if (books == NULL) fail("create", "out of memory");
    capacity = count;
  }
  for (int64_t i = 0; i < count; i++) {
    const row *r = &rows[i];
    bw_book *b = &books[i];
    b->size = sizeof *b;
    b->fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_REVIEW | BW_BOOK_RATING |
                BW_BOOK_FAVOURITE | BW_BOOK_GENRES;
    b->title = view(r->title);
    b->author = view(r->author);
    b->review = view(r->review);
    b->rating = r->rating;
    b->favourite = r->favourite;
    if (r->year != ABSENT) {
      b->fields |= BW_BOOK_YEAR;
      b->year = r->year;
    }
    b->genres = r->genres;
    b->genre_count = 2;
  }
  must(bw_books_create(store, books, count, NULL, &error));
}

static uint64_t touch_book(uint64_t sum, const bw_book *b) {
  uint64_t rest = (uint64_t)(b->synopsis.length + b->notes.length + b->series.length);
  rest += (uint64_t)b->status + (uint64_t)b->series_number;
  rest += (uint64_t)(b->created < 0) + (uint64_t)(b->updated < 0);
  rest += (uint64_t)b->started + (uint64_t)b->finished;
  text title = {b->title.data, b->title.length}, author = {b->author.data, b->author.length};
  text review = {b->review.data, b->review.length};
  return rest + touch(sum, b->id, title, author, review, b->rating, b->favourite, b->year);
}

uint64_t peer_read(int64_t id) {
  bw_book book;
  bw_result *result;
  BW_INIT(book);
  must(bw_book_get(transaction != NULL ? transaction : store, id, 0, &book, &result, &error));
  uint64_t sum = touch_book(0, &book);
  bw_result_free(result);
  return sum;
}

void peer_begin_reading(void) {
  must(bw_transaction_begin(store, BW_TRANSACTION_READ, &transaction, &error));
}

void peer_end_reading(void) {
  must(bw_transaction_free(transaction, &error));
  transaction = NULL;
}

void peer_begin_writing(void) {
  must(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &error));
}

void peer_commit_writing(void) {
  must(bw_transaction_commit(transaction, &error));
  transaction = NULL;
}

void peer_rate(int64_t id, int32_t rating) {
  must(bw_book_set_rating(transaction != NULL ? transaction : store, id, rating, &error));
}

static void take_cursor(page *page, bw_result *result) {
  bw_text cursor;
  must(bw_result_get_cursor(result, &cursor, &error));
  if (cursor.data == NULL) return;
  if (cursor.length > (int64_t)sizeof page->cursor) fail("cursor", "too long");
  memcpy(page->cursor, cursor.data, (size_t)cursor.length);
  page->cursor_length = cursor.length;
}

/** Prevents the compiler from removing the reads of a page. */
uint64_t touched;

static void fill(page *page, bw_query *query) {
  bw_result *result;
  must(bw_query_run(store, query, &result, &error));
  must(bw_result_count(result, &page->count, &error));
  for (int64_t i = 0; i < page->count; i++) {
    bw_book book;
    BW_INIT(book);
    must(bw_result_get_book(result, i, &book, &error));
    touched += touch_book(0, &book);
    page->ids[i] = book.id;
  }
  take_cursor(page, result);
  bw_result_free(result);
}

void peer_first_page(page *page) {
  fill(page, first);
}

void peer_next_page(page *page) {
  must(bw_query_set_after(next, page->cursor, page->cursor_length, &error));
  fill(page, next);
}

void peer_offset_page(page *page, int64_t offset) {
  must(bw_query_set_offset(by_offset, offset, &error));
  fill(page, by_offset);
}

static bw_query *new_well_rated(int64_t genre) {
  bw_query *query = new_query(PAGE);
  must(bw_query_where_genres(query, BW_MATCH_ANY, &genre, 1, &error));
  must(bw_query_where_rating(query, WELL_RATED, 5, 0, &error));
  return query;
}

void peer_genre_page(page *page, int64_t genre) {
  bw_query *query = new_well_rated(genre);
  fill(page, query);
  bw_query_free(query);
}

void peer_favourite_page(page *page, int64_t genre) {
  bw_query *query = new_well_rated(genre);
  must(bw_query_where_favourite(query, 1, &error));
  fill(page, query);
  bw_query_free(query);
}

void peer_best(page *page) {
  fill(page, best);
}

void peer_matches(page *page) {
  fill(page, matches);
}

uint64_t peer_genre_statistics(void) {
  bw_result *result;
  int64_t count;
  uint64_t sum = 0;
  must(bw_store_list_statistics(store, NULL, BW_GROUP_GENRE, &result, &error));
  must(bw_result_count(result, &count, &error));
  for (int64_t i = 0; i < count; i++) {
    bw_statistics s;
    BW_INIT(s);
    must(bw_result_get_statistics(result, i, &s, &error));
    sum += touch_genre(s.key, (text){s.name.data, s.name.length}, s.books, s.average);
  }
  bw_result_free(result);
  return sum;
}

void peer_delete_books(const int64_t *ids, int64_t count) {
  int64_t deleted;
  must(bw_books_delete(store, ids, count, &deleted, &error));
  if (deleted != count) fail("delete-books", "a book was not there");
}

void peer_delete_genre(int64_t genre) {
  must(bw_genre_delete(store, genre, &error));
}

void peer_start(const char *path, page *page) {
  open_store(path);
  bw_query *query = new_query(PAGE);
  fill(page, query);
  bw_query_free(query);
  must(bw_store_close(store, &error));
}

void peer_cursor_at(page *page, int64_t offset) {
  bw_query *query = new_query(offset);
  bw_result *result;
  must(bw_query_set_fields(query, BW_BOOK_ID, &error));
  must(bw_query_run(store, query, &result, &error));
  take_cursor(page, result);
  bw_result_free(result);
  bw_query_free(query);
}

static uint64_t scan(bw_query *query, int64_t *count) {
  bw_stream *stream;
  uint64_t sum = 0;
  *count = 0;
  must(bw_stream_open(store, query, &stream, &error));
  for (int64_t rows = 1; rows > 0;) {
    bw_result *result;
    must(bw_stream_next(stream, 1000, &result, &error));
    must(bw_result_count(result, &rows, &error));
    for (int64_t i = 0; i < rows; i++) {
      bw_book book;
      BW_INIT(book);
      must(bw_result_get_book(result, i, &book, &error));
      sum = touch_book(sum, &book);
    }
    *count += rows;
    bw_result_free(result);
  }
  bw_stream_free(stream);
  return sum;
}

uint64_t peer_scan(int64_t *count) {
  return scan(by_age, count);
}
uint64_t peer_scan_by_title(int64_t *count) {
  return scan(by_title, count);
}

void peer_verify(void (*each)(int64_t, const row *, void *), void *context) {
  bw_query *query = new_query(0);
  bw_stream *stream;
  must(bw_query_order_by(query, BW_SORT_CREATED, BW_ASCENDING, &error));
  must(bw_query_set_fields(query, BW_FIELDS_DEFAULT | BW_BOOK_GENRES, &error));
  must(bw_stream_open(store, query, &stream, &error));
  for (int64_t rows = 1; rows > 0;) {
    bw_result *result;
    must(bw_stream_next(stream, 1000, &result, &error));
    must(bw_result_count(result, &rows, &error));
    for (int64_t i = 0; i < rows; i++) {
      bw_book b;
      BW_INIT(b);
      must(bw_result_get_book(result, i, &b, &error));
      row r = {{b.title.data, b.title.length},
               {b.author.data, b.author.length},
               {b.review.data, b.review.length},
               b.rating,
               b.favourite,
               ABSENT,
               {0, 0}};
      if ((b.fields & BW_BOOK_YEAR) != 0) r.year = b.year;
      if (b.genre_count > 2) fail("verify", "a book has more than two genres");
      for (int64_t g = 0; g < b.genre_count; g++) r.genres[g] = b.genres[g];
      each(b.id, &r, context);
    }
    bw_result_free(result);
  }
  bw_stream_free(stream);
  bw_query_free(query);
}
