// A failure is the model's answer to a request that it cannot carry out, in words for a person.

package struct Failure: Error, Sendable {
  package enum Kind: Int32, Sendable {
    case argument, text, invalid, tooLarge, notFound, exists, readOnly, transaction, cursor
    case closed, notAStore, newer, corrupt, memory, conflict
  }

  package var kind: Kind
  /// The invalid field or parameter, or "".
  package var field: String
  package fileprivate(set) var message: String
  /// The offset of the invalid byte within a text, or -1.
  package var offset: Int64
  /// The number of invalid bytes from there on; 0 if something is missing there, or unknown.
  package var length: Int32 = 0
  /// The row that failed within a batch, or -1.
  package var row: Int64 = -1
  package var reason = FaultReason.field
  /// The text that was probably meant instead of the invalid bytes, or "".
  package var suggestion = ""

  package init(_ kind: Kind, _ field: String, _ message: String, offset: Int64 = -1) {
    self.kind = kind
    self.field = field
    self.message = message
    self.offset = offset
  }
}

extension Failure {
  mutating func add(_ place: String) { message += " " + place }

  /// The failure for a text that is missing or has no visible character, with the caller's own
  /// message.
  package static func blank(_ field: String, _ message: String) -> Failure {
    var failure = Failure(.invalid, field, message)
    failure.reason = .blank
    return failure
  }
}

/// Runs a step of a batch, so that its failure names the row.
package func inRow<R>(_ row: Int, _ body: () throws -> R) throws -> R {
  do { return try body() } catch var failure as Failure {
    if failure.row < 0 {
      failure.row = Int64(row)
      failure.message = "row \(row): \(failure.message)"
    }
    throw failure
  }
}
