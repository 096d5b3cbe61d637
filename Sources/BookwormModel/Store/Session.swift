// What every request goes through: a store, or a transaction on one. The entities' folders extend
// it with their requests.
import BookwormStorage

public class Session {
  /// The store that this is, or that this is a transaction on.
  public var store: Store? { nil }

  // Overridden by Store and Transaction.
  public func begin(_ mode: Transaction.Mode) throws -> Transaction { throw Failure.closedHandle }
  func beginRead() throws -> Connection { throw Failure.closedHandle }
  func endRead(_ connection: Connection) {}
  /// Between beginRead() and endRead(): brings the counters' table up to what has been written.
  func writeCounters() throws {}
  func beginWrite(
    _ extent: WriteExtent, asking: (Connection) throws -> Void
  ) throws -> Writer { throw Failure.closedHandle }
  /// Throws `error`, or the one that kept the write from being completed.
  func endWrite(_ writer: Writer, _ extent: WriteExtent, _ error: (any Error)?) throws {}
  /// What a caller is told of a read that has failed.
  func explained(_ error: any Error) -> any Error { error }
  /// A connection of its own for a reader that takes its time, and how to give it back; nil where
  /// there is only the one connection.
  func detachReader() throws -> DetachedReader? { nil }
  /// The same for two threads, or one: see DetachedReader.pair(). Empty where there is only the one
  /// connection.
  func detachReaders(atLeast books: Int64) throws -> [DetachedReader] { [] }

  func read<R>(_ body: (Connection) throws -> R) throws -> R {
    do {
      let connection = try beginRead()
      defer { endRead(connection) }
      return try body(connection)
    } catch { throw explained(error) }
  }

  /// For what reads the counters, which a transaction writes only just before it commits.
  func readCounters<R>(_ body: (Connection) throws -> R) throws -> R {
    try read { connection in
      try writeCounters()
      return try body(connection)
    }
  }

  /// All of what `body` writes is kept, or nothing. `asking` asks for what `body` will read first,
  /// by Statement.ask(), where that is of any use.
  func write<R>(
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

enum WriteExtent {
  /// Checks what the caller passed before it writes anything.
  case step
  /// May fail half-way on what the caller passed, and is then taken back within its transaction.
  case batch
}

extension Failure {
  static let closedHandle = Failure(.closed, "store", "the store is closed")
}
