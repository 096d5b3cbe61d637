// One field of the rows of a result, in contiguous memory.
import BookwormStorage

public enum ColumnType: Int32, Sendable {
  case int64 = 1
  case int32
  case double
  case text
  case int64List
  case textList
}

public struct Column {
  public let field: Fields
  public let type: ColumnType
  let optional: Bool
  var values: Buffer
  /// Where each text begins in `values`, and where the last one ends.
  var offsets: Buffer
  /// Where each list begins among the items, and where the last one ends.
  var lists: Buffer
  /// A byte for each row, 1 for present, where rows may be absent.
  var present: Buffer

  public var valuesStart: UnsafeRawPointer? { values.start.map { UnsafeRawPointer($0) } }
  public var offsetsStart: UnsafeRawPointer? { offsets.start.map { UnsafeRawPointer($0) } }
  public var listsStart: UnsafeRawPointer? { lists.start.map { UnsafeRawPointer($0) } }
  public var presentStart: UnsafeRawPointer? {
    optional ? present.start.map { UnsafeRawPointer($0) } : nil
  }

  func free() {
    values.free()
    offsets.free()
    lists.free()
    present.free()
  }

  // MARK: Filling

  mutating func append(_ row: Statement, _ column: Int32) throws {
    if optional {
      let isPresent = !row.isNull(column)
      try present.append(isPresent ? 1 as UInt8 : 0)
    }
    switch type {
    case .int64: try values.append(row.int64(column))
    case .int32: try values.append(row.int32(column))
    case .double: try values.append(row.double(column))
    case .text: try append(text: row.text(column))
    case .int64List, .textList: break
    }
  }

  mutating func append(text: Bytes) throws {
    try values.append(text: text)
    try offsets.append(Int64(values.count))
  }

  /// Ends a row's list at the items appended so far.
  mutating func endList() throws {
    let items =
      type == .textList
      ? offsets.count / MemoryLayout<Int64>.stride - 1 : values.count / MemoryLayout<Int64>.stride
    try lists.append(Int64(items))
  }

  // MARK: Reading a row

  public func isPresent(_ row: Int) -> Bool {
    !optional || present.load(row, as: UInt8.self) == 1
  }
  public func int64(_ row: Int) -> Int64 { values.load(row, as: Int64.self) ?? 0 }
  public func int32(_ row: Int) -> Int32 { values.load(row, as: Int32.self) ?? 0 }
  public func double(_ row: Int) -> Double { values.load(row, as: Double.self) ?? 0 }

  /// A row's text, or an item of a list of texts.
  public func text(_ index: Int) -> Bytes {
    guard let start = values.start, let from = offsets.load(index, as: Int64.self),
      let to = offsets.load(index &+ 1, as: Int64.self)
    else { return Bytes(start: nil, count: 0) }
    let first = (start + Int(from)).assumingMemoryBound(to: UInt8.self)
    return Bytes(start: first, count: Int(to &- from &- 1))
  }

  /// The items of a row's list.
  public func list(_ row: Int) -> Range<Int> {
    guard let from = lists.load(row, as: Int64.self), let to = lists.load(row &+ 1, as: Int64.self),
      from <= to
    else { return 0..<0 }
    return Int(from)..<Int(to)
  }
}
