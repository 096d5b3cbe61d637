// What an engine does for the rest: Connection and Statement are all that the Model sees, and call
// it through what stands here. Everything else in this folder is the same for every engine.

/// What is done for every row and every value: a table of functions, which costs one load more than
/// to call them by their names. A method of a protocol would cost up to a tenth of a long scan.
/// Their forms and their numbers are those of SQLite's own functions, which so need nothing around
/// them; another engine's pointers mean what it likes.
struct Engine {
  typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
  typealias BindText =
    @convention(c) (OpaquePointer?, Int32, UnsafePointer<CChar>?, UInt64, Free?, UInt8) -> Int32
  typealias BindBlob =
    @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, UInt64, Free?) -> Int32

  // Of a statement: the numbers of parameters begin at 1. They answer `done`, `row`, 0 or a code
  // that EngineConnection.error() explains.
  let bindInt64: @convention(c) (OpaquePointer?, Int32, Int64) -> Int32
  let bindDouble: @convention(c) (OpaquePointer?, Int32, Double) -> Int32
  let bindNull: @convention(c) (OpaquePointer?, Int32) -> Int32
  let bindText: BindText
  let bindBlob: BindBlob
  let step: @convention(c) (OpaquePointer?) -> Int32
  let reset: @convention(c) (OpaquePointer?) -> Int32

  // Of the row on which it stands: the numbers of columns begin at 0.
  let columnCount: @convention(c) (OpaquePointer?) -> Int32
  let columnType: @convention(c) (OpaquePointer?, Int32) -> Int32
  let columnInt64: @convention(c) (OpaquePointer?, Int32) -> Int64
  let columnDouble: @convention(c) (OpaquePointer?, Int32) -> Double
  let columnText: @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<UInt8>?
  let columnBlob: @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?
  let columnBytes: @convention(c) (OpaquePointer?, Int32) -> Int32
  let columnValue: @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?

  // Of a value of the row.
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
  /// How a text that is bound is encoded.
  static let utf8: UInt8 = 1
  /// In place of a function that frees what is bound: it is copied.
  static var copied: Free { unsafeBitCast(-1, to: Free.self) }
}

/// How many reads of the file, and allocations of memory.
public struct EngineFailures: Sendable {
  let reads: Int
  let allocations: Int

  /// Throws where there have been more since.
  public func check(_ now: EngineFailures) throws {
    if now.allocations > allocations {
      throw StorageError(.memory, "there was not enough memory to look at all of the file")
    }
    if now.reads > reads {
      throw StorageError(.inputOutput, "some of the file could not be read")
    }
  }
}

/// An engine's side of a connection. Used by one thread at a time.
protocol EngineConnection: AnyObject {
  var engine: UnsafePointer<Engine> { get }
  var dialect: any Dialect { get }

  func prepare(_ text: String) throws -> OpaquePointer
  /// What a step comes to that has just answered a code, where it can be taken again.
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) -> Int32
  /// Whether a statement stands on a row.
  func isReading(_ statement: OpaquePointer) -> Bool
  func discard(_ statement: OpaquePointer)
  /// Runs several statements, whose rows nobody reads.
  func execute(_ text: String) throws
  /// What a code means that a function of the table has just answered.
  func error(_ code: Int32) -> StorageError

  /// How long a lock of another process is waited for.
  var busyTimeout: Milliseconds { get set }
  var inTransaction: Bool { get }
  /// What has failed so far in this thread, also where an engine goes on without a word.
  var failures: EngineFailures { get }
  /// Rows that the last INSERT, UPDATE or DELETE changed.
  var changes: Int64 { get }
  /// A number that changes when another connection commits.
  func version() throws -> Int64
  /// From now on readers and writers do not block each other.
  func separateReaders() throws
  /// How much of the database is kept in memory.
  func setCache(_ kibibytes: Int32) throws

  /// What is wrong where it no longer leads to the database; throws where nobody can tell.
  func whyLost() throws -> StorageError?
  /// Throws what `whyLost` finds. It looks only now and then, so that every read may ask.
  func lookNowAndThen() throws
  /// Before a write. One that had no room on the disk may have left it full of what can go.
  func makeRoom()
  /// What is put in order after a commit, before the next one of this database begins.
  func tidyUp()

  /// See Statement.ask().
  var asksEarly: Bool { get }
  /// Whether a statement that fails leaves nothing to be done but a rollback.
  var failureEndsTransaction: Bool { get }
  func ask(_ statement: OpaquePointer) throws
  /// See Connection.checkIsThere().
  func isLost() -> Bool
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
  /// Who is told of each row that a statement with Dialect.visiting() deletes.
  var visitor: ((Int64, Int64) -> Void)? { get set }

  /// See Connection.copy().
  func copy(to path: String) throws -> any DatabaseCopy

  /// Does nothing in a forked child.
  func close()
}

/// An engine in this process has nothing to wait for, nor a commit that it does not know of.
extension EngineConnection {
  func stepAgain(_ statement: OpaquePointer, _ code: Int32) -> Int32 { code }
  var asksEarly: Bool { false }
  var failureEndsTransaction: Bool { false }
  func ask(_ statement: OpaquePointer) {}
  func isLost() -> Bool { false }
  func whyLost() throws -> StorageError? { nil }
  func lookNowAndThen() throws {}
  func readInPieces(_ statement: OpaquePointer) {}
  func receipt(forNumber number: Int64) -> Int64 { 0 }
  func bindIntegers(
    _ statement: OpaquePointer, _ index: Int32, _ count: Int, _ element: (Int) -> Int32
  ) throws {
    throw StorageError(.unexpected, "there are no columns of arrays")
  }
}

/// A database as an engine reaches it.
protocol EngineDatabase: Sendable {
  /// What it is called in messages.
  var path: String { get }
  /// Whether there is the one connection only, on which all take turns.
  var hasOneConnection: Bool { get }
  func connectWriter(_ closing: ClosingFlag) throws -> any EngineConnection
  func connectReader(_ closing: ClosingFlag) throws -> any EngineConnection
  /// What every other file lacks; nil where nobody else can reach it, or it is on a server.
  var identity: String? { get }
  /// The file that other processes know it by; nil where there is none.
  var filePath: String? { get }
  /// How its commits become known; nil where no other process can write.
  var commitChannel: (any CommitChannel)? { get }
  /// Who may read and write the database's file.
  var fileMode: UInt32 { get }
  /// How large the log is in which commits stand at first.
  var logBytes: Int64 { get }
}
