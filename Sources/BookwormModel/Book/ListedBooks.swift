// Listed books are ids that a statement reads as a table.
import BookwormStorage

/// The first column of the table in memory.
final class ListedBooks: MemoryRows {
  private let ids: UnsafeBufferPointer<Int64>

  init(_ ids: UnsafeBufferPointer<Int64>) { self.ids = ids }

  var count: Int { ids.count }
  func integer(_ row: Int, _ column: Int) -> Int64 { ids[row] }
  func blob(_ row: Int) -> Bytes { Bytes(start: nil, count: 0) }
}
