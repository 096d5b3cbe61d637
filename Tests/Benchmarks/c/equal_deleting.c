// This file deletes from the equal floor: rows, links in both tables, words, counters and log.
#include "equal_floor.h"

static sqlite3_stmt *book, *genres_of, *forget_words, *delete_link, *genre_deletes[3];
static sqlite3_stmt *book_deletes[5], *books_of, *delete_genre_link;

void deleting_prepare(void) {
  static const char *const of_book[] = {
      "DELETE FROM book_genres WHERE book = ?1", "DELETE FROM quotes WHERE book = ?1",
      "DELETE FROM book_identifiers WHERE book = ?1", "DELETE FROM readings WHERE book = ?1",
      "DELETE FROM books WHERE id = ?1"};
  static const char *const of_genre[] = {"DELETE FROM genre_books WHERE genre = ?1",
                                         "DELETE FROM counters WHERE kind = 1 AND key = ?1",
                                         "DELETE FROM genres WHERE id = ?1"};
  book = floor_prepare(
      "SELECT rating, created, title_key, title, author, review FROM books WHERE id = ?1");
  genres_of = floor_prepare("SELECT genre FROM book_genres WHERE book = ?1");
  /* An FTS table without the texts needs the deleted texts to remove their words. */
  forget_words = floor_prepare("INSERT INTO book_search (book_search, rowid, title, author, review)"
                               " VALUES ('delete', ?1, ?2, ?3, ?4)");
  delete_link =
      floor_prepare("DELETE FROM genre_books WHERE genre = ?1 AND title_key = ?2 AND book = ?3");
  books_of = floor_prepare("SELECT book FROM genre_books WHERE genre = ?1");
  delete_genre_link = floor_prepare("DELETE FROM book_genres WHERE book = ?1 AND genre = ?2");
  for (int i = 0; i < 5; i++) book_deletes[i] = floor_prepare(of_book[i]);
  for (int i = 0; i < 3; i++) genre_deletes[i] = floor_prepare(of_genre[i]);
}

static void run_by(sqlite3_stmt *s, int64_t id) {
  sqlite3_bind_int64(s, 1, id);
  floor_run(s);
}

static void delete_book(int64_t id) {
  sqlite3_bind_int64(book, 1, id);
  if (!floor_row(book)) fail("delete", "no such book");
  int64_t genres[16];
  int count = 0;
  sqlite3_bind_int64(genres_of, 1, id);
  while (floor_row(genres_of)) {
    if (count < 16) genres[count++] = sqlite3_column_int64(genres_of, 0);
  }
  for (int i = 0; i < count; i++) {
    sqlite3_bind_int64(delete_link, 1, genres[i]);
    sqlite3_bind_value(delete_link, 2, sqlite3_column_value(book, 2));
    sqlite3_bind_int64(delete_link, 3, id);
    floor_run(delete_link);
  }
  sqlite3_bind_int64(forget_words, 1, id);
  for (int i = 2; i <= 4; i++) bind_text(forget_words, i, column_text(book, i + 1));
  floor_run(forget_words);
  derived_count(sqlite3_column_int(book, 0), sqlite3_column_int64(book, 1), genres, count, -1);
  derived_log(LOG_DELETE_BOOK, id, 0);
  sqlite3_reset(book);
  for (int i = 0; i < 5; i++) run_by(book_deletes[i], id);
}

void peer_delete_books(const int64_t *ids, int64_t count) {
  begin_writing();
  for (int64_t i = 0; i < count; i++) delete_book(ids[i]);
  commit_writing();
}

static int rising(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return a < b ? -1 : a > b;
}

/** Deletes one by one, by rising ids, as the library does. This is faster than one DELETE of the
 * ids that a SELECT finds. */
static void delete_links(int64_t genre) {
  int64_t *books = NULL;
  size_t count = 0, room = 0;
  sqlite3_bind_int64(books_of, 1, genre);
  while (floor_row(books_of)) {
    if (count == room) {
      room = room == 0 ? 1024 : room * 2;
      books = realloc(books, room * sizeof *books);
      if (books == NULL) fail("delete-genre", "out of memory");
    }
    books[count++] = sqlite3_column_int64(books_of, 0);
  }
  if (count > 1) qsort(books, count, sizeof *books, rising);
  sqlite3_bind_int64(delete_genre_link, 2, genre);
  for (size_t i = 0; i < count; i++) run_by(delete_genre_link, books[i]);
  free(books);
}

void peer_delete_genre(int64_t genre) {
  begin_writing();
  delete_links(genre);
  for (int i = 0; i < 3; i++) run_by(genre_deletes[i], genre);
  derived_log(LOG_DELETE_GENRE, genre, 0);
  commit_writing();
}
