// One field of the rows of a result, in contiguous memory.
import BookwormStorage

public enum ColumnType: Int32, Sendable {
  case int64 = 1
  case int32
  case double
  case text
  case int64List
  case textList

  var isList: Bool { self == .int64List || self == .textList }
}

/// The arrays with one element for each row lie in the result's own memory, which sees to it that
/// there is room before a row is filled. What varies in size from row to row grows by itself.
public struct Column {
  public let field: Fields
  public let type: ColumnType
  let optional: Bool
  /// Numbers, one for each row.
  var numbers: UnsafeMutableRawPointer?
  /// Where each row's text begins in `items`, and after the last where it ends.
  var textOffsets: UnsafeMutablePointer<Int64>?
  /// Where each row's list begins among the items, and after the last where it ends.
  var lists: UnsafeMutablePointer<Int64>?
  /// 1 for present, 0 for absent, where rows may be absent.
  var present: UnsafeMutablePointer<UInt8>?
  /// The bytes of texts, or the items of lists of numbers.
  var items = Buffer()
  /// In a list of texts: where each one begins in `items`, and where the last one ends; 0 at first.
  var itemOffsets = Buffer()

  init(_ spec: ColumnSpec) {
    field = spec.field
    type = spec.type
    optional = spec.optional
  }

  public var valuesStart: UnsafeRawPointer? {
    (numbers ?? items.start).map { UnsafeRawPointer($0) }
  }
  public var offsetsStart: UnsafeRawPointer? {
    type == .textList
      ? itemOffsets.start.map { UnsafeRawPointer($0) } : textOffsets.map { UnsafeRawPointer($0) }
  }
  public var listsStart: UnsafeRawPointer? { lists.map { UnsafeRawPointer($0) } }
  public var presentStart: UnsafeRawPointer? { present.map { UnsafeRawPointer($0) } }

  func free() {
    items.free()
    itemOffsets.free()
  }

  // MARK: Filling a row for which there is room

  mutating func fill(_ row: Int, _ cell: Cell) throws {
    if optional {
      let isPresent = !cell.isNull
      present?[row] = isPresent ? 1 : 0
      guard isPresent else { return try fillAbsent(row) }
    }
    switch type {
    case .int64: fill(row, cell.int64)
    case .int32: fill(row, cell.int32)
    case .double: fill(row, cell.double)
    case .text: try fill(row, text: cell.text)
    case .int64List, .textList: break
    }
  }

  private mutating func fillAbsent(_ row: Int) throws {
    switch type {
    case .int64, .double: fill(row, 0 as Int64)
    case .int32: fill(row, 0 as Int32)
    case .text: try fill(row, text: Bytes(start: nil, count: 0))
    case .int64List, .textList: break
    }
  }

  func fill<Number: BitwiseCopyable>(_ row: Int, _ value: Number) {
    numbers?.storeBytes(of: value, toByteOffset: row * MemoryLayout<Number>.size, as: Number.self)
  }

  mutating func fill(_ row: Int, text: Bytes) throws {
    try items.append(text: text)
    textOffsets?[row + 1] = Int64(items.count)
  }

  mutating func append(item: Int64) throws { try items.append(item) }

  mutating func append(item: Bytes) throws {
    try items.append(text: item)
    try itemOffsets.append(Int64(items.count))
  }

  /// The row's list ends with the items appended so far.
  func endList(_ row: Int) {
    let counted = type == .textList ? itemOffsets.count / 8 - 1 : items.count / 8
    lists?[row + 1] = Int64(counted)
  }

  // MARK: Reading a row that there is

  public func isPresent(_ row: Int) -> Bool { present.map { $0[row] != 0 } ?? true }
  public func int64(_ row: Int) -> Int64 { number(row) ?? 0 }
  public func int32(_ row: Int) -> Int32 { number(row) ?? 0 }
  public func double(_ row: Int) -> Double { number(row) ?? 0 }

  private func number<Number: BitwiseCopyable>(_ row: Int) -> Number? {
    numbers?.load(fromByteOffset: row * MemoryLayout<Number>.size, as: Number.self)
  }

  public func text(_ row: Int) -> Bytes {
    guard let textOffsets else { return Bytes(start: nil, count: 0) }
    return text(from: textOffsets[row], to: textOffsets[row + 1])
  }

  /// The items of a row's list.
  public func list(_ row: Int) -> Range<Int> {
    guard let lists else { return 0..<0 }
    return Int(lists[row])..<Int(lists[row + 1])
  }

  public func textItem(_ index: Int) -> Bytes {
    guard let start = itemOffsets.start else { return Bytes(start: nil, count: 0) }
    let offsets = start.assumingMemoryBound(to: Int64.self)
    return text(from: offsets[index], to: offsets[index + 1])
  }

  private func text(from: Int64, to: Int64) -> Bytes {
    guard let start = items.start else { return Bytes(start: nil, count: 0) }
    let first = (start + Int(from)).assumingMemoryBound(to: UInt8.self)
    return Bytes(start: first, count: Int(to &- from &- 1))
  }
}

struct ColumnSpec {
  let field: Fields
  let type: ColumnType
  let optional: Bool
}
