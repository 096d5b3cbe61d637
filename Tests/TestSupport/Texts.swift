// Keeps texts and numbers in memory that lives as long as the tests run, because the model borrows
// its input.
import BookwormStorage

/// All memory that was handed out, so that a leak checker still finds it.
private final class Kept: @unchecked Sendable {
  static let shared = Kept()
  private let lock = Lock()
  private var texts: [[UInt8]: UnsafeMutablePointer<UInt8>] = [:]
  private var numbers: [[Int64]: UnsafeMutablePointer<Int64>] = [:]

  func bytes(_ text: [UInt8]) -> Bytes {
    lock.withLock {
      if let known = texts[text] { return Bytes(start: known, count: text.count) }
      let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 1)
      for (index, byte) in (text + [0]).enumerated() { (memory + index).initialize(to: byte) }
      texts[text] = memory
      return Bytes(start: memory, count: text.count)
    }
  }

  func array(_ numbers: [Int64]) -> UnsafeBufferPointer<Int64> {
    lock.withLock {
      if let known = self.numbers[numbers] {
        return UnsafeBufferPointer(start: known, count: numbers.count)
      }
      let memory = UnsafeMutablePointer<Int64>.allocate(capacity: numbers.count + 1)
      for (index, number) in numbers.enumerated() { (memory + index).initialize(to: number) }
      self.numbers[numbers] = memory
      return UnsafeBufferPointer(start: memory, count: numbers.count)
    }
  }
}

/// A NUL, which is not counted, follows the text.
package func bytes(_ text: String) -> Bytes { Kept.shared.bytes(Array(text.utf8)) }
package func bytes(_ text: [UInt8]) -> Bytes { Kept.shared.bytes(text) }

package func array(_ numbers: [Int64]) -> UnsafeBufferPointer<Int64> { Kept.shared.array(numbers) }

package func string(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }
