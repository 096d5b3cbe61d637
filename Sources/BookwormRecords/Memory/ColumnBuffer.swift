// A column buffer is the growing memory of a column, aligned to 64 bytes as Arrow advises.
// Allocations are checked.
import BookwormStorage
import BookwormText
import Glibc

package struct ColumnBuffer {
  package private(set) var start: UnsafeMutableRawPointer
  package private(set) var count = 0
  private var capacity: Int

  package init(capacity: Int) throws {
    self.capacity = ColumnBuffer.rounded(capacity)
    guard let memory = aligned_alloc(64, self.capacity) else {
      throw ColumnBuffer.noMemory(self.capacity)
    }
    start = memory
  }

  /// Creates a buffer filled with zeros that count as its contents.
  package init(zeroed size: Int) throws {
    try self.init(capacity: size)
    memset(start, 0, capacity)
    count = size
  }

  private static func rounded(_ size: Int) -> Int { (max(size, 64) &+ 63) & ~63 }

  private static func noMemory(_ size: Int) -> Failure {
    Failure(.memory, "", "not enough memory for a column of \(size) bytes")
  }

  package func free() { Glibc.free(start) }

  // MARK: With a fixed size

  @inline(__always)  // Every value of every row passes here.
  package func store<T: BitwiseCopyable>(_ value: T, at index: Int) {
    start.storeBytes(of: value, toByteOffset: index &* MemoryLayout<T>.size, as: T.self)
  }

  @inline(__always)
  package func load<T: BitwiseCopyable>(_ type: T.Type, at index: Int) -> T {
    start.load(fromByteOffset: index &* MemoryLayout<T>.size, as: type)
  }

  /// The bit must be zero before.
  @inline(__always)
  package func setBit(at index: Int) {
    let byte = start.assumingMemoryBound(to: UInt8.self) + (index >> 3)
    byte.pointee |= 1 << UInt8(truncatingIfNeeded: index & 7)
  }

  @inline(__always)
  package func bit(at index: Int) -> Bool {
    load(UInt8.self, at: index >> 3) >> UInt8(truncatingIfNeeded: index & 7) & 1 == 1
  }

  /// Stores an offset, which Arrow holds in 32 bits.
  @inline(__always)
  package func store(end: Int, at index: Int) throws {
    guard let offset = Int32(exactly: end) else { throw ColumnBuffer.tooLarge }
    store(offset, at: index)
  }

  private static var tooLarge: Failure {
    Failure(
      .corrupt, "",
      "the store is damaged: it holds a text or a list that is larger than the library allows")
  }

  /// `range` must lie within the contents.
  package func bytes(_ range: Range<Int>) -> Bytes {
    Bytes(
      start: (start + range.lowerBound).assumingMemoryBound(to: UInt8.self), count: range.count)
  }

  // MARK: Growing

  package mutating func append<T: BitwiseCopyable>(_ value: T) throws {
    if capacity &- count < MemoryLayout<T>.size { try grow(MemoryLayout<T>.size) }
    start.storeBytes(of: value, toByteOffset: count, as: T.self)
    count &+= MemoryLayout<T>.size
  }

  package mutating func append(end: Int) throws {
    guard let offset = Int32(exactly: end) else { throw ColumnBuffer.tooLarge }
    try append(offset)
  }

  /// Appends a text. Bytes of a damaged store that are not UTF-8 become U+FFFD, because a receiver
  /// of the column relies on valid texts.
  package mutating func append(text: Bytes) throws {
    if UTF8Text.isUTF8(text) { return try append(bytes: text) }
    var repaired = ByteBuffer(capacity: text.count)
    UTF8Text.repair(text, into: &repaired)
    if repaired.isExhausted { throw ColumnBuffer.noMemory(text.count) }
    try append(bytes: repaired.bytes)
  }

  package mutating func append(bytes: Bytes) throws {
    guard let source = bytes.baseAddress else { return }
    if capacity &- count < bytes.count { try grow(bytes.count) }
    memcpy(start + count, source, bytes.count)
    count &+= bytes.count
  }

  private mutating func grow(_ size: Int) throws {
    let wanted = ColumnBuffer.rounded(max(count &+ size, capacity &* 2))
    guard let larger = aligned_alloc(64, wanted) else { throw ColumnBuffer.noMemory(wanted) }
    memcpy(larger, start, count)
    Glibc.free(start)
    start = larger
    capacity = wanted
  }
}
