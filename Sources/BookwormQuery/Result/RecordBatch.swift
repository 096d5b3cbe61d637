// A record batch holds rows of books in the layout of Apache Arrow: bitmaps of present values,
// 32-bit offsets, and texts without gaps. https://arrow.apache.org/docs/format/Columnar.html
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class RecordBatch: @unchecked Sendable {
  package private(set) var count = 0
  /// The bytes of texts and lists so far: a batch ends before its 32-bit offsets overflow.
  private(set) var size = 0
  /// The number of rows that fit.
  private let capacity: Int
  private let memory: UnsafeMutableBufferPointer<Column>
  package var columns: UnsafeBufferPointer<Column> { UnsafeBufferPointer(memory) }

  /// One text or list can take 160 MiB (10,000 identifiers of 16 KiB); offsets reach to 2 GiB.
  static let sizeLimit = 4 << 20
  package static let rowLimit = 8192

  /// `sizes` are the sizes of the columns of the previous batch, if there is one.
  init(_ layout: RowLayout, rows: Int = rowLimit, like sizes: [Int] = []) throws {
    capacity = max(rows, 1)
    memory = try RecordBatch.columns(layout.columns.count) { [capacity] index in
      try Column(
        layout.columns[index], rows: capacity, index < sizes.count ? sizes[index] : nil)
    }
  }

  /// Copies some rows of another batch, by their places.
  init(_ rows: RecordBatch, at places: UnsafeBufferPointer<Int64>) throws {
    capacity = places.count
    memory = try RecordBatch.columns(rows.columns.count) { index in
      try Column(rows.columns[index], at: places)
    }
    count = places.count
  }

  private static func columns(
    _ count: Int, _ make: (Int) throws -> Column
  ) throws -> UnsafeMutableBufferPointer<Column> {
    let memory = UnsafeMutableBufferPointer<Column>.allocate(capacity: count)
    for index in 0..<count {
      do { memory.initializeElement(at: index, to: try make(index)) } catch {
        for made in memory.prefix(index) { made.free() }
        memory.extracting(..<index).deinitialize()
        memory.deallocate()
        throw error
      }
    }
    return memory
  }

  deinit {
    for column in memory { column.free() }
    memory.deinitialize().deallocate()
  }

  var sizes: [Int] { columns.map(\.values.count) }

  /// Whether another batch should begin.
  var isFull: Bool { isFull(RecordBatch.sizeLimit) }
  @inline(__always)
  func isFull(_ limit: Int) -> Bool { count >= capacity || size >= limit }

  /// Appends the current row of a SELECT of the selection's columns.
  func append(
    _ row: Statement, _ selection: BookSelection, _ connection: Connection, _ search: FoundRow
  ) throws {
    let finding = try search.finder?.find(inBook: row.int64(0), connection)
    for index in selection.places.count..<memory.count {
      size &+= try memory[index].appendElsewhere(
        of: row.int64(0), row: count, connection, finding, search.rank)
    }
    try append(row, selection)
  }

  /// Appends the same row without the fields that are stored elsewhere.
  @inline(__always)
  func append(_ row: Statement, _ selection: BookSelection) throws {
    var index = 0
    for place in selection.places {
      size &+= try memory[index].append(row.cell(place), row: count)
      index &+= 1
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

  /// Fills the columns of lists, which append(_:_:) leaves out. `ids` are the books of the rows, in
  /// ascending order. For a field, `select` returns the SELECT of the lists of all these books, in
  /// the same order.
  func appendLists(
    of ids: UnsafeBufferPointer<Int64>, _ select: (BookFields) throws -> Statement
  ) throws {
    for index in 0..<memory.count where memory[index].kind.isList {
      let statement = try select(memory[index].field)
      defer { statement.reset() }
      size &+= try memory[index].appendLists(of: ids.prefix(count), statement)
    }
  }
}
