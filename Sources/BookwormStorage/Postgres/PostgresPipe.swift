// What goes to a server and comes from it. Waits, not statements, are the cost of a server: many
// are sent before the answers are read. Those between two waits make a flight. It ends in a sync,
// and may have others: up to the next one the server passes over everything that stands behind a
// failure.
import CPostgres
import Glibc

/// Why a flight failed.
struct FlightFailure: Error {
  let error: StorageError
  /// Whether it is the statement that was sent last, so that all others have been done.
  let isOfLast: Bool
}

final class PostgresPipe {
  private let address: ServerAddress
  private let readOnly: Bool
  private var connection: OpaquePointer
  /// Rises with each session that is opened anew; statements are prepared once in each.
  private(set) var session = 1
  private(set) var isLost = false
  /// Whether rows were sent of which the server has yet to say what became of them.
  private var isCopying = false
  private var lastName = 0
  /// Names of statements that nobody needs any more.
  private var forgotten: [String] = []

  private enum Command {
    case sync
    case forgetting
    case preparation(PostgresStatement)
    case execution(PostgresStatement)
  }
  /// In the order in which the server answers.
  private var flight: [Command] = []
  /// Rows that the last statement changed, as far as it has been read.
  private(set) var changes: Int64 = 0
  /// How often the server's answers have been waited for.
  private(set) var waits = 0
  /// What the server calls the session; -1 where it is shared.
  private(set) var backend: Int32
  /// See ServerAddress.connect(). Nothing is prepared under a name then.
  private var isShared: Bool
  /// Whether a shared session is set, until its transaction is over: at the next sync, or at its
  /// block's end.
  private var (isSet, inBlock) = (false, false)

  /// Answers are read after so many statements at the latest, so that they do not fill the memory.
  var isLong: Bool { flight.count >= 1000 }

  init(_ address: ServerAddress, readOnly: Bool) throws {
    (self.address, self.readOnly) = (address, readOnly)
    (connection, isShared) = try PostgresPipe.connect(address, readOnly: readOnly, within: nil)
    backend = isShared ? -1 : pq_backendPID(connection)
  }

  private static func connect(
    _ address: ServerAddress, readOnly: Bool, within limit: Milliseconds?
  ) throws -> (connection: OpaquePointer, isShared: Bool) {
    let made = try address.connect(readOnly: readOnly, within: limit)
    Fork.opened(socket: pq_socket(made.connection))
    _ = pq_enterPipelineMode(made.connection)
    return made
  }

  func close() {
    Fork.closed(socket: pq_socket(connection))
    pq_finish(connection)
  }

  /// Opens a session in place of one that was lost; nil is the address's own limit.
  func renew(within limit: Milliseconds? = nil) throws {
    let fresh = try PostgresPipe.connect(address, readOnly: readOnly, within: limit)
    close()
    (connection, isShared) = fresh
    backend = isShared ? -1 : pq_backendPID(connection)
    (isSet, inBlock) = (false, false)
    session += 1
    (isLost, isCopying, flight, forgotten) = (false, false, [], [])
  }

  // MARK: Sending

  func send(_ statement: PostgresStatement) throws {
    if isLost { throw StorageError.connectionLost }
    try endCopy()
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

  /// Opens a cursor over what a statement gives.
  func declare(_ statement: PostgresStatement) throws -> String {
    if isLost { throw StorageError.connectionLost }
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

  /// Gives a statement the next rows of a cursor.
  func fetch(_ rows: Int32, _ name: String, _ statement: PostgresStatement) throws {
    if isLost { throw StorageError.connectionLost }
    try endCopy()
    try sent(
      pq_sendQueryParams(connection, "FETCH \(rows) FROM \(name)", 0, nil, nil, nil, nil, 1),
      .execution(statement))
  }

  /// Ends what belongs together: what follows is done though something before it failed.
  func sync() throws {
    if isLost { throw StorageError.connectionLost }
    // Sends all of it, and waits for nothing.
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
        ? StorageError(.memory, "there was not enough memory for what is sent to the server")
        : lost()
    }
    flight.append(command)
  }

  /// The statement is not asked for under its name again.
  func forget(_ statement: PostgresStatement) {
    if let name = statement.name, statement.session == session, !name.isEmpty {
      forgotten.append(name)
    }
    statement.name = nil
  }

  /// Outside of transactions, where a failure does no harm.
  func sendForgotten() throws {
    for name in forgotten {
      try sent(
        pq_sendQueryParams(connection, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1), .forgetting)
    }
    forgotten = []
  }

  private func lost() -> StorageError {
    (isLost, isCopying) = (true, false)
    endFlight()
    return .connectionLost
  }

  /// Nobody waits any more for what has not been answered.
  private func endFlight() {
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
      guard let result = pq_getResult(connection) else {
        // What follows a command's last result.
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
          _ = lost()
          throw FlightFailure(error: error, isOfLast: false)
        }
        failure = failure ?? (error, place)
      }
    }
    defer { endFlight() }
    if let failure { throw FlightFailure(error: failure.error, isOfLast: isOfLast(failure.place)) }
  }

  /// Whether a command belongs to the statement that was sent last.
  private func isOfLast(_ place: Int) -> Bool {
    // Behind it stands the sync.
    if place >= flight.count - 2 { return true }
    guard place == flight.count - 3, case .preparation = flight[place] else { return false }
    return true
  }

  /// Takes a result over. Nothing is thrown for what was passed over.
  private func take(
    _ result: OpaquePointer, _ status: Int, _ place: Int
  ) throws(StorageError) {
    let command = place < flight.count ? flight[place] : .forgetting
    let isDone =
      status == CPOSTGRES_COMMAND_OK || status == CPOSTGRES_TUPLES_OK
    if case .preparation(let statement) = command, !isDone { statement.name = nil }
    // What stands in no transaction is committed at the sync behind it.
    if case .sync = command, place > 0, case .execution(let statement) = flight[place - 1],
      statement.text.kind != .commit
    {
      statement.word = nil
    }
    guard isDone else {
      defer { pq_clear(result) }
      if status == CPOSTGRES_PIPELINE_ABORTED { return }
      throw StorageError.from(result, of: connection)
    }
    guard case .execution(let statement) = command else { return pq_clear(result) }
    changes = pq_cmdTuples(result).flatMap { Int64(String(cString: $0)) } ?? 0
    statement.word = pq_cmdStatus(result).map { String(cString: $0) } ?? ""
    guard !statement.text.givesRows else { return try statement.take(result) }
    pq_clear(result)
  }

  /// Whether the server has ended the session, without a wait: then its end is all that is left to
  /// be read.
  func hasEnded() -> Bool {
    // What it says before the end comes first.
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

  /// Nothing else is on its way.
  func execute(_ text: String) throws(StorageError) {
    try endCopy()
    guard pq_exitPipelineMode(connection) == 1 else { throw lost() }
    defer { _ = pq_enterPipelineMode(connection) }
    let isUnset = isShared && !isSet
    let text = isUnset ? address.sharedSettings(readOnly: readOnly) + "; " + text : text
    guard let result = pq_exec(connection, text) else { throw lost() }
    defer { pq_clear(result) }
    switch Int(pq_resultStatus(result)) {
    case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK: return
    default:
      let error = StorageError.from(result, of: connection)
      if pq_status(connection) != Int32(CPOSTGRES_CONNECTION_OK) { _ = lost() }
      throw error
    }
  }

  // MARK: Rows of a COPY

  /// Nothing else is on its way. The server works on the rows while the next ones are gathered: it
  /// is not waited for.
  func copy(_ text: String, _ rows: [UInt8]) throws {
    try collect()
    if isLost { throw StorageError.connectionLost }
    guard pq_exitPipelineMode(connection) == 1 else { throw lost() }
    isCopying = true
    guard let result = pq_exec(connection, text) else { throw lost() }
    let isReady = Int(pq_resultStatus(result)) == CPOSTGRES_COPY_IN
    let error = isReady ? nil : StorageError.from(result, of: connection)
    pq_clear(result)
    if let error {
      try endCopy()
      throw error
    }
    try PostgresPipe.copyHeader.withUnsafeBytes(put)
    try rows.withUnsafeBytes(put)
    try PostgresPipe.copyEnd.withUnsafeBytes(put)
    guard pq_putCopyEnd(connection, nil) == 1 else { throw lost() }
  }

  /// The form's name, no flags, and nothing behind.
  private static let copyHeader: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
  /// In place of a row's number of columns.
  private static let copyEnd: [UInt8] = [0xFF, 0xFF]

  private func put(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 20))
      rest = rest.dropFirst(piece.count)
      let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard pq_putCopyData(connection, start, Int32(piece.count)) == 1 else { throw lost() }
    }
  }

  /// Waits for what became of the rows that were sent last.
  private func endCopy() throws(StorageError) {
    guard isCopying else { return }
    isCopying = false
    var failure: StorageError?
    while let result = pq_getResult(connection) {
      if Int(pq_resultStatus(result)) != CPOSTGRES_COMMAND_OK {
        failure = failure ?? StorageError.from(result, of: connection)
      }
      pq_clear(result)
    }
    guard pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK) else { throw lost() }
    _ = pq_enterPipelineMode(connection)
    if let failure { throw failure }
  }
}
