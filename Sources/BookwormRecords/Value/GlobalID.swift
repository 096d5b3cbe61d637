// A global id identifies a row among the rows of all stores, so that two copies of a store
// recognize each other's rows.
import BookwormStorage
import Glibc

/// 16 bytes, a UUID. The library creates version 7 of RFC 9562.
package struct GlobalID: Hashable, Sendable, BitwiseCopyable {
  /// The bytes in big-endian order: the first byte has the highest bits of `high`.
  package let high: UInt64
  package let low: UInt64

  static let size = 16
  static let textSize = 36

  /// All zeros, which no row has.
  package static let none = GlobalID(high: 0, low: 0)

  package init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// Nil unless there are 16 bytes.
  package init?(_ bytes: Bytes) {
    guard bytes.count == GlobalID.size, let start = UnsafeRawPointer(bytes.baseAddress) else {
      return nil
    }
    high = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// Parses a text: 32 hexadecimal digits in any case, in groups of 8, 4, 4, 4 and 12.
  package init(text: Bytes, _ field: String) throws {
    let refused = Failure(
      .invalid, field,
      "\(field) is not a UUID; write 32 hexadecimal digits as 8-4-4-4-12, 36 characters in all")
    guard text.count == GlobalID.textSize else { throw refused }
    var (halves, digits): ([UInt64], Int) = ([0, 0], 0)
    for (place, character) in text.enumerated() {
      if GlobalID.dashes.contains(place) {
        guard character == UInt8(ascii: "-") else { throw refused }
        continue
      }
      guard let digit = GlobalID.digit(character) else { throw refused }
      halves[digits / 16] = halves[digits / 16] << 4 | digit
      digits += 1
    }
    self.init(high: halves[0], low: halves[1])
  }

  private static let dashes = [8, 13, 18, 23]
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private static func digit(_ character: UInt8) -> UInt64? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// The text in lower case, as RFC 9562 writes it.
  package var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(GlobalID.textSize)
    for half in [high, low] {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        if GlobalID.dashes.contains(text.count) { text.append(UInt8(ascii: "-")) }
        text.append(GlobalID.hexadecimal[Int(half >> shift & 15)])
      }
    }
    return text
  }

  package func withBytes<R>(_ body: (Bytes) throws -> R) rethrows -> R {
    try withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      try body($0.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Creates the same id each time, for a row of a preview. It has version 8, which is for custom
  /// rules.
  package init(fixed entity: UInt64, _ id: UInt64, at instant: Milliseconds) {
    high = GlobalID.timeBits(instant) | 8 << 12 | entity
    low = 2 << 62 | id & (1 << 62 - 1)
  }

  /// Returns the first 48 bits of an id created here: its time in milliseconds.
  static func timeBits(_ instant: Milliseconds) -> UInt64 {
    UInt64(clamping: max(0, min(instant, 1 << 48 - 1))) << 16
  }
}
