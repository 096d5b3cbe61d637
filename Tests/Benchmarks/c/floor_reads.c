// This file reads for both floors, and opens and closes them; each floor provides the statements.
#include "floor_reads.h"

floor_reads reads;

void peer_open_store(const char *path) {
  floor_open(path, NULL);
  prepare_statements();
}

void peer_close_store(void) {
  if (db != NULL) floor_close();
}

uint64_t peer_read(int64_t id) {
  sqlite3_bind_int64(reads.by_id, 1, id);
  if (!floor_row(reads.by_id)) fail("read", "no such book");
  uint64_t sum = floor_touch(0, reads.by_id);
  sqlite3_reset(reads.by_id);
  return sum;
}

void peer_begin_reading(void) {
  floor_exec("BEGIN");
}
void peer_end_reading(void) {
  floor_exec("COMMIT");
}

void fill_page(page *page, sqlite3_stmt *s) {
  page->count = 0;
  while (floor_row(s)) {
    floor_touch(0, s);
    page->ids[page->count++] = sqlite3_column_int64(s, 0);
    if (page->count == PAGE) put_cursor(page, s);
  }
}

void peer_first_page(page *page) {
  fill_page(page, reads.first_page);
}

void peer_offset_page(page *page, int64_t offset) {
  sqlite3_bind_int64(reads.page_by_offset, 1, offset);
  fill_page(page, reads.page_by_offset);
}

void peer_cursor_at(page *page, int64_t offset) {
  peer_offset_page(page, offset - PAGE);
}

void peer_genre_page(page *page, int64_t genre) {
  sqlite3_bind_int64(reads.genre_page, 1, genre);
  fill_page(page, reads.genre_page);
}

void peer_favourite_page(page *page, int64_t genre) {
  sqlite3_bind_int64(reads.favourite_page, 1, genre);
  fill_page(page, reads.favourite_page);
}

void peer_start(const char *path, page *page) {
  floor_open(path, NULL);
  fill_page(page, floor_prepare(first_page_sql));
  floor_close();
}

static uint64_t scan(sqlite3_stmt *s, int64_t *count) {
  uint64_t sum = 0;
  for (*count = 0; floor_row(s); ++*count) sum = floor_touch(sum, s);
  return sum;
}

uint64_t peer_scan(int64_t *count) {
  return scan(reads.every_book, count);
}
uint64_t peer_scan_by_title(int64_t *count) {
  return scan(reads.every_book_by_title, count);
}

void peer_verify(void (*each)(int64_t, const row *, void *), void *context) {
  static const char sql[] =
      "SELECT id, title, author, review, rating, favourite, year, "
      "(SELECT genre FROM book_genres WHERE book = id ORDER BY position LIMIT 1), "
      "(SELECT genre FROM book_genres WHERE book = id ORDER BY position LIMIT 1 OFFSET 1) "
      "FROM books ORDER BY id";
  sqlite3_stmt *s;
  if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(db));
  while (floor_row(s)) {
    row r = {.title = column_text(s, 1), .author = column_text(s, 2), .review = column_text(s, 3)};
    r.rating = sqlite3_column_int(s, 4);
    r.favourite = sqlite3_column_int(s, 5);
    r.year = sqlite3_column_type(s, 6) == SQLITE_NULL ? ABSENT : sqlite3_column_int(s, 6);
    r.genres[0] = sqlite3_column_int64(s, 7);
    r.genres[1] = sqlite3_column_int64(s, 8);
    each(sqlite3_column_int64(s, 0), &r, context);
  }
  sqlite3_finalize(s);
}
