// One connection with its prepared statements. Used by one thread at a time: its owner sees to
// that.
import Synchronization

public final class Connection: @unchecked Sendable {
  /// Above 0, and no other connection's.
  public let number = Connection.lastNumber.add(1, ordering: .relaxed).newValue
  private static let lastNumber = Atomic<Int>(0)
  /// The engine's side of it.
  let side: any EngineConnection
  let engine: UnsafePointer<Engine>
  // As its dialect says.
  public let fullText: FullText
  public let sums: Sums
  public let leavesReceipts: Bool
  /// Whether Statement.ask() is of any use.
  public let asksEarly: Bool
  private var fixed: [OpaquePointer?] = []
  private var composed: [String: ComposedStatement] = [:]
  private let forks = Fork.generation
  private let closing: ClosingFlag

  /// Composed statements kept prepared; a program asks the same few queries again and again.
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
    // In a forked child its files are closed already, and its memory may be half-way changed.
    guard Fork.generation == forks else { return }
    for case let statement? in fixed { side.discard(statement) }
    composed = [:]
    side.close()
  }

  /// In which texts are composed for this connection.
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

  /// A statement composed of fixed fragments; never of a caller's text.
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

  /// The first column of the first row, or nil where there is no row.
  public func integer(_ sql: String) throws -> Int64? {
    let statement = try statement(composed: sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// What comes of a step that failed: an engine may begin the statement anew.
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) throws -> Bool {
    switch side.stepAgain(statement, code) {
    case Engine.row: return true
    case Engine.done: return false
    case let code: throw failure(code)
    }
  }

  // MARK: Failures

  /// Throws where its session on a server is gone, and so what was written in its transaction,
  /// also where nobody has been told of it yet.
  public func checkIsThere() throws {
    if side.isLost() { throw StorageError.connectionLost }
    try side.lookNowAndThen()
  }

  /// Throws where the files that it has read are not those of the store any more: what it has read
  /// for long may then be of two stores.
  public func checkIsInPlace() throws {
    if let fault = try side.whyLost() { throw fault }
  }

  /// Whether behind a failure nothing can be done in the same transaction.
  public var failureEndsTransaction: Bool { side.failureEndsTransaction }

  /// Within a transaction: where `body` fails, others may still read the same state.
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

  /// Why a call failed.
  func failure(_ code: Int32) -> any Error { explained(side.error(code)) }

  /// Who is told that somebody else has the lock while the database is being closed would have
  /// waited otherwise.
  func explained(_ error: any Error) -> any Error {
    closing.isSet && (error as? StorageError)?.kind == .busy ? StorageError.closed : error
  }

  // MARK: What it has done, and how

  /// What has failed so far in this thread, also where an engine goes on without a word.
  public var failures: EngineFailures { side.failures }
  /// Rows that the last INSERT, UPDATE or DELETE changed.
  public var changes: Int64 { side.changes }
  public var inTransaction: Bool { side.inTransaction }
  /// A number that changes when another connection commits.
  public func dataVersion() throws -> Int64 {
    do { return try side.version() } catch { throw explained(error) }
  }
  /// A number by which an interrupted commit of this transaction is found again, to be written into
  /// the row `number` of the log: see DatabaseOptions.receipts. 0 where no commit can be lost so.
  public func receipt(forNumber number: Int64) -> Int64 { side.receipt(forNumber: number) }
  /// How many rows are to be inserted. On a server those of a table go out together where they are
  /// many, and what is wrong with one of them is told by a later statement.
  public var rowsToCome: RowsToCome {
    get { side.rowsToCome }
    set { side.rowsToCome = newValue }
  }
  /// How long a lock of another process is waited for.
  public var busyTimeout: Milliseconds {
    get { side.busyTimeout }
    set { side.busyTimeout = newValue }
  }
  /// How much of the database is kept in memory.
  public func setCache(_ kibibytes: Int32) throws { try side.setCache(kibibytes) }
}

/// What the next statements insert, each of them one row.
public enum RowsToCome: Sendable {
  case few, many
  /// Of tables that the transaction has made.
  case wholeTables
}

/// Set when a database is being closed: then nobody waits for another process's lock any more.
final class ClosingFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// A function of a text and a key that an engine may call, to answer Dialect.contains().
public final class Predicate {
  let call: (Bytes, Bytes) -> Bool?
  /// `call` answers nil where memory does not suffice.
  public init(_ call: @escaping (Bytes, Bytes) -> Bool?) { self.call = call }
}

/// Lives as long as somebody has a Statement of it: others may be prepared in between.
final class ComposedStatement {
  let handle: OpaquePointer
  private let side: any EngineConnection
  private let forks = Fork.generation

  init(_ handle: OpaquePointer, _ side: any EngineConnection) {
    (self.handle, self.side) = (handle, side)
  }

  // In a forked child it is the parent's.
  deinit { if Fork.generation == forks { side.discard(handle) } }
}
