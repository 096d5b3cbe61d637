// This file lets SQLite open a database in one file or in memory.
import CSQLite
import Glibc

extension Database {
  /// Opens an existing database; an empty file is one too.
  public convenience init(path: String, options: DatabaseOptions) throws {
    var engine: any EngineDatabase = SQLiteDatabase(path: path, options: options)
    #if DEBUG
      engine = Database.inserted?(engine) ?? engine
    #endif
    try self.init(engine, options: options)
  }

  #if DEBUG
    /// A hook for tests that wraps SQLite.
    nonisolated(unsafe) static var inserted: ((any EngineDatabase) -> any EngineDatabase)?
  #endif
}

private final class SQLiteDatabase: EngineDatabase, @unchecked Sendable {
  let path: String
  let hasOneConnection: Bool
  private let options: DatabaseOptions
  /// The absolute path, valid even if the process changes its folder, and the file's identity. The
  /// first connection sets them before there is a second.
  private var fileName = ""
  private var file: Fork.OpenFile?
  private var folder: Folder?

  private let waiting = LogWaiting()

  init(path: String, options: DatabaseOptions) {
    (self.path, self.options) = (path, options)
    hasOneConnection = path == ":memory:" || options.isBeingMade
  }

  private func connect(_ flags: Int32, _ closing: ClosingFlag) throws -> SQLiteConnection {
    // An SQLite built with URI support would read a name that begins with "file:" as a URI.
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
      if let equals = options.equals {
        try connection.addPredicate(SQLiteDialect.equals, equals())
      }
    } catch {
      connection.close()
      throw error
    }
    if fileName.isEmpty {
      (fileName, file) = (connection.fileName, connection.file)
      // Without the folder's descriptor, each check that the files are still in place takes longer.
      folder = fileName.isEmpty ? nil : Folder(of: fileName)
    }
    connection.place.folder = folder?.number ?? -1
    return connection
  }

  /// Closes the connection if `body` throws.
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
      if writer.isReadOnly { throw StoreFile.mayOnlyBeRead(path) }
      csqlite_sync_commits(writer.handle, options.syncEveryCommit)
      writer.foldsLog { [self] patience in
        waiting.begin(patience, closing) {
          let folding = try self.connect(SQLITE_OPEN_READWRITE, closing)
          try folding.openLog()
          return folding
        }
      }
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

  var fileMode: UInt32 { StoreFile.mode(fileName) }

  var isCheckpointing: Bool { !hasOneConnection && LogLock.isHeld(ofStore: fileName) }
  func endHelpers() { waiting.wait() }

  var logBytes: Int64 {
    var status = stat()
    return !hasOneConnection && stat(fileName + "-wal", &status) == 0 ? Int64(status.st_size) : 0
  }
}
