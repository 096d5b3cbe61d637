// This file defines the module's namespace, and checks of a text that need no folding.
import CUnicodeData

/// Why a text is invalid, and the byte offset of the fault.
public struct TextFault: Equatable, Sendable {
  public enum Kind: Sendable {
    case invalidUTF8
    case nul
  }
  public let kind: Kind
  /// The offset of the NUL, or of the first byte of a sequence that is not UTF-8.
  public let offset: Int

  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

/// Checks texts of raw UTF-8 bytes, and makes their keys for comparing and searching.
///
/// No function traps, whatever the bytes are. In invalid UTF-8, each byte that belongs to no
/// character counts as U+FFFD. Keys are appended to a buffer that the caller provides and reuses.
/// The key of an ASCII text allocates nothing except the buffer's growth.
public enum UTF8Text {
  /// The version of Unicode behind the keys, for example "15.0.0".
  public static var unicodeVersion: String { String(cString: cunicode_version()) }

  /// Returns the first fault; nil if the text is UTF-8 without NUL. Overlong forms, surrogates,
  /// numbers above U+10FFFF and truncated sequences are faults.
  public static func validate(_ bytes: UnsafeBufferPointer<UInt8>) -> TextFault? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var offset = 0
    while offset < count {
      while count &- offset >= 8 {
        let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // Zero if all eight bytes are ASCII and none is NUL; NUL borrows into its top bit.
        let suspect = (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080
        if suspect != 0 { break }
        offset &+= 8
      }
      guard offset < count else { return nil }
      let byte = bytes[offset]
      if byte == 0 { return TextFault(kind: .nul, offset: offset) }
      if byte < 0x80 {
        offset &+= 1
        continue
      }
      let length = decodeMultibyte(bytes, at: offset).length
      if length < 2 { return TextFault(kind: .invalidUTF8, offset: offset) }
      offset &+= length
    }
    return nil
  }

  /// True if the text is UTF-8, which may contain NUL.
  public static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    func word(_ offset: Int) -> UInt64 {
      raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    var offset = 0
    while offset < count {
      while count &- offset >= 32 {
        let words = word(offset) | word(offset &+ 8) | word(offset &+ 16) | word(offset &+ 24)
        if words & 0x8080_8080_8080_8080 != 0 { break }
        offset &+= 32
      }
      while count &- offset >= 8, word(offset) & 0x8080_8080_8080_8080 == 0 { offset &+= 8 }
      guard offset < count else { return true }
      let byte = bytes[offset]
      if byte < 0x80 {
        offset &+= 1
        continue
      }
      // Handles the letters of most scripts without a call.
      if byte >= 0xC2, byte <= 0xDF, count &- offset >= 2, bytes[offset &+ 1] & 0xC0 == 0x80 {
        offset &+= 2
        continue
      }
      let length = decodeMultibyte(bytes, at: offset).length
      if length < 2 { return false }
      offset &+= length
    }
    return true
  }

  /// Appends the text with U+FFFD for each byte that belongs to no character.
  public static func repair(
    _ bytes: UnsafeBufferPointer<UInt8>, into buffer: inout ByteBuffer
  ) {
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = decode(bytes, at: offset)
      buffer.append(scalar: scalar)
      offset &+= length
    }
  }

  /// The length of the Unicode white space character that begins at `offset`; 0 if there is none.
  public static func spaceLength(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    guard bytes.indices.contains(offset) else { return 0 }
    let (scalar, length) = decode(bytes, at: offset)
    return Int(cunicode_lookup(scalar).kind) == CUNICODE_SPACE ? length : 0
  }

  /// The length of the dash at the beginning of a text (U+2010 to U+2015, or U+2212), which people
  /// type instead of a hyphen or a minus; 0 if there is none.
  public static func dashLength(_ text: some Collection<UInt8>) -> Int {
    let start = Array(text.prefix(3))
    guard start.count == 3, start[0] == 0xE2 else { return 0 }
    let isDash = start[1] == 0x80 && (0x90...0x95).contains(start[2])
    return isDash || start[1] == 0x88 && start[2] == 0x92 ? 3 : 0
  }

  /// True if the text is invisible: it is empty, or each character has Unicode's property
  /// White_Space or Default_Ignorable_Code_Point (such as U+200B and U+FEFF), or is U+2800, the
  /// braille pattern without dots.
  public static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = decode(bytes, at: offset)
      if Int(cunicode_lookup(scalar).kind) != CUNICODE_SPACE, !isInvisible(scalar) { return false }
      offset &+= length
    }
    return true
  }

  private static func isInvisible(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x80 else { return false }
    return scalar == 0x2800
      || Unicode.Scalar(scalar)?.properties.isDefaultIgnorableCodePoint == true
  }
}
