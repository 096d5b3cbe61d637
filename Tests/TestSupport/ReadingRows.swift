// Reads a result as a C program does: column by column, from the memory that it lends.
import BookwormRecords
import BookwormStorage

extension Column {
  package func isPresent(_ row: Int) -> Bool { present.map { $0[row] == 1 } ?? true }

  private func value<T: BitwiseCopyable>(_ row: Int, _ zero: T) -> T {
    values?.load(fromByteOffset: row * MemoryLayout<T>.stride, as: T.self) ?? zero
  }

  package func int32(_ row: Int) -> Int32 { value(row, 0) }
  package func int64(_ row: Int) -> Int64 { value(row, 0) }
  func double(_ row: Int) -> Double { value(row, 0) }

  /// Returns a row's text, or an item of a list; "no NUL" if the text does not end with one.
  func text(ofRow row: Int) -> String {
    guard let values, let offsets else { return "no values" }
    let (from, to) = (Int(offsets[row]), Int(offsets[row + 1]))
    guard from < to, values.load(fromByteOffset: to - 1, as: UInt8.self) == 0 else {
      return "no NUL"
    }
    return String(
      decoding: UnsafeRawBufferPointer(start: values + from, count: to - from - 1), as: UTF8.self)
  }

  /// The items of a row's list.
  func items(_ row: Int) -> Range<Int> {
    guard let lists else { return 0..<0 }
    return Int(lists[row])..<Int(lists[row + 1])
  }
}

extension RowSet {
  /// Returns a copy of the cursor, because the cursor's memory belongs to the result.
  package var place: Bytes? { cursor.map { bytes(Array($0)) } }

  /// Returns the fields of the columns, in order.
  package var fields: [BookFields] { layout.columns.map(\.field) }

  package func isPresent(_ field: BookFields, _ row: Int) -> Bool {
    column(field)?.isPresent(row) ?? false
  }

  package var books: [SampleBook] { (0..<count).map { SampleBook(self, $0) } }

  package var ids: [Int64] { integers(.id) }

  package func texts(_ field: BookFields) -> [String] { texts(bit: field.rawValue) }

  @_disfavoredOverload
  package func texts(_ field: GenreFields) -> [String] { texts(bit: field.rawValue) }

  package func texts(bit: UInt64) -> [String] {
    guard let texts = column(bit: bit) else { return [] }
    return (0..<count).map { texts.text(ofRow: $0) }
  }

  package func integers(_ field: BookFields) -> [Int64] { integers(bit: field.rawValue) }

  package func integers(bit: UInt64) -> [Int64] {
    guard let column = column(bit: bit) else { return [] }
    return (0..<count).map {
      column.type == .int32 ? Int64(column.int32($0)) : column.int64($0)
    }
  }
}
