// This file implements the equal floor: the library's own tables and indexes, with sort keys,
// counters, ids, search index and change log maintained by hand on raw sqlite3. The schema comes
// from a store that the library has made.
#include "equal_floor.h"

#include <unistd.h>

#include "floor_reads.h"

static sqlite3_stmt *begin, *commit, *add_book, *set_rating, *facts, *genres_of, *next;
static sqlite3_stmt *get_property, *set_property, *add_words, *best, *matches, *statistics;
static int in_transaction;
static int64_t last_id;

#define IN_ORDER " FROM books ORDER BY title_key, author_key, id"
#define WITH_KEYS "SELECT " FLOOR_COLUMNS ", title_key, author_key"
#define WELL_RATED_OF_GENRE \
  "SELECT " FLOOR_COLUMNS ", l.title_key, b.author_key" \
  " FROM genre_books l CROSS JOIN books b ON b.id = l.book WHERE l.genre = ?1 AND b.rating >= 4"
/* The list ends after as many books as the genre's counters know to be rated 4 or 5. */
#define BY_LINKS \
  " ORDER BY l.title_key, b.author_key, b.id LIMIT min(50, " \
  "(SELECT ifnull(sum(rated_4 + rated_5), 0) FROM counters WHERE kind = 1 AND key = ?1))"

const char first_page_sql[] = WITH_KEYS IN_ORDER " LIMIT 50";

void prepare_statements(void) {
  begin = floor_prepare("BEGIN IMMEDIATE");
  commit = floor_prepare("COMMIT");
  add_book = floor_prepare(
      "INSERT INTO books (id, title, author, title_key, author_key, review, rating, favourite, "
      "year, status, created, updated, global_id) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10, ?10, ?11)");
  reads.by_id = floor_prepare("SELECT " FLOOR_COLUMNS " FROM books WHERE id = ?1");
  facts = floor_prepare("SELECT rating, created FROM books WHERE id = ?1");
  genres_of = floor_prepare("SELECT genre FROM book_genres WHERE book = ?1");
  set_rating = floor_prepare("UPDATE books SET rating = ?2, updated = ?3 WHERE id = ?1");
  reads.first_page = floor_prepare(first_page_sql);
  next = floor_prepare(WITH_KEYS " FROM books WHERE (title_key, author_key, id) > (?1, ?2, ?3)"
                                 " ORDER BY title_key, author_key, id LIMIT 50");
  reads.page_by_offset = floor_prepare(WITH_KEYS IN_ORDER " LIMIT 50 OFFSET ?1");
  reads.every_book = floor_prepare("SELECT " FLOOR_COLUMNS " FROM books");
  reads.every_book_by_title = floor_prepare("SELECT " FLOOR_COLUMNS IN_ORDER);
  get_property = floor_prepare("SELECT value FROM properties WHERE name = ?1");
  set_property = floor_prepare("REPLACE INTO properties VALUES (?1, ?2)");
  add_words = floor_prepare(
      "INSERT INTO book_search (rowid, title, author, review) VALUES (?1, ?2, ?3, ?4)");
  reads.genre_page = floor_prepare(WELL_RATED_OF_GENRE BY_LINKS);
  reads.favourite_page = floor_prepare(WELL_RATED_OF_GENRE " AND b.favourite = 1" BY_LINKS);
  best = floor_prepare("SELECT " FLOOR_OF_B ", b.title_key, b.author_key"
                       " FROM (SELECT rowid AS id, rank AS rank FROM book_search"
                       " WHERE book_search MATCH '" SEARCHED_WORD "' ORDER BY rank, rowid LIMIT 50)"
                       " s CROSS JOIN books b ON b.id = s.id ORDER BY s.rank, s.id");
  matches = floor_prepare("SELECT " FLOOR_OF_B ", b.title_key, b.author_key"
                          " FROM book_search s CROSS JOIN books b ON b.id = s.rowid"
                          " WHERE s.book_search MATCH '" SEARCHED_WORD "'"
                          " ORDER BY s.rowid LIMIT 50");
  statistics = floor_prepare(
      "SELECT g.id, g.name, rated_0, rated_1, rated_2, rated_3, rated_4, rated_5"
      " FROM genres g LEFT JOIN counters ON kind = 1 AND key = g.id ORDER BY g.sort_key, g.id");
  links_prepare();
  derived_prepare();
  deleting_prepare();
}

void peer_create_store(const char *path, const data *books) {
  floor_open(path, EQUAL_SCHEMA);
  prepare_statements();
  sqlite3_stmt *add = floor_prepare(
      "INSERT INTO genres (name, colour, name_key, sort_key) VALUES (?1, ?2, ?3, ?3)");
  for (int64_t i = 0; i < books->genre_count; i++) {
    uint8_t key[256];
    bind_text(add, 1, books->genres[i].name);
    bind_text(add, 2, books->genres[i].colour);
    sqlite3_bind_blob(add, 3, key, floor_key(books->genres[i].name, key), SQLITE_STATIC);
    floor_run(add);
  }
}

void begin_writing(void) {
  floor_run(begin);
  last_id = 0;
}

void commit_writing(void) {
  if (last_id != 0) {
    sqlite3_bind_text(set_property, 1, "last_book_id", -1, SQLITE_STATIC);
    sqlite3_bind_int64(set_property, 2, last_id);
    floor_run(set_property);
  }
  links_write();
  derived_write();
  floor_run(commit);
}

/** A UUID of version 7 (RFC 9562): the time, and a random number that increases within a
 * millisecond. */
static void make_global_id(uint8_t id[16], int64_t time) {
  static int64_t last_time;
  static uint64_t number;
  if (time != last_time && getentropy(&number, sizeof number) != 0) fail("create", "no entropy");
  last_time = time;
  number = (number + 1) & ~(UINT64_C(3) << 62);
  for (int i = 0; i < 6; i++) id[i] = (uint8_t)(time >> (40 - 8 * i));
  id[6] = 0x70;
  id[7] = 0;
  for (int i = 0; i < 8; i++) id[8 + i] = (uint8_t)(number >> (56 - 8 * i));
  id[8] |= 0x80;
}

static void create(const row *r, int64_t time) {
  uint8_t title_key[4096], author_key[4096];
  int title_length = floor_key(r->title, title_key);
  int author_length = floor_key(r->author, author_key);
  if (last_id == 0) {
    sqlite3_bind_text(get_property, 1, "last_book_id", -1, SQLITE_STATIC);
    if (floor_row(get_property)) last_id = sqlite3_column_int64(get_property, 0);
    sqlite3_reset(get_property);
  }
  int64_t id = ++last_id;
  sqlite3_bind_int64(add_book, 1, id);
  bind_text(add_book, 2, r->title);
  bind_text(add_book, 3, r->author);
  sqlite3_bind_blob(add_book, 4, title_key, title_length, SQLITE_STATIC);
  sqlite3_bind_blob(add_book, 5, author_key, author_length, SQLITE_STATIC);
  bind_text(add_book, 6, r->review);
  sqlite3_bind_int(add_book, 7, r->rating);
  sqlite3_bind_int(add_book, 8, r->favourite);
  if (r->year == ABSENT) {
    sqlite3_bind_null(add_book, 9);
  } else {
    sqlite3_bind_int(add_book, 9, r->year);
  }
  sqlite3_bind_int64(add_book, 10, time);
  uint8_t global_id[16];
  make_global_id(global_id, time);
  sqlite3_bind_blob(add_book, 11, global_id, sizeof global_id, SQLITE_STATIC);
  floor_run(add_book);
  /* The texts unchanged, whereas the library folds them and splits them into words itself. */
  sqlite3_bind_int64(add_words, 1, id);
  bind_text(add_words, 2, r->title);
  bind_text(add_words, 3, r->author);
  bind_text(add_words, 4, r->review);
  floor_run(add_words);
  links_add(id, r->genres, 2, title_key, title_length);
  derived_count(r->rating, time, r->genres, 2, 1);
  derived_log(LOG_INSERT_BOOK, id, 0);
}

void peer_create(const row *rows, int64_t count) {
  int64_t time = milliseconds();
  begin_writing();
  for (int64_t i = 0; i < count; i++) create(&rows[i], time);
  commit_writing();
}

void peer_begin_writing(void) {
  begin_writing();
  in_transaction = 1;
}

void peer_commit_writing(void) {
  commit_writing();
  in_transaction = 0;
}

static void rate(int64_t id, int32_t rating) {
  sqlite3_bind_int64(facts, 1, id);
  if (!floor_row(facts)) fail("rate", "no such book");
  int32_t old = sqlite3_column_int(facts, 0);
  int64_t created = sqlite3_column_int64(facts, 1);
  sqlite3_reset(facts);
  if (old == rating) return; /* as the library: nothing has changed, nothing is written */
  sqlite3_bind_int64(set_rating, 1, id);
  sqlite3_bind_int(set_rating, 2, rating);
  sqlite3_bind_int64(set_rating, 3, milliseconds());
  floor_run(set_rating);
  int64_t genres[16];
  int count = 0;
  sqlite3_bind_int64(genres_of, 1, id);
  while (floor_row(genres_of)) {
    if (count < 16) genres[count++] = sqlite3_column_int64(genres_of, 0);
  }
  derived_count(old, created, genres, count, -1);
  derived_count(rating, created, genres, count, 1);
  derived_log(LOG_UPDATE_BOOK, id, 1 << 6);
}

void peer_rate(int64_t id, int32_t rating) {
  if (in_transaction) {
    rate(id, rating);
    return;
  }
  begin_writing();
  rate(id, rating);
  commit_writing();
}

/** The cursor: id, length of the title's key, both keys. */
typedef struct place {
  int64_t id;
  int32_t title_length, author_length;
} place;

void put_cursor(page *page, sqlite3_stmt *s) {
  place at = {page->ids[PAGE - 1], sqlite3_column_bytes(s, 16), sqlite3_column_bytes(s, 17)};
  char *end = page->cursor + sizeof at;
  memcpy(page->cursor, &at, sizeof at);
  memcpy(end, sqlite3_column_blob(s, 16), (size_t)at.title_length);
  memcpy(end + at.title_length, sqlite3_column_blob(s, 17), (size_t)at.author_length);
  page->cursor_length = (int64_t)sizeof at + at.title_length + at.author_length;
}

void peer_next_page(page *page) {
  place at;
  /* The page's own cursor is overwritten while SQLite still compares with the bound keys. */
  char keys[sizeof page->cursor];
  memcpy(&at, page->cursor, sizeof at);
  memcpy(keys, page->cursor + sizeof at, (size_t)page->cursor_length - sizeof at);
  sqlite3_bind_blob(next, 1, keys, at.title_length, SQLITE_STATIC);
  sqlite3_bind_blob(next, 2, keys + at.title_length, at.author_length, SQLITE_STATIC);
  sqlite3_bind_int64(next, 3, at.id);
  fill_page(page, next);
}

void peer_best(page *page) {
  fill_page(page, best);
}

void peer_matches(page *page) {
  fill_page(page, matches);
}

uint64_t peer_genre_statistics(void) {
  uint64_t sum = 0;
  while (floor_row(statistics)) {
    int64_t books = sqlite3_column_int64(statistics, 2), rated = 0, stars = 0;
    for (int rating = 1; rating <= 5; rating++) {
      int64_t of = sqlite3_column_int64(statistics, rating + 2);
      rated += of;
      stars += of * rating;
    }
    sum += touch_genre(sqlite3_column_int64(statistics, 0), column_text(statistics, 1),
                       books + rated, rated == 0 ? 0 : (double)stars / (double)rated);
  }
  return sum;
}
