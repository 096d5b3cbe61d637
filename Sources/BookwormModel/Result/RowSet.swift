// Rows that were read: an immutable snapshot that needs neither its store nor a connection.
import BookwormStorage
import Glibc

public final class RowSet: @unchecked Sendable {
  public enum Kind: Sendable { case books, genres }

  public let kind: Kind
  public internal(set) var count = 0
  public let columns: UnsafeMutableBufferPointer<Column>
  private let block: UnsafeMutableRawPointer
  private var cursorText = Buffer()
  private let lock = Lock()
  private var extra: [UnsafeMutableRawPointer] = []

  struct ColumnSpec {
    let field: Fields
    let type: ColumnType
    let optional: Bool
  }

  /// One piece of memory holds a result of the expected size; a larger one moves out of it.
  init(_ kind: Kind, _ specs: [ColumnSpec], expecting rows: Int) throws {
    self.kind = kind
    let rows = min(max(rows, 1), 1024)
    let textSize = rows * 32
    let size = specs.reduce(0) { sum, spec in
      sum + rows * 8 + (spec.type == .text ? textSize + 8 : 0) + (spec.optional ? rows + 7 : 0)
    }
    guard let block = malloc(max(size, 8)) else {
      throw Failure(.memory, "", "not enough memory for a result")
    }
    self.block = block
    columns = .allocate(capacity: specs.count)
    var free = block
    func take(_ size: Int) -> Buffer {
      defer { free += (size + 7) & ~7 }
      return Buffer(borrowing: free, capacity: size)
    }
    for (index, spec) in specs.enumerated() {
      let width = spec.type == .int32 ? 4 : 8
      columns.initializeElement(
        at: index,
        to: Column(
          field: spec.field, type: spec.type, optional: spec.optional,
          values: spec.type == .text
            ? take(textSize) : spec.type.isList ? Buffer() : take(rows * width),
          offsets: spec.type == .text ? take(rows * 8 + 8) : Buffer(), lists: Buffer(),
          present: spec.optional ? take(rows) : Buffer()))
    }
    for index in columns.indices {
      let type = columns[index].type
      if type == .text || type == .textList { try columns[index].offsets.append(0 as Int64) }
      if type.isList { try columns[index].lists.append(0 as Int64) }
    }
  }

  deinit {
    for column in columns { column.free() }
    columns.deallocate()
    Glibc.free(block)
    cursorText.free()
    for memory in extra { Glibc.free(memory) }
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
    try lock.withLock {
      guard let memory = malloc(max(size, 1)) else {
        throw Failure(.memory, "", "not enough memory for a row of lists")
      }
      extra.append(memory)
      return memory
    }
  }
}

extension ColumnType {
  var isList: Bool { self == .int64List || self == .textList }
}
