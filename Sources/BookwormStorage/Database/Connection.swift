// This file defines a connection with its prepared statements. Its owner ensures that only one
// thread uses it at a time.
import Synchronization

public final class Connection: @unchecked Sendable {
  /// Above 0 and unique among connections.
  public let number = Connection.lastNumber.add(1, ordering: .relaxed).newValue
  private static let lastNumber = Atomic<Int>(0)
  /// The engine's half of the connection.
  let side: any EngineConnection
  let engine: UnsafePointer<Engine>
  // As defined by the dialect.
  public let fullText: FullText
  public let sums: Sums
  public let leavesReceipts: Bool
  /// Whether Statement.ask() has an effect.
  public let asksEarly: Bool
  /// When IdleReaders began to keep the connection. Set only if it keeps connections for a limited
  /// time.
  var idleSince: Milliseconds = 0
  private var fixed: [OpaquePointer?] = []
  private var composed: [String: ComposedStatement] = [:]
  private let forks = Fork.generation
  private let closing: ClosingFlag

  /// How many composed statements stay prepared. A program repeats the same few queries.
  private static let composedLimit = 64

  init(_ side: any EngineConnection, closing: ClosingFlag) {
    self.side = side
    engine = side.engine
    fullText = side.dialect.fullText
    sums = side.dialect.sums
    leavesReceipts = side.dialect.receipt != nil
    asksEarly = side.asksEarly
    self.closing = closing
  }

  deinit {
    // In a forked child the files are already closed, and a change in memory may be half done.
    guard Fork.generation == forks else { return }
    for case let statement? in fixed { side.discard(statement) }
    composed = [:]
    side.close()
  }

  /// The dialect used to compose texts for this connection.
  public var dialect: any Dialect { side.dialect }

  // MARK: Statements

  public func statement(_ sql: SQL) throws -> Statement {
    if sql.number < fixed.count, let prepared = fixed[sql.number] {
      return Statement(handle: prepared, connection: self)
    }
    let prepared = try prepare(sql.text(dialect))
    while fixed.count <= sql.number { fixed.append(nil) }
    fixed[sql.number] = prepared
    return Statement(handle: prepared, connection: self)
  }

  /// A statement composed of fixed fragments, never from a caller's text.
  public func statement(composed sql: String) throws -> Statement {
    if let prepared = composed[sql] {
      return Statement(handle: prepared.handle, connection: self, kept: prepared)
    }
    if composed.count >= Connection.composedLimit {
      composed = composed.filter { side.isReading($0.value.handle) }
    }
    let prepared = ComposedStatement(try prepare(sql), side)
    composed[sql] = prepared
    return Statement(handle: prepared.handle, connection: self, kept: prepared)
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    do { return try side.prepare(sql) } catch { throw explained(error) }
  }

  public func execute(_ sql: String) throws {
    do { try side.execute(sql) } catch { throw explained(error) }
  }

  /// The first column of the first row, or nil without a row.
  public func integer(_ sql: String) throws -> Int64? {
    let statement = try statement(composed: sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// Decides how to go on after a failed step: an engine may start the statement again.
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) throws -> Bool {
    switch side.stepAgain(statement, code) {
    case Engine.row: return true
    case Engine.done: return false
    case let code: throw failure(code)
    }
  }

  // MARK: Failures

  /// Throws if the session on a server is gone, and with it the writes of its transaction, even if
  /// no call has reported the loss yet. Also throws if the files of a store are no longer in place,
  /// which is checked only now and then.
  public func checkIsThere() throws {
    if let loss = side.loss() { throw loss }
    try side.lookNowAndThen()
  }

  /// Throws if the files that the connection has read are no longer those of the store. A long
  /// series of reads may then mix two stores.
  public func checkIsInPlace() throws {
    if let fault = try side.whyLost(quickly: false) { throw fault }
  }

  /// Whether a failure leaves the transaction unusable.
  public var failureEndsTransaction: Bool { side.failureEndsTransaction }

  /// Runs `body` within a transaction. If `body` fails, the transaction can still be used to read
  /// the same state.
  public func sparing(_ body: () throws -> Void) throws {
    guard side.failureEndsTransaction else { return try body() }
    try statement(.savepoint).run()
    do { try body() } catch {
      if inTransaction { try statement(.rollBackTo).run() }
      throw error
    }
    // The engine may have rolled back by itself.
    if inTransaction { try statement(.release).run() }
  }

  /// The error of a failed call.
  func failure(_ code: Int32) -> any Error { explained(side.error(code)) }

  /// While the database is being closed, a lock held by somebody else is reported as a closed
  /// store: the call would otherwise have waited for the lock.
  func explained(_ error: any Error) -> any Error {
    closing.isSet && (error as? StorageError)?.kind == .busy ? StorageError.closed : error
  }

  // MARK: Results and settings

  /// The failures so far in this thread, including those that an engine does not report.
  public var failures: EngineFailures { side.failures }
  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  public var changes: Int64 { side.changes }
  public var inTransaction: Bool { side.inTransaction }
  /// A number that changes when another connection commits.
  public func dataVersion() throws -> Int64 {
    do { return try side.version() } catch { throw explained(error) }
  }
  /// A number that identifies this transaction's commit if the connection is lost during it. It is
  /// written into the row `number` of the log: see DatabaseOptions.receipts. 0 if the outcome of a
  /// commit is always known.
  public func receipt(forNumber number: Int64) -> Int64 { side.receipt(forNumber: number) }
  /// How many rows are to be inserted. Many rows of a table are sent to a server together; a later
  /// statement then reports an error in one of them.
  public var rowsToCome: RowsToCome {
    get { side.rowsToCome }
    set { side.rowsToCome = newValue }
  }
  /// How long to wait for a lock of another process.
  public var busyTimeout: Milliseconds {
    get { side.busyTimeout }
    set { side.busyTimeout = newValue }
  }
  /// Checkpoints the whole log, which requires that nobody reads from it. Others can write between
  /// the attempts. Returns false if the deadline has passed without success.
  public func foldWholeLog(until deadline: Milliseconds) -> Bool {
    side.foldWholeLog(until: deadline)
  }
  /// Sets how much of the database is kept in memory.
  public func setCache(_ kibibytes: Int32) { side.setCache(kibibytes) }
}

/// How many rows the next statements insert; each statement inserts one.
public enum RowsToCome: Sendable {
  case few, many
  /// Rows of tables that the transaction has made.
  case wholeTables
}

/// Set while a database is being closed. From then on, nobody waits for another process's lock.
final class ClosingFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// A function of a text and a key that an engine may call to evaluate Dialect.contains().
public final class Predicate {
  let call: (Bytes, Bytes) -> Bool?
  /// `call` returns nil if memory does not suffice.
  public init(_ call: @escaping (Bytes, Bytes) -> Bool?) { self.call = call }
}

/// Lives as long as a Statement refers to it, even if the connection has dropped it to prepare
/// others.
final class ComposedStatement {
  let handle: OpaquePointer
  private let side: any EngineConnection
  private let forks = Fork.generation

  init(_ handle: OpaquePointer, _ side: any EngineConnection) {
    (self.handle, self.side) = (handle, side)
  }

  // In a forked child, the statement belongs to the parent.
  deinit { if Fork.generation == forks { side.discard(handle) } }
}
