// What the model answers to a request that it cannot carry out, in words for the person who asked.

public struct Failure: Error, Sendable {
  public enum Kind: Int32, Sendable {
    case argument, text, invalid, tooLarge, notFound, exists, readOnly, transaction, cursor
    case closed, notAStore, newer, corrupt, memory, conflict
  }

  public let kind: Kind
  /// The field or parameter at fault, or "".
  public fileprivate(set) var field: String
  public fileprivate(set) var message: String
  /// The byte at fault within a text, or -1.
  public var offset: Int64
  /// The row at fault within a batch, or -1.
  public var row: Int64 = -1

  public init(_ kind: Kind, _ field: String, _ message: String, offset: Int64 = -1) {
    self.kind = kind
    self.field = field
    self.message = message
    self.offset = offset
  }
}

/// Runs what looks for a row by an id that its caller has in a field.
func naming<R>(_ entity: Entity, by field: String, _ body: () throws -> R) throws -> R {
  do { return try body() } catch var failure as Failure {
    if failure.kind == .notFound, failure.field == entity.descriptor.name { failure.field = field }
    throw failure
  }
}

/// Runs a step of a batch, so that its failure names the row.
func inRow<R>(_ row: Int, _ body: () throws -> R) throws -> R {
  do { return try body() } catch var failure as Failure {
    if failure.row < 0 {
      failure.row = Int64(row)
      failure.message = "row \(row): \(failure.message)"
    }
    throw failure
  }
}
