// Rows that were read: an immutable snapshot that needs neither its store nor a connection.
import BookwormStorage
import Glibc

public final class RowSet: @unchecked Sendable {
  public enum Kind: Sendable { case books, genres }

  public let kind: Kind
  public internal(set) var count = 0
  public let columns: UnsafeMutableBufferPointer<Column>
  /// The columns, and for the rows expected their arrays and a little room for texts: a small result
  /// is a single piece of memory.
  private let block: UnsafeMutableRawPointer
  /// The arrays, when there are more rows than expected.
  private var grown: UnsafeMutableRawPointer?
  private var capacity: Int
  private var cursorText = Buffer()
  private var extra: [UnsafeMutableRawPointer] = []

  private static let textRoom = 40
  private static let extraLock = Lock()

  init(_ kind: Kind, _ specs: [ColumnSpec], expecting rows: Int) throws {
    self.kind = kind
    capacity = min(max(rows, 1), 1024)
    let header = specs.count * MemoryLayout<Column>.stride
    var size = header
    for spec in specs {
      size += RowSet.arraysSize(spec.type, spec.optional, capacity)
      if spec.type == .text { size += RowSet.textRoom * capacity }
    }
    guard let block = malloc(size) else { throw RowSet.noMemory }
    self.block = block
    let first = block.bindMemory(to: Column.self, capacity: specs.count)
    columns = UnsafeMutableBufferPointer(start: first, count: specs.count)
    var free = block + header
    for (index, spec) in specs.enumerated() {
      columns.initializeElement(at: index, to: Column(spec))
      RowSet.place(&columns[index], rows: 0, capacity, &free)
      columns[index].textOffsets?[0] = 0
      columns[index].lists?[0] = 0
      if spec.type == .text {
        columns[index].items = Buffer(borrowing: free, capacity: RowSet.textRoom * capacity)
        free += RowSet.textRoom * capacity
      }
    }
    for index in columns.indices where columns[index].type == .textList {
      try columns[index].itemOffsets.append(0 as Int64)
    }
  }

  deinit {
    for column in columns { column.free() }
    Glibc.free(block)
    Glibc.free(grown)
    cursorText.free()
    for memory in extra { Glibc.free(memory) }
  }

  private static var noMemory: Failure {
    Failure(.memory, "", "not enough memory for the rows")
  }

  // MARK: Room for rows

  /// Bytes of a column's arrays, each rounded up to whole words.
  private static func arraysSize(_ type: ColumnType, _ optional: Bool, _ rows: Int) -> Int {
    let array = type == .int32 ? (rows * 4 + 7) & ~7 : rows * 8 + (type.hasEnds ? 8 : 0)
    return array + (optional ? (rows + 7) & ~7 : 0)
  }

  /// Moves a column's arrays, of `rows` rows so far, to `free`, and `free` behind them.
  private static func place(
    _ column: inout Column, rows: Int, _ capacity: Int, _ free: inout UnsafeMutableRawPointer
  ) {
    func move(_ old: UnsafeMutableRawPointer?, _ used: Int) -> UnsafeMutableRawPointer {
      if rows > 0, let old { memcpy(free, old, used) }
      return free
    }
    switch column.type {
    case .int32: column.numbers = move(column.numbers, rows * 4)
    case .int64, .double: column.numbers = move(column.numbers, rows * 8)
    case .text:
      column.textOffsets = move(column.textOffsets, rows * 8 + 8)
        .assumingMemoryBound(to: Int64.self)
    case .int64List, .textList:
      column.lists = move(column.lists, rows * 8 + 8).assumingMemoryBound(to: Int64.self)
    }
    free += arraysSize(column.type, false, capacity)
    guard column.optional else { return }
    column.present = move(column.present, rows).assumingMemoryBound(to: UInt8.self)
    free += (capacity + 7) & ~7
  }

  /// The next row's number; there is room for it in every column.
  func makeRoom() throws -> Int {
    if count == capacity {
      let wanted = capacity * 2
      let size = columns.reduce(0) { $0 + RowSet.arraysSize($1.type, $1.optional, wanted) }
      guard let larger = malloc(size) else { throw RowSet.noMemory }
      var free = larger
      for index in columns.indices { RowSet.place(&columns[index], rows: count, wanted, &free) }
      Glibc.free(grown)
      grown = larger
      capacity = wanted
    }
    return count
  }

  public func column(_ field: Fields) -> Column? { columns.first { $0.field == field } }

  // MARK: The cursor

  func setCursor(_ text: [UInt8]) throws {
    try text.withUnsafeBufferPointer { try cursorText.append(text: $0) }
  }

  /// The place after the last row, for a query's `after`; nil where no row follows.
  public var cursor: Bytes? {
    guard let start = cursorText.start else { return nil }
    return Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: cursorText.count - 1)
  }

  /// Memory that lives as long as the result.
  public func allocate(_ size: Int) throws -> UnsafeMutableRawPointer {
    try RowSet.extraLock.withLock {
      guard let memory = malloc(max(size, 1)) else { throw RowSet.noMemory }
      extra.append(memory)
      return memory
    }
  }
}

extension ColumnType {
  /// Whether its array has an element more than there are rows.
  fileprivate var hasEnds: Bool { self == .text || isList }
}
