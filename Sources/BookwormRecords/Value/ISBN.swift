// Reads International Standard Book Numbers, defined by ISO 2108: 13 digits, or 10 digits with a
// last digit that may be X, each with a check digit.
import BookwormStorage
import BookwormText

package struct ISBN: Equatable, Sendable {
  /// The 13 digits. A number with a wrong check digit keeps the given digits, 10 or 13.
  package let digits: [UInt8]
  /// The correct check digit if the given digit is wrong; otherwise nil.
  package let rightCheckDigit: UInt8?

  /// Reads a text in any spelling: with hyphens and spaces, with 10 or 13 digits, with "ISBN"
  /// before it. Nil if the text is not such a number.
  package init?(_ text: Bytes) {
    var digits: [UInt8] = []
    var rest = text[...]
    let lead = rest.prefix(4).map { $0 | 0x20 }
    if lead == Array("isbn".utf8) {
      rest = rest.dropFirst(4)
      // As in "ISBN-13: 978...".
      for name in ["-10:", "-13:", "-10 ", "-13 ", "10:", "13:", ":"]
      where rest.starts(with: name.utf8) {
        rest = rest.dropFirst(name.utf8.count)
        break
      }
    } else if rest.first != UInt8(ascii: " "), ISBN.separatorLength(rest) > 0 {
      // A minus before a number is not one of its hyphens.
      return nil
    }
    while let byte = rest.first {
      let separator = ISBN.separatorLength(rest)
      guard separator == 0 else {
        rest = rest.dropFirst(separator)
        continue
      }
      let isX = byte | 0x20 == UInt8(ascii: "x") && digits.count == 9
      guard (0x30...0x39).contains(byte) || isX, digits.count < 13 else { return nil }
      digits.append(isX ? UInt8(ascii: "X") : byte)
      rest = rest.dropFirst()
    }
    switch digits.count {
    case 10:
      let right = ISBN.checkDigit10(digits)
      rightCheckDigit = right == digits[9] ? nil : right
      let whole = Array("978".utf8) + digits.prefix(9)
      self.digits = rightCheckDigit == nil ? whole + [ISBN.checkDigit13(whole)] : digits
    case 13 where digits[9] != UInt8(ascii: "X") && ISBN.hasPrefix(digits):
      let right = ISBN.checkDigit13(digits)
      rightCheckDigit = right == digits[12] ? nil : right
      self.digits = digits
    default: return nil
    }
  }

  /// Whether a person who types this number can only mean a book. Some books have misprinted
  /// numbers with a wrong check digit, and any number of 10 digits might be one of these.
  package var isSure: Bool { digits.count == 13 }

  private static func hasPrefix(_ digits: [UInt8]) -> Bool {
    digits.starts(with: "978".utf8) || digits.starts(with: "979".utf8)
  }

  /// Returns the length of a space, a hyphen, or one of the dashes and spaces typed in their place.
  private static func separatorLength(_ text: Slice<Bytes>) -> Int {
    guard let byte = text.first else { return 0 }
    if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") { return 1 }
    let start = Array(text.prefix(3))
    if start.starts(with: [0xC2, 0xA0]) { return 2 }
    guard start.count == 3, start[0] == 0xE2 else { return 0 }
    // U+2000 to U+200A, U+202F
    let isSpace = start[1] == 0x80 && ((0x80...0x8A).contains(start[2]) || start[2] == 0xAF)
    return isSpace ? 3 : UTF8Text.dashLength(text)
  }

  private static func checkDigit10(_ digits: [UInt8]) -> UInt8 {
    let sum = digits.prefix(9).enumerated().reduce(0) {
      $0 + (10 - $1.offset) * Int($1.element & 15)
    }
    let check = (11 - sum % 11) % 11
    return check == 10 ? UInt8(ascii: "X") : UInt8(0x30 + check)
  }

  private static func checkDigit13(_ digits: [UInt8]) -> UInt8 {
    let sum = digits.prefix(12).enumerated().reduce(0) {
      $0 + ($1.offset % 2 == 0 ? 1 : 3) * Int($1.element & 15)
    }
    return UInt8(0x30 + (10 - sum % 10) % 10)
  }
}

extension ISBN {
  /// Reads a number that may have been copied from a spreadsheet. To keep a number as text,
  /// spreadsheets write ="9780441172719" or '9780441172719.
  static func typed(_ text: Bytes) -> ISBN? {
    if let isbn = ISBN(text) { return isbn }
    var rest = text.drop { $0 <= UInt8(ascii: " ") }
    if rest.first == UInt8(ascii: "'") {
      rest = rest.dropFirst()
    } else if rest.starts(with: "=\"".utf8) {
      while let last = rest.last, last <= UInt8(ascii: " ") { rest = rest.dropLast() }
      guard rest.last == UInt8(ascii: "\"") else { return nil }
      rest = rest.dropFirst(2).dropLast()
    } else {
      return nil
    }
    return ISBN(Bytes(rebasing: rest))
  }

  /// Reads the number that a person typed into a form. Throws an error that says what is wrong with
  /// it.
  package static func parse(_ text: Bytes) throws -> ISBN {
    try Rules.text(text, "text", limit: Rules.nameLimit)
    guard let isbn = ISBN.typed(text) else {
      throw Failure(
        .invalid, "isbn",
        "this is not an ISBN; an ISBN has 10 digits, the last of which may be X, or 13 digits that"
          + " begin with 978 or 979")
    }
    if let right = isbn.rightCheckDigit {
      throw Failure(
        .invalid, "isbn",
        "the check digit of this ISBN would have to be \(Character(Unicode.Scalar(right))); a digit"
          + " is mistyped")
    }
    return isbn
  }
}
