// Listed books are ids that a statement reads as a table.
import BookwormStorage

/// A table in memory whose only column has the ids.
package final class ListedBooks: MemoryRows {
  /// The most ids for one statement.
  static let most = 8192

  private let ids: UnsafeBufferPointer<Int64>

  package init(_ ids: UnsafeBufferPointer<Int64>) { self.ids = ids }

  package var count: Int { ids.count }
  package func integer(_ row: Int, _ column: Int) -> Int64 { ids[row] }
  package func blob(_ row: Int) -> Bytes { Bytes(start: nil, count: 0) }
}
