// Plain text is a text that a person has typed, in a form that is easier to parse: with ASCII
// digits, signs and blanks.
import BookwormStorage

enum PlainText {
  /// Returns the text with ASCII for full-width characters, '-' for any dash and minus, one blank
  /// for any white space, none at the ends, and without invisible characters.
  static func of(_ text: Bytes) -> String {
    var plain = String.UnicodeScalarView()
    var isBlank = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.properties.isWhitespace {
        isBlank = true
        continue
      }
      if scalar.value >= 0x80, scalar.properties.isDefaultIgnorableCodePoint { continue }
      if isBlank, !plain.isEmpty { plain.append(" ") }
      isBlank = false
      plain.append(ascii(scalar))
    }
    return String(plain)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x2010...0x2015, 0x2212: "-"
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    default: scalar
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The text without blanks at its ends.
  static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
