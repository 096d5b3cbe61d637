// A list of ids checks its allocations, because a caller or the store decides the number of ids.
import BookwormStorage

package struct IDList: ~Copyable {
  private var buffer = MemoryBuffer()

  package init() {}

  deinit { buffer.free() }

  package init(_ ids: UnsafeBufferPointer<Int64>) throws {
    for id in ids { try buffer.append(id) }
  }

  /// Sorts the ids, because the search index is written several times as fast in rising order.
  package consuming func sorted() -> IDList {
    UnsafeMutableBufferPointer(mutating: ids).sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Int64.self), right = other.loadUnaligned(as: Int64.self)
      return left < right ? -1 : left > right ? 1 : 0
    }
    return self
  }

  package mutating func append(_ id: Int64) throws { try buffer.append(id) }

  /// Removes all ids after the first `kept`.
  package mutating func cut(to kept: Int) { buffer.cut(to: kept * MemoryLayout<Int64>.stride) }

  /// The ids, borrowed until the next change of the list.
  package var ids: UnsafeBufferPointer<Int64> { UnsafeBufferPointer(buffer.values(Int64.self)) }
}
