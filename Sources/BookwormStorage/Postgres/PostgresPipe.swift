// This file exchanges messages with a server. The cost of a server is its round trips, not its
// statements, so many statements are sent before the answers are read. The statements between two
// waits form a flight. It ends in a sync and may contain other syncs: after a failure, the server
// skips everything up to the next sync. Every wait here has a limit: see wait(while:).
import CPostgres
import Glibc

/// Why a flight failed.
struct FlightFailure: Error {
  let error: StorageError
  /// Whether it was the last statement that failed, so that all others have succeeded.
  let isOfLast: Bool
}

final class PostgresPipe {
  let address: ServerAddress
  private let readOnly: Bool
  let closing: ClosingFlag
  /// The store's time-out.
  var timeout: Milliseconds
  private(set) var connection: OpaquePointer
  /// See ServerSession.
  private(set) var server: String
  /// Rises with each new session; statements are prepared once in each.
  private(set) var session = 1
  /// The reason for the loss of the session, if it is lost.
  private(set) var loss: StorageError?
  var isLost: Bool { loss != nil }
  /// Set if the server answers nobody, or if a wait for it was interrupted. The failed statement is
  /// then not repeated, and the outcome of a commit is not looked up.
  private(set) var silence: String?
  /// Records why the server ends the session.
  private let asides = ServerAsides()
  /// Whether rows were sent whose outcome the server has not reported yet.
  var isCopying = false
  private var lastName = 0
  /// The names of statements that are no longer needed.
  private var forgotten: [String] = []

  private enum Command {
    case sync
    case forgetting
    case preparation(PostgresStatement)
    case execution(PostgresStatement)
  }
  /// The commands in the order of the server's answers.
  private var flight: [Command] = []
  /// The number of rows changed by the last statement, as far as answers have been read.
  private(set) var changes: Int64 = 0
  /// The number of waits for the server's answers.
  private(set) var waits = 0
  /// The server's number for the session; -1 if the session is shared.
  private(set) var backend: Int32
  /// See ServerAddress.connect(). In a shared session no statement is prepared under a name.
  private var isShared: Bool
  /// Whether a shared session has its settings, and whether it is in a block that BEGIN has opened.
  /// The settings last until the transaction is over: at the block's end or, without a block, at
  /// the next sync.
  private var (isSet, inBlock) = (false, false)

  /// Answers are read after this many statements at the latest, to limit the memory they take.
  var isLong: Bool { flight.count >= 1000 }

  init(
    _ address: ServerAddress, readOnly: Bool, timeout: Milliseconds, _ closing: ClosingFlag,
    within limit: Milliseconds?
  ) throws {
    (self.address, self.readOnly) = (address, readOnly)
    (self.timeout, self.closing) = (timeout, closing)
    let made = try PostgresPipe.connect(address, readOnly: readOnly, asides, within: limit)
    (connection, isShared, server) = (made.connection, made.isShared, made.server)
    backend = isShared ? -1 : pq_backendPID(connection)
  }

  private static func connect(
    _ address: ServerAddress, readOnly: Bool, _ asides: ServerAsides, within limit: Milliseconds?
  ) throws -> ServerSession {
    let made = try address.connect(readOnly: readOnly, within: limit)
    Fork.opened(socket: pq_socket(made.connection))
    asides.listen(to: made.connection)
    _ = pq_enterPipelineMode(made.connection)
    return made
  }

  func close() {
    Fork.closed(socket: pq_socket(connection))
    pq_finish(connection)
  }

  /// Opens another session after a loss.
  func renew(within limit: Milliseconds? = nil) throws {
    let fresh = try PostgresPipe.connect(
      address, readOnly: readOnly, asides, within: limit ?? ServerAddress.patience(timeout))
    close()
    (connection, isShared, server) = (fresh.connection, fresh.isShared, fresh.server)
    backend = isShared ? -1 : pq_backendPID(connection)
    (isSet, inBlock) = (false, false)
    session += 1
    (loss, silence) = (nil, nil)
    (isCopying, flight, forgotten) = (false, [], [])
  }

  // MARK: Sending

  func send(_ statement: PostgresStatement) throws {
    if let loss { throw loss }
    try endCopy()
    defer { unsent += statement.size }
    if isShared { return try sendWhole(statement) }
    if !statement.isPrepared(in: session) { try prepare(statement) }
    statement.word = nil
    try sent(
      pq_sendQueryPrepared(
        connection, statement.name, Int32(statement.count), statement.values, statement.lengths,
        statement.formats, 1), .execution(statement))
  }

  private func prepare(_ statement: PostgresStatement) throws {
    forget(statement)
    lastName += 1
    let name = "s\(lastName)"
    try sent(
      pq_sendPrepare(
        connection, name, statement.text.text, Int32(statement.count), statement.types),
      .preparation(statement))
    statement.prepared(as: name, in: session)
  }

  /// Opens a cursor over the rows of a statement.
  func declare(_ statement: PostgresStatement) throws -> String {
    if let loss { throw loss }
    try endCopy()
    lastName += 1
    let name = "c\(lastName)"
    try sent(
      pq_sendQueryParams(
        connection, "DECLARE \(name) NO SCROLL CURSOR FOR \(statement.text.text)",
        Int32(statement.count), statement.types, statement.values, statement.lengths,
        statement.formats, 1), .forgetting)
    return name
  }

  /// Requests the next rows of a cursor for a statement.
  func fetch(_ rows: Int32, _ name: String, _ statement: PostgresStatement) throws {
    if let loss { throw loss }
    try endCopy()
    try sent(
      pq_sendQueryParams(connection, "FETCH \(rows) FROM \(name)", 0, nil, nil, nil, nil, 1),
      .execution(statement))
  }

  /// Ends a group of statements: the next ones run even if one of the group has failed.
  func sync() throws {
    if let loss { throw loss }
    // Sends everything, without waiting.
    try sent(pq_pipelineSync(connection), .sync)
    isSet = inBlock
  }

  private func sendWhole(_ statement: PostgresStatement) throws {
    let kind = statement.text.kind
    let begins = kind == .beginWriting || kind == .beginReading
    if !begins { try setShared() }
    statement.prepared(as: "", in: session)
    statement.word = nil
    try sent(
      pq_sendQueryParams(
        connection, statement.text.text, Int32(statement.count), statement.types, statement.values,
        statement.lengths, statement.formats, 1), .execution(statement))
    if begins {
      (isSet, inBlock) = (false, true)
      try setShared()
    } else if kind == .commit || kind == .rollBack {
      (isSet, inBlock) = (false, false)
    }
  }

  private func setShared() throws {
    if isSet { return }
    let settings = address.sharedSettings(readOnly: readOnly)
    try sent(pq_sendQueryParams(connection, settings, 0, nil, nil, nil, nil, 1), .forgetting)
    isSet = true
  }

  private func sent(_ answer: Int32, _ command: Command) throws {
    guard answer == 1 else {
      throw pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK)
        ? StorageError(.memory, "there was not enough memory to send to the server")
        : lost()
    }
    flight.append(command)
    guard unsent >= PostgresPipe.mostUnsent else { return }
    try sendAll()
  }

  /// Unsent data is kept in memory until the system accepts it. This is the limit.
  private static let mostUnsent = 1 << 20
  private var unsent = 0

  func sendAll() throws(StorageError) {
    unsent = 0
    try wait { pq_flush(connection) == 1 }
  }

  /// Drops the statement's name. The server forgets the name at the next sendForgotten().
  func forget(_ statement: PostgresStatement) {
    if let name = statement.name, statement.session == session, !name.isEmpty {
      forgotten.append(name)
    }
    statement.name = nil
  }

  /// Sends DEALLOCATE for the forgotten names. Call it outside of transactions, where a failure is
  /// harmless.
  func sendForgotten() throws {
    for name in forgotten {
      try sent(
        pq_sendQueryParams(connection, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1), .forgetting)
    }
    forgotten = []
  }

  func lost() -> StorageError {
    hearLastWords()
    return end(StorageError.connectionLost(because: asides.end))
  }

  /// Reads the last messages that the server sent before it ended the session, without waiting.
  private func hearLastWords() {
    guard pq_status(connection) != Int32(CPOSTGRES_CONNECTION_OK) else { return }
    // The result is also nil at the end of each command.
    for _ in 0..<4 where pq_isBusy(connection) == 0 {
      guard let result = pq_getResult(connection) else { continue }
      asides.hear(result)
      pq_clear(result)
    }
  }

  /// Gives up a session that may still exist on the server.
  func givenUp(_ why: String, isSilent: Bool) -> StorageError {
    shutdown(pq_socket(connection), Int32(SHUT_RDWR))
    if isSilent { silence = why }
    return end(StorageError(.inputOutput, why + "; what had not been committed is not kept"))
  }

  /// Marks the session as lost. The next statement opens another one if nothing is lost by it: see
  /// PostgresConnection.renewing().
  func end(_ error: StorageError) -> StorageError {
    (loss, isCopying) = (error, false)
    endFlight()
    return error
  }

  /// Drops all commands without an answer: nobody waits for them any more.
  private func endFlight() {
    unsent = 0
    for case .execution(let statement) in flight { statement.isAnswered() }
    flight.removeAll(keepingCapacity: true)
  }

  // MARK: Waiting

  /// Waits for the answers to all that has been sent.
  func collect() throws(FlightFailure) {
    do { try endCopy() } catch { throw FlightFailure(error: error, isOfLast: false) }
    guard !flight.isEmpty else { return }
    if case .sync = flight[flight.count - 1] {
    } else if pq_pipelineSync(connection) == 1 {
      flight.append(.sync)
    } else {
      throw FlightFailure(error: lost(), isOfLast: false)
    }
    waits += 1
    isSet = inBlock
    var place = 0
    var failure: (error: StorageError, place: Int)?
    while place < flight.count {
      let next: OpaquePointer?
      do { next = try nextResult() } catch { throw FlightFailure(error: error, isOfLast: false) }
      guard let result = next else {
        // The end of a command's results.
        place += 1
        guard pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK), place < flight.count else {
          throw FlightFailure(error: lost(), isOfLast: false)
        }
        continue
      }
      let status = Int(pq_resultStatus(result))
      if status == CPOSTGRES_PIPELINE_SYNC {
        pq_clear(result)
        place += 1
        continue
      }
      do {
        try take(result, status, place)
      } catch {
        if pq_status(connection) != Int32(CPOSTGRES_CONNECTION_OK) {
          let loss = lost()
          throw FlightFailure(error: error.sqlState.isEmpty ? loss : error, isOfLast: false)
        }
        failure = failure ?? (error, place)
      }
    }
    defer { endFlight() }
    if let failure { throw FlightFailure(error: failure.error, isOfLast: isOfLast(failure.place)) }
  }

  /// The next result from libpq; nil after a command's last result.
  func nextResult() throws(StorageError) -> OpaquePointer? {
    try wait { pq_isBusy(connection) == 1 }
    return pq_getResult(connection)
  }

  /// Whether a command belongs to the statement that was sent last.
  private func isOfLast(_ place: Int) -> Bool {
    // The last command is the sync.
    if place >= flight.count - 2 { return true }
    guard place == flight.count - 3, case .preparation = flight[place] else { return false }
    return true
  }

  /// Takes ownership of a result. Throws if its command has failed, but not if the server has
  /// skipped it.
  private func take(
    _ result: OpaquePointer, _ status: Int, _ place: Int
  ) throws(StorageError) {
    let command = place < flight.count ? flight[place] : .forgetting
    let isDone =
      status == CPOSTGRES_COMMAND_OK || status == CPOSTGRES_TUPLES_OK
    if case .preparation(let statement) = command, !isDone { statement.name = nil }
    // A statement outside of a transaction is committed at the sync after it.
    if case .sync = command, place > 0, case .execution(let statement) = flight[place - 1],
      statement.text.kind != .commit
    {
      statement.word = nil
    }
    guard isDone else {
      defer { pq_clear(result) }
      if status == CPOSTGRES_PIPELINE_ABORTED { return }
      asides.hear(result)
      throw StorageError.from(result, of: connection)
    }
    guard case .execution(let statement) = command else { return pq_clear(result) }
    changes = pq_cmdTuples(result).flatMap { Int64(String(cString: $0)) } ?? 0
    statement.word = pq_cmdStatus(result).map { String(cString: $0) } ?? ""
    guard !statement.text.givesRows else { return try statement.take(result) }
    pq_clear(result)
  }

  /// Whether the server has ended the session, so that only the end is left to read. Does not wait.
  func hasEnded() -> Bool {
    // The server's last messages precede the end.
    for _ in 0..<8 {
      var polled = pollfd(fd: pq_socket(connection), events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) > 0 else { return false }
      guard pq_consumeInput(connection) == 1,
        pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK)
      else {
        _ = lost()
        return true
      }
    }
    return false
  }

  // MARK: Texts of several statements

  /// Nothing else may be under way. With `isAlone`, no settings are sent before the text: see
  /// PostgresConnection.vacuum().
  func execute(_ text: String, isAlone: Bool = false) throws(StorageError) {
    try endCopy()
    guard pq_exitPipelineMode(connection) == 1 else { throw lost() }
    defer { _ = pq_enterPipelineMode(connection) }
    let isUnset = isShared && !isSet && !isAlone
    let text = isUnset ? address.sharedSettings(readOnly: readOnly) + "; " + text : text
    guard pq_sendQuery(connection, text) == 1 else { throw lost() }
    if let failure = try failure() { throw failure }
  }

  /// Reads all results outside of a pipeline, and returns the first failure.
  func failure() throws(StorageError) -> StorageError? {
    var failure: StorageError?
    while let result = try nextResult() {
      switch Int(pq_resultStatus(result)) {
      case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK: break
      default: failure = failure ?? StorageError.from(result, of: connection)
      }
      pq_clear(result)
    }
    guard pq_status(connection) != Int32(CPOSTGRES_CONNECTION_OK) else { return failure }
    let loss = lost()
    return failure ?? loss
  }
}
