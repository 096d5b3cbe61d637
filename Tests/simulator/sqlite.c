// This file checks a store's tables with an SQLite that is not the library's.
#define _GNU_SOURCE
#include "sqlite.h"
#include "disk.h"
#include "library.h"
#include "processes.h"

#include <string.h>

void find_sqlite_calls(struct sqlite *sqlite, void *loaded){
#define X(name) \
  { \
    void *found = find_symbol(loaded, "sqlite3_" #name); \
    memcpy(&sqlite->name, &found, sizeof found); \
  }
    SQLITE_CALLS(X)
#undef X
}

#define RATINGS \
  "sum(rating = 0), sum(rating = 1), sum(rating = 2), sum(rating = 3), sum(rating = 4)," \
  " sum(rating = 5)"
#define COUNTED \
  "SELECT 0 AS kind, 0 AS key, " RATINGS " FROM books HAVING count(*) > 0" \
  " UNION ALL SELECT 1, genre, " RATINGS \
  " FROM book_genres JOIN books ON id = book GROUP BY genre"
#define KEPT \
  "SELECT * FROM counters WHERE kind < 2" \
  " AND rated_0 + rated_1 + rated_2 + rated_3 + rated_4 + rated_5 > 0"
#define LINKS "SELECT genre, title_key, book FROM book_genres JOIN books ON id = book"
#define LINKS_BY_GENRE "SELECT genre, title_key, book FROM genre_books"

// Each query returns no rows in a sound store.
static const char *const faults[] = {
  "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  "SELECT 'refers to none: ' || \"table\" FROM pragma_foreign_key_check",
  "SELECT 'a counter that lacks: ' || key FROM"
  " (SELECT * FROM (" COUNTED ") EXCEPT " KEPT ")",
  "SELECT 'a counter too much: ' || key FROM (" KEPT " EXCEPT SELECT * FROM (" COUNTED "))",
  "SELECT 'a link that lacks: ' || book FROM (" LINKS " EXCEPT " LINKS_BY_GENRE ")",
  "SELECT 'a link too much: ' || book FROM (" LINKS_BY_GENRE " EXCEPT " LINKS ")",
  "SELECT 'a link to no genre: ' || genre FROM book_genres"
  " WHERE genre NOT IN (SELECT id FROM genres)",
  "SELECT 'not in the index: ' || id FROM"
  " (SELECT id FROM books EXCEPT SELECT id FROM book_search_docsize)",
  "SELECT 'only in the index: ' || id FROM"
  " (SELECT id FROM book_search_docsize EXCEPT SELECT id FROM books)",
  "SELECT 'an id above the last one: ' || max(id) FROM books HAVING max(id) >"
  " (SELECT value FROM properties WHERE name = 'last_book_id')",
  "SELECT 'a gap in the log of changes, from ' || min(id) FROM changes"
  " HAVING max(id) - min(id) + 1 <> count(*)",
};

void look_at_tables(struct sqlite *sqlite) {
  sqlite3 *database;
  if (sqlite->open_v2(STORE, &database, SQLITE_OPEN_READWRITE, "unix") != SQLITE_OK) {
    give_up("SQLite opens no store: %s", sqlite->errmsg(database));
  }
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    sqlite3_stmt *statement;
    if (sqlite->prepare_v2(database, faults[i], -1, &statement, NULL) != SQLITE_OK) {
      give_up("SQLite: %s: %s", sqlite->errmsg(database), faults[i]);
    }
    int code = sqlite->step(statement);
    if (code == SQLITE_ROW) give_up("tables: %s", sqlite->column_text(statement, 0));
    if (code != SQLITE_DONE) give_up("SQLite: %s", sqlite->errmsg(database));
    sqlite->finalize(statement);
  }
  sqlite->close(database);
}
