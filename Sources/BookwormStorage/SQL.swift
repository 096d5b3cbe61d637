// A fixed text that statements are prepared from.
import Synchronization

/// With a number by which every connection finds its prepared statement again.
public struct SQL: Sendable {
  let number: Int
  let text: @Sendable (any Dialect) -> String

  public init(_ text: String) { self.init { _ in text } }

  /// A text with fragments in which engines differ.
  public init(_ text: @escaping @Sendable (any Dialect) -> String) {
    self.text = text
    number = SQL.lastNumber.add(1, ordering: .relaxed).newValue
  }

  private static let lastNumber = Atomic<Int>(-1)
}
