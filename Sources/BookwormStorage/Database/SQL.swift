// This file defines fixed SQL texts for prepared statements.
import Synchronization

/// A text with a number that every connection uses to find its prepared statement again.
public struct SQL: Sendable {
  let number: Int
  let text: @Sendable (any Dialect) -> String

  public init(_ text: String) { self.init { _ in text } }

  /// A text with fragments that differ between engines.
  public init(_ text: @escaping @Sendable (any Dialect) -> String) {
    self.text = text
    number = SQL.lastNumber.add(1, ordering: .relaxed).newValue
  }

  private static let lastNumber = Atomic<Int>(-1)
}
