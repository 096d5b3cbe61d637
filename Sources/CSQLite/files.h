// This file reports a connection's open files, and checks that they are still those at its path. It
// is included at the end of sqlite.c, since it uses SQLite's own structs.
//
// SQLite opens a database, its log (-wal) and the log's index (-shm) by path, at different moments.
// Programs with the same database but different logs or indexes share no lock, and overwrite each
// other's changes.
#include "CSQLite.h"
#include "CSystem.h"

// A database in memory has no file.
static bool is_open(const unixFile *file) {
  return file->pMethod != NULL;
}

// Checks whether a file is still at its path.
static int whereabouts(int number, const char *path, int gone) {
  struct stat opened, there;
  if (!csqlite_is_as_opened(number, &opened)) return CSQLITE_CLOSED;
  if (stat(path, &there) != 0) {
    return errno == ENOENT || errno == ENOTDIR ? gone : CSQLITE_UNKNOWN;
  }
  return there.st_ino == opened.st_ino && there.st_dev == opened.st_dev ? CSQLITE_IN_PLACE : gone;
}

// The file's format versions for writing and reading: 2 if the file has a log.
static bool has_log(int number) {
  unsigned char versions[2];
  return pread(number, versions, 2, 18) == 2 && versions[0] == 2 && versions[1] == 2;
}

static bool is_gone(const char *path) {
  return access(path, F_OK) != 0 && errno == ENOENT;
}

int csqlite_look(sqlite3 *db) {
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  if (!is_open(file)) return CSQLITE_IN_PLACE;
  int found = whereabouts(file->h, pager->zFilename, CSQLITE_NO_FILE);
  if (!found && pager->pWal && is_open((unixFile *)pager->pWal->pWalFd)) {
    if (!has_log(file->h) || !fits_log(pager)) return CSQLITE_OVERWRITTEN;
    found = whereabouts(((unixFile *)pager->pWal->pWalFd)->h, pager->zWal, CSQLITE_NO_LOG);
  }
  if (!found && file->pShm && file->pShm->pShmNode->hShm >= 0) {
    unixShmNode *index = file->pShm->pShmNode;
    found = whereabouts(index->hShm, index->zFilename, CSQLITE_NO_INDEX);
  }
  // Checked before the first read, which then fails.
  if (!found && !pager->pWal && pager->zWal && has_log(file->h) && is_gone(pager->zWal) &&
      csqlite_index_is_in_use(pager->zWal)) {
    found = CSQLITE_NO_LOG;
  }
  return found;
}

int64_t csqlite_find_lock(sqlite3 *db, int64_t start, int64_t length) {
  unixFile *file = (unixFile *)sqlite3BtreePager(db->aDb[0].pBt)->fd;
  if (!is_open(file) || !file->pShm || file->pShm->pShmNode->hShm < 0) return -1;
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  bool is_known = system_get_lock(file->pShm->pShmNode->hShm, &lock) == 0;
  return is_known && lock.l_type != F_UNLCK ? lock.l_start : -1;
}

static bool is_same(struct timespec one, struct timespec other) {
  return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

// A file that changes twice within a tick of the clock has the same time after both.
static bool is_old(struct timespec time, struct timespec now) {
  enum { ticks = 50000000 };
  return time.tv_sec < now.tv_sec - 1 ||
         (now.tv_sec - time.tv_sec) * 1000000000 + now.tv_nsec - time.tv_nsec > ticks;
}

int csqlite_look_again(sqlite3 *db, csqlite_place *place) {
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  struct stat folder, database, other;
  if (place->folder < 0 || !is_open(file) || !pager->pWal || !file->pShm ||
      fstat(place->folder, &folder) != 0 || !csqlite_is_as_opened(file->h, &database)) {
    return csqlite_look(db);
  }
  if (place->is_known && is_same(folder.st_ctim, place->renamed) &&
      is_same(folder.st_mtim, place->changed) && is_same(database.st_mtim, place->written) &&
      csqlite_is_as_opened(((unixFile *)pager->pWal->pWalFd)->h, &other) &&
      csqlite_is_as_opened(file->pShm->pShmNode->hShm, &other)) {
    return CSQLITE_IN_PLACE;
  }
  int found = csqlite_look(db);
  struct timespec now;
  place->is_known = !found && clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0 &&
                    is_old(folder.st_ctim, now) && is_old(folder.st_mtim, now) &&
                    is_old(database.st_mtim, now);
  place->renamed = folder.st_ctim;
  place->changed = folder.st_mtim;
  place->written = database.st_mtim;
  return found;
}

// Whether another process has a lock there.
static bool is_locked(int number, off_t start, off_t length) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  return osFcntl(number, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

// Whether the index belongs to this log: both have the number that a log gets as it begins, and the
// log has all frames that the index knows. Only a log put in another one's place may lack some.
static bool is_of_log(Wal *wal) {
  if (wal->nWiData == 0 || !wal->apWiData[0]) return true;
  WalIndexHdr header;
  memcpy(&header, (const void *)wal->apWiData[0], sizeof header);
  if (header.mxFrame == 0) return true;
  unsigned char number[sizeof header.aSalt];
  struct stat log;
  int64_t page = (header.szPage & 0xfe00) + ((header.szPage & 1) << 16);
  return pread(((unixFile *)wal->pWalFd)->h, number, sizeof number, 16) == sizeof number &&
         memcmp(number, header.aSalt, sizeof number) == 0 &&
         fstat(((unixFile *)wal->pWalFd)->h, &log) == 0 &&
         log.st_size >= WAL_HDRSIZE + header.mxFrame * (page + WAL_FRAME_HDRSIZE);
}

int csqlite_look_first(sqlite3 *db) {
  enum { attempts = 2000, pause = 1000 };
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  for (int i = 0; i < attempts; i++) {
    int found = csqlite_look(db);
    if (found || !is_open(file) || !pager->pWal || !file->pShm || file->pShm->pShmNode->hShm < 0) {
      return found;
    }
    // Each program that has the database open holds one lock on it and one on its index.
    bool has_others = is_locked(file->h, SHARED_FIRST, SHARED_SIZE);
    bool shares_index = is_locked(file->pShm->pShmNode->hShm, UNIX_SHM_DMS, 1);
    if ((!has_others || shares_index) && is_of_log(pager->pWal)) return CSQLITE_IN_PLACE;
    // A program that is opening or closing holds only the first, and a log may be just beginning.
    usleep(pause);
  }
  return CSQLITE_APART;
}

bool csqlite_save_log(sqlite3 *db) {
  if (!sqlite3_get_autocommit(db) || csqlite_look(db) != CSQLITE_NO_LOG) return false;
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  // A program that has created a log or an index in their place writes to the file independently.
  if (!pager->pWal || !is_gone(pager->zWal) || !file->pShm) return false;
  unixShmNode *index = file->pShm->pShmNode;
  if (index->hShm < 0 || (whereabouts(index->hShm, index->zFilename, CSQLITE_NO_INDEX) &&
                          !is_gone(index->zFilename))) {
    return false;
  }
  int frames = -1, folded = -1;
  int code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_FULL, &frames, &folded);
  return code == SQLITE_OK && folded == frames;
}

// The last connection to close checkpoints the log into the file and deletes it. It must not do so
// if the files at the path are not its own, or programs that wrote there would lose their changes.
// This runs under the lock that excludes all others, so the result stays valid.
void csqlite_prepare_close(sqlite3 *db) {
  Pager *pager = sqlite3BtreePager(db->aDb[0].pBt);
  unixFile *file = (unixFile *)pager->fd;
  if (!is_open(file) || !pager->pWal) return;
  bool may_fold = false;
  if (sqlite3OsLock(pager->fd, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK) {
    int found = csqlite_look(db);
    // A deleted log is still checkpointed if no commit has been made in its place.
    struct stat there;
    bool is_deleted =
        (found == CSQLITE_NO_LOG || found == CSQLITE_NO_INDEX) &&
        (is_gone(pager->zWal) || (stat(pager->zWal, &there) == 0 && there.st_size == 0));
    may_fold = found == CSQLITE_IN_PLACE || is_deleted;
  }
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !may_fold, (int *)0);
}
