// Checks the arguments of callers: pointers, counts, texts and flags.
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import Glibc

/// Returns a pointer to an output. Throws if it is NULL.
func required<T>(
  _ pointer: UnsafeMutablePointer<T>?, _ name: String
) throws -> UnsafeMutablePointer<T> {
  guard let pointer else { throw Failure(.argument, name, "\(name) is NULL") }
  return pointer
}

/// Returns an array that a caller passes as a pointer and a count. `name` and `countName` are the
/// names of these two parameters.
func array<T>(
  _ pointer: UnsafePointer<T>?, _ count: Int64, _ name: String, count countName: String = "count"
) throws -> UnsafeBufferPointer<T> {
  let count = try length(count, MemoryLayout<T>.stride, countName)
  guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
  guard let pointer else {
    throw Failure(.argument, name, "\(name) is NULL, but \(countName) is \(count)")
  }
  return UnsafeBufferPointer(start: pointer, count: count)
}

/// Returns `count`. Throws if it is negative, or if so many items of `stride` bytes cannot fit in
/// memory.
func length(_ count: Int64, _ stride: Int, _ name: String) throws -> Int {
  guard count >= 0, count <= Int64.max / Int64(max(stride, 1)) else {
    throw Failure(.argument, name, "\(name) is \(count); it must not be negative or beyond memory")
  }
  return Int(count)
}

/// Returns bytes that a caller passes as a pointer and a length, which is -1 for a NUL-terminated
/// text. The model checks their contents.
func givenText(
  _ pointer: UnsafePointer<CChar>?, _ length: Int64, _ name: @autoclosure () -> String
) throws -> Bytes {
  guard let pointer else { throw Failure(.argument, name(), "\(name()) is NULL") }
  guard length >= -1 else {
    throw Failure(
      .argument, name(),
      "\(name()) has the length \(length); it must be -1 (NUL-terminated) or more")
  }
  let count = length == -1 ? strlen(pointer) : Int(length)
  let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
  return Bytes(start: start, count: count)
}

func givenText(_ text: bw_text, _ name: @autoclosure () -> String) throws -> Bytes {
  try givenText(text.data, text.length, name())
}

/// A text that is not given.
var noText: Bytes { Bytes(start: nil, count: 0) }

func optionalText(
  _ pointer: UnsafePointer<CChar>?, _ length: Int64, _ name: String
) throws -> Bytes? {
  pointer == nil ? nil : try givenText(pointer, length, name)
}

extension bw_text {
  init(_ bytes: Bytes) {
    let start = bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
    self.init(data: start, length: Int64(bytes.count))
  }
}

func flag(_ value: Int32, _ name: String) throws -> Bool {
  guard value == 0 || value == 1 else {
    throw Failure(.argument, name, "\(name) is \(value); it must be 1 or 0")
  }
  return value == 1
}

extension Failure {
  static func unknown(_ value: UInt32, _ name: String) -> Failure {
    Failure(
      .argument, name, "\(name) is \(Int32(bitPattern: value)), which is not one of its values")
  }
}
