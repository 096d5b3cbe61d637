// This file changes a connection's settings without reading the schema. It is included at the end
// of sqlite.c, since it uses SQLite's own structs; each function does what the PRAGMA in its
// comment does.
#include "CSQLite.h"

// PRAGMA cache_size
void csqlite_set_cache(sqlite3 *db, int kibibytes) {
  Db *main = &db->aDb[0];
  main->pSchema->cache_size = -kibibytes;
  sqlite3BtreeSetCacheSize(main->pBt, -kibibytes);
}

// PRAGMA synchronous = FULL or NORMAL
void csqlite_sync_commits(sqlite3 *db, bool every) {
  Db *main = &db->aDb[0];
  main->safety_level = every ? PAGER_SYNCHRONOUS_FULL : PAGER_SYNCHRONOUS_NORMAL;
  main->bSyncSet = 1;
  setAllPagerFlags(db);
}

// PRAGMA journal_size_limit
void csqlite_limit_log(sqlite3 *db, int64_t bytes) {
  sqlite3PagerJournalSizeLimit(sqlite3BtreePager(db->aDb[0].pBt), bytes);
}

// PRAGMA journal_mode
bool csqlite_has_log(sqlite3 *db) {
  return sqlite3BtreePager(db->aDb[0].pBt)->pWal != NULL;
}
