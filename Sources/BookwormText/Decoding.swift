// This file decodes and encodes UTF-8, one code point at a time, for bytes of unknown validity.

let replacement: UInt32 = 0xFFFD

/// The code point at `offset`, which must be below the count, and its length in bytes. A byte that
/// begins no valid sequence counts as U+FFFD of length 1.
@inline(__always)  // A call per ASCII byte would double the cost of a mixed text.
func decode(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> (scalar: UInt32, length: Int) {
  let byte = bytes[offset]
  return byte < 0x80 ? (UInt32(byte), 1) : decodeMultibyte(bytes, at: offset)
}

func decodeMultibyte(
  _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int
) -> (scalar: UInt32, length: Int) {
  let lead = bytes[offset]
  let length: Int
  // Unicode, table 3-7: only the second byte's range depends on the first byte.
  var second: ClosedRange<UInt8> = 0x80...0xBF
  switch lead {
  case 0xC2...0xDF: length = 2
  case 0xE0:
    length = 3
    second = 0xA0...0xBF
  case 0xED:
    length = 3
    second = 0x80...0x9F
  case 0xE1...0xEF: length = 3
  case 0xF0:
    length = 4
    second = 0x90...0xBF
  case 0xF1...0xF3: length = 4
  case 0xF4:
    length = 4
    second = 0x80...0x8F
  default: return (replacement, 1)
  }
  guard length <= bytes.count &- offset, second.contains(bytes[offset &+ 1]) else {
    return (replacement, 1)
  }
  var scalar = UInt32(lead) & (0x7F >> UInt32(truncatingIfNeeded: length))
  scalar = scalar << 6 | UInt32(bytes[offset &+ 1] & 0x3F)
  var place = 2
  while place < length {
    let byte = bytes[offset &+ place]
    guard byte & 0xC0 == 0x80 else { return (replacement, 1) }
    scalar = scalar << 6 | UInt32(byte & 0x3F)
    place &+= 1
  }
  return (scalar, length)
}

extension ByteBuffer {
  /// Appends one code point as UTF-8.
  mutating func append(scalar: UInt32) {
    guard reserve(4), let base else { return }
    let place = base + count
    func tail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80
    }
    if scalar < 0x80 {
      place[0] = UInt8(truncatingIfNeeded: scalar)
      length &+= 1
    } else if scalar < 0x800 {
      place[0] = UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0
      place[1] = tail(0)
      length &+= 2
    } else if scalar < 0x10000 {
      place[0] = UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0
      place[1] = tail(6)
      place[2] = tail(0)
      length &+= 3
    } else {
      place[0] = UInt8(truncatingIfNeeded: scalar >> 18 & 7) | 0xF0
      place[1] = tail(12)
      place[2] = tail(6)
      place[3] = tail(0)
      length &+= 4
    }
  }
}
