// One database file in this process: a writing connection behind a gate, and a pool of reading
// ones. ":memory:" is one connection that all take turns on.
import CSQLite
import Glibc

public struct DatabaseOptions: Sendable {
  public var readOnly = false
  public var busyTimeout: Milliseconds = 5000
  public var syncEveryCommit = true
  public var cacheKiB: Int32 = 16384
  /// Called on every new connection, to add functions.
  public var prepare: @Sendable (Connection) throws -> Void = { _ in }

  public init() {}
}

public final class Database: @unchecked Sendable {
  public let path: String
  public let isMemory: Bool
  public let options: DatabaseOptions
  private let forks = Fork.generation
  private let gate = Gate()
  private let pool = Lock()
  private var writer: Connection?
  private var idleReaders: [Connection] = []
  private var closed = false
  private let closing = ClosingFlag()
  /// Where the file is whatever becomes of the process's folder; set by the first connection.
  private(set) var fileName = ""
  private var file: Fork.OpenFile?

  private static let idleReaderLimit = 8

  /// Opens a database that exists, or makes an empty one unless `readOnly`.
  public init(path: String, options: DatabaseOptions) throws {
    self.path = path
    self.options = options
    isMemory = path == ":memory:"
    if options.readOnly {
      let reader = try connectReader()
      (fileName, file) = (reader.fileName, reader.file)
      idleReaders.append(reader)
    } else {
      let writer = try connectWriter()
      (fileName, file) = (writer.fileName, writer.file)
      self.writer = writer
    }
  }

  private func connect(_ flags: Int32) throws -> Connection {
    // A name that begins with "file:" would be read as a URI by an SQLite that is built so.
    let given = path.hasPrefix("file:") ? "./" + path : path
    let name = fileName.isEmpty ? given : fileName
    let connection = try Connection(
      path: name, flags: flags, busyTimeout: options.busyTimeout, cacheKiB: options.cacheKiB,
      closing: closing)
    if let file, connection.file != file {
      throw StorageError(.cannotOpen, "\(path) has been replaced by another file")
    }
    _ = try connection.statement(.rollBack)
    try options.prepare(connection)
    return connection
  }

  private func connectWriter() throws -> Connection {
    let writer = try connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    if writer.isReadOnly {
      throw StorageError(
        .readOnly, "\(path) may not be written by this user; it can be opened read-only")
    }
    try writer.execute("PRAGMA synchronous = \(options.syncEveryCommit ? "FULL" : "NORMAL")")
    try writer.foldsLog()
    return writer
  }

  private func connectReader() throws -> Connection {
    if options.readOnly { return try connect(SQLITE_OPEN_READONLY) }
    let reader = try connect(SQLITE_OPEN_READWRITE)
    try reader.execute("PRAGMA query_only = ON")
    return reader
  }

  /// Readers and writers do not block each other in this mode of SQLite's journal.
  public func useWriteAheadLog() throws {
    guard !isMemory, let writer else { return }
    let deadline = Clock.monotonic() &+ options.busyTimeout
    while true {
      do {
        if try writer.text("PRAGMA journal_mode = WAL") == "wal" { return }
        throw StorageError(
          .cannotOpen, "the file system cannot share memory between processes: \(path)")
      } catch let error as StorageError {
        guard error.kind == .busy, Clock.monotonic() < deadline else { throw error }
        usleep(1000)
      }
    }
  }

  private func check() throws {
    guard Fork.generation == forks else {
      throw StorageError(
        .forked, "the store was opened before this process was forked; the child cannot use it")
    }
  }

  /// How large the log beside the file is, in bytes.
  public var logBytes: Int64 {
    var status = stat()
    return !isMemory && stat(fileName + "-wal", &status) == 0 ? Int64(status.st_size) : 0
  }

  // MARK: Reading

  /// A connection that nobody else uses until it is given back. Its reads see what is committed.
  public func borrowReader() throws -> Connection {
    try check()
    if isMemory { return try enter() }
    pool.lock()
    let (idle, isClosed) = (idleReaders.popLast(), closed)
    pool.unlock()
    if isClosed { throw StorageError.closed }
    return try idle ?? connectReader()
  }

  public func giveBack(reader: Connection) {
    if isMemory { return gate.leave() }
    guard Fork.generation == forks else { return }
    pool.lock()
    // One whose rollback has failed would go on seeing an old state.
    let keep = !closed && !reader.inTransaction && idleReaders.count < Database.idleReaderLimit
    if keep { idleReaders.append(reader) }
    pool.unlock()
  }

  /// Gives back a reader that has begun a transaction of its own. Where `restore` fails it is not
  /// used again.
  public func endSnapshot(_ reader: Connection, _ restore: (Connection) throws -> Void = { _ in }) {
    guard Fork.generation == forks else { return }
    rollBackQuietly(reader)
    do { try restore(reader) } catch { return }
    giveBack(reader: reader)
  }

  public func checkIsOpen() throws {
    try check()
    if pool.withLock({ closed }) { throw StorageError.closed }
  }

  // MARK: Writing

  private func enter() throws -> Connection {
    let deadline = Clock.monotonic() &+ options.busyTimeout
    switch gate.enter(until: deadline) {
    case .entered: break
    case .shut: throw StorageError.closed
    case .timedOut:
      throw StorageError(
        .busy,
        "another write through this handle lasted more than \(options.busyTimeout) ms; within a"
          + " transaction, write through its own handle")
    }
    let writer: Connection
    do { writer = try currentWriter() } catch {
      gate.leave()
      throw error
    }
    writer.busyTimeout = max(0, deadline &- Clock.monotonic())
    return writer
  }

  /// Called by the one who has entered the gate.
  private func currentWriter() throws -> Connection {
    if let file, Fork.OpenFile(path: fileName) != file {
      throw StorageError(
        .cannotOpen,
        "the store's file has been deleted, moved or replaced since it was opened: \(path)")
    }
    if let writer, isMemory || !writer.inTransaction { return writer }
    // Its last rollback failed: with it goes its hold on the store.
    writer = nil
    let fresh = try connectWriter()
    writer = fresh
    return fresh
  }

  /// Waits for the write lock of this process and of all others, and begins a transaction.
  public func beginWrite() throws -> Connection {
    try check()
    if options.readOnly {
      throw StorageError(.readOnly, "the store is open for reading only")
    }
    let connection = try enter()
    do {
      try connection.statement(.begin).run()
      return connection
    } catch {
      // One that could open the log for reading only, once, will never write.
      if (error as? StorageError)?.kind == .readOnly { writer = nil }
      gate.leave()
      throw waited(error)
    }
  }

  /// What SQLite says of a lock, in words of our own.
  private func waited(_ error: any Error) -> any Error {
    guard let storage = error as? StorageError, storage.kind == .busy, storage.code != 0 else {
      return error
    }
    return StorageError(
      .busy, code: storage.code,
      "another program held the store for more than \(options.busyTimeout) ms")
  }

  /// Runs what SQLite runs only outside of a transaction, while no write through this database can
  /// begin.
  public func withWriter<R>(_ body: (Connection) throws -> R) throws -> R {
    try check()
    if options.readOnly {
      throw StorageError(.readOnly, "the store is open for reading only")
    }
    let connection = try enter()
    defer { gate.leave() }
    do { return try body(connection) } catch { throw waited(error) }
  }

  /// Either everything is committed, or nothing is and an error is thrown. `committed` runs before
  /// the next write through this database can begin.
  public func commit(_ connection: Connection, _ committed: () -> Void = {}) throws {
    defer { gate.leave() }
    do { try connection.statement(.commit).run() } catch {
      rollBackQuietly(connection)
      throw error
    }
    committed()
    connection.foldLogIfDue()
  }

  public func rollBack(_ connection: Connection) {
    rollBackQuietly(connection)
    gate.leave()
  }

  /// SQLite may have rolled back by itself; then there is nothing left to do.
  private func rollBackQuietly(_ connection: Connection) {
    guard Fork.generation == forks, connection.inTransaction else { return }
    // Where even this fails, the connection is not used again: see giveBack and currentWriter.
    try? connection.statement(.rollBack).run()
  }

  // MARK: Closing

  public var isClosing: Bool { closing.isSet }

  /// Turns new calls away and closes each connection when its user has given it back.
  public func close() {
    guard Fork.generation == forks else { return }
    closing.set()
    gate.shutAndWait()
    pool.lock()
    closed = true
    let readers = idleReaders
    idleReaders = []
    pool.unlock()
    _ = consume readers
    // The last connection to close folds the write-ahead log into the file; only a writer can.
    writer = nil
  }
}

extension SQL {
  /// Begins to read; what is read first fixes the state that is seen.
  public static let beginReading = SQL("BEGIN")
  fileprivate static let begin = SQL("BEGIN IMMEDIATE")
  fileprivate static let commit = SQL("COMMIT")
  // Savepoints of one name nest; each command means the innermost.
  public static let savepoint = SQL("SAVEPOINT step")
  public static let rollBackTo = SQL("ROLLBACK TO SAVEPOINT step")
  public static let release = SQL("RELEASE SAVEPOINT step")
  /// Prepared on every connection beforehand, for when memory has run out.
  public static let rollBack = SQL("ROLLBACK")
}
