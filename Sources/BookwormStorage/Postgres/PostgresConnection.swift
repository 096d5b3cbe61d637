// This file defines PostgreSQL's half of a connection. It sends changes without waiting. The next
// statement with rows reports their outcome, or the commit at the latest.
import CPostgres

final class PostgresConnection: EngineConnection {
  let pipe: PostgresPipe
  let address: ServerAddress
  let options: DatabaseOptions
  private let forks = Fork.generation
  /// The number of the store's schema, which identifies its lock; nil until it is looked up.
  var schemaNumber: Int64?
  /// Whether the next transaction may create the schema.
  var makesSchema = false
  /// Statements to send right after the next transaction begins: see Statement.ask().
  var asked: [PostgresStatement] = []
  /// Gets another value with every change and every transaction. Rows that were asked for in an
  /// earlier state are not used.
  var state: Int64 = 0
  /// Whether anything has been changed in the transaction.
  var hasChanged = false
  /// Identifies the transaction to learn whether it was kept; 0 if nobody has requested a receipt.
  var receipt: Int64 = 0

  var busyTimeout: Milliseconds { didSet { pipe.timeout = busyTimeout } }
  var inTransaction = false
  var isWriting = false
  /// The progress of beginning a reading transaction. BEGIN is sent with the first statement, so it
  /// costs no round trip. Until that statement is answered, the transaction can begin in another
  /// session.
  var beginning = Beginning.isDone
  enum Beginning { case isDue, isSent, isDone }
  var rowsToCome = RowsToCome.few
  /// Statements with rows that are still to be sent.
  var gathered: [PostgresStatement] = []
  private var lastError = StorageError.connectionLost
  /// The error of a wait in `changes`, which cannot throw. The next step throws it.
  private var unheard: (any Error)?
  private(set) var memoryTables: [String: any MemoryRows] = [:]
  var visitor: ((Int64, Int64) -> Void)?

  // Statements of the connection's own.
  private lazy var beginReading = own(dialect.beginReading)
  lazy var beginWriting = own(dialect.beginWriting)
  lazy var commit = own("COMMIT")
  lazy var rollBack = own("ROLLBACK")
  lazy var settings = own(
    """
    SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', ?, true),
      CASE WHEN pg_is_in_recovery() THEN 2
      WHEN current_setting('transaction_read_only') = 'on' THEN 1 ELSE 0 END
    """)
  lazy var lock = own("SELECT pg_advisory_xact_lock(\(PostgresConnection.locks), ?::int)")
  /// Sent in a transaction of its own: other notifying sessions would wait for the end of a longer
  /// transaction.
  lazy var notify = own(ServerChannel.tell)
  lazy var flush = own("SELECT pg_logical_emit_message(true, '', '')::text")
  lazy var endHolder = own(
    """
    SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND classid = \(PostgresConnection.locks) AND objid = ?::int::oid AND pid = ?::int
    """)
  lazy var schema = own(
    "SELECT oid::int::bigint FROM pg_namespace WHERE nspname = ?")
  /// Fails if the schema has been moved, or if another schema has its name.
  lazy var place = own(
    "SELECT 1 / (\(ServerAddress.ownSchema)::oid::int IS NOT DISTINCT FROM ?::int)::int")
  private lazy var snapshot = own("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")

  /// Distinguishes our locks from those of other programs: "BWRM".
  static let locks = 0x4257_524D

  init(
    _ address: ServerAddress, _ options: DatabaseOptions, readOnly: Bool, _ closing: ClosingFlag,
    within limit: Milliseconds?
  ) throws {
    (self.address, self.options, busyTimeout) = (address, options, options.busyTimeout)
    pipe = try PostgresPipe(
      address, readOnly: readOnly, timeout: options.busyTimeout, closing, within: limit)
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

  /// The server reports errors at the first step, because the types of the bound values are known
  /// only then.
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

  /// Returns the code for a failed statement.
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

  /// See Statement.ask(). Outside of a transaction, the statement is sent when the next one begins.
  func ask(_ handle: OpaquePointer) throws {
    let statement = PostgresStatement.of(handle)
    statement.clear()
    guard inTransaction else { return asked.append(statement) }
    try sendQuestion(statement)
  }

  func sendQuestion(_ statement: PostgresStatement) throws {
    try send(statement)
    statement.isAsked(in: state)
  }

  /// Returns whether the statement has a row.
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
      // The gathered rows came after the savepoint, so they are not sent.
      forgetRows()
      // After a failure that has not been reported yet, the server would skip the statement.
      try collect()
      try send(statement)
      try collect()
    }
    return false
  }

  /// Sends the statement and waits for its rows. If the session is gone and nothing has been read
  /// in it, another session is opened.
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
    // Until BEGIN is answered, the transaction can move to another session, which would lack a
    // savepoint of this one. So this waits for the answer.
    if inTransaction, beginning != .isDone { return try ask(statement) }
    try send(statement)
    if !inTransaction || pipe.isLong { try collect() }
  }

  func send(_ statement: PostgresStatement) throws {
    try beginSending(statement)
    try pipe.send(statement)
  }

  /// Sends everything that must precede the statement, or go with it.
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

  /// Waits for everything under way. If a statement failed that nobody waited for, the statements
  /// after it cannot be right, so the whole transaction is rolled back.
  func collect() throws {
    do { try pipe.collect() } catch {
      if pipe.isLost {
        // A reading transaction ends only when its user ends it: another session would see another
        // state.
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
      guard pipe.isLost, nothingIsRead, pipe.silence == nil else { throw error }
      if beginning == .isSent { beginning = .isDue }
      try pipe.renew()
      try body()
    }
  }

  /// The first column of the first row of one of the connection's own statements.
  func number(_ statement: PostgresStatement) throws -> Int64? {
    defer { statement.clear() }
    do { try ask(statement) } catch let failure as FlightFailure { throw failure.error }
    return statement.next() ? statement.cell(0).int64 : nil
  }

  // MARK: Results and settings

  func execute(_ text: String) throws {
    if !gathered.isEmpty { try sendRows() }
    if inTransaction { try wait() } else { try renewing { try collect() } }
    hasChanged = true
    state += 1
    do { try pipe.execute(text) } catch { throw explained(error) }
  }

  /// Vacuums outside of a transaction. Nothing else is sent with it in a shared session, not even
  /// the session's settings, so the tables have their full names.
  func vacuum(_ tables: [String]) throws {
    if !gathered.isEmpty { try sendRows() }
    try renewing { try collect() }
    let schema = address.quoted(address.schema)
    let names = tables.map { "\(schema).\($0)" }.joined(separator: ", ")
    do { try pipe.execute("VACUUM (ANALYZE) " + names, isAlone: true) } catch {
      throw explained(error)
    }
  }

  /// The same as collect(), for callers that do not know FlightFailure.
  func wait() throws(StorageError) {
    do { try collect() } catch {
      throw PostgresConnection.meaning(of: error)
    }
  }

  var changes: Int64 {
    do { try wait() } catch { unheard = error }
    return pipe.changes
  }

  /// During a write, the lock keeps others from committing, so no round trip is needed.
  func version() throws -> Int64 {
    inTransaction && isWriting ? state : try number(snapshot) ?? 0
  }

  func fill(_ table: String, _ rows: any MemoryRows) { memoryTables[table] = rows }
  func empty(_ table: String) { memoryTables[table] = nil }
}
