// A session is a store or a transaction on one. Every request goes through it; the entities'
// folders extend it with their requests.
import BookwormRecords
import BookwormStorage

package protocol Session: AnyObject, Sendable {
  /// This store, or the store of this transaction.
  var store: Store { get }
  func begin(_ mode: Transaction.Mode) throws -> Transaction

  func beginRead() throws -> Connection
  func endRead(_ connection: Connection)
  /// Writes the counters of the transaction to their table. Called between beginRead() and
  /// endRead().
  func writeCounters() throws
  func beginWrite(_ extent: WriteExtent, asking: (Connection) throws -> Void) throws -> Writer
  /// Ends a write. `error` is the failure of the write, which the caller throws afterwards; nil if
  /// it succeeded. Throws if the write cannot be completed.
  func endWrite(_ writer: Writer, _ extent: WriteExtent, _ error: (any Error)?) throws
  /// The error that a caller gets for a failed read.
  func explained(_ error: any Error) -> any Error
  /// A separate connection for a long read; nil if the session has a single connection.
  func detachReader() throws -> DetachedReader?
  /// Returns one or two separate connections for a long read: see DetachedReader.pair(). Empty if
  /// the session has a single connection.
  func detachReaders(atLeast books: Int64) throws -> [DetachedReader]
}

extension Session {
  @inline(__always)  // Every read passes here.
  package func read<R>(_ body: (Connection) throws -> R) throws -> R {
    do {
      let connection = try beginRead()
      defer { endRead(connection) }
      return try body(connection)
    } catch { throw explained(error) }
  }

  /// Reads counters. A transaction writes its counters first; otherwise it writes them only just
  /// before it commits.
  package func readCounters<R>(_ body: (Connection) throws -> R) throws -> R {
    try read { connection in
      try writeCounters()
      return try body(connection)
    }
  }

  /// Keeps everything that `body` writes, or nothing. `asking` announces the first reads of `body`
  /// with Statement.ask(), if that saves round trips.
  package func write<R>(
    _ extent: WriteExtent = .step, asking: (Connection) throws -> Void = { _ in },
    _ body: (Writer) throws -> R
  ) throws -> R {
    let writer = try beginWrite(extent, asking: asking)
    let result: R
    do { result = try body(writer) } catch {
      try endWrite(writer, extent, error)
      throw error
    }
    try endWrite(writer, extent, nil)
    return result
  }
}

package enum WriteExtent {
  /// The write checks the caller's values before it writes anything.
  case step
  /// The write may fail half-way because of the caller's values. Within a transaction, it is then
  /// rolled back alone.
  case batch
}

extension Failure {
  package static let closedHandle = Failure(.closed, "store", "the store is closed")
}
