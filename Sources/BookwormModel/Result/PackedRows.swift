// Rows of books packed as Apache Arrow lays columns out: bitmaps of what is present, 32-bit offsets,
// and texts with nothing between them. https://arrow.apache.org/docs/format/Columnar.html
import BookwormStorage
import Glibc

/// How a field looks to a program that reads columns.
public enum PackedType: Sendable {
  case int64, int32, double, boolean, text
  /// Milliseconds since 1970 in UTC; days since 1970.
  case instant, date
  /// An index into the names of statuses.
  case status
  case int64List, textList

  init(_ field: Fields, _ type: ColumnType) {
    switch field {
    case .favourite: self = .boolean
    case .status: self = .status
    case .created, .updated: self = .instant
    case .started, .finished: self = .date
    default:
      switch type {
      case .int64: self = .int64
      case .int32: self = .int32
      case .double: self = .double
      case .text: self = .text
      case .int64List: self = .int64List
      case .textList: self = .textList
      }
    }
  }

  /// Whether a row may be absent though the field must be set: a damaged store may hold what is no
  /// status. (What is no date is absent as well, but dates are optional.)
  var mayFail: Bool { self == .status }
}

public final class PackedRows: @unchecked Sendable {
  public struct Column {
    public let field: Fields
    public let type: PackedType
    public let nullable: Bool
    public fileprivate(set) var nullCount = 0
    /// Nil where every row is present.
    public fileprivate(set) var validity: PackedBuffer?
    /// Of texts and lists.
    public fileprivate(set) var offsets: PackedBuffer?
    /// Numbers, bits, or the bytes of texts; of a list, those of its items.
    public fileprivate(set) var values: PackedBuffer
    /// Of a list of texts: where its items end.
    public fileprivate(set) var itemOffsets: PackedBuffer?
    public fileprivate(set) var itemCount = 0
  }

  public private(set) var count = 0
  /// Bytes of texts and lists so far: a batch ends before its 32-bit offsets do.
  private(set) var size = 0
  private let memory: UnsafeMutableBufferPointer<Column>
  public var columns: UnsafeBufferPointer<Column> { UnsafeBufferPointer(memory) }

  /// One text or list can take 160 MiB (10,000 identifiers of 16 KiB); offsets reach to 2 GiB.
  static let sizeLimit = 4 << 20
  static let rowLimit = 8192

  /// `sizes` are those of the columns of a batch before, if there is one.
  init(_ layout: RowLayout, expecting rows: Int, like sizes: [Int] = []) throws {
    let specs = layout.columns
    let memory = UnsafeMutablePointer<Column>.allocate(capacity: specs.count)
    var made = 0
    do {
      for spec in specs {
        let size = made < sizes.count ? sizes[made] : nil
        (memory + made).initialize(to: try Column(spec, expecting: rows, size))
        made += 1
      }
    } catch {
      for index in 0..<made { memory[index].free() }
      memory.deinitialize(count: made).deallocate()
      throw error
    }
    self.memory = UnsafeMutableBufferPointer(start: memory, count: specs.count)
  }

  deinit {
    for column in memory { column.free() }
    memory.deinitialize().deallocate()
  }

  var sizes: [Int] { columns.map(\.values.count) }

  /// Whether it is time for another batch.
  var isFull: Bool { count >= PackedRows.rowLimit || size >= PackedRows.sizeLimit }

  /// Appends the row on which a SELECT of the selection's columns stands.
  func append(
    _ row: Statement, width: Int32, _ connection: Connection, _ search: FoundRow
  ) throws {
    let finding = try search.finder?.find(inBook: row.int64(0), connection)
    var place: Int32 = 0
    for index in 0..<memory.count {
      place &+= 1
      if place < width {
        size &+= try memory[index].append(row.cell(place), row: count)
      } else if !memory[index].field.isDisjoint(with: .found) {
        size &+= try memory[index].append(finding, rank: search.rank, row: count)
      } else {
        size &+= try memory[index].appendMore(of: row.int64(0), row: count, connection)
      }
    }
    count &+= 1
  }

  /// Appends row `row` of a result with the same columns.
  func append(_ row: Int, of rows: RowSet) throws {
    for (index, column) in rows.layout.columns.enumerated() {
      size &+= try memory[index].append(column, row, of: rows, to: count)
    }
    count &+= 1
  }
}

extension PackedRows.Column {
  fileprivate init(_ spec: RowLayout.Column, expecting rows: Int, _ size: Int?) throws {
    field = spec.field
    type = PackedType(spec.field, spec.type)
    nullable = spec.optional || type.mayFail
    let width =
      switch type {
      case .int64, .double, .instant, .int64List: 8
      case .text, .textList: 24
      case .int32, .date, .status: 4
      case .boolean: 1
      }
    // Somewhat more than the last time: a column that grows is copied.
    values = try PackedBuffer(capacity: size.map { $0 &+ $0 >> 3 } ?? rows &* width)
    do {
      if type == .text || type == .int64List || type == .textList {
        offsets = try PackedBuffer(capacity: (rows &+ 1) &* 4)
        try offsets?.append(0 as Int32)
      }
      if type == .textList {
        itemOffsets = try PackedBuffer(capacity: (rows &+ 1) &* 4)
        try itemOffsets?.append(0 as Int32)
      }
    } catch {
      free()
      throw error
    }
  }

  fileprivate func free() {
    values.free()
    offsets?.free()
    itemOffsets?.free()
    validity?.free()
  }

  /// The bytes that it took beyond its part of every row.
  @inline(__always)
  fileprivate mutating func append(_ cell: Cell, row: Int) throws -> Int {
    if cell.isNull {
      try appendNull(row)
      return 0
    }
    switch type {
    case .int64, .instant: try append(cell.int64, row)
    case .int32: try append(cell.int32, row)
    case .double: try append(cell.double, row)
    case .boolean: try append(bit: cell.int64 != 0, row)
    case .date: try append(date: cell.int32, row)
    case .status: try append(status: cell.int32, row)
    case .text: return try append(text: cell.text, row)
    case .int64List, .textList: break
    }
    return 0
  }

  fileprivate mutating func append(
    _ column: RowLayout.Column, _ row: Int, of rows: RowSet, to place: Int
  ) throws -> Int {
    guard rows.isPresent(column, row) else {
      try appendNull(place)
      return 0
    }
    switch type {
    case .int64, .instant: try append(rows.number(column, row, as: Int64.self), place)
    case .int32: try append(rows.number(column, row, as: Int32.self), place)
    case .double: try append(rows.number(column, row, as: Double.self), place)
    case .boolean: try append(bit: rows.number(column, row, as: Int32.self) != 0, place)
    case .date: try append(date: rows.number(column, row, as: Int32.self), place)
    case .status: try append(status: rows.number(column, row, as: Int32.self), place)
    case .text: return try append(text: rows.text(column, row), place)
    case .int64List, .textList:
      let (view, before) = (rows.column(column), values.count)
      for item in rows.list(column, row) {
        if type == .textList {
          try append(item: view.text(item))
        } else {
          let ids = view.values?.assumingMemoryBound(to: Int64.self)
          try append(item: ids?[item] ?? 0)
        }
      }
      try endList()
      return values.count &- before
    }
    return 0
  }

  @inline(__always)
  private mutating func append<T: BitwiseCopyable>(_ value: T, _ row: Int) throws {
    try values.append(value)
    if validity != nil { try mark(row, present: true) }
  }

  private mutating func append(text: Bytes, _ row: Int) throws -> Int {
    let before = values.count
    try values.append(text: text)
    try offsets?.append(end: values.count)
    if validity != nil { try mark(row, present: true) }
    return values.count &- before
  }

  private mutating func append(date: Int32, _ row: Int) throws {
    // A damaged store may hold what is no date.
    guard CalendarDate.exists(date) else { return try appendNull(row) }
    try append(Int32(truncatingIfNeeded: CalendarDate.dayNumber(of: date)), row)
  }

  private mutating func append(status: Int32, _ row: Int) throws {
    guard BookStatus(rawValue: status) != nil else { return try appendNull(row) }
    try append(status, row)
  }

  private mutating func append(bit: Bool, _ row: Int) throws {
    try values.set(bit: bit, at: row)
    if validity != nil { try mark(row, present: true) }
  }

  /// Where every row must be present, 0 or an empty text stands for what a damaged store lacks.
  private mutating func appendNull(_ row: Int) throws {
    if nullable {
      nullCount &+= 1
      try mark(row, present: false)
    }
    switch type {
    case .int64, .instant, .double: try values.append(0 as Int64)
    case .int32, .date, .status: try values.append(0 as Int32)
    case .boolean: try values.set(bit: false, at: row)
    case .text: try offsets?.append(end: values.count)
    case .int64List, .textList: try endList()
    }
  }

  /// The bitmap is made at the first row that is absent.
  private mutating func mark(_ row: Int, present: Bool) throws {
    if validity == nil {
      var bits = try PackedBuffer(capacity: PackedRows.rowLimit / 8)
      do { for earlier in 0..<row { try bits.set(bit: true, at: earlier) } } catch {
        bits.free()
        throw error
      }
      validity = bits
    }
    try validity?.set(bit: present, at: row)
  }

  // MARK: What is read elsewhere

  fileprivate mutating func append(
    _ finding: (field: Fields, snippet: Bytes)?, rank: Double?, row: Int
  ) throws -> Int {
    switch (field, finding, rank) {
    case (.matched, let finding?, _):
      try append(Int32(truncatingIfNeeded: finding.field.rawValue), row)
    case (.snippet, let finding?, _): return try append(text: finding.snippet, row)
    case (.rank, _, let rank?): try append(rank, row)
    default: try appendNull(row)
    }
    return 0
  }

  /// The bytes that it takes beyond its part of every row.
  fileprivate mutating func appendMore(
    of book: Int64, row: Int, _ connection: Connection
  ) throws -> Int {
    let before = values.count
    if field == .picture {
      try connection.withPicture(ofBook: book) { key in
        if let key { _ = try append(text: key, row) } else { try appendNull(row) }
      }
      return values.count &- before
    }
    if field == .genres {
      for genre in try connection.genreIDs(ofBook: book) { try append(item: genre) }
    } else {
      let place: Int32 = field == .identifierSchemes ? 0 : 1
      let select = try connection.statement(BookSQL.identifiers)
      defer { select.reset() }
      select.bind(1, book)
      while try select.step() { try append(item: select.text(place)) }
    }
    try endList()
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

  private mutating func endList() throws {
    try offsets?.append(end: itemCount)
  }
}
