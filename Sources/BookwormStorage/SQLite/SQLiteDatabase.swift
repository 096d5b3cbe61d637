// A database in one file, or in memory, as SQLite reaches it.
import CSQLite
import Glibc

extension Database {
  /// Opens a database that exists, an empty file too.
  public convenience init(path: String, options: DatabaseOptions) throws {
    var engine: any EngineDatabase = SQLiteDatabase(path: path, options: options)
    #if DEBUG
      engine = Database.inserted?(engine) ?? engine
    #endif
    try self.init(engine, options: options)
  }

  #if DEBUG
    /// What tests put before SQLite.
    nonisolated(unsafe) static var inserted: ((any EngineDatabase) -> any EngineDatabase)?
  #endif
}

private final class SQLiteDatabase: EngineDatabase, @unchecked Sendable {
  let path: String
  let hasOneConnection: Bool
  private let options: DatabaseOptions
  /// Where the file is whatever becomes of the process's folder, and which file it is; set by the
  /// first connection, before there is a second.
  private var fileName = ""
  private var file: Fork.OpenFile?

  init(path: String, options: DatabaseOptions) {
    (self.path, self.options) = (path, options)
    hasOneConnection = path == ":memory:" || options.isBeingMade
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
    try using(connect(SQLITE_OPEN_READWRITE, closing)) { writer in
      if hasOneConnection { return try writer.keepsToItself() }
      if writer.isReadOnly {
        throw StorageError(
          .readOnly, "\(path) may not be written by this user; it can be opened read-only")
      }
      try writer.execute("PRAGMA synchronous = \(options.syncEveryCommit ? "FULL" : "NORMAL")")
      try writer.foldsLog()
    }
  }

  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection {
    if options.readOnly { return try connect(SQLITE_OPEN_READONLY, closing) }
    return try using(connect(SQLITE_OPEN_READWRITE, closing)) { reader in
      try reader.execute("PRAGMA query_only = ON")
    }
  }

  var identity: String? { file.map { "\($0.device) \($0.number)" } }
  var filePath: String? { hasOneConnection ? nil : fileName }
  var commitChannel: (any CommitChannel)? {
    filePath.flatMap { FileChannel($0 + "-wake", beside: $0) }
  }

  var fileMode: UInt32 {
    var status = stat()
    return stat(fileName, &status) == 0 ? status.st_mode & 0o666 : 0o600
  }

  var logBytes: Int64 {
    var status = stat()
    return !hasOneConnection && stat(fileName + "-wal", &status) == 0 ? Int64(status.st_size) : 0
  }
}
