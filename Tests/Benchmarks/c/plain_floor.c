// This file implements the plain floor: books, genres, links and an index on title, on raw sqlite3.
#include "floor_reads.h"

static sqlite3_stmt *begin, *commit, *add_book, *add_link, *rate, *next, *statistics;
static sqlite3_stmt *delete_links, *delete_book, *delete_genre_links, *delete_genre;

#define WELL_RATED_OF_GENRE \
  "SELECT " FLOOR_COLUMNS " FROM books b JOIN book_genres l ON l.book = b.id" \
  " WHERE l.genre = ?1 AND b.rating >= 4"
#define BY_TITLE " ORDER BY b.title, b.id LIMIT 50"
const char first_page_sql[] = "SELECT " FLOOR_COLUMNS " FROM books ORDER BY title, id LIMIT 50";

void prepare_statements(void) {
  begin = floor_prepare("BEGIN IMMEDIATE");
  commit = floor_prepare("COMMIT");
  add_book = floor_prepare(
      "INSERT INTO books (title, author, review, rating, favourite, year, created, updated) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)");
  add_link = floor_prepare("INSERT INTO book_genres (book, position, genre) VALUES (?1, ?2, ?3)");
  reads.by_id = floor_prepare("SELECT " FLOOR_COLUMNS " FROM books WHERE id = ?1");
  rate = floor_prepare("UPDATE books SET rating = ?2, updated = ?3 WHERE id = ?1");
  reads.first_page = floor_prepare(first_page_sql);
  next = floor_prepare("SELECT " FLOOR_COLUMNS
                       " FROM books WHERE (title, id) > (?1, ?2) ORDER BY title, id LIMIT 50");
  reads.page_by_offset =
      floor_prepare("SELECT " FLOOR_COLUMNS " FROM books ORDER BY title, id LIMIT 50 OFFSET ?1");
  reads.every_book = floor_prepare("SELECT " FLOOR_COLUMNS " FROM books");
  reads.every_book_by_title =
      floor_prepare("SELECT " FLOOR_COLUMNS " FROM books ORDER BY title, id");
  reads.genre_page = floor_prepare(WELL_RATED_OF_GENRE BY_TITLE);
  reads.favourite_page = floor_prepare(WELL_RATED_OF_GENRE " AND b.favourite = 1" BY_TITLE);
  statistics = floor_prepare(
      "SELECT g.id, g.name, count(*), coalesce(avg(nullif(b.rating, 0)), 0)"
      " FROM book_genres l JOIN books b ON b.id = l.book JOIN genres g ON g.id = l.genre"
      " GROUP BY g.id");
  delete_links = floor_prepare("DELETE FROM book_genres WHERE book = ?1");
  delete_book = floor_prepare("DELETE FROM books WHERE id = ?1");
  delete_genre_links = floor_prepare("DELETE FROM book_genres WHERE genre = ?1");
  delete_genre = floor_prepare("DELETE FROM genres WHERE id = ?1");
}

void peer_create_store(const char *path, const data *books) {
  floor_open(path, PLAIN_SCHEMA);
  prepare_statements();
  sqlite3_stmt *add = floor_prepare("INSERT INTO genres (name, colour) VALUES (?1, ?2)");
  for (int64_t i = 0; i < books->genre_count; i++) {
    bind_text(add, 1, books->genres[i].name);
    bind_text(add, 2, books->genres[i].colour);
    floor_run(add);
  }
}

void peer_create(const row *rows, int64_t count) {
  int64_t time = milliseconds();
  floor_run(begin);
  for (int64_t i = 0; i < count; i++) {
    const row *r = &rows[i];
    bind_text(add_book, 1, r->title);
    bind_text(add_book, 2, r->author);
    bind_text(add_book, 3, r->review);
    sqlite3_bind_int(add_book, 4, r->rating);
    sqlite3_bind_int(add_book, 5, r->favourite);
    if (r->year == ABSENT) {
      sqlite3_bind_null(add_book, 6);
    } else {
      sqlite3_bind_int(add_book, 6, r->year);
    }
    sqlite3_bind_int64(add_book, 7, time);
    floor_run(add_book);
    int64_t book = sqlite3_last_insert_rowid(db);
    for (int g = 0; g < 2; g++) {
      sqlite3_bind_int64(add_link, 1, book);
      sqlite3_bind_int(add_link, 2, g);
      sqlite3_bind_int64(add_link, 3, r->genres[g]);
      floor_run(add_link);
    }
  }
  floor_run(commit);
}

void peer_begin_writing(void) {
  floor_run(begin);
}
void peer_commit_writing(void) {
  floor_run(commit);
}

void peer_rate(int64_t id, int32_t rating) {
  sqlite3_bind_int64(rate, 1, id);
  sqlite3_bind_int(rate, 2, rating);
  sqlite3_bind_int64(rate, 3, milliseconds());
  floor_run(rate);
}

/** The last row's id, then its title. */
void put_cursor(page *page, sqlite3_stmt *s) {
  text title = column_text(s, 1);
  memcpy(page->cursor, &page->ids[PAGE - 1], sizeof(int64_t));
  memcpy(page->cursor + sizeof(int64_t), title.data, (size_t)title.length);
  page->cursor_length = (int64_t)sizeof(int64_t) + title.length;
}

void peer_next_page(page *page) {
  int64_t id;
  memcpy(&id, page->cursor, sizeof id);
  /* The page's own cursor is overwritten while SQLite still compares with the bound title. */
  char title[sizeof page->cursor];
  int64_t length = page->cursor_length - (int64_t)sizeof id;
  memcpy(title, page->cursor + sizeof id, (size_t)length);
  bind_text(next, 1, (text){title, length});
  sqlite3_bind_int64(next, 2, id);
  fill_page(page, next);
}

void peer_best(page *page) {
  (void)page;
  fail("search-best", "the plain floor has no index of words");
}
void peer_matches(page *page) {
  (void)page;
  fail("search-page", "the plain floor has no index of words");
}

uint64_t peer_genre_statistics(void) {
  uint64_t sum = 0;
  while (floor_row(statistics)) {
    sum += touch_genre(sqlite3_column_int64(statistics, 0), column_text(statistics, 1),
                       sqlite3_column_int64(statistics, 2), sqlite3_column_double(statistics, 3));
  }
  return sum;
}

static void delete_by(sqlite3_stmt *s, int64_t id) {
  sqlite3_bind_int64(s, 1, id);
  floor_run(s);
}

void peer_delete_books(const int64_t *ids, int64_t count) {
  floor_run(begin);
  for (int64_t i = 0; i < count; i++) {
    delete_by(delete_links, ids[i]);
    delete_by(delete_book, ids[i]);
  }
  floor_run(commit);
}

void peer_delete_genre(int64_t genre) {
  floor_run(begin);
  delete_by(delete_genre_links, genre);
  delete_by(delete_genre, genre);
  floor_run(commit);
}
