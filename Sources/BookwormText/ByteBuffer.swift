// This file defines a growable byte buffer that is reused many times. It never traps if memory runs
// out.
import Glibc

/// A buffer that grows by `malloc`, and keeps its memory between uses so that a key needs no
/// allocation.
///
/// If memory runs out, the buffer sets `isExhausted` and drops appended bytes, since a trap would
/// end the host process. Check the flag once, after the last append.
public struct ByteBuffer: ~Copyable, @unchecked Sendable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>?
  @usableFromInline var length = 0
  /// The number of bytes that the buffer can hold before it grows.
  public private(set) var capacity: Int
  public var count: Int { @inlinable get { length } }
  /// True once memory ran out; stays true until `removeAll()`.
  public internal(set) var isExhausted = false

  /// Creates a buffer with room for `capacity` bytes. Unless memory has run out, even an empty
  /// buffer has an address, so that SQLite does not take an empty key for NULL.
  public init(capacity: Int = 256) {
    self.capacity = max(16, capacity)
    base = malloc(self.capacity)?.assumingMemoryBound(to: UInt8.self)
    if base == nil {
      self.capacity = 0
      isExhausted = true
    }
  }

  deinit { free(base) }

  /// The bytes, borrowed until the next change of the buffer.
  @inlinable public var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base, count: count)
  }

  /// Empties the buffer and keeps its memory.
  public mutating func removeAll() {
    length = 0
    isExhausted = base == nil && !grow(by: 16)
  }

  /// Drops all but the first `count` bytes.
  public mutating func truncate(to count: Int) {
    if count >= 0, count < length { length = count }
  }

  @inlinable public mutating func append(_ byte: UInt8) {
    guard reserve(1), let base else { return }
    base[count] = byte
    length &+= 1
  }

  @inlinable public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    append(source, bytes.count)
  }

  /// Makes room for `extra` more bytes. Returns false if memory does not suffice.
  @inlinable public mutating func reserve(_ extra: Int) -> Bool {
    if extra <= capacity &- count { return true }
    return grow(by: extra)
  }

  @inlinable mutating func append(_ source: UnsafePointer<UInt8>, _ added: Int) {
    guard added > 0, reserve(added), let base else { return }
    (base + count).update(from: source, count: added)
    length &+= added
  }

  /// Inserts `width` bytes of arbitrary value at `place` and moves up the rest. Returns false if
  /// memory does not suffice.
  mutating func makeGap(at place: Int, width: Int) -> Bool {
    guard reserve(width), let base else { return false }
    memmove(base + place + width, base + place, length - place)
    length += width
    return true
  }

  @usableFromInline mutating func grow(by extra: Int) -> Bool {
    let (needed, tooMuch) = count.addingReportingOverflow(extra)
    let larger = max(needed, capacity * 2)  // An allocated size cannot overflow if doubled.
    guard !tooMuch, let moved = realloc(base, larger) else {
      isExhausted = true
      return false
    }
    base = moved.assumingMemoryBound(to: UInt8.self)
    capacity = larger
    return true
  }
}
