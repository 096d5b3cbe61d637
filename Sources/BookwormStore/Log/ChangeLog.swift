// The log of changes has a compact row for each transaction, in the table `changes`, which
// observers read. The size of a row and the length of the table are bounded.
import BookwormRecords
import BookwormStorage

/// The bytes of a row of the log are a series of runs. A run describes rows of an entity that have
/// successive ids and the same change: one byte (entity * 4 + operation), then two varints, which
/// are the distance of its first id from the end of the previous run (zigzag), and its length. Only
/// for an update, a third varint follows: the fields. The single byte 0xFF means that the
/// transaction changed more than a row of the log may contain.
package struct ChangeLog {
  package enum Operation: UInt8, BitwiseCopyable { case insert, update, delete }

  private struct Run {
    let head: UInt8
    let fields: UInt64
    let first: Int64
    var count: UInt64
  }

  private var bytes: [UInt8] = []
  private var run: Run?
  /// A second open run. Its rows are new and belong to the rows in `run`: see addWithOwner(). With
  /// it, a batch that alternates between such rows and their owners takes only two runs.
  private var owned: Run?
  private var end: Int64 = 0
  private var overflowed = false

  private static let sizeLimit = 64 << 10
  /// At least this many rows are kept. Older rows are deleted each time a row is written whose id
  /// is a multiple of 256.
  static let lengthLimit: Int64 = 4096
  /// Rows that the steps of a history need are kept too, up to this number of rows in all; between
  /// two deletions there are up to 255 more.
  static let lengthForHistories: Int64 = 65_536
  private static let longestRun = 1 + 3 * Varint.longest
  /// The maximum length of a row. It is above `sizeLimit`, because only the beginning of the last
  /// run must be within that limit.
  static let longestRow = sizeLimit + longestRun

  var isEmpty: Bool { run == nil && owned == nil && bytes.isEmpty && !overflowed }

  /// Records only that more changed than a row can contain.
  package mutating func addTooMuch() { overflowed = true }

  package mutating func add(
    _ operation: Operation, _ entity: Entity, _ id: Int64, _ fields: UInt64 = 0
  ) {
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

  /// Adds a new row that belongs to the row that is added next.
  package mutating func addWithOwner(_ entity: Entity, _ id: Int64) {
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

  /// Writes the log's row, after the row with the id `last`. The write lock keeps others from
  /// assigning the same id. `step` is the step of a history that the transaction carries out,
  /// undoes or redoes.
  mutating func write(
    to connection: Connection, at instant: Milliseconds, after last: Int64, step: Int64?
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
      if let step { insert.bind(4, step) } else { insert.bindNull(4) }
      if receipt != 0 { insert.bind(5, receipt) }
      try insert.run()
    }
    // The log is trimmed only from time to time, because trimming costs as much as the insertion.
    if id % 256 == 0 {
      let trim = try connection.statement(StoreSQL.trimChanges)
      trim.bind(1, id &- ChangeLog.lengthLimit)
      trim.bind(2, id &- ChangeLog.lengthForHistories)
      try trim.run()
    }
    return LogPlace(transaction: id, receipt: receipt)
  }
}
