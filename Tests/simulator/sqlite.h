// This file declares copies of the system's SQLite, which knows nothing of the library. They check
// the library's stores, and they show what the simulation finds in an SQLite that is known to lose
// commits.
#ifndef BOOKWORM_SIMULATOR_SQLITE_H
#define BOOKWORM_SIMULATOR_SQLITE_H

#include <sqlite3.h>

#define SQLITE_CALLS(X) \
  X(open_v2) \
  X(close) \
  X(busy_timeout) \
  X(exec) \
  X(errmsg) \
  X(prepare_v2) \
  X(step) \
  X(column_int64) \
  X(column_text) \
  X(finalize) \
  X(libversion)

struct sqlite {
#define X(name) __typeof__(sqlite3_##name) *name;
  SQLITE_CALLS(X)
#undef X
};

void find_sqlite_calls(struct sqlite *sqlite, void *loaded);

// A process of it checks that the store's tables are consistent.
void look_at_tables(struct sqlite *sqlite);
// Processes of it write and checkpoint the log, and the last one checks the result.
void run_sqlite_alone(struct sqlite copies[3]);

#endif
