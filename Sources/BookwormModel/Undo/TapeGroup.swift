// Records of one kind that follow one another on a tape, of books, put into the order of the books'
// ids. Different books do not depend on one another; and the search index writes what it has
// gathered each time that an id is lower than the one before, which takes ten times as long.
import BookwormStorage

struct TapeGroup: ~Copyable {
  private struct Entry: BitwiseCopyable {
    let id: Int64
    /// Of the same book, what comes first in the group is put back first.
    let order: Int
    let record: TapeRecord
  }

  private var heap = Heap()
  private var kind: TapeKind?

  deinit { heap.free() }

  private var entries: UnsafeMutableBufferPointer<Entry> {
    UnsafeMutableBufferPointer(
      start: heap.start?.assumingMemoryBound(to: Entry.self),
      count: heap.count / MemoryLayout<Entry>.stride)
  }

  /// False where the record does not belong to the group.
  mutating func take(_ record: TapeRecord) throws -> Bool {
    guard record.kind == .bookDeleted || record.kind == .bookChanged,
      kind == nil || kind == record.kind
    else { return false }
    kind = record.kind
    var rest = record
    let entry = Entry(id: try rest.number(), order: entries.count, record: record)
    try heap.append(entry)
    return true
  }

  /// Gives each record to `body`, and is empty then.
  mutating func inOrder(_ body: (TapeRecord) throws -> Void) throws {
    let sorted = entries
    sorted.sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Entry.self), right = other.loadUnaligned(as: Entry.self)
      return (left.id, left.order) < (right.id, right.order) ? -1 : 1
    }
    for entry in sorted { try body(entry.record) }
    heap.removeAll()
    kind = nil
  }
}
