// Memory of a column as Arrow advises it: it begins on a boundary of 64 bytes, and grows, checked.
import BookwormStorage
import BookwormText
import Glibc

public struct PackedBuffer {
  public private(set) var start: UnsafeMutableRawPointer
  public private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) throws {
    self.capacity = PackedBuffer.rounded(capacity)
    guard let memory = aligned_alloc(64, self.capacity) else {
      throw PackedBuffer.noMemory(self.capacity)
    }
    start = memory
  }

  private static func rounded(_ size: Int) -> Int { (max(size, 64) &+ 63) & ~63 }

  private static func noMemory(_ size: Int) -> Failure {
    Failure(.memory, "", "not enough memory for a column of \(size) bytes")
  }

  func free() { Glibc.free(start) }

  @inline(__always)  // Every value of every row passes here.
  mutating func append<T: BitwiseCopyable>(_ value: T) throws {
    if capacity &- count < MemoryLayout<T>.size { try grow(MemoryLayout<T>.size) }
    start.storeBytes(of: value, toByteOffset: count, as: T.self)
    count &+= MemoryLayout<T>.size
  }

  /// Appends an offset, which Arrow holds in 32 bits.
  mutating func append(end: Int) throws {
    guard let offset = Int32(exactly: end) else {
      throw Failure(.corrupt, "", "a text or a list is larger than a store can have written it")
    }
    try append(offset)
  }

  /// Appends a text. What is no UTF-8, in a damaged store, becomes U+FFFD: whoever receives the
  /// column relies on its texts.
  mutating func append(text: Bytes) throws {
    if UTF8Text.isUTF8(text) { return try append(bytes: text) }
    var repaired = ByteBuffer(capacity: text.count)
    UTF8Text.repair(text, into: &repaired)
    if repaired.isExhausted { throw PackedBuffer.noMemory(text.count) }
    try append(bytes: repaired.bytes)
  }

  private mutating func append(bytes: Bytes) throws {
    guard let source = bytes.baseAddress else { return }
    if capacity &- count < bytes.count { try grow(bytes.count) }
    memcpy(start + count, source, bytes.count)
    count &+= bytes.count
  }

  /// `index` is one of the last byte, or the first of the next.
  mutating func set(bit: Bool, at index: Int) throws {
    if index & 7 == 0 { try append(0 as UInt8) }
    guard bit else { return }
    let byte = start.assumingMemoryBound(to: UInt8.self) + (index >> 3)
    byte.pointee |= 1 << UInt8(truncatingIfNeeded: index & 7)
  }

  private mutating func grow(_ size: Int) throws {
    let wanted = PackedBuffer.rounded(max(count &+ size, capacity &* 2))
    guard let larger = aligned_alloc(64, wanted) else { throw PackedBuffer.noMemory(wanted) }
    memcpy(larger, start, count)
    Glibc.free(start)
    start = larger
    capacity = wanted
  }
}
