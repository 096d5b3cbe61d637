// This file copies a whole database into a file, some pages at a time, with SQLite's backup.
import CSQLite
import Glibc

final class SQLiteCopy: DatabaseCopy {
  private let path: String
  private var target: SQLiteConnection?
  private var backup: OpaquePointer?
  private(set) var pages: (total: Int, left: Int) = (0, 0)

  /// The source's transaction protects the copy from other connections' commits, which would
  /// restart it.
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
    // The connections do not record this error.
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

  /// The copied header says that there is a write-ahead log. This removes that statement: the file
  /// can then be read anywhere, and gets its log when it is opened for writing. (The bytes are the
  /// file format's versions for writing and reading; SQLite itself would need a journal to change
  /// them.) The file also gets a random tag, which no log has: see CSQLite/tags.h.
  private func leaveLog() throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw NewFile.error(errno, "cannot write \(path)") }
    defer { close(file) }
    let versions: [UInt8] = [1, 1]
    let tag = (0..<4).map { _ in UInt8.random(in: 1...UInt8.max) } + [0, 0, 0, 0]
    guard pwrite(file, versions, 2, 18) == 2, pwrite(file, tag, 8, 72) == 8 else {
      throw NewFile.error(errno, "cannot write \(path)")
    }
  }

  func end() {
    if let backup { sqlite3_backup_finish(backup) }
    target?.close()
    (backup, target) = (nil, nil)
  }
}
