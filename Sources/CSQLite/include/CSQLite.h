// This file exposes the library's own SQLite to Swift: sqlite3.h, and wrappers for variadic
// functions and macros, which Swift cannot use.
#ifndef CSQLITE_H
#define CSQLITE_H

#if !__has_include("../../../.build/sqlite/sqlite3.h")
#error "SQLite's source is not there yet. Run Sources/CSQLite/fetch, and build again."
#endif
#include "../../../.build/sqlite/sqlite3.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

static inline int csqlite_db_config(sqlite3 *db, int operation, int value) {
  return sqlite3_db_config(db, operation, value, (int *)0);
}

// The effect of PRAGMA cache_size, synchronous, journal_size_limit and journal_mode. These
// statements would read the schema first, which is most of the work of opening a store; a program
// that only reads never needs the schema in its writing connection.
void csqlite_set_cache(sqlite3 *db, int kibibytes);
void csqlite_sync_commits(sqlite3 *db, bool every);
void csqlite_limit_log(sqlite3 *db, int64_t bytes);
bool csqlite_has_log(sqlite3 *db); // once something has been read

// Macros with shifts, which Swift does not import.
enum {
  CSQLITE_CORRUPT_TABLE = SQLITE_CORRUPT_VTAB // of a virtual table: FTS5
};

// The failures in this thread: SQLite's check of a file skips what it could not read.
typedef struct {
  long reads, allocations;
} csqlite_failures;
csqlite_failures csqlite_failures_here(void);

// Whether an allocation has failed in this thread since the last call. SQLite also reports a lack
// of memory if a damaged file claims a row larger than any that it allocates.
bool csqlite_memory_was_short(void);

// Whether a connection's open files are those at its path.
enum {
  CSQLITE_IN_PLACE,
  CSQLITE_NO_FILE,     // the database was deleted, moved or replaced
  CSQLITE_NO_LOG,      // its -wal was deleted, moved or replaced
  CSQLITE_NO_INDEX,    // its -shm was deleted, moved or replaced
  CSQLITE_CLOSED,      // the program has closed a descriptor that SQLite had open
  CSQLITE_OVERWRITTEN, // another file, which does not have this log, has been written over it
  CSQLITE_APART,       // other programs have the database open with another log or index
  CSQLITE_UNKNOWN      // it cannot be determined; errno says why
};
int csqlite_look(sqlite3 *db);

// The beginning of a lock in a part of the connection's -shm, held by anybody other than SQLite in
// this process; -1 if there is none, or if this cannot be determined.
int64_t csqlite_find_lock(sqlite3 *db, int64_t start, int64_t length);

// The result of a check, for the next check to compare with.
typedef struct {
  int folder; // a descriptor of the database's folder, or -1
  bool is_known;
  struct timespec renamed, changed, written;
} csqlite_place;

// Like csqlite_look(), with fewer system calls if neither the folder nor the database has changed
// since the last call. Renaming, creating or deleting files changes their folder. This does not
// detect that a folder further up was renamed.
int csqlite_look_again(sqlite3 *db, csqlite_place *place);

// Like csqlite_look(), for a connection's first read. Files may have appeared or disappeared while
// the connection was being opened, so this also checks that the connection shares them with the
// other programs that have the database open.
int csqlite_look_first(sqlite3 *db);

// Checkpoints a deleted log into the file, outside of a transaction, if no other log has taken its
// place. Returns whether all of the log is in the file now.
bool csqlite_save_log(sqlite3 *db);

// Called before a connection is closed, which may checkpoint its log only if that harms nobody.
void csqlite_prepare_close(sqlite3 *db);

// Whether SQLite has the file at a path open in this process.
bool csqlite_has_open(const char *path);

// Opens another descriptor of a file that SQLite has open, for locks that are not SQLite's. They
// exclude those of every connection, even in this process. -1 if it cannot be opened, or if SQLite
// does not have the file at the path open. After "closing", it has no locks, but stays open for
// reuse until SQLite closes the file. A forked child has no copy of it.
int csqlite_open_apart(const char *path);
void csqlite_close_apart(int number);

// Called around a fork, see descriptors.c: before it, after it in the parent, and in the child.
void csqlite_before_fork(void);
void csqlite_after_fork(void);
void csqlite_in_child(void);

#endif
