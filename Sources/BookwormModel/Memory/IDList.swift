// Ids whose number a caller or the store decides, so that memory for them is checked.
import BookwormStorage
import Glibc

public struct IDList: ~Copyable {
  private var heap = Heap()

  public init() {}

  deinit { heap.free() }

  public init(_ ids: UnsafeBufferPointer<Int64>) throws {
    for id in ids { try heap.append(id) }
  }

  /// The search index is written several times as fast in rising order. By the C library: Swift's
  /// own sorting takes memory that is not checked.
  public consuming func sorted() -> IDList {
    let stride = MemoryLayout<Int64>.stride
    guard let start = heap.start else { return self }
    qsort(start, ids.count, stride) { one, other in
      guard let one, let other else { return 0 }
      let (left, right) = (one.load(as: Int64.self), other.load(as: Int64.self))
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
