// A memory buffer grows, and checks every allocation. Swift's arrays end the process if memory runs
// out, and a caller decides the size of a result.
import Glibc

@usableFromInline package struct MemoryBuffer {
  @usableFromInline package private(set) var start: UnsafeMutableRawPointer?
  package private(set) var count = 0
  private var capacity = 0
  private var isOwned = false

  package init() {}

  /// Begins in borrowed memory, and moves to its own when that is full.
  init(borrowing memory: UnsafeMutableRawPointer, capacity: Int) {
    start = memory
    self.capacity = capacity
  }

  package mutating func append<T: BitwiseCopyable>(_ value: T) throws {
    let size = MemoryLayout<T>.size
    if capacity &- count < size { try grow(size) }
    start?.storeBytes(of: value, toByteOffset: count, as: T.self)
    count &+= size
  }

  /// Appends the bytes and a NUL.
  package mutating func append(text: UnsafeBufferPointer<UInt8>) throws {
    let size = text.count &+ 1
    if capacity &- count < size { try grow(size) }
    guard let start else { return }
    if let source = text.baseAddress { memcpy(start + count, source, text.count) }
    start.storeBytes(of: 0, toByteOffset: count &+ text.count, as: UInt8.self)
    count &+= size
  }

  /// Appends only the bytes.
  package mutating func append(bytes: UnsafeBufferPointer<UInt8>) throws {
    guard let source = bytes.baseAddress else { return }
    if capacity &- count < bytes.count { try grow(bytes.count) }
    guard let start else { return }
    memcpy(start + count, source, bytes.count)
    count &+= bytes.count
  }

  package func hasRoom(for size: Int) -> Bool { capacity &- count >= size }

  package mutating func reserve(_ size: Int) throws { if !hasRoom(for: size) { try grow(size) } }

  /// Appends `size` bytes, which the caller sets.
  package mutating func extend(_ size: Int) throws -> UnsafeMutableRawBufferPointer {
    try reserve(size)
    defer { count &+= size }
    return UnsafeMutableRawBufferPointer(start: start.map { $0 + count }, count: size)
  }

  /// The bytes are valid until something is appended.
  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: start.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, count: count)
  }

  /// The appended values, all of one type. Valid until something is appended.
  package func values<T: BitwiseCopyable>(_ type: T.Type) -> UnsafeMutableBufferPointer<T> {
    UnsafeMutableBufferPointer(
      start: start?.assumingMemoryBound(to: type), count: count / MemoryLayout<T>.stride)
  }

  /// Removes all bytes after the first `kept`.
  package mutating func cut(to kept: Int) { count = min(count, max(kept, 0)) }

  /// Frees the memory reserved for growth.
  package mutating func fit() {
    guard isOwned, capacity > count, let smaller = realloc(start, max(count, 1)) else { return }
    start = smaller
    capacity = max(count, 1)
  }

  private mutating func grow(_ size: Int) throws {
    let wanted = max(count &+ size, capacity &* 2, 64)
    guard let larger = isOwned ? realloc(start, wanted) : malloc(wanted) else {
      throw Failure(.memory, "", "not enough memory for a result of \(wanted) bytes")
    }
    if !isOwned, let start { memcpy(larger, start, count) }
    start = larger
    capacity = wanted
    isOwned = true
  }

  /// Keeps the memory.
  package mutating func removeAll() { count = 0 }

  package func free() {
    if isOwned { Glibc.free(start) }
  }
}
