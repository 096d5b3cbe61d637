// Reads books, named by their ids, into record batches. Each connection has its own reader, used by
// one thread at a time.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import Synchronization

final class RecordBatchReader: @unchecked Sendable {
  let reader: DetachedReader
  private var connection: Connection { reader.connection }
  private let selection: BookSelection
  private let selectRange: String
  private let selectListed: String
  private let hasLists: Bool
  /// Set when the rows are no longer needed.
  private let stopped: StopFlag
  private let isHelper: Bool
  /// The sizes of the columns of the last batch, and its number of rows.
  private var sizes: [Int] = []
  private var sized = 1

  /// `isHelper` is true on a thread of the library.
  init(
    _ reader: DetachedReader, _ selection: BookSelection, _ stopped: StopFlag, isHelper: Bool
  ) {
    (self.reader, self.selection) = (reader, selection)
    (self.stopped, self.isHelper) = (stopped, isHelper)
    selectRange = BookSQL.ofRange(selection.columns)
    selectListed = BookSQL.ofListed(selection.columns, reader.connection.dialect)
    hasLists = !selection.fields.isDisjoint(with: .bookLists)
  }

  /// Reads the books of the range until a batch is full. Returns the rest of the range.
  func read(_ range: ClosedRange<Int64>) throws -> (rows: RecordBatch, rest: ClosedRange<Int64>?) {
    let rows = try newRows(RecordBatch.rowLimit)
    let select = try connection.statement(composed: selectRange)
    defer { select.reset() }
    select.bind(1, range.lowerBound)
    select.bind(2, range.upperBound)
    select.readInPieces()
    var ids = IDList()
    var last = range.lowerBound
    while !rows.isFull, try select.step() {
      last = select.int64(0)
      if hasLists { try ids.append(last) }
      try rows.append(select, selection)
      try pause()
    }
    if !rows.isFull { last = range.upperBound }
    try rows.appendLists(of: ids.ids) { field in
      let select = try connection.statement(BookListSQL.of(field).ofRange)
      select.bind(1, range.lowerBound)
      select.bind(2, last)
      return select
    }
    measure(rows)
    return (rows, last < range.upperBound ? (last &+ 1)...range.upperBound : nil)
  }

  /// Reads the books with these ascending ids until their texts and lists take `limit` bytes.
  func read(_ ids: UnsafeBufferPointer<Int64>, limit: Int) throws -> RecordBatch {
    let rows = try newRows(ids.count)
    try connection.withTable(BookSQL.listedTable, ListedBooks(ids)) {
      let select = try connection.statement(composed: selectListed)
      defer { select.reset() }
      select.readInPieces()
      while !rows.isFull(limit) {
        guard try select.step(), select.int64(0) == ids[rows.count] else {
          throw RecordBatchReader.damaged
        }
        try rows.append(select, selection)
        try pause()
      }
    }
    defer { measure(rows) }
    guard hasLists else { return rows }
    let read = UnsafeBufferPointer(rebasing: ids.prefix(rows.count))
    try connection.withTable(BookSQL.listedTable, ListedBooks(read)) {
      try rows.appendLists(of: read) { field in
        try connection.statement(BookListSQL.of(field).ofListed)
      }
    }
    return rows
  }

  /// Called between two rows.
  @inline(__always)
  private func pause() throws {
    try stopped.check()
    if isHelper { HelperThread.pauseIfForking() }
  }

  private func newRows(_ count: Int) throws -> RecordBatch {
    let expected = sizes.map { min($0 / sized &* count, StreamPartition.sizeLimit) }
    return try RecordBatch(selection.layout, rows: count, like: expected)
  }

  private func measure(_ rows: RecordBatch) {
    if rows.count > 0 { (sizes, sized) = (rows.sizes, rows.count) }
  }

  /// An index names a book that the table does not have.
  private static var damaged: StorageError {
    StorageError(.corrupt, "the store is damaged: an index names books that are not there")
  }
}

/// Signals a thread that its result is no longer needed.
final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  struct Stopped: Error {}

  func set() { flag.store(true, ordering: .relaxed) }
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func check() throws { if isSet { throw Stopped() } }
}
