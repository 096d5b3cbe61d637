// A copy of a whole database into a file, some pages at a time, by SQLite's own means.
import CSQLite
import Glibc

final class SQLiteCopy: DatabaseCopy {
  private let path: String
  private var target: SQLiteConnection?
  private var backup: OpaquePointer?
  private(set) var pages: (total: Int, left: Int) = (0, 0)

  /// The source's transaction keeps other connections' commits from making it begin anew.
  init(of source: SQLiteConnection, to path: String) throws {
    let target = try SQLiteConnection(
      path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: 0, cacheKiB: 1024,
      closing: ClosingFlag())
    (self.path, self.target) = (path, target)
    try target.keepsToItself()
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw StorageError.from(sqlite3_errcode(target.handle), target.handle)
    }
    self.backup = backup
  }

  deinit { end() }

  func step(_ pages: Int32) throws -> Bool {
    let code = sqlite3_backup_step(backup, pages)
    // The connections do not hear of it.
    guard code == SQLITE_OK || code == SQLITE_DONE else { throw StorageError.from(code, nil) }
    self.pages = (
      Int(sqlite3_backup_pagecount(backup)), Int(sqlite3_backup_remaining(backup))
    )
    return code == SQLITE_DONE
  }

  func finish() throws {
    let code = sqlite3_backup_finish(backup)
    backup = nil
    guard code == SQLITE_OK else { throw StorageError.from(code, target?.handle) }
    end()
    try leaveLog()
  }

  /// The copied header says that there is a write-ahead log: a file without one can be read
  /// wherever it lies, and gets its log when it is opened for writing. (These are the file format's
  /// versions to write and to read it; SQLite itself would need a journal to change them.)
  private func leaveLog() throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw NewFile.error(errno, "cannot write \(path)") }
    defer { close(file) }
    let versions: [UInt8] = [1, 1]
    guard pwrite(file, versions, 2, 18) == 2 else {
      throw NewFile.error(errno, "cannot write \(path)")
    }
  }

  func end() {
    if let backup { sqlite3_backup_finish(backup) }
    target?.close()
    (backup, target) = (nil, nil)
  }
}
