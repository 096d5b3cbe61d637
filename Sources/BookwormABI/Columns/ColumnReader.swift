// Reads one column of a caller row by row, and checks everything that can be checked.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

struct ColumnReader: BookColumnReader {
  let field: BookFields
  let kind: FieldKind
  let name: String
  private let values: UnsafeRawPointer?
  private let offsets: UnsafePointer<Int64>?
  private let lists: UnsafePointer<Int64>?
  private let present: UnsafePointer<UInt8>?

  init(_ column: bw_column, rows: Int, _ purpose: RowPurpose) throws {
    let bit = BookFields(rawValue: column.field)
    guard purpose.allowed.isSuperset(of: bit), let known = BookField.of(bit), known.field == bit
    else {
      throw Failure(
        .argument, "columns",
        "a column holds \(bit.list), which \(purpose.what) cannot have")
    }
    (field, kind, name) = (bit, known.kind, known.name.description)
    let type = known.kind.type
    guard column.type.rawValue == UInt32(type.rawValue) else {
      let given = Int32(exactly: column.type.rawValue).flatMap(ColumnType.init(rawValue:))
      let shown = given?.name.description ?? "\(column.type.rawValue), which is not a column type"
      throw Failure(
        .argument, name, "the column \(name) has the type \(shown); it must be \(type.name)")
    }
    guard column.count == Int64(rows) else {
      throw Failure(
        .argument, name, "the column \(name) has \(column.count) rows; it must have \(rows)")
    }
    values = column.values
    offsets = column.offsets
    lists = column.lists
    present = column.present
    guard rows > 0 else { return }
    let isList = column.type == BW_COLUMN_INT64_LIST || column.type == BW_COLUMN_TEXT_LIST
    let isText = column.type == BW_COLUMN_TEXT || column.type == BW_COLUMN_TEXT_LIST
    let missing =
      isList && lists == nil
      ? "lists" : isText && offsets == nil ? "offsets" : !isList && values == nil ? "values" : nil
    if let missing {
      throw Failure(.argument, name, "the column \(name) has no \(missing): the pointer is NULL")
    }
  }

  func isPresent(_ row: Int) -> Bool {
    present.map { $0[row] != 0 && !isSilent(row) } ?? true
  }
  func isSilent(_ row: Int) -> Bool {
    present.map { UInt32($0[row]) == BW_PRESENCE_SILENT.rawValue } ?? false
  }

  func int32(_ row: Int) -> Int32 { value(row) ?? 0 }
  func date(_ row: Int) -> Int32 { value(row) ?? 0 }
  func status(_ row: Int) -> Int32 { value(row) ?? 0 }
  func int64(_ row: Int) -> Int64 { value(row) ?? 0 }
  func instant(_ row: Int) -> Int64 { value(row) ?? 0 }
  func double(_ row: Int) -> Double { value(row) ?? 0 }

  func uuid(_ row: Int) -> GlobalID {
    let size = MemoryLayout<bw_uuid>.size
    let start = values.map { ($0 + row * size).assumingMemoryBound(to: UInt8.self) }
    return GlobalID(Bytes(start: start, count: start == nil ? 0 : size)) ?? .none
  }

  private func value<T: BitwiseCopyable>(_ row: Int) -> T? {
    values?.loadUnaligned(fromByteOffset: row * MemoryLayout<T>.stride, as: T.self)
  }

  /// A row's text, or an item of a list.
  func text(_ index: Int) throws -> Bytes {
    guard let values, let offsets else {
      throw Failure(.argument, name, "the column \(name) has no values: the pointer is NULL")
    }
    let (from, to) = (offsets[index], offsets[index + 1])
    guard from >= 0, from < to, values.load(fromByteOffset: Int(to) - 1, as: UInt8.self) == 0
    else {
      throw Failure(
        .argument, name,
        "the column \(name) has offsets \(from) and \(to) for one text, which must end in a NUL")
    }
    let start = (values + Int(from)).assumingMemoryBound(to: UInt8.self)
    return Bytes(start: start, count: Int(to - from - 1))
  }

  private func list(_ row: Int) throws -> Range<Int> {
    guard let lists else { return 0..<0 }
    let (from, to) = (lists[row], lists[row + 1])
    guard from >= 0, from <= to, to <= Int64.max / 8 else {
      throw Failure(.argument, name, "the column \(name) has a list from \(from) to \(to)")
    }
    return Int(from)..<Int(to)
  }

  func texts(_ row: Int) throws -> [Bytes] {
    let range = try list(row)
    try Rules.list(range.count, name)
    return try range.map(text)
  }

  func numbers(_ row: Int) throws -> [Int32] {
    let numbers = try integers(row)
    try Rules.list(numbers.count, name)
    return try numbers.map {
      guard let number = Int32(exactly: $0) else {
        throw Failure(.invalid, name, "\(name) has \($0), which does not fit into 32 bits")
      }
      return number
    }
  }

  func integers(_ row: Int) throws -> UnsafeBufferPointer<Int64> {
    let range = try list(row)
    guard !range.isEmpty else { return UnsafeBufferPointer(start: nil, count: 0) }
    guard let values else {
      throw Failure(.argument, name, "the column \(name) has no values: the pointer is NULL")
    }
    let start = values.assumingMemoryBound(to: Int64.self) + range.lowerBound
    return UnsafeBufferPointer(start: start, count: range.count)
  }
}
