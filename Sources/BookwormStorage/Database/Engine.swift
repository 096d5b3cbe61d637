// This file declares the functions of an engine. The model sees only Connection and Statement,
// which call the engine through these declarations. Everything else in this folder is the same for
// every engine.

/// A table of functions for the operations on each row and value. A call through the table costs
/// one load more than a direct call; calls of a protocol's methods would take up to a tenth of the
/// time of a long scan. The signatures and numbers are those of SQLite's own functions, which
/// therefore need no wrappers. Another engine may use the pointers as it likes.
struct Engine {
  typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias BindText =
    @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>?, UInt64, Free?, UInt8) -> Int32
  typealias BindBlob =
    @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, UInt64, Free?) -> Int32

  // Functions of a statement. Parameters are numbered from 1. The results are `done`, `row`, 0 or a
  // code that EngineConnection.error() explains.
  let bindInt64: @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
  let bindDouble: @convention(c) (OpaquePointer?, Int32, Double) -> Int32
  let bindNull: @convention(c) (OpaquePointer?, Int32) -> Int32
  let bindText: BindText
  let bindBlob: BindBlob
  let step: @convention(c) (OpaquePointer?) -> Int32
  let reset: @convention(c) (OpaquePointer?) -> Int32

  // Functions of the current row. Columns are numbered from 0.
  let columnCount: @convention(c) (OpaquePointer?) -> Int32
  let columnType: @convention(c) (OpaquePointer?, Int32) -> Int32
  let columnInt64: @convention(c) (OpaquePointer?, Int32) -> Int64
  let columnDouble: @convention(c) (OpaquePointer?, Int32) -> Double
  let columnText: @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<UInt8>?
  let columnBlob: @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?
  let columnBytes: @convention(c) (OpaquePointer?, Int32) -> Int32
  let columnValue: @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?

  // Functions of a value in the row.
  let valueType: @convention(c) (OpaquePointer?) -> Int32
  let valueInt64: @convention(c) (OpaquePointer?) -> Int64
  let valueDouble: @convention(c) (OpaquePointer?) -> Double
  let valueText: @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?
  let valueBlob: @convention(c) (OpaquePointer?) -> UnsafeRawPointer?
  let valueBytes: @convention(c) (OpaquePointer?) -> Int32

  static let row: Int32 = 100
  static let done: Int32 = 101
  static let integer: Int32 = 1
  static let real: Int32 = 2
  static let text: Int32 = 3
  static let blob: Int32 = 4
  static let null: Int32 = 5
  /// The encoding of bound texts.
  static let utf8: UInt8 = 1
  /// Passed instead of a free function: the bound value is copied.
  static var copied: Free { unsafeBitCast(-1, to: Free.self) }
}

/// The numbers of failed reads of the file and of failed allocations of memory.
public struct EngineFailures: Sendable {
  let reads: Int
  let allocations: Int

  /// Throws if `now` has more failures than this earlier count.
  public func check(_ now: EngineFailures) throws {
    if now.allocations > allocations {
      throw StorageError(.memory, "there was not enough memory to look at all of the file")
    }
    if now.reads > reads {
      throw StorageError(.inputOutput, "some of the file could not be read")
    }
  }
}

/// An engine's half of a connection. Used by one thread at a time.
protocol EngineConnection: AnyObject {
  var engine: UnsafePointer<Engine> { get }
  var dialect: any Dialect { get }

  func prepare(_ text: String) throws -> OpaquePointer
  /// Returns the result of a step after it failed with a code, repeating the step if possible.
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) -> Int32
  /// Whether a statement is at a row.
  func isReading(_ statement: OpaquePointer) -> Bool
  func discard(_ statement: OpaquePointer)
  /// Runs several statements without reading their rows.
  func execute(_ text: String) throws
  /// Explains the code that a function of the table has just returned.
  func error(_ code: Int32) -> StorageError

  /// How long to wait for a lock of another process.
  var busyTimeout: Milliseconds { get set }
  /// Whether a part of the last wait was for a checkpoint that waited for readers.
  var hasMetCheckpoint: Bool { get }
  var inTransaction: Bool { get }
  /// The failures so far in this thread, including those that an engine does not report.
  var failures: EngineFailures { get }
  /// The number of rows that the last INSERT, UPDATE or DELETE changed.
  var changes: Int64 { get }
  /// A number that changes when another connection commits.
  func version() throws -> Int64
  /// Sets up the database so that readers and writers do not block each other.
  func separateReaders() throws
  /// Sets how much of the database is kept in memory.
  func setCache(_ kibibytes: Int32)

  /// The fault if the connection no longer leads to the database. Throws if this cannot be
  /// determined.
  func whyLost(quickly: Bool) throws -> StorageError?
  /// Writes the commits of a deleted log into the file, outside of a transaction. Returns false if
  /// no log was deleted, or if some of the commits are missing.
  func savesLog() -> Bool
  /// Throws the fault that `whyLost` finds. It checks only now and then, so that every read can
  /// call it.
  func lookNowAndThen() throws
  /// Called before a write. An earlier write may have left the disk full of data that can be
  /// removed.
  func makeRoom()
  /// Runs a statement that takes the write lock. Connections that have waited for long go first.
  func inTurn(_ begin: () throws -> Void) throws
  /// Tidies up after a commit, before the next commit of this database begins.
  func tidyUp()
  /// See Connection.foldWholeLog().
  func foldWholeLog(until deadline: Milliseconds) -> Bool

  /// See Statement.ask().
  var asksEarly: Bool { get }
  /// Whether only a rollback is possible after a failed statement.
  var failureEndsTransaction: Bool { get }
  func ask(_ statement: OpaquePointer) throws
  /// See Connection.checkIsThere().
  func loss() -> StorageError?
  /// See Statement.readInPieces().
  func readInPieces(_ statement: OpaquePointer)
  /// See Connection.receipt(forNumber:).
  func receipt(forNumber number: Int64) -> Int64
  /// See Connection.rowsToCome.
  var rowsToCome: RowsToCome { get set }
  /// See Statement.bindIntegers().
  func bindIntegers(
    _ statement: OpaquePointer, _ index: Int32, _ count: Int, _ element: (Int) -> Int32) throws

  /// Makes rows readable as a table, until it is emptied: see Connection.withTable().
  func fill(_ table: String, _ rows: any MemoryRows) throws
  func empty(_ table: String)
  /// Called for each row that a statement with Dialect.visiting() deletes.
  var visitor: ((Int64, Int64) -> Void)? { get set }

  /// See Connection.copy().
  func copy(to path: String) throws -> any DatabaseCopy

  /// Does nothing in a forked child.
  func close()
}

/// Defaults for an engine in this process: it waits for no answers, and knows every commit's
/// outcome.
extension EngineConnection {
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) -> Int32 { code }
  var hasMetCheckpoint: Bool { false }
  func inTurn(_ begin: () throws -> Void) throws { try begin() }
  func foldWholeLog(until deadline: Milliseconds) -> Bool { true }
  var asksEarly: Bool { false }
  var failureEndsTransaction: Bool { false }
  func ask(_ statement: OpaquePointer) {}
  func loss() -> StorageError? { nil }
  func whyLost(quickly: Bool) throws -> StorageError? { nil }
  func savesLog() -> Bool { false }
  func lookNowAndThen() throws {}
  func readInPieces(_ statement: OpaquePointer) {}
  func receipt(forNumber number: Int64) -> Int64 { 0 }
  func bindIntegers(
    _ statement: OpaquePointer, _ index: Int32, _ count: Int, _ element: (Int) -> Int32
  ) throws {
    throw StorageError(.unexpected, "there are no columns of arrays")
  }
}

/// An engine's view of a database.
protocol EngineDatabase: Sendable {
  /// The database's name in messages.
  var path: String { get }
  /// Whether there is a single connection, which all readers and writers share.
  var hasOneConnection: Bool { get }
  /// How long an idle reader is kept; nil keeps it until the store is closed.
  var timeOfIdleReaders: Milliseconds? { get }
  func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection
  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection
  /// An identity that no other file has. Nil if nobody else can reach the database, or if it is on
  /// a server.
  var identity: String? { get }
  /// A SELECT of the identity of the schema on a server. No other schema, of this server or of
  /// another, has the same identity, and the address does not affect it. Nil without a server.
  var identitySQL: String? { get }
  /// The file under the name known to other processes; nil without a file.
  var filePath: String? { get }
  /// The channel that announces commits; nil if no other process can write.
  var commitChannel: (any CommitChannel)? { get }
  /// The permissions of the database's file.
  var fileMode: UInt32 { get }
  /// The size of the log that holds new commits.
  var logBytes: Int64 { get }
  /// Whether a checkpoint of the log keeps writers waiting, perhaps while it waits for readers.
  var isCheckpointing: Bool { get }
  /// Called while the database is being closed. Returns when no thread of the library uses it.
  func endHelpers()
}

extension EngineDatabase {
  var isCheckpointing: Bool { false }
  var identitySQL: String? { nil }
  func endHelpers() {}
  var timeOfIdleReaders: Milliseconds? { nil }
}
