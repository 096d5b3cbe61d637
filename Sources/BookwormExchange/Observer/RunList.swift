// A run list holds the log's entries of all transactions after a place, or between two places. If
// its memory cannot be allocated, it throws, because transactions can make any number of changes.
import BookwormRecords
import BookwormStorage
import BookwormStore

final class RunList {
  private var buffer = MemoryBuffer()
  /// The last of the transactions; nil if there are none, or the log does not list them.
  private(set) var last: (id: Int64, committed: Milliseconds)?
  /// Whether the log lists all of their changes.
  private(set) var isKnown = true

  /// A few megabytes.
  private static let limit = 100_000

  init(after place: Int64, through end: Int64 = .max, _ connection: Connection) throws {
    try connection.changes(after: place) { news in
      guard case .transaction(let transaction) = news else {
        isKnown = false
        return false
      }
      guard transaction.id <= end else { return false }
      last = (transaction.id, transaction.committed)
      guard let runs = transaction.runs else {
        isKnown = false
        return true
      }
      for run in runs where isKnown { try append(run) }
      return true
    }
  }

  deinit { buffer.free() }

  private func append(_ run: ChangeRun) throws {
    guard runs.count < RunList.limit else { return isKnown = false }
    try buffer.append(run)
    // The next run must be aligned as its type requires.
    _ = try buffer.extend(MemoryLayout<ChangeRun>.stride - MemoryLayout<ChangeRun>.size)
  }

  var runs: UnsafeBufferPointer<ChangeRun> { UnsafeBufferPointer(buffer.values(ChangeRun.self)) }
}

extension ChangeRun {
  /// For each id of the list that is in the run, passes its position in the list.
  func forEach(
    in ids: UnsafeBufferPointer<Int64>, _ table: CheckedMap<Int64, Int>, _ body: (Int) -> Void
  ) {
    if count < Int64(ids.count) {
      for id in first..<end { if let number = table[id] { body(number) } }
    } else {
      for (number, id) in ids.enumerated() where contains(id) { body(number) }
    }
  }
}
