// The library's own SQLite as Swift sees it: sqlite3.h, and what of it Swift cannot reach: variadic
// calls and macros.
#ifndef CSQLITE_H
#define CSQLITE_H

#if !__has_include("../../../.build/sqlite/sqlite3.h")
#error "SQLite's source is not there yet. Run Sources/CSQLite/fetch, and build again."
#endif
#include "../../../.build/sqlite/sqlite3.h"

#include <stdbool.h>

static inline int csqlite_db_config(sqlite3 *db, int operation, int value) {
  return sqlite3_db_config(db, operation, value, (int *)0);
}

// Macros of shifts, which Swift does not import.
enum {
  CSQLITE_CORRUPT_TABLE = SQLITE_CORRUPT_VTAB // of a virtual table: FTS5
};

// What has failed in this thread: SQLite's check of a file goes on without what it could not read.
typedef struct {
  long reads, allocations;
} csqlite_failures;
csqlite_failures csqlite_failures_here(void);

// Whether an allocation has failed in this thread since the last call. SQLite speaks of a want of
// memory, too, where a damaged file claims a row larger than any that it allocates.
bool csqlite_memory_was_short(void);

// Whether the files that a connection has open are those at its path.
enum {
  CSQLITE_IN_PLACE,
  CSQLITE_NO_FILE,     // the database was deleted, moved or replaced
  CSQLITE_NO_LOG,      // the same of its -wal
  CSQLITE_NO_INDEX,    // the same of its -shm
  CSQLITE_CLOSED,      // the program has closed a descriptor that SQLite had open
  CSQLITE_OVERWRITTEN, // the database has been written over by a file that has no log
  CSQLITE_UNKNOWN      // nobody can tell; errno says why
};
int csqlite_look(sqlite3 *db);

// Before a connection is closed: it folds its log only where that harms nobody.
void csqlite_prepare_close(sqlite3 *db);

// Around a fork, see descriptors.c: before it, after it in the parent, and in the child.
void csqlite_before_fork(void);
void csqlite_after_fork(void);
void csqlite_in_child(void);

#endif
