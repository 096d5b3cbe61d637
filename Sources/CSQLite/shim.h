// The system's SQLite as Swift sees it: sqlite3.h, and what of it Swift cannot reach: variadic
// calls and macros.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

static inline int csqlite_db_config(sqlite3 *db, int operation, int value) {
  return sqlite3_db_config(db, operation, value, (int *)0);
}

// Macros of shifts, which Swift does not import.
enum {
  CSQLITE_SHORT_READ = SQLITE_IOERR_SHORT_READ,
  CSQLITE_CORRUPT_TABLE = SQLITE_CORRUPT_VTAB // of a virtual table: FTS5
};

#endif
