// This file defines the layout of the sort keys of names.

/// The bytes of a sort key. Every unit of a key begins with a byte for its class, in the sort order
/// of the classes. Letters are plain UTF-8, whose bytes sort like the code points.
enum SortByte {
  static let space: UInt8 = 0x08
  // ASCII punctuation is 0x10...0x26.
  static let punctuation: UInt8 = 0x27  // then the character in UTF-8
  // ASCII symbols are 0x30...0x38.
  static let symbol: UInt8 = 0x39  // then the character in UTF-8
  static let number: UInt8 = 0x40  // plus the number of digits, up to 14; then the digits
  // Digits have no leading zeros.
  static let longNumber: UInt8 = 0x4F  // then the number of digits in five bytes, then the digits
  static let longNumberWidth = 5

  /// The byte of an ASCII character; `number` for a digit, 0 for a character without a byte of its
  /// own.
  @inline(__always)  // Inlined: the call took half the time of a key in ASCII.
  static func of(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0x61...0x7A: byte
    case 0x41...0x5A: byte | 0x20
    case 0x30...0x39: number
    case 0x20, 0x09...0x0D: space
    case 0x21...0x23: byte &- 0x21 &+ 0x10  // ! " #
    case 0x25...0x2A: byte &- 0x25 &+ 0x13  // % & ' ( ) *
    case 0x2C...0x2F: byte &- 0x2C &+ 0x19  // , - . /
    case 0x3A, 0x3B: byte &- 0x3A &+ 0x1D  // : ;
    case 0x3F, 0x40: byte &- 0x3F &+ 0x1F  // ? @
    case 0x5B...0x5D: byte &- 0x5B &+ 0x21  // [ \ ]
    case 0x5F: 0x24  // _
    case 0x7B: 0x25  // {
    case 0x7D: 0x26  // }
    case 0x24: 0x30  // $
    case 0x2B: 0x31  // +
    case 0x3C...0x3E: byte &- 0x3C &+ 0x32  // < = >
    case 0x5E: 0x35  // ^
    case 0x60: 0x36  // `
    case 0x7C: 0x37  // |
    case 0x7E: 0x38  // ~
    default: 0
    }
  }
}
