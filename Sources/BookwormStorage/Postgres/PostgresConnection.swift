// PostgreSQL's side of a connection. What changes something is sent and not waited for: what became
// of it is learned with the next statement that gives rows, at the latest with the commit.
import CPostgres

final class PostgresConnection: EngineConnection {
  let pipe: PostgresPipe
  let address: ServerAddress
  let options: DatabaseOptions
  private let forks = Fork.generation
  /// Of the store's schema, by which its lock is known; nil until it is asked for.
  var schemaNumber: Int64?
  /// Whether the next transaction may make it.
  var makesSchema = false
  /// To be sent behind what begins the next transaction: see Statement.ask().
  private var asked: [PostgresStatement] = []
  /// Another one since every change and every transaction: what was read before is not asked for.
  var state: Int64 = 0
  /// Whether anything has been changed in the transaction.
  var hasChanged = false
  /// By which it is known whether the transaction was kept; 0 where nobody has asked for one.
  private(set) var receipt: Int64 = 0

  var busyTimeout: Milliseconds
  var inTransaction = false
  private var isWriting = false
  /// How far a transaction that reads has come. It begins with the first statement in it, so that
  /// to begin costs no wait, and until that one is answered it can begin in another session.
  private var beginning = Beginning.isDone
  private enum Beginning { case isDue, isSent, isDone }
  var rowsToCome = RowsToCome.few
  /// Those with rows that have yet to be sent.
  var gathered: [PostgresStatement] = []
  private var lastError = StorageError.connectionLost
  /// Of a wait that nobody could be told of.
  private var unheard: (any Error)?
  private(set) var memoryTables: [String: any MemoryRows] = [:]
  var visitor: ((Int64, Int64) -> Void)?

  // What it sends by itself.
  private lazy var beginReading = own(dialect.beginReading)
  private lazy var beginWriting = own(dialect.beginWriting)
  private lazy var commit = own("COMMIT")
  private lazy var rollBack = own("ROLLBACK")
  private lazy var settings = own(
    "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', ?, true)")
  lazy var lock = own("SELECT pg_advisory_xact_lock(\(PostgresConnection.locks), ?::int)")
  /// In a transaction of its own: within one that is kept, others who notify would wait for it.
  private lazy var notify = own(ServerChannel.tell)
  private lazy var flush = own("SELECT pg_logical_emit_message(true, '', '')::text")
  private lazy var endHolder = own(
    """
    SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND classid = \(PostgresConnection.locks) AND objid = ?::int::oid AND pid = ?::int
    """)
  lazy var schema = own(
    "SELECT oid::int::bigint FROM pg_namespace WHERE nspname = ?")
  /// Fails where the schema has been moved, or another one has its name.
  private lazy var place = own(
    "SELECT 1 / (\(ServerAddress.ownSchema)::oid::int IS NOT DISTINCT FROM ?::int)::int")
  private lazy var snapshot = own("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")

  /// Tells our locks from those of other programs: "BWRM".
  private static let locks = 0x4257_524D

  init(_ address: ServerAddress, _ options: DatabaseOptions, readOnly: Bool) throws {
    (self.address, self.options, busyTimeout) = (address, options, options.busyTimeout)
    pipe = try PostgresPipe(address, readOnly: readOnly)
  }

  func close() {
    guard Fork.generation == forks else { return }
    pipe.close()
  }

  var engine: UnsafePointer<Engine> { Engine.postgres }
  var dialect: any Dialect { PostgresDialect() }
  var asksEarly: Bool { true }
  var failureEndsTransaction: Bool { true }

  // MARK: Statements

  func own(_ text: String) -> PostgresStatement {
    PostgresStatement(self, PostgresText(text))
  }

  /// What the server says of it is learned when it is stepped first: only then it is known what is
  /// bound.
  func prepare(_ text: String) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(own(text)).toOpaque())
  }

  func isReading(_ statement: OpaquePointer) -> Bool { PostgresStatement.of(statement).isReading }

  func discard(_ statement: OpaquePointer) {
    let statement = Unmanaged<PostgresStatement>.fromOpaque(UnsafeRawPointer(statement))
    pipe.forget(statement.takeUnretainedValue())
    statement.release()
  }

  func error(_ code: Int32) -> StorageError { lastError }

  /// What is answered where a statement fails.
  func failed(_ error: StorageError) -> Int32 {
    lastError = error
    return 1
  }

  func step(_ statement: PostgresStatement) -> Int32 {
    do {
      if statement.isAsked, statement.answers(state) { try collect() }
      if statement.isOpen, statement.answers(state) {
        if statement.next() { return Engine.row }
        guard statement.cursor?.hasMore == true else { return Engine.done }
        try fetch(statement)
        return statement.next() ? Engine.row : Engine.done
      }
      if let unheard {
        self.unheard = nil
        throw unheard
      }
      return try run(statement) ? Engine.row : Engine.done
    } catch {
      return failed(explained(PostgresConnection.meaning(of: error)))
    }
  }

  /// See Statement.ask(). Outside of a transaction it is sent behind what begins the next one.
  func ask(_ handle: OpaquePointer) throws {
    let statement = PostgresStatement.of(handle)
    statement.clear()
    guard inTransaction else { return asked.append(statement) }
    try sendQuestion(statement)
  }

  private func sendQuestion(_ statement: PostgresStatement) throws {
    try send(statement)
    statement.isAsked(in: state)
  }

  /// Whether it gives a row.
  private func run(_ statement: PostgresStatement) throws -> Bool {
    switch statement.text.kind {
    case .rows:
      try statement.cursor == nil ? ask(statement) : open(statement)
      return statement.next()
    case .visiting:
      hasChanged = true
      state += 1
      try ask(statement)
      while statement.next() { visitor?(statement.cell(0).int64, statement.cell(1).int64) }
    case .effect where rowsToCome != .few && inTransaction && statement.text.ofManyRows != nil:
      try gather(statement)
    case .effect: try change(statement)
    case .beginWriting: try lockAndBegin()
    case .beginReading: (inTransaction, isWriting, beginning) = (true, false, .isDue)
    case .commit:
      state += 1
      try commitAll()
    case .rollBack: try endAll()
    case .rollBackTo:
      // The savepoint was sent before what is gathered now.
      forgetRows()
      // The server passes over it behind a failure that has yet to be heard of.
      try collect()
      try send(statement)
      try collect()
    }
    return false
  }

  /// Sends it and waits for its rows. Where nothing has been read in a session that is gone,
  /// another one does as well.
  private func ask(_ statement: PostgresStatement) throws {
    try renewing {
      try send(statement)
      try collect()
    }
  }

  func change(_ statement: PostgresStatement) throws {
    if pipe.isLost, !inTransaction { try pipe.renew() }
    hasChanged = true
    state += 1
    // A savepoint in a session that is gone would not be in the next one.
    if inTransaction, beginning != .isDone { return try ask(statement) }
    try send(statement)
    if !inTransaction || pipe.isLong { try collect() }
  }

  func send(_ statement: PostgresStatement) throws {
    try beginSending(statement)
    try pipe.send(statement)
  }

  /// What goes before it, and with it.
  func beginSending(_ statement: PostgresStatement) throws {
    if !gathered.isEmpty { try sendRows() }
    if !inTransaction { try pipe.sendForgotten() }
    if beginning == .isDue {
      try pipe.send(beginReading)
      beginning = .isSent
    }
    for (place, array) in statement.text.arrays.enumerated() {
      try statement.setArray(place, array, memoryTables[array.table])
    }
  }

  /// Waits for all that is on its way. Where something has failed that was not waited for, what
  /// follows it cannot be right: then the transaction is rolled back as a whole.
  func collect() throws {
    do { try pipe.collect() } catch {
      if pipe.isLost {
        // One that reads is over when its user says so: another session would see another state.
        if beginning == .isDone, isWriting { inTransaction = false }
      } else if !error.isOfLast, inTransaction {
        try? endAll()
      }
      throw error
    }
    beginning = .isDone
  }

  func renewing(_ body: () throws -> Void) throws {
    let nothingIsRead = !inTransaction || beginning != .isDone
    if pipe.isLost, nothingIsRead { try pipe.renew() }
    do { try body() } catch {
      guard pipe.isLost, nothingIsRead else { throw error }
      if beginning == .isSent { beginning = .isDue }
      try pipe.renew()
      try body()
    }
  }

  /// The first column of the first row of what it asks by itself.
  func number(_ statement: PostgresStatement) throws -> Int64? {
    defer { statement.clear() }
    do { try ask(statement) } catch let failure as FlightFailure { throw failure.error }
    return statement.next() ? statement.cell(0).int64 : nil
  }

  // MARK: Transactions

  /// All in one flight: only this waits for others, and "locked" never comes half-way. The lock is
  /// a statement of its own, as each statement sees what was committed when it began: the next one
  /// sees what the last holder has committed. So do the questions that were asked beforehand.
  private func lockAndBegin() throws {
    let questions = asked
    asked = []
    state += 1
    rowsToCome = .few
    // A session that was lost has left what it had gathered.
    forgetRows()
    do {
      try renewing {
        try sendLock(for: busyTimeout)
        for question in questions { try sendQuestion(question) }
        try collect()
      }
      (inTransaction, isWriting, hasChanged, receipt) = (true, true, false, 0)
    } catch {
      abandon()
      throw error
    }
  }

  /// Rolls back what has begun and failed.
  func abandon() {
    guard !pipe.isLost else { return }
    (inTransaction, isWriting) = (true, true)
    try? endAll()
  }

  /// Begins a transaction that has the lock, which is waited for so long.
  func sendLock(for timeout: Milliseconds, endingOf backend: Int32? = nil) throws {
    let number = try schemaNumber ?? findSchema() ?? (makesSchema ? 0 : nil)
    guard let number else {
      throw StorageError(.cannotOpen, "there is no store in \(address.shown)")
    }
    try send(beginWriting)
    // 0 would be to wait for ever.
    _ = settings.bindCopy(1, PostgresType.text, Array("\(max(1, timeout))".utf8))
    try send(settings)
    if let backend {
      _ = endHolder.bindNumber(1, PostgresType.int64, UInt64(bitPattern: number))
      _ = endHolder.bindNumber(2, PostgresType.int64, UInt64(bitPattern: Int64(backend)))
      try send(endHolder)
    }
    try sendLock(ofSchema: number)
  }

  /// What the commit came to is in the statements: they have the server's words. Where the flight
  /// fails behind the commit, what is committed stays so.
  private func commitAll() throws {
    guard isWriting else { return try endAll() }
    // Where nothing was changed there is nothing to be told of, nor to be found again.
    guard hasChanged else { return try endReading() }
    if pipe.isLost {
      inTransaction = false
      throw StorageError.connectionLost
    }
    var failure: (any Error)?
    do {
      try sendCommit()
      try pipe.collect()
    } catch { failure = error }
    switch commit.word {
    case "COMMIT": (inTransaction, makesSchema) = (false, false)
    case nil where pipe.isLost: inTransaction = false
    case nil: throw failure ?? StorageError.connectionLost
    default:
      inTransaction = false
      throw StorageError(.inputOutput, "an earlier failure has rolled the transaction back")
    }
    let isFlushed = !options.syncEveryCommit || flush.word != nil && !pipe.isLost
    if commit.word == nil || !isFlushed { try findOutcome() }
  }

  /// The lock is let go before the disk is waited for, as the commit itself waits for nothing: a
  /// transaction behind it, whose flush covers the first, is waited for in the same flight,
  /// together with those of all others.
  func sendCommit() throws {
    (commit.word, flush.word) = (nil, nil)
    if let number = schemaNumber {
      _ = place.bindNumber(1, PostgresType.int64, UInt64(bitPattern: number))
      try send(place)
    }
    try send(commit)
    try pipe.sync()
    if let channel = schemaNumber.map(ServerChannel.name) {
      _ = notify.bindCopy(1, PostgresType.text, Array(channel.utf8))
      try send(notify)
      try pipe.sync()
    }
    if options.syncEveryCommit { try send(flush) }
  }

  /// See Connection.receipt(forNumber:).
  func receipt(forNumber number: Int64) -> Int64 {
    receipt = Receipt.new(forNumber: number)
    return receipt
  }

  /// Without a wait: what the server says is read with the next answer.
  private func endReading() throws {
    let hasBegun = beginning != .isDue
    (inTransaction, beginning) = (false, .isDone)
    state += 1
    guard hasBegun, !pipe.isLost else { return }
    // What has been asked for and not been read may have failed.
    try? pipe.collect()
    try pipe.send(rollBack)
    try pipe.sync()
  }

  private func endAll() throws {
    if inTransaction, !isWriting { return try endReading() }
    state += 1
    // It may have been made in this transaction.
    if makesSchema { (schemaNumber, makesSchema) = (nil, false) }
    forgetRows()
    defer { (inTransaction, beginning) = (false, .isDone) }
    guard inTransaction, beginning != .isDue, !pipe.isLost else { return }
    // What fails now is rolled back too.
    try? pipe.collect()
    guard !pipe.isLost else { return }
    try pipe.send(rollBack)
    try pipe.collect()
  }

  // MARK: What it has done, and how

  func execute(_ text: String) throws {
    if !gathered.isEmpty { try sendRows() }
    if inTransaction { try wait() } else { try renewing { try collect() } }
    hasChanged = true
    state += 1
    do { try pipe.execute(text) } catch { throw explained(error) }
  }

  /// As collect(), for those who are not told of flights.
  func wait() throws(StorageError) {
    do { try collect() } catch {
      throw PostgresConnection.meaning(of: error)
    }
  }

  var changes: Int64 {
    do { try wait() } catch { unheard = error }
    return pipe.changes
  }

  /// Of one that writes it is not known without a wait whether others have committed.
  func version() throws -> Int64 {
    inTransaction && isWriting ? state : try number(snapshot) ?? 0
  }

  func fill(_ table: String, _ rows: any MemoryRows) { memoryTables[table] = rows }
  func empty(_ table: String) { memoryTables[table] = nil }
}
