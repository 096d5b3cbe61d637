// A database in one file, or in memory, as SQLite reaches it.
import CSQLite

extension Database {
  /// Opens a database that exists, or makes an empty one unless it is opened for reading only.
  public convenience init(path: String, options: DatabaseOptions) throws {
    try self.init(SQLiteDatabase(path: path, options: options), options: options)
  }
}

private final class SQLiteDatabase: EngineDatabase, @unchecked Sendable {
  let path: String
  let isMemory: Bool
  private let options: DatabaseOptions
  /// Where the file is whatever becomes of the process's folder, and which file it is; set by the
  /// first connection, before there is a second.
  private var fileName = ""
  private var file: Fork.OpenFile?

  init(path: String, options: DatabaseOptions) {
    (self.path, self.options) = (path, options)
    isMemory = path == ":memory:"
  }

  private func connect(_ flags: Int32, _ closing: ClosingFlag) throws -> SQLiteConnection {
    // A name that begins with "file:" would be read as a URI by an SQLite that is built so.
    let given = path.hasPrefix("file:") ? "./" + path : path
    let name = fileName.isEmpty ? given : fileName
    let connection = try SQLiteConnection(
      path: name, flags: flags, busyTimeout: options.busyTimeout, cacheKiB: options.cacheKiB,
      closing: closing)
    do {
      if let file, connection.file != file {
        throw StorageError(.cannotOpen, "\(path) has been replaced by another file")
      }
      if let contains = options.contains {
        try connection.addPredicate(SQLiteDialect.contains, contains())
      }
    } catch {
      connection.close()
      throw error
    }
    if fileName.isEmpty { (fileName, file) = (connection.fileName, connection.file) }
    return connection
  }

  /// Closes the connection where `body` throws.
  private func using(
    _ connection: SQLiteConnection, _ body: (SQLiteConnection) throws -> Void
  ) throws -> any EngineConnection {
    do { try body(connection) } catch {
      connection.close()
      throw error
    }
    return connection
  }

  func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection {
    try using(connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, closing)) { writer in
      if writer.isReadOnly {
        throw StorageError(
          .readOnly, "\(path) may not be written by this user; it can be opened read-only")
      }
      try writer.execute("PRAGMA synchronous = \(options.syncEveryCommit ? "FULL" : "NORMAL")")
      // Pages that commits write again and again are folded into the file a quarter as often as by
      // default: a small commit takes a fifth less time. The log's index finds so many at one look.
      try writer.execute("PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864")
    }
  }

  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection {
    if options.readOnly { return try connect(SQLITE_OPEN_READONLY, closing) }
    return try using(connect(SQLITE_OPEN_READWRITE, closing)) { reader in
      try reader.execute("PRAGMA query_only = ON")
    }
  }

  func check() throws {
    guard let file, Fork.OpenFile(path: fileName) != file else { return }
    throw StorageError(
      .cannotOpen,
      "the store's file has been deleted, moved or replaced since it was opened: \(path)")
  }

  var wakeFile: (path: String, beside: String)? {
    isMemory ? nil : (fileName + "-wake", fileName)
  }
}
