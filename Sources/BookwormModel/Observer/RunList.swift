// What the log has of all transactions after a place, or between two, in memory that is checked: of
// very many, how much they changed is for their writers to decide.
import BookwormStorage

final class RunList {
  private var buffer = MemoryBuffer()
  /// The last of them; nil where there are none, or the log cannot say.
  private(set) var last: (id: Int64, committed: Milliseconds)?
  /// Whether the log has all that they changed.
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
    // The next one must lie as its type asks.
    _ = try buffer.extend(MemoryLayout<ChangeRun>.stride - MemoryLayout<ChangeRun>.size)
  }

  var runs: UnsafeBufferPointer<ChangeRun> {
    UnsafeBufferPointer(
      start: buffer.start.map { UnsafePointer($0.assumingMemoryBound(to: ChangeRun.self)) },
      count: buffer.count / MemoryLayout<ChangeRun>.stride)
  }
}

extension ChangeRun {
  /// Calls with the number of each id of a table that the run holds.
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
