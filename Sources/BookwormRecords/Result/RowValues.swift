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
  package func column(_ field: BookFields) -> Column? { column(bit: field.rawValue) }

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
    kind == .text && count == 1 ? text(layout.columns[0], 0) : BookDraft.nothing
  }

  /// Returns the name of a column in a frame; nil if frames leave it out.
  package func name(of column: RowLayout.Column) -> String? {
    column.name?.description ?? (column.bit == 0 ? nil : names(ofBits: column.bit))
  }

  /// Returns the names of the fields of the rows' entity with these bits.
  package func names(ofBits bits: UInt64) -> String {
    if kind == .imports { return ImportFields(rawValue: bits).list }
    let entity = Entity.allCases.first { $0.rows == kind } ?? .book
    return entity.fieldSet.init(rawValue: bits).list
  }
}
