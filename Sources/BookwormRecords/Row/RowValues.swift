// Reads values of a row, or a whole column, from a result. Callers must have checked rows against
// `count`.
import BookwormStorage

extension RowSet {
  @inlinable package func isPresent(_ column: RowLayout.Column, _ row: Int) -> Bool {
    !column.optional || presence(column).load(fromByteOffset: row, as: UInt8.self) == 1
  }

  @inlinable package func number<Number: BitwiseCopyable>(
    _ column: RowLayout.Column, _ row: Int, as: Number.Type
  ) -> Number {
    address(column).load(fromByteOffset: row &* MemoryLayout<Number>.stride, as: Number.self)
  }

  @inlinable package func text(_ column: RowLayout.Column, _ row: Int) -> Bytes {
    guard let start = buffers[column.buffer].start else { return Bytes(start: nil, count: 0) }
    let from = Int(number(column, row, as: Int64.self))
    let end = Int(number(column, row &+ 1, as: Int64.self))
    return Bytes(
      start: (start + from).assumingMemoryBound(to: UInt8.self), count: end &- from &- 1)
  }

  /// The bytes of a global id.
  package func uuid(_ column: RowLayout.Column, _ row: Int) -> Bytes {
    let start = address(column) + row &* GlobalID.size
    return Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: GlobalID.size)
  }

  /// The items of a row's list, by their places in the column.
  package func list(_ column: RowLayout.Column, _ row: Int) -> Range<Int> {
    let from = Int(number(column, row, as: Int64.self))
    return from..<max(from, Int(number(column, row &+ 1, as: Int64.self)))
  }

  /// Nil if the field was not selected.
  package func column(_ field: some FieldSet) -> Column? { column(bit: field.rawValue) }

  package func column(bit: UInt64) -> Column? {
    bit == 0 ? nil : layout.columns.first { $0.bit == bit }.map { column($0) }
  }

  package func column(_ column: RowLayout.Column) -> Column {
    let frame = UnsafeRawPointer(address(column))
    let ends = frame.assumingMemoryBound(to: Int64.self)
    var view = Column(bit: column.bit, type: column.type)
    if column.optional {
      view.present = UnsafeRawPointer(presence(column)).assumingMemoryBound(to: UInt8.self)
    }
    guard column.type.hasEnds else {
      view.values = frame
      return view
    }
    view.values = UnsafeRawPointer(buffers[column.buffer].start)
    switch column.type {
    case .textList:
      view.offsets = UnsafePointer(
        buffers[column.buffer &+ 1].start?.assumingMemoryBound(to: Int64.self))
      view.lists = ends
    case .int64List: view.lists = ends
    default: view.offsets = ends
    }
    return view
  }
}

extension RowSet {
  package static let textLayout = RowLayout([ColumnSpec(.text)])

  /// The text of a result that has only one text.
  package var onlyText: Bytes {
    kind == .text && count == 1 ? text(layout.columns[0], 0) : Bytes(start: nil, count: 0)
  }
}
