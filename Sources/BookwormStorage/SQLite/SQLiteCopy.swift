// A copy of a whole database into a file, some pages at a time, by SQLite's own means.
import CSQLite

final class SQLiteCopy: DatabaseCopy {
  private var target: SQLiteConnection?
  private var backup: OpaquePointer?
  private(set) var pages: (total: Int, left: Int) = (0, 0)

  /// The source's transaction keeps other connections' commits from making it begin anew.
  init(of source: SQLiteConnection, to path: String) throws {
    let target = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: 0, cacheKiB: 1024,
      closing: ClosingFlag())
    self.target = target
    // The file is synced as a whole before it gets its name; until then nobody relies on it.
    try target.execute(
      """
      PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE
      """)
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError.from(sqlite3_errcode(target.handle), target.handle)
    }
    self.backup = backup
  }

  deinit { end() }

  func step(_ pages: Int32) throws -> Bool {
    let code = sqlite3_backup_step(backup, pages)
    self.pages = (
      Int(sqlite3_backup_pagecount(backup)), Int(sqlite3_backup_remaining(backup))
    )
    guard code != SQLITE_DONE else { return true }
    guard code == SQLITE_OK else { throw StorageError.from(code, nil) }
    return false
  }

  func finish() throws {
    let code = sqlite3_backup_finish(backup)
    backup = nil
    guard code == SQLITE_OK else { throw StorageError.from(code, target?.handle) }
    // The copied header says that there is a write-ahead log: a file without one can be read
    // wherever it lies, and gets its log when it is opened for writing.
    guard try target?.text("PRAGMA journal_mode = DELETE") == "delete" else {
      throw StorageError(.inputOutput, "the copy cannot be made independent of a log")
    }
    end()
  }

  func end() {
    if let backup { sqlite3_backup_finish(backup) }
    target?.close()
    (backup, target) = (nil, nil)
  }
}
