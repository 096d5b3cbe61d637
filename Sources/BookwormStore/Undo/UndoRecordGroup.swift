// A record group sorts successive records of one kind by the books' ids. Different books do not
// depend on one another, but the search index writes its collected changes whenever an id is lower
// than the previous one, which makes restoring take ten times as long.
import BookwormRecords
import BookwormStorage

struct UndoRecordGroup: ~Copyable {
  private struct Entry: BitwiseCopyable {
    let id: Int64
    /// For records of the same book, the record that joined the group first is restored first.
    let order: Int
    let start: Int
    let end: Int
  }

  private var buffer = MemoryBuffer()
  private var kind: UndoRecord.Kind?

  deinit { buffer.free() }

  private var entries: UnsafeMutableBufferPointer<Entry> { buffer.values(Entry.self) }

  /// Adds a record. Returns false if it does not belong to the group.
  mutating func take(_ record: UndoRecord) throws -> Bool {
    guard record.entity == .book, record.kind != .inserted, kind == nil || kind == record.kind
    else { return false }
    kind = record.kind
    try buffer.append(
      Entry(
        id: record.id, order: entries.count, start: record.range.lowerBound,
        end: record.range.upperBound))
    return true
  }

  /// Passes each record to `body`, and empties the group.
  mutating func inOrder(
    _ reader: inout UndoLogReader, _ body: (UndoRecord) throws -> Void
  ) throws {
    let sorted = entries
    sorted.sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Entry.self), right = other.loadUnaligned(as: Entry.self)
      return (left.id, left.order) < (right.id, right.order) ? -1 : 1
    }
    for entry in sorted { try body(reader.record(at: entry.start..<entry.end)) }
    buffer.removeAll()
    kind = nil
  }
}
