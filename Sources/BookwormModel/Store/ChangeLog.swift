// What a transaction has changed, as a compact row of the table `changes`, from which observers
// learn it. One row a transaction, of bounded size, in a table of bounded length.
import BookwormStorage

/// The row's bytes: runs of rows that were changed in the same way. A run is one byte
/// (entity * 4 + operation), then three varints: the distance of its first id from the end of the
/// run before (zigzag), its length, and for updates the fields. A row of the single byte 0xFF says
/// that the transaction changed more than a row may hold.
struct ChangeLog {
  enum Operation: UInt8 { case insert, update, delete }

  private struct Run {
    let head: UInt8
    let fields: UInt64
    let first: Int64
    var count: UInt64
  }

  private var bytes: [UInt8] = []
  private var run: Run?
  /// Of rows that came with the run's, and belong to them: each batch of both is two runs.
  private var owned: Run?
  private var end: Int64 = 0
  private var overflowed = false

  private static let sizeLimit = 64 << 10
  /// So many rows are kept at least; older ones are taken off now and then.
  static let lengthLimit: Int64 = 4096
  private static let longestRun = 1 + 3 * Varint.longest
  /// No row is longer, as a run is begun within the limit.
  static let longestRow = sizeLimit + longestRun

  var isEmpty: Bool { run == nil && owned == nil && bytes.isEmpty && !overflowed }

  /// Says only that more was changed than can be told.
  mutating func addTooMuch() { overflowed = true }

  mutating func add(_ operation: Operation, _ entity: Entity, _ id: Int64, _ fields: UInt64 = 0) {
    let head = entity.rawValue << 2 | operation.rawValue
    if let last = run, last.head == head, last.fields == fields,
      last.first &+ Int64(last.count) == id
    {
      run?.count += 1
      return
    }
    closeRun()
    run = Run(head: head, fields: fields, first: id, count: 1)
  }

  /// Of a new row that belongs to one which is added next.
  mutating func addWithOwner(_ entity: Entity, _ id: Int64) {
    if let last = owned, last.head == entity.rawValue << 2, last.first &+ Int64(last.count) == id {
      owned?.count += 1
      return
    }
    if owned != nil { closeRun() }
    owned = Run(
      head: entity.rawValue << 2 | Operation.insert.rawValue, fields: 0, first: id, count: 1)
  }

  private mutating func closeRun() {
    for closing in [owned, run].compactMap({ $0 }) { write(closing) }
    (owned, run) = (nil, nil)
  }

  private mutating func write(_ closing: Run) {
    guard bytes.count < ChangeLog.sizeLimit else {
      overflowed = true
      return
    }
    bytes.append(closing.head)
    let distance = closing.first &- end
    append(varint: Varint.zigzag(distance))
    append(varint: closing.count)
    if closing.head & 3 == Operation.update.rawValue { append(varint: closing.fields) }
    end = closing.first &+ Int64(closing.count)
  }

  private mutating func append(varint value: UInt64) {
    Varint.write(value) { bytes.append($0) }
  }

  /// Follows the row `last`. Nobody else can give the row's id under the write lock.
  mutating func write(
    to connection: Connection, at instant: Milliseconds, after last: Int64
  ) throws -> LogPlace {
    closeRun()
    let entries = overflowed ? [0xFF] : bytes
    let (id, overflow) = last.addingReportingOverflow(1)
    guard !overflow else { throw StorageError(.full, "the log has run out of numbers") }
    let receipt = connection.receipt(forNumber: id)
    let insert = try connection.statement(StoreSQL.insertChange)
    try entries.withUnsafeBufferPointer {
      insert.bind(1, id)
      insert.bind(2, instant)
      try insert.bindBlob(3, $0)
      if receipt != 0 { insert.bind(4, receipt) }
      try insert.run()
    }
    // Trimmed now and then, since it costs as much as the insertion.
    if id % 256 == 0 {
      let trim = try connection.statement(StoreSQL.trimChanges)
      trim.bind(1, id &- ChangeLog.lengthLimit)
      try trim.run()
    }
    return LogPlace(transaction: id, receipt: receipt)
  }
}
