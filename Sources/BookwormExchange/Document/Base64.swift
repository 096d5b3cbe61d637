// Encodes and decodes Base64 (RFC 4648, section 4), the form of bytes in a document.
import BookwormRecords
import BookwormStorage
import BookwormText

enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// The values by the digits' bytes; 64 for a byte that is not a digit.
  private static let values = (0...255 as ClosedRange<UInt8>).map { byte in
    UInt8(digits.firstIndex(of: byte) ?? 64)
  }

  /// Returns the length of the text for so many bytes.
  static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Passes the text of the bytes to `body`, a piece at a time.
  static func encode(_ bytes: Bytes, _ body: (Bytes) throws -> Void) rethrows {
    let most = 3 << 14
    for start in stride(from: 0, to: bytes.count, by: most) {
      let piece = Bytes(rebasing: bytes[start..<min(bytes.count, start + most)])
      var text: [UInt8] = []
      text.reserveCapacity(length(of: piece.count))
      for place in stride(from: 0, to: piece.count, by: 3) {
        let count = min(3, piece.count - place)
        let bits = (piece.big(count, at: place) ?? 0) << (8 * (3 - count))
        for digit in 0..<4 {
          text.append(digit <= count ? digits[bits >> (18 - 6 * digit) & 63] : padding)
        }
      }
      try text.withUnsafeBufferPointer(body)
    }
  }

  /// Appends the bytes. Returns false if the text is not valid Base64.
  static func decode(_ text: Bytes, into bytes: inout MemoryBuffer) throws -> Bool {
    guard text.count % 4 == 0 else { return false }
    let end = text.count - text.suffix(2).count { $0 == padding }
    try bytes.reserve(text.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for digit in text[..<end] {
      let value = values[Int(digit)]
      guard value < 64 else { return false }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      try bytes.append(UInt8(bits >> UInt32(count) & 255))
    }
    // The remaining bits of the last digit are not part of a byte and must be 0.
    return count < 6 && bits & (1 << UInt32(count) - 1) == 0
  }
}
