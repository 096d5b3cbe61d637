// Ids whose number a caller or the store decides, so that memory for them is checked.
import BookwormStorage

public struct IDList: ~Copyable {
  private var heap = Heap()

  public init() {}

  deinit { heap.free() }

  public mutating func append(_ id: Int64) throws { try heap.append(id) }

  /// Borrowed until the next change of the list.
  public var ids: UnsafeBufferPointer<Int64> {
    UnsafeBufferPointer(
      start: heap.start.map { UnsafePointer($0.assumingMemoryBound(to: Int64.self)) },
      count: heap.count / MemoryLayout<Int64>.stride)
  }
}
