// Ids whose number a caller or the store decides, so that memory for them is checked.
import BookwormStorage

public struct IDList: ~Copyable {
  private var heap = Heap()

  public init() {}

  deinit { heap.free() }

  public init(_ ids: UnsafeBufferPointer<Int64>) throws {
    for id in ids { try heap.append(id) }
  }

  /// The search index is written several times as fast in rising order.
  public consuming func sorted() -> IDList {
    UnsafeMutableBufferPointer(mutating: ids).sortInPlace { one, other in
      guard let one, let other else { return 0 }
      let left = one.loadUnaligned(as: Int64.self), right = other.loadUnaligned(as: Int64.self)
      return left < right ? -1 : left > right ? 1 : 0
    }
    return self
  }

  public mutating func append(_ id: Int64) throws { try heap.append(id) }

  /// Borrowed until the next change of the list.
  public var ids: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(
      start: heap.start.map { UnsafePointer($0.assumingMemoryBound(to: Int64.self)) },
      count: heap.count / MemoryLayout<Int64>.stride)
  }
}
