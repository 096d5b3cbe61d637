// A column of a result has the form that the C interface and Arrow use.
import BookwormStorage

/// One field of all the rows, in contiguous memory that belongs to the result.
public struct Column {
  /// The bit of the field among those of the rows' entity.
  public let bit: UInt64
  public let type: ColumnType
  public internal(set) var values: UnsafeRawPointer?
  /// The start of each text in `values`, and the end of the last.
  public internal(set) var offsets: UnsafePointer<Int64>?
  /// The start of each list among the items, and the end of the last.
  public internal(set) var lists: UnsafePointer<Int64>?
  /// A byte for each row, 1 for present; nil if every row is present.
  public internal(set) var present: UnsafePointer<UInt8>?

  init(bit: UInt64, type: ColumnType) {
    self.bit = bit
    self.type = type
  }

  /// An item of a list of texts.
  public func text(_ item: Int) -> Bytes {
    guard let values, let offsets else { return Bytes(start: nil, count: 0) }
    let (from, end) = (Int(offsets[item]), Int(offsets[item &+ 1]))
    return Bytes(
      start: (values + from).assumingMemoryBound(to: UInt8.self), count: end &- from &- 1)
  }
}
