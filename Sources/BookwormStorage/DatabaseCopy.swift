// A copy of a whole database into a file, some pages at a time, by SQLite's own means.
import CSQLite

public final class DatabaseCopy {
  private let source: Connection
  private var target: Connection?
  private var backup: OpaquePointer?
  /// Pages of the database, and those of them that are still to be copied; of the last step.
  public private(set) var pages: (total: Int, left: Int) = (0, 0)

  /// `source` is used by nobody else while the copy is made, and has begun a transaction that
  /// reads: so it copies one state, and other connections' commits do not make it begin anew. At
  /// `path` lies an empty file.
  public init(of source: Connection, to path: String) throws {
    self.source = source
    let target = try Connection(
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

  /// Copies so many pages, or all that are left where `pages` is below 0. True when all are copied.
  public func step(_ pages: Int32) throws -> Bool {
    let code = sqlite3_backup_step(backup, pages)
    self.pages = (
      Int(sqlite3_backup_pagecount(backup)), Int(sqlite3_backup_remaining(backup))
    )
    guard code != SQLITE_DONE else { return true }
    guard code == SQLITE_OK else { throw StorageError.from(code, nil) }
    return false
  }

  /// Closes the file, which is a database of its own then, with no log beside it.
  public func finish() throws {
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

  /// Closes the file and lets go of the source, wherever the copy stands.
  public func end() {
    if let backup { sqlite3_backup_finish(backup) }
    backup = nil
    target = nil
  }
}
