// One database in this process: a writing connection behind a gate, and a pool of reading ones. In
// memory, or while its file is being made, it is one connection that all take turns on.
import Glibc

public final class Database: @unchecked Sendable {
  public let path: String
  public let hasOneConnection: Bool
  public let options: DatabaseOptions
  private let engine: any EngineDatabase
  private let forks = Fork.generation
  private let process = getpid()
  private let gate = Gate()
  private let pool = Lock()
  private var writer: Connection?
  private var idleReaders: [Connection] = []
  private var closed = false
  private let closing = ClosingFlag()
  /// By which the store is told from another one that takes its place; set as it is opened.
  nonisolated(unsafe) public var storeID: Int64 = 0

  private static let idleReaderLimit = 8

  init(_ engine: any EngineDatabase, options: DatabaseOptions) throws {
    self.engine = engine
    self.options = options
    path = engine.path
    hasOneConnection = engine.hasOneConnection
    if options.readOnly {
      idleReaders.append(try connectReader())
    } else {
      writer = try connectWriter()
    }
  }

  private func connectWriter() throws -> Connection { try made(engine.connectWriter(closing)) }
  private func connectReader() throws -> Connection { try made(engine.connectReader(closing)) }

  private func made(_ side: any EngineConnection) throws -> Connection {
    let connection = Connection(side, closing: closing)
    _ = try connection.statement(.rollBack)
    return connection
  }

  /// Readers and writers do not block each other from now on.
  public func separateReaders() throws {
    try writer?.side.separateReaders()
  }

  /// How its commits become known; nil where no other process can write.
  var commitChannel: (any CommitChannel)? { engine.commitChannel }

  /// Whether it is neither in a file nor in memory.
  public var isOnServer: Bool { engine.filePath == nil && !hasOneConnection }

  /// Whether both are open on one file, or one schema of a server.
  public func isSame(as other: Database) throws -> Bool {
    guard let identity = try identity() else { return false }
    return try identity == other.identity()
  }

  private func identity() throws -> String? {
    guard isOnServer else { return engine.identity }
    let reader = try borrowReader()
    defer { giveBack(reader: reader) }
    return try reader.identityOnServer()
  }

  /// How large the log is in which commits stand at first, in bytes.
  public var logBytes: Int64 { engine.logBytes }

  /// Where what has no room in memory may be written: beside the database, or, without a file,
  /// where the system has such files.
  public var temporaryFolder: String {
    guard let file = engine.filePath else {
      return getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }
    return StoreFile.folder(of: file)
  }

  /// Who may read and write the database's file; of one in memory, who has it.
  public var fileMode: UInt32 { engine.fileMode }

  private func check() throws {
    guard Fork.generation == forks else {
      throw Database.forked
    }
  }

  /// A child that was made without the handlers of fork(), as _Fork() makes one, is no fork to
  /// Fork.generation; it would write by its parent's locks.
  private func checkIsSameProcess() throws {
    guard getpid() == process else { throw Database.forked }
  }

  private static let forked = StorageError(
    .forked, "the store was opened before this process was forked; the child cannot use it")

  // MARK: Reading

  /// A connection that nobody else uses until it is given back. Its reads see what is committed.
  public func borrowReader() throws -> Connection {
    try check()
    if hasOneConnection { return try enter() }
    pool.lock()
    let (idle, isClosed) = (idleReaders.popLast(), closed)
    pool.unlock()
    if isClosed { throw StorageError.closed }
    let reader = try idle ?? connectReader()
    try reader.side.lookNowAndThen()
    return reader
  }

  public func giveBack(reader: Connection) {
    if hasOneConnection { return gate.leave() }
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
    let deadline = Clock.end(of: options.busyTimeout)
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
    writer.side.makeRoom()
    writer.busyTimeout = max(0, deadline &- Clock.monotonic())
    return writer
  }

  /// Called by the one who has entered the gate.
  private func currentWriter() throws -> Connection {
    if let writer, hasOneConnection || !writer.inTransaction { return writer }
    // Its last rollback failed: with it goes its hold on the store.
    writer = nil
    let fresh = try connectWriter()
    writer = fresh
    return fresh
  }

  /// Waits for the write lock of this process and of all others, and begins a transaction. `asking`
  /// asks, by Statement.ask(), for what is to be read first, as it is under the lock.
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
      try connection.statement(.beginWriting).run()
      do { try connection.side.lookNowAndThen() } catch {
        rollBackQuietly(connection)
        throw error
      }
      return connection
    } catch {
      // SQLite's, once it could open its log for reading only, will never write.
      if (error as? StorageError)?.kind == .readOnly { writer = nil }
      gate.leave()
      throw waited(error)
    }
  }

  /// What the engine says of a lock, in words of our own.
  private func waited(_ error: any Error) -> any Error {
    guard let storage = error as? StorageError, storage.kind == .busy,
      storage.code != 0 || !storage.sqlState.isEmpty, storage.sqlState != StorageError.isCancelled
    else { return error }
    return StorageError(
      .busy, code: storage.code, sqlState: storage.sqlState,
      "another transaction, in this program or another one, held the store for more than"
        + " \(options.busyTimeout) ms")
  }

  /// Runs what can only run outside of a transaction, while no write through this database can
  /// begin.
  public func withWriter<R>(_ body: (Connection) throws -> R) throws -> R {
    try check()
    if options.readOnly {
      throw StorageError(.readOnly, "the store is open for reading only")
    }
    let connection = try enter()
    defer { gate.leave() }
    try connection.checkIsInPlace()
    do { return try body(connection) } catch { throw waited(error) }
  }

  /// Either everything is committed, or nothing is and an error is thrown. `committed` runs before
  /// the next write through this database can begin.
  public func commit(_ connection: Connection, _ committed: () -> Void = {}) throws {
    defer { gate.leave() }
    try checkIsSameProcess()
    do {
      try connection.checkIsInPlace()
      try connection.statement(.commit).run()
    } catch {
      rollBackQuietly(connection)
      throw error
    }
    committed()
    // A file that went away just then: what is committed now is not where anybody will look. Where
    // nobody can tell, it was there just before, and the commit stands.
    if let fault = try? connection.side.whyLost() { throw fault }
    connection.side.tidyUp()
  }

  /// Whether a commit was kept whose outcome was unknown, by the receipt that its error had; nil
  /// where the log no longer reaches back to it. `check` throws where it is not the same store.
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

  /// The engine may have rolled back by itself; then there is nothing left to do.
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
    // The last to go: only a writer can put in order what it leaves, such as SQLite's log.
    writer = nil
  }
}

extension SQL {
  /// Begins to read; what is read first fixes the state that is seen.
  public static let beginReading = SQL { $0.beginReading }
  fileprivate static let beginWriting = SQL { $0.beginWriting }
  fileprivate static let commit = SQL("COMMIT")
  // Savepoints of one name nest; each command means the innermost.
  public static let savepoint = SQL("SAVEPOINT step")
  public static let rollBackTo = SQL("ROLLBACK TO SAVEPOINT step")
  public static let release = SQL("RELEASE SAVEPOINT step")
  /// Prepared on every connection beforehand, for when memory has run out.
  public static let rollBack = SQL("ROLLBACK")
}
