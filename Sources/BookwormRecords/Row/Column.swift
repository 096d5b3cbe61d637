// A column of a result has the form that the C interface and Arrow use.
import BookwormStorage

/// One field of all the rows, in contiguous memory that belongs to the result.
package struct Column {
  /// The bit of the field among those of the rows' entity.
  package let bit: UInt64
  package let type: ColumnType
  package var values: UnsafeRawPointer?
  /// The start of each text in `values`, and the end of the last.
  package var offsets: UnsafePointer<Int64>?
  /// The start of each list among the items, and the end of the last.
  package var lists: UnsafePointer<Int64>?
  /// A byte for each row, 1 for present; nil if every row is present.
  package var present: UnsafePointer<UInt8>?

  init(bit: UInt64, type: ColumnType) {
    self.bit = bit
    self.type = type
  }

  /// An item of a list of texts.
  package func text(_ item: Int) -> Bytes {
    guard let values, let offsets else { return Bytes(start: nil, count: 0) }
    let (from, end) = (Int(offsets[item]), Int(offsets[item &+ 1]))
    return Bytes(
      start: (values + from).assumingMemoryBound(to: UInt8.self), count: end &- from &- 1)
  }
}
