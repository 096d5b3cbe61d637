// This is one column of a record batch. Its rows are written in order, each once. Memory for values
// of a fixed size is allocated for all rows at the beginning.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension FieldKind {
  fileprivate var isText: Bool { self == .text || self == .uuid }

  /// The size of a value in bytes; nil if values have different sizes or are single bits.
  fileprivate var width: Int? {
    switch self {
    case .int64, .double, .instant: 8
    case .int32, .date, .status: 4
    case .flag, .text, .uuid, .int64List, .textList, .dateList, .outcomeList: nil
    }
  }
}

extension RecordBatch {
  package struct Column {
    package let field: BookFields
    package let kind: FieldKind
    package let nullable: Bool
    package private(set) var nullCount = 0
    /// A bit for each row of a nullable column.
    private var present: ColumnBuffer?
    /// The offsets of texts and lists.
    package private(set) var offsets: ColumnBuffer?
    /// Numbers, bits, or the bytes of texts; for a list, those of its items.
    package private(set) var values: ColumnBuffer
    /// The ends of the items, for a list of texts.
    package private(set) var itemOffsets: ColumnBuffer?
    package private(set) var itemCount = 0

    /// Nil if every row is present.
    package var validity: ColumnBuffer? { nullCount > 0 ? present : nil }
  }
}

extension RecordBatch.Column {
  init(_ spec: RowLayout.Column, rows: Int, _ size: Int?) throws {
    // Allocates somewhat more than the last time, because a column that grows is copied.
    try self.init(
      spec.field, spec.kind, nullable: spec.optional || spec.kind.mayFail, rows: rows,
      size: size.map { $0 &+ $0 >> 3 } ?? rows &* (spec.kind == .int64List ? 8 : 24))
  }

  /// `size` is the memory reserved for the bytes of a column of texts or lists.
  private init(_ field: BookFields, _ kind: FieldKind, nullable: Bool, rows: Int, size: Int) throws
  {
    (self.field, self.kind, self.nullable) = (field, kind, nullable)
    let bits = (rows &+ 7) >> 3
    values =
      switch kind {
      case .flag: try ColumnBuffer(zeroed: bits)
      case .text, .uuid, .int64List, .textList, .dateList, .outcomeList:
        try ColumnBuffer(capacity: size)
      default: try ColumnBuffer(zeroed: rows &* (kind.width ?? 0))
      }
    do {
      if nullable { present = try ColumnBuffer(zeroed: bits) }
      if kind.isText || kind.isList { offsets = try ColumnBuffer(zeroed: (rows &+ 1) &* 4) }
      if kind == .textList {
        itemOffsets = try ColumnBuffer(capacity: (rows &+ 1) &* 4)
        try itemOffsets?.append(0 as Int32)
      }
    } catch {
      free()
      throw error
    }
  }

  func free() {
    values.free()
    offsets?.free()
    itemOffsets?.free()
    present?.free()
  }

  // MARK: Rows

  /// Returns the bytes used in addition to the fixed part of every row.
  @inline(__always)  // Every value of every row passes here.
  mutating func append(_ cell: Cell, row: Int) throws -> Int {
    // In other columns only a damaged store has a NULL; it is read as 0 or an empty text.
    if nullable, cell.isNull {
      try appendNull(row)
      return 0
    }
    switch kind {
    case .int64, .instant: append(cell.int64, row)
    case .int32: append(cell.int32, row)
    case .double: append(cell.double, row)
    case .flag: append(bit: cell.int64 != 0, row)
    case .date: try append(date: cell.int32, row)
    case .status: try append(status: cell.int32, row)
    case .text: return try append(text: cell.text, row)
    case .uuid: return try append(uuid: cell.blob, row)
    case .int64List, .textList, .dateList, .outcomeList: break
    }
    return 0
  }

  mutating func append(
    _ column: RowLayout.Column, _ row: Int, of rows: RowSet, to place: Int
  ) throws -> Int {
    guard rows.isPresent(column, row) else {
      try appendNull(place)
      return 0
    }
    switch kind {
    case .int64, .instant: append(rows.number(column, row, as: Int64.self), place)
    case .int32: append(rows.number(column, row, as: Int32.self), place)
    case .double: append(rows.number(column, row, as: Double.self), place)
    case .flag: append(bit: rows.number(column, row, as: Int32.self) != 0, place)
    case .date: try append(date: rows.number(column, row, as: Int32.self), place)
    case .status: try append(status: rows.number(column, row, as: Int32.self), place)
    case .text: return try append(text: rows.text(column, row), place)
    case .uuid: return try append(uuid: rows.uuid(column, row), place)
    case .int64List, .textList, .dateList, .outcomeList:
      let (view, before) = (rows.column(column), values.count)
      for item in rows.list(column, row) {
        if kind == .textList {
          try append(item: view.text(item))
        } else {
          let ids = view.values?.assumingMemoryBound(to: Int64.self)
          try append(item: ids?[item] ?? 0)
        }
      }
      try endList(row: place)
      return values.count &- before
    }
    return 0
  }

  @inline(__always)
  private func append<T: BitwiseCopyable>(_ value: T, _ row: Int) {
    values.store(value, at: row)
    present?.setBit(at: row)
  }

  private mutating func append(text: Bytes, _ row: Int) throws -> Int {
    let before = values.count
    try values.append(text: text)
    try offsets?.store(end: values.count, at: row &+ 1)
    present?.setBit(at: row)
    return values.count &- before
  }

  /// Appends a global id as text. An invalid id of a damaged store becomes an empty text.
  private mutating func append(uuid: Bytes, _ row: Int) throws -> Int {
    let text = GlobalID(uuid)?.text ?? []
    return try text.withUnsafeBufferPointer { try append(text: $0, row) }
  }

  private mutating func append(date: Int32, _ row: Int) throws {
    // A damaged store may hold an invalid date.
    guard CalendarDate.exists(date) else { return try appendNull(row) }
    append(Int32(truncatingIfNeeded: CalendarDate.dayNumber(of: date)), row)
  }

  private mutating func append(status: Int32, _ row: Int) throws {
    guard BookStatus(rawValue: status) != nil else { return try appendNull(row) }
    append(status, row)
  }

  private func append(bit: Bool, _ row: Int) {
    if bit { values.setBit(at: row) }
    present?.setBit(at: row)
  }

  /// Numbers and bits are initially 0.
  private mutating func appendNull(_ row: Int) throws {
    if nullable { nullCount &+= 1 }
    switch kind {
    case .text, .uuid: try offsets?.store(end: values.count, at: row &+ 1)
    case .int64List, .textList, .dateList, .outcomeList: try endList(row: row)
    default: break
    }
  }

  // MARK: Values that are read separately

  /// Returns the bytes used in addition to the fixed part of every row.
  mutating func appendElsewhere(
    of book: Int64, row: Int, _ connection: Connection, _ finding: SearchFinding?, _ rank: Double?
  ) throws -> Int {
    let before = values.count
    var sink = RecordBatchSink(column: self, row: row)
    defer { self = sink.column }
    try connection.read(field, ofBook: book, finding, rank, into: &sink)
    return sink.column.hasEnds ? sink.column.values.count &- before : 0
  }

  private var hasEnds: Bool { kind.type.hasEnds }

  /// A column, moved here while one row is filled.
  private struct RecordBatchSink: BookSink {
    var column: RecordBatch.Column
    let row: Int

    mutating func append(item: Int64) throws { try column.append(item: item) }
    mutating func append(item: Bytes) throws { try column.append(item: item) }
    func endList() throws { try column.endList(row: row) }
    mutating func append(optional text: Bytes?) throws {
      if let text { _ = try column.append(text: text, row) } else { try column.appendNull(row) }
    }
    mutating func append(optional number: Int64?) throws {
      if let number { column.append(number, row) } else { try column.appendNull(row) }
    }
    mutating func append(optional number: Double?) throws {
      if let number { column.append(number, row) } else { try column.appendNull(row) }
    }
  }

  /// Appends the lists of all rows. Each row of `select` is a book, a position in its list, and an
  /// item. The rows are in ascending order of books and, for lists of texts, of positions. Returns
  /// the bytes used.
  mutating func appendLists(
    of books: Slice<UnsafeBufferPointer<Int64>>, _ select: Statement
  ) throws -> Int {
    let before = values.count
    var links: [(position: Int64, genre: Int64)] = []
    var hasRow = try select.step()
    for (row, book) in books.enumerated() {
      // A damaged store may hold items without a book.
      while hasRow, select.int64(0) < book { hasRow = try select.step() }
      while hasRow, select.int64(0) == book {
        if kind == .textList {
          try append(item: select.text(2))
        } else {
          links.append((select.int64(1), select.int64(2)))
        }
        hasRow = try select.step()
      }
      if !links.isEmpty {
        if links.count > 1 { links.sort { $0.position < $1.position } }
        for link in links { try append(item: link.genre) }
        links.removeAll(keepingCapacity: true)
      }
      try endList(row: row)
    }
    return values.count &- before
  }

  private mutating func append(item: Int64) throws {
    try values.append(item)
    itemCount &+= 1
  }

  private mutating func append(item: Bytes) throws {
    try values.append(text: item)
    try itemOffsets?.append(end: values.count)
    itemCount &+= 1
  }

  private func endList(row: Int) throws {
    try offsets?.store(end: itemCount, at: row &+ 1)
  }

  // MARK: Rows of another column

  init(_ other: RecordBatch.Column, at places: UnsafeBufferPointer<Int64>) throws {
    var size = 0
    if other.kind.isText { for place in places { size &+= other.range(Int(place)).count } }
    try self.init(
      other.field, other.kind, nullable: other.nullable, rows: places.count, size: size)
    do { try append(other, at: places) } catch {
      free()
      throw error
    }
  }

  private mutating func append(
    _ other: RecordBatch.Column, at places: UnsafeBufferPointer<Int64>
  ) throws {
    for (row, place) in places.enumerated() {
      let place = Int(place)
      if let present = other.present {
        if present.bit(at: place) { self.present?.setBit(at: row) } else { nullCount &+= 1 }
      }
      switch kind {
      case .int64, .double, .instant:
        values.store(other.values.load(Int64.self, at: place), at: row)
      case .int32, .date, .status:
        values.store(other.values.load(Int32.self, at: place), at: row)
      case .flag: if other.values.bit(at: place) { values.setBit(at: row) }
      case .text, .uuid:
        try values.append(bytes: other.values.bytes(other.range(place)))
        try offsets?.store(end: values.count, at: row &+ 1)
      case .int64List, .dateList, .outcomeList:
        for item in other.range(place) { try append(item: other.values.load(Int64.self, at: item)) }
        try endList(row: row)
      case .textList:
        for item in other.range(place) {
          guard let ends = other.itemOffsets else { break }
          let start = Int(ends.load(Int32.self, at: item))
          let end = Int(ends.load(Int32.self, at: item &+ 1))
          try values.append(bytes: other.values.bytes(start..<end))
          try itemOffsets?.append(end: values.count)
          itemCount &+= 1
        }
        try endList(row: row)
      }
    }
  }

  /// Returns the range of a row's bytes or items.
  private func range(_ row: Int) -> Range<Int> {
    guard let offsets else { return 0..<0 }
    return Int(offsets.load(Int32.self, at: row))..<Int(offsets.load(Int32.self, at: row &+ 1))
  }
}
