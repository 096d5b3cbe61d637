// Parses and formats colours of genres: `#RRGGBB` as text, 0xRRGGBB as a number.
import BookwormStorage

package enum Colour {
  package static let red: UInt32 = 0xFF0000

  /// Returns nil if the text is not a colour. The `#` is optional; short forms and opacity are
  /// refused.
  package static func parse(_ text: Bytes) -> UInt32? {
    let digits = text.first == UInt8(ascii: "#") ? text.dropFirst() : text[...]
    guard digits.count == 6 else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Returns `#RRGGBB` in upper case.
  package static func format(_ rgb: UInt32) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "#")]
      + stride(from: UInt32(20), through: 0, by: -4).map { digits[Int(rgb >> $0 & 0xF)] }
  }

  package static func check(_ text: Bytes) throws -> UInt32 {
    try Rules.text(text, "colour", limit: Rules.nameLimit)
    guard let colour = parse(text) else {
      throw Failure(
        .invalid, "colour",
        "colour is \"\(String(decoding: text.prefix(32), as: UTF8.self))\"; it must be #RRGGBB,"
          + " six hexadecimal digits")
    }
    return colour
  }
}
