// Creates global ids.
import BookwormStorage
import Glibc

/// Creates each id above the previous one (RFC 9562, section 6.2, method 2): within a millisecond,
/// a random number is added to the random part. Used under the write lock.
package final class GlobalIDMaker {
  private var last: GlobalID
  private var random = RandomBytes()

  package init(after last: GlobalID = GlobalID(high: 0, low: 0)) { self.last = last }

  private static let version: UInt64 = 7 << 12
  private static let variant: UInt64 = 2 << 62

  package func next(at now: Milliseconds) throws -> GlobalID {
    let time = GlobalID.timeBits(now)
    // A clock that was set back does not create ids below earlier ones.
    last = time > last.high & ~0xFFFF ? try made(time) : try following(last)
    return last
  }

  /// Creates an id for a row that was created at another time. Such ids are not in order with
  /// others.
  package func any(at instant: Milliseconds) throws -> GlobalID {
    try made(GlobalID.timeBits(instant))
  }

  /// The highest random bit is 0 at first, so that the additions of following() rarely overflow.
  private func made(_ time: UInt64) throws -> GlobalID {
    GlobalID(
      high: time | GlobalIDMaker.version | UInt64(try random.next32()) & 0x7FF,
      low: GlobalIDMaker.variant
        | (UInt64(try random.next32()) << 32 | UInt64(try random.next32())) >> 2)
  }

  private func following(_ id: GlobalID) throws -> GlobalID {
    let step = UInt64(try random.next32()) + 1
    let low = (id.low & ~(3 << 62)) &+ step
    guard low >> 62 != 0 else { return GlobalID(high: id.high, low: low | GlobalIDMaker.variant) }
    let rest = low & ~(3 << 62) | GlobalIDMaker.variant
    let counter = id.high & 0xFFF
    guard counter < 0xFFF else { return try made(id.high & ~0xFFFF &+ 1 << 16) }
    return GlobalID(high: id.high &+ 1, low: rest)
  }
}

/// Fetches many of the kernel's random numbers at a time. A system call for each id would cost more
/// than its row.
private struct RandomBytes {
  private static let count = 64
  private var numbers = [UInt32](repeating: 0, count: count)
  private var used = count

  mutating func next32() throws -> UInt32 {
    if used == RandomBytes.count { try fill() }
    defer { used += 1 }
    return numbers[used]
  }

  private mutating func fill() throws {
    let size = RandomBytes.count * MemoryLayout<UInt32>.stride
    // Gets all 256 bytes, which are the most that one call returns, or none.
    let isDone = numbers.withUnsafeMutableBytes { getentropy($0.baseAddress, size) } == 0
    guard isDone else {
      throw StorageError(.inputOutput, "the operating system gave no random numbers")
    }
    used = 0
  }
}
