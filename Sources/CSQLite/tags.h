// This file ties a log to its database, so that a log next to another file is recognized: a file
// that was copied over the database, for example. It is included at the end of sqlite.c, since it
// uses SQLite's own structs and file functions.
//
// Bytes 72 to 79 of a database's header are the tag; SQLite reserves them, and copies them with the
// rest. The tag names the last log that is complete in the file, by the first number of its salt,
// and says how many frames it had. SQLite adds one to that number whenever it starts a log again.
// So a database's own log is either the log that the tag names, until the next commit starts it
// again, or the log after that one. Without a tag (zeros) any log is accepted.
//
// - A checkpoint that completes a log writes the tag just before it syncs the file, which costs no
//   further sync.
// - The first log after the last program has closed the database has random salts. Before that
//   log begins, the tag is changed to fit, and synced.
// - A backup gets a random tag, which no log fits.
// - A page 1 that comes from a log or from another database leaves the file's tag as it is.
// - Another SQLite writes no tags and may complete several logs. So a connection that is already
//   open also accepts a log that is many logs after the tag: see fits_log().

enum { tag_at = 72, tag_size = 8 };

// How a database is written: these functions replace those of SQLite's file.
static sqlite3_io_methods database_methods, log_methods;

static int write_tag(sqlite3_file *database, unsigned before, unsigned frames) {
  unsigned char tag[tag_size];
  sqlite3Put4byte(tag, before);
  sqlite3Put4byte(tag + 4, frames);
  return unixWrite(database, tag, tag_size, tag_at);
}

static int write_database(sqlite3_file *file, const void *page, int size, sqlite3_int64 at) {
  if (at == 0 && size >= tag_at + tag_size) {
    unsigned char tag[tag_size];
    int code = unixRead(file, tag, tag_size, tag_at);
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
    // The buffer belongs to SQLite's cache, or is a copy for this write. A file that is being made
    // has no tag yet: then this writes zeros.
    memcpy((unsigned char *)page + tag_at, tag, tag_size);
  }
  return unixWrite(file, page, size, at);
}

// If the database has a log, SQLite sets the file's size only when a checkpoint has copied all of
// the log, before it syncs the file.
static int truncate_database(sqlite3_file *file, sqlite3_int64 size) {
  const unixShm *index = ((unixFile *)file)->pShm;
  const WalIndexHdr *header = NULL;
  if (index) {
    // Other threads may add regions, and move their list.
    sqlite3_mutex_enter(index->pShmNode->pShmMutex);
    if (index->pShmNode->nRegion > 0) header = (WalIndexHdr *)index->pShmNode->apRegion[0];
    sqlite3_mutex_leave(index->pShmNode->pShmMutex);
  }
  if (header) {
    const WalCkptInfo *checkpoint = (const WalCkptInfo *)&header[2];
    unsigned salt = sqlite3Get4byte((const u8 *)header->aSalt);
    int code = write_tag(file, salt, checkpoint->nBackfillAttempted);
    if (code != SQLITE_OK) return code;
  }
  return unixTruncate(file, size);
}

// Nobody else writes a tag now: the caller has the write lock, and a checkpoint has nothing to
// copy.
static int begin_log(Pager *pager, unsigned salt) {
  unsigned char tag[tag_size];
  int code = unixRead(pager->fd, tag, tag_size, tag_at);
  if (code == SQLITE_OK && salt - sqlite3Get4byte(tag) != 1) {
    code = write_tag(pager->fd, salt - 1, 0);
    if (code == SQLITE_OK) code = unixSync(pager->fd, SQLITE_SYNC_NORMAL);
    if (code == SQLITE_OK) code = unixRead(pager->fd, tag, tag_size, tag_at);
  }
  if (code != SQLITE_OK) return code;
  // Another SQLite that checkpoints this log writes page 1 as the log has it.
  DbPage *page = sqlite3PagerLookup(pager, 1);
  if (page) {
    memcpy((unsigned char *)page->pData + tag_at, tag, tag_size);
    sqlite3PagerUnrefNotNull(page);
  }
  return SQLITE_OK;
}

static int write_log(sqlite3_file *file, const void *data, int size, sqlite3_int64 at) {
  if (at == 0 && size == WAL_HDRSIZE) {
    // As sqlite3_database_file_object() finds it.
    const char *database = sqlite3_filename_database(((unixFile *)file)->zPath);
    Pager *pager = *(Pager **)(database - 4 - sizeof(Pager *));
    int code = begin_log(pager, sqlite3Get4byte((const u8 *)data + 16));
    if (code != SQLITE_OK) return code;
  }
  return unixWrite(file, data, size, at);
}

void csqlite_prepare_tags(void) {
  database_methods = posixIoMethods;
  database_methods.xWrite = write_database;
  database_methods.xTruncate = truncate_database;
  log_methods = nolockIoMethods;
  log_methods.xWrite = write_log;
}

void csqlite_keep_tags(sqlite3_file *file, int kind) {
  if (kind & SQLITE_OPEN_MAIN_DB && file->pMethods == &posixIoMethods) {
    file->pMethods = &database_methods;
  } else if (kind & SQLITE_OPEN_WAL && file->pMethods == &nolockIoMethods) {
    file->pMethods = &log_methods;
  }
}

// Whether the database's header fits the log that the connection uses. Another process may start
// the log again twice between the two reads: then this function repeats them.
static bool fits_log(Pager *pager) {
  // If the file was replaced by a copy from another time, the numbers differ by far more. A smaller
  // difference is accepted, because another SQLite, which writes no tags, may have completed some
  // logs.
  enum { some = 1 << 16 };
  const Wal *log = pager->pWal;
  if (log->nWiData == 0 || !log->apWiData[0]) return true;
  WalIndexHdr before, after;
  memcpy(&after, (const void *)log->apWiData[0], sizeof after);
  do {
    before = after;
    unsigned char tag[tag_size];
    int database = ((unixFile *)pager->fd)->h;
    // An index without frames belongs to an empty log.
    if (before.mxFrame == 0 || pread(database, tag, tag_size, tag_at) != tag_size) return true;
    unsigned salt = sqlite3Get4byte((const u8 *)before.aSalt), complete = sqlite3Get4byte(tag);
    if (complete == 0 || salt - complete <= 1) return true;
    // The lock keeps the log from being started again. A checkpoint may write its tag at the same
    // time, and the log fits both.
    if (salt - complete < some) return !log->writeLock || begin_log(pager, salt) == SQLITE_OK;
    memcpy(&after, (const void *)log->apWiData[0], sizeof after);
  } while (memcmp(before.aSalt, after.aSalt, sizeof after.aSalt) != 0);
  return false;
}
