// This file defines one database in this process: a writing connection behind a gate, and a pool of
// reading connections. In memory, or while its file is being made, a single connection serves all
// callers in turn.
import Glibc

public final class Database: @unchecked Sendable {
  public let path: String
  public let hasOneConnection: Bool
  public let options: DatabaseOptions
  private let engine: any EngineDatabase
  private let forks = Fork.generation
  private let process = Fork.process
  private let gate = Gate()
  private let idleReaders: IdleReaders
  private var writer: Connection?
  private let closing = ClosingFlag()
  /// Distinguishes the store from another store put in its place. Set when the store is opened.
  nonisolated(unsafe) public var storeID: Int64 = 0

  init(_ engine: any EngineDatabase, options: DatabaseOptions) throws {
    self.engine = engine
    self.options = options
    path = engine.path
    hasOneConnection = engine.hasOneConnection
    idleReaders = IdleReaders(for: engine.timeOfIdleReaders)
    if options.readOnly {
      idleReaders.give(try connectReader())
    } else {
      writer = try connectWriter()
    }
  }

  deinit { if Fork.generation == forks { idleReaders.close() } }

  private func connectWriter() throws -> Connection { try made(engine.connectWriter(closing)) }
  private func connectReader() throws -> Connection { try made(engine.connectReader(closing)) }

  private func made(_ side: any EngineConnection) throws -> Connection {
    let connection = Connection(side, closing: closing)
    _ = try connection.statement(.rollBack)
    return connection
  }

  /// From now on, readers and writers do not block each other, and no restore can replace the file.
  /// Throws if a restore has already replaced it.
  public func separateReaders() throws {
    try writer?.side.separateReaders()
    try writer?.side.lookNowAndThen()
  }

  /// The channel that announces commits; nil if no other process can write.
  var commitChannel: (any CommitChannel)? { engine.commitChannel }

  /// Whether the database is on a server: not in a file and not in memory.
  public var isOnServer: Bool { engine.filePath == nil && !hasOneConnection }

  /// Whether both databases are open on the same file, or on the same schema of a server.
  public func isSame(as other: Database) throws -> Bool {
    guard let identity = try identity() else { return false }
    return try identity == other.identity()
  }

  private func identity() throws -> String? {
    guard let sql = engine.identitySQL else { return engine.identity }
    let reader = try borrowReader()
    defer { giveBack(reader: reader) }
    let select = try reader.statement(composed: sql)
    defer { select.reset() }
    guard try select.step(), !select.isNull(0) else { return nil }
    return String(decoding: select.text(0), as: UTF8.self)
  }

  /// The size in bytes of the `-wal` file with the last commits; 0 if there is none.
  public var logBytes: Int64 { engine.logBytes }

  /// The folder for data that does not fit into memory: next to the database or, without a file,
  /// the system's folder for temporary files.
  public var temporaryFolder: String {
    guard let file = engine.filePath else {
      return getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }
    return StoreFile.folder(of: file)
  }

  /// The permissions of the database's file; of a database in memory, those of its owner.
  public var fileMode: UInt32 { engine.fileMode }

  private func check() throws {
    guard Fork.generation == forks else {
      throw Database.forked
    }
  }

  /// Throws in a child of _Fork(), which would write under its parent's locks. Fork.generation does
  /// not count such a child, because _Fork() runs no fork handlers.
  private func checkIsSameProcess() throws {
    guard Fork.process == process else { throw Database.forked }
  }

  private static let forked = StorageError(
    .forked, "the store was opened before this process was forked; the child cannot use it")

  // MARK: Reading

  /// Returns a connection that only the caller uses until it is given back. Its reads see committed
  /// data.
  public func borrowReader() throws -> Connection {
    try check()
    if hasOneConnection { return try enter() }
    let reader = try idleReaders.take() ?? connectReader()
    do { try reader.side.lookNowAndThen() } catch {
      _ = reader.side.savesLog()
      throw error
    }
    return reader
  }

  public func giveBack(reader: Connection) {
    if hasOneConnection { return gate.leave() }
    guard Fork.generation == forks else { return }
    // A reader whose rollback failed would keep seeing an old state.
    if !reader.inTransaction { idleReaders.give(reader) }
  }

  /// Gives back a reader that has begun a transaction of its own.
  public func endSnapshot(_ reader: Connection, _ restore: (Connection) -> Void = { _ in }) {
    guard Fork.generation == forks else { return }
    rollBackQuietly(reader)
    restore(reader)
    giveBack(reader: reader)
  }

  public func checkIsOpen() throws {
    try check()
    try idleReaders.checkIsOpen()
  }

  // MARK: Writing

  private func enter() throws -> Connection {
    let deadline = Clock.end(of: options.busyTimeout)
    switch gate.enter(until: deadline) {
    case .entered: break
    case .shut: throw StorageError.closed
    case .interrupted: throw StorageError(.busy, "the wait for another write was interrupted")
    case .timedOut:
      throw StorageError(
        .busy,
        engine.isCheckpointing
          ? "another write through this handle waited for a checkpoint, which waits for readers of"
            + " the store, for more than \(options.busyTimeout) ms"
          : "another write through this handle lasted more than \(options.busyTimeout) ms; within a"
            + " transaction, write through its own handle")
    }
    let writer: Connection
    do { writer = try currentWriter() } catch {
      gate.leave()
      throw error
    }
    writer.side.makeRoom()
    writer.busyTimeout = max(0, deadline &- Clock.monotonic())
    return writer
  }

  /// Called by the holder of the gate.
  private func currentWriter() throws -> Connection {
    if let writer, hasOneConnection || !writer.inTransaction { return writer }
    // The last rollback of this connection failed. Closing it releases its hold on the store.
    writer = nil
    let fresh = try connectWriter()
    writer = fresh
    return fresh
  }

  /// Waits for the gate, which only one write through this database can enter, and for the write
  /// lock that all processes share; then begins a transaction. `asking` calls Statement.ask() for
  /// the first reads: they take place under the lock, and their rows arrive together with it.
  public func beginWrite(
    asking: (Connection) throws -> Void = { _ in }
  ) throws -> Connection {
    try check()
    try checkIsSameProcess()
    if options.readOnly {
      throw StorageError(.readOnly, "the store is open for reading only")
    }
    let connection = try enter()
    do {
      try asking(connection)
      try connection.side.inTurn { try connection.statement(.beginWriting).run() }
      do { try connection.side.lookNowAndThen() } catch {
        rollBackQuietly(connection)
        _ = connection.side.savesLog()
        throw error
      }
      return connection
    } catch {
      // After SQLite has opened its log for reading only, this connection can never write.
      if (error as? StorageError)?.kind == .readOnly { writer = nil }
      let waited = waited(error, connection)
      gate.leave()
      throw waited
    }
  }

  /// Replaces the engine's message about a lock by one of ours.
  private func waited(_ error: any Error, _ connection: Connection) -> any Error {
    guard let storage = error as? StorageError, storage.kind == .busy,
      storage.code != 0 || !storage.sqlState.isEmpty, storage.sqlState != StorageError.isCancelled
    else { return error }
    return StorageError(
      .busy, code: storage.code, sqlState: storage.sqlState,
      connection.side.hasMetCheckpoint
        ? "a checkpoint of the log, which waits for readers of the store, and other transactions held"
          + " the store for more than \(options.busyTimeout) ms"
        : "another transaction, in this program or another one, held the store for more than"
          + " \(options.busyTimeout) ms")
  }

  /// Runs a body that must be outside of a transaction. Meanwhile no write through this database
  /// can begin.
  public func withWriter<R>(_ body: (Connection) throws -> R) throws -> R {
    try check()
    try checkIsSameProcess()
    if options.readOnly {
      throw StorageError(.readOnly, "the store is open for reading only")
    }
    let connection = try enter()
    defer { gate.leave() }
    try connection.checkIsInPlace()
    do { return try body(connection) } catch { throw waited(error, connection) }
  }

  /// Commits everything. After an error, nothing was committed, with two exceptions: a server may
  /// have kept the commit if the error says that the outcome is unknown (see wasKept()), and a file
  /// that was moved away may contain it. `committed` runs before the next write through this
  /// database can begin.
  public func commit(_ connection: Connection, _ committed: () -> Void = {}) throws {
    defer { gate.leave() }
    try checkIsSameProcess()
    do {
      if let fault = try connection.side.whyLost(quickly: true) { throw fault }
      try connection.statement(.commit).run()
    } catch {
      rollBackQuietly(connection)
      _ = connection.side.savesLog()
      throw error
    }
    committed()
    // The files may have been moved or deleted since the check above. Then nobody would look for
    // the commit there, and it has failed, unless only the log was deleted and savesLog() writes
    // its commits into the file. If this check itself cannot be made, the commit is valid, because
    // the files were in place a moment before.
    if let fault = try? connection.side.whyLost(quickly: true), !connection.side.savesLog() {
      throw fault
    }
    connection.side.tidyUp()
  }

  /// Whether a commit of unknown outcome was kept, by the receipt in its error. Nil if the log of
  /// changes no longer reaches back that far. `check` throws if this is not the store of that
  /// commit.
  public func wasKept(
    receipt: Int64, _ check: (Connection) throws -> Void = { _ in }
  ) throws -> Bool? {
    guard let question = options.receipts else { return nil }
    let connection = try beginWrite()
    defer { rollBack(connection) }
    try check(connection)
    let ask = try connection.statement(question)
    defer { ask.reset() }
    ask.bind(1, receipt)
    return try ask.step() && !ask.isNull(0) ? ask.int64(0) == 1 : nil
  }

  public func rollBack(_ connection: Connection) {
    rollBackQuietly(connection)
    gate.leave()
  }

  /// The engine may have rolled back by itself; then there is nothing to do.
  private func rollBackQuietly(_ connection: Connection) {
    guard Fork.generation == forks, connection.inTransaction else { return }
    // If the rollback fails too, the connection is not used again: see giveBack and currentWriter.
    try? connection.statement(.rollBack).run()
  }

  // MARK: Closing

  public var isClosing: Bool { closing.isSet }

  /// Rejects new calls and closes each connection when its user has given it back.
  public func close() {
    guard Fork.generation == forks else { return }
    closing.set()
    gate.shutAndWait()
    engine.endHelpers()
    idleReaders.close()
    // The writer is closed last, because only a writer can tidy up (SQLite's log, for example).
    writer = nil
  }
}

extension SQL {
  /// Begins to read. The first read fixes the state that is seen.
  public static let beginReading = SQL { $0.beginReading }
  fileprivate static let beginWriting = SQL { $0.beginWriting }
  fileprivate static let commit = SQL("COMMIT")
  // Savepoints with the same name nest; each command applies to the innermost.
  public static let savepoint = SQL("SAVEPOINT step")
  public static let rollBackTo = SQL("ROLLBACK TO SAVEPOINT step")
  public static let release = SQL("RELEASE SAVEPOINT step")
  /// Prepared on every connection in advance, for use when memory has run out.
  public static let rollBack = SQL("ROLLBACK")
}
