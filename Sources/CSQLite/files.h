// Which files a connection has open, and whether they are still those at its path. The end of
// sqlite.c, as it looks into SQLite's own structs.
//
// SQLite opens a database, its log (-wal) and the log's index (-shm) by path, each at another
// moment. Programs that have one database and different logs or indexes share no lock, and each
// writes over what another one has written.
#include "CSQLite.h"

// A database in memory has none.
static bool is_open(const unixFile *file) {
  return file->pMethod != NULL;
}

// What became of one file since it was opened.
static int whereabouts(int number, const char *path, int gone) {
  struct stat opened, there;
  if (!csqlite_is_as_opened(number, &opened)) return CSQLITE_CLOSED;
  if (stat(path, &there) != 0) {
    return errno == ENOENT || errno == ENOTDIR ? gone : CSQLITE_UNKNOWN;
  }
  return there.st_ino == opened.st_ino && there.st_dev == opened.st_dev ? CSQLITE_IN_PLACE : gone;
}

// The versions of the file's format that may write and read it: 2 where it has a log.
static bool has_log(int number) {
  unsigned char versions[2];
  return pread(number, versions, 2, 18) == 2 && versions[0] == 2 && versions[1] == 2;
}

int csqlite_look(sqlite3 *db) {
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  if (!is_open(file)) return CSQLITE_IN_PLACE;
  int found = whereabouts(file->h, pager->zFilename, CSQLITE_NO_FILE);
  if (!found && pager->pWal && is_open((unixFile *)pager->pWal->pWalFd)) {
    if (!has_log(file->h)) return CSQLITE_OVERWRITTEN;
    found = whereabouts(((unixFile *)pager->pWal->pWalFd)->h, pager->zWal, CSQLITE_NO_LOG);
  }
  if (!found && file->pShm && file->pShm->pShmNode->hShm >= 0) {
    unixShmNode *index = file->pShm->pShmNode;
    found = whereabouts(index->hShm, index->zFilename, CSQLITE_NO_INDEX);
  }
  return found;
}

// The last connection to close folds the log into the file and deletes it. It must not where the
// files at the path are not its own: who wrote there would lose what it wrote. Under the lock that
// nobody else has the file open with, what is found stays so.
void csqlite_prepare_close(sqlite3 *db) {
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  if (!is_open(file) || !pager->pWal) return;
  bool may_fold = false;
  if (sqlite3OsLock(pager->fd, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK) {
    int found = csqlite_look(db);
    // A log that was deleted, and has no other in its place, still goes into the file.
    bool is_deleted = (found == CSQLITE_NO_LOG || found == CSQLITE_NO_INDEX) &&
                      access(pager->zWal, F_OK) != 0 && errno == ENOENT;
    may_fold = found == CSQLITE_IN_PLACE || is_deleted;
  }
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !may_fold, (int *)0);
}
