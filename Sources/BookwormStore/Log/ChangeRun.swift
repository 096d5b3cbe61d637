// Reads the rows of the log of changes. ChangeLog describes the format of their bytes.
import BookwormRecords
import BookwormStorage

/// Rows with successive ids that a transaction changed in the same way.
package struct ChangeRun: BitwiseCopyable {
  package let operation: ChangeLog.Operation
  package let entity: Entity
  package let first: Int64
  package let count: Int64
  /// For an update, bits of the entity's fields.
  package let fields: UInt64

  /// The first id after the run.
  package var end: Int64 { first &+ count }

  package func contains(_ id: Int64) -> Bool { id >= first && id < end }
}

/// The runs of a transaction, decoded on demand from the bytes of the log's row. They are valid as
/// long as these bytes.
package struct ChangeRuns: Sequence {
  private let entries: Bytes

  /// `entries` has the bytes of the log's row. Nil if they do not list the changes, because there
  /// were too many, or if they are damaged.
  init?(_ entries: Bytes) {
    // The length is limited, because a damaged store could otherwise determine how long reading
    // takes.
    guard !entries.isEmpty, entries.count <= ChangeLog.longestRow else { return nil }
    self.entries = entries
    var runs = makeIterator()
    while runs.next() != nil {}
    guard runs.isAtEnd else { return nil }
  }

  package func makeIterator() -> Iterator { Iterator(entries) }

  /// A copy of an iterator continues independently.
  package struct Iterator: IteratorProtocol {
    private var reader: VarintReader
    private var end: Int64 = 0
    /// Whether all bytes were read.
    private(set) var isAtEnd = false

    fileprivate init(_ entries: Bytes) { reader = VarintReader(entries) }

    package mutating func next() -> ChangeRun? {
      guard let head = reader.byte() else {
        isAtEnd = true
        return nil
      }
      guard let entity = Entity(rawValue: head >> 2),
        let operation = ChangeLog.Operation(rawValue: head & 3),
        let distance = reader.varint(), let length = reader.varint(),
        let count = Int64(exactly: length), count > 0
      else { return nil }
      var fields: UInt64 = 0
      if operation == .update {
        guard let given = reader.varint() else { return nil }
        fields = given
      }
      let first = end &+ Varint.unzigzag(distance)
      let (after, overflow) = first.addingReportingOverflow(count)
      guard !overflow else { return nil }
      end = after
      return ChangeRun(
        operation: operation, entity: entity, first: first, count: count, fields: fields)
    }
  }
}

private struct VarintReader {
  private let bytes: Bytes
  private var place = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place &+= 1 }
    return bytes[place]
  }

  mutating func varint() -> UInt64? {
    Varint.read { byte() }
  }
}

/// A transaction in the log.
package struct LoggedTransaction {
  /// Increases by one for each transaction that changes something.
  package let id: Int64
  package let committed: Milliseconds
  /// Nil if the log does not list the changes. Valid while the transaction is being reported.
  package let runs: ChangeRuns?
  /// The step of a history that the transaction carried out, undid or redid; otherwise 0.
  let step: Int64
}

/// A transaction in the log, or a gap in the log.
package enum LoggedNews {
  case transaction(LoggedTransaction)
  /// Transactions are missing because they were removed from the log.
  case gap
}

extension Connection {
  /// Returns the id of the last transaction, 0 if there has not been any.
  package func lastChange() throws -> Int64 {
    try number(StoreSQL.lastChange)
  }

  /// Passes each transaction after `place` to `body`, the oldest first, until it returns false.
  package func changes(after place: Int64, _ body: (LoggedNews) throws -> Bool) throws {
    let select = try statement(StoreSQL.changesFrom)
    defer { select.reset() }
    // Begins with the row at `place` itself, so that an emptied log is noticed too.
    select.bind(1, place)
    var last = place
    var isFirst = true
    while try select.step() {
      let id = select.int64(0)
      defer {
        last = id
        isFirst = false
      }
      if isFirst, id == place { continue }
      guard id == last &+ 1 else {
        _ = try body(.gap)
        return
      }
      let transaction = LoggedTransaction(
        id: id, committed: select.int64(1), runs: ChangeRuns(select.blob(2)),
        step: select.int64(3))
      guard try body(.transaction(transaction)) else { return }
    }
    if isFirst, place != 0 { _ = try body(.gap) }
  }

  /// Returns whether the log has a wanted run after `place`, or may have lost one.
  package func anyRun(after place: Int64, where isWanted: (ChangeRun) -> Bool) throws -> Bool {
    var found = false
    try changes(after: place) { news in
      guard case .transaction(let transaction) = news, let runs = transaction.runs else {
        found = true
        return false
      }
      found = runs.contains(where: isWanted)
      return !found
    }
    return found
  }
}
