// A bound text is a SQL statement that is built piece by piece.
import BookwormStorage

/// A growing SQL text with the values of its parameters.
package struct BoundText {
  package var text: String
  package var values: [Statement.Value] = []

  package init(_ text: String, _ values: [Statement.Value] = []) {
    (self.text, self.values) = (text, values)
  }

  package mutating func append(_ other: BoundText) {
    text += other.text
    values += other.values
  }

  package mutating func append(_ sql: String, _ bound: Statement.Value...) {
    text += sql
    values += bound
  }

  /// Appends parameters in brackets for a list of values.
  package mutating func append(list bound: [Statement.Value]) {
    text += "("
    for place in bound.indices { text += place == 0 ? "?" : ", ?" }
    text += ")"
    values += bound
  }
}
