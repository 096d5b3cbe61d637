// Reading what the change log has of a transaction: see ChangeLog for how it is written.
import BookwormStorage

/// Rows with successive ids that a transaction changed in the same way.
struct ChangeRun {
  let operation: ChangeLog.Operation
  let entity: Entity
  let first: Int64
  let count: Int64
  /// Of an update, bits of the entity's fields.
  let fields: UInt64

  /// The first id after the run.
  var end: Int64 { first &+ count }

  func contains(_ id: Int64) -> Bool { id >= first && id < end }
}

/// The runs of a transaction, read as they are asked for. They stay as long as the log's row.
struct ChangeRuns: Sequence {
  private let entries: Bytes

  /// Nil where the entries cannot say what was changed: it was too much, or they are damaged.
  init?(_ entries: Bytes) {
    // Or a damaged store decides how long it takes to read them.
    guard !entries.isEmpty, entries.count <= ChangeLog.longestRow else { return nil }
    self.entries = entries
    var runs = makeIterator()
    while runs.next() != nil {}
    guard runs.isAtEnd else { return nil }
  }

  func makeIterator() -> Iterator { Iterator(entries) }

  /// A copy goes on by itself.
  struct Iterator: IteratorProtocol {
    private var reader: VarintReader
    private var end: Int64 = 0
    /// Whether all of the entries were read.
    private(set) var isAtEnd = false

    fileprivate init(_ entries: Bytes) { reader = VarintReader(entries) }

    mutating func next() -> ChangeRun? {
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

/// A transaction as the log has it.
struct LoggedTransaction {
  /// Rises by one from each transaction that changed something to the next.
  let id: Int64
  let committed: Milliseconds
  /// Nil where the log cannot say what it changed. They are there while it is told of.
  let runs: ChangeRuns?
}

/// What stands in the log after a place.
enum LoggedNews {
  case transaction(LoggedTransaction)
  /// Transactions are missing that have been taken off the log.
  case gap
}

extension Connection {
  /// The id of the last transaction, 0 where there has been none.
  func lastChange() throws -> Int64 {
    let select = try statement(StoreSQL.lastChange)
    defer { select.reset() }
    return try select.step() ? select.int64(0) : 0
  }

  /// Tells of each transaction after `place`, the oldest first, until `body` answers false.
  func changes(after place: Int64, _ body: (LoggedNews) throws -> Bool) throws {
    let select = try statement(StoreSQL.changesFrom)
    defer { select.reset() }
    // From the place itself on, so that a log that was emptied is noticed too.
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
        id: id, committed: select.int64(1), runs: ChangeRuns(select.blob(2)))
      guard try body(.transaction(transaction)) else { return }
    }
    if isFirst, place != 0 { _ = try body(.gap) }
  }

  /// Whether the log has such a run after `place`, or cannot say so.
  func anyRun(after place: Int64, where isWanted: (ChangeRun) -> Bool) throws -> Bool {
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
