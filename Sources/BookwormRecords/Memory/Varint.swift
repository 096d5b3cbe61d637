// A varint is a number in as few bytes as it needs, seven bits in each byte: the lowest bits first,
// with the top bit set in all bytes except the last.

package enum Varint {
  /// The most bytes that a number takes.
  package static let longest = 10

  @inline(__always)
  package static func write(_ value: UInt64, _ append: (UInt8) throws -> Void) rethrows {
    var rest = value
    while rest >= 0x80 {
      try append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    try append(UInt8(rest))
  }

  /// Returns how many bytes this number takes.
  package static func size(_ value: UInt64) -> Int {
    max(1, (UInt64.bitWidth - value.leadingZeroBitCount + 6) / 7)
  }

  /// Nil if the bytes end too early, or the number is too long.
  @inline(__always)
  package static func read(_ next: () throws -> UInt8?) rethrows -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = try next() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }

  /// Encodes small negative numbers in few bytes, too.
  package static func zigzag(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }

  package static func unzigzag(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
