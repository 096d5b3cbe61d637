// Takes a search line apart: words, phrases, and conditions such as rating>=4. Knows no key.
import BookwormStorage
import BookwormText

struct SearchLineLexer {
  /// A word or a quoted text, without its quotes.
  struct Piece {
    let text: [UInt8]
    let isQuoted: Bool
    let offset: Int
  }

  enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
    case contains = ":"
    case equal = "="

    var spellings: [String] {
      switch self {
      case .atLeast: [rawValue, "≥"]
      case .atMost: [rawValue, "≤"]
      default: [rawValue]
      }
    }
  }

  struct Condition {
    /// As it is written, without the minus before it.
    let key: [UInt8]
    let offset: Int
    let isNegated: Bool
    let comparison: Comparison
    let comparisonOffset: Int
    let values: [Piece]
  }

  /// A word or a phrase to be found, or with a minus before it not to be found.
  struct Text {
    let piece: Piece
    let isNegated: Bool
    /// A phrase with an asterisk behind it; that of a word is in its text.
    let isPrefix: Bool

    /// Whether it stands between two alternatives.
    var isOr: Bool {
      !piece.isQuoted && !isNegated
        && (piece.text.elementsEqual("OR".utf8) || piece.text.elementsEqual("|".utf8))
    }
  }

  enum Item {
    case text(Text)
    case condition(Condition)
  }

  private let line: Bytes
  private var place = 0

  init(_ line: Bytes) { self.line = line }

  /// The next item, or nil at the line's end. `isKey` tells which words before a colon are keys:
  /// another word with a colon at its end is text, such as the first of "Dune: Messiah".
  mutating func next(isKey: ([UInt8]) -> Bool) throws -> Item? {
    while let length = spaceLength { place += length }
    guard place < line.count else { return nil }
    if let condition = try condition(isKey) { return .condition(condition) }
    return .text(try text())
  }

  // MARK: Characters

  private var byte: UInt8? { place < line.count ? line[place] : nil }

  private var spaceLength: Int? {
    let length = UTF8Text.spaceLength(line, at: place)
    return length > 0 ? length : nil
  }

  /// Phones and word processors type “ ” and „ where a keyboard has ".
  private var quoteLength: Int {
    guard let byte else { return 0 }
    if byte == UInt8(ascii: "\"") { return 1 }
    guard byte == 0xE2, line.count - place >= 3, line[place + 1] == 0x80 else { return 0 }
    return (0x9C...0x9E).contains(line[place + 2]) ? 3 : 0
  }

  /// In place of a minus they type a dash.
  private var minusLength: Int {
    guard let byte else { return 0 }
    if byte == UInt8(ascii: "-") { return 1 }
    return UTF8Text.dashLength(line[place...])
  }

  private var isAtEnd: Bool { place >= line.count || spaceLength != nil }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: byte >= 0x80
    }
  }

  private static func beginsWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isInKey(_ byte: UInt8) -> Bool {
    beginsWord(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  // MARK: Words and quoted texts

  private mutating func text() throws -> Text {
    let start = place
    let isAfterMinus = minusLength > 0
    var isNegated = false
    if isAfterMinus {
      place += minusLength
      // Before other punctuation it is some too.
      isNegated =
        quoteLength > 0
        || !isAtEnd && minusLength == 0 && byte.map(SearchLineLexer.beginsWord) == true
      if !isNegated { place = start }
    }
    guard quoteLength > 0 else {
      let word = try word(endsAtComma: false)
      if isAfterMinus, SearchLineLexer.hasNoWord(word.text) {
        // It leaves out nothing.
        let empty = Piece(text: [], isQuoted: false, offset: start)
        return Text(piece: empty, isNegated: true, isPrefix: false)
      }
      return Text(piece: word, isNegated: isNegated, isPrefix: false)
    }
    let phrase = try quoted()
    let isPrefix = byte == UInt8(ascii: "*")
    if isPrefix { place += 1 }
    guard isAtEnd else {
      throw SearchLine.fault("a space is expected behind a quoted text", at: place)
    }
    return Text(piece: phrase, isNegated: isNegated, isPrefix: isPrefix)
  }

  private static func hasNoWord(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { UTF8Text.searchTerms($0)?.isEmpty == true }
  }

  private mutating func word(endsAtComma: Bool) throws -> Piece {
    let start = place
    var text: [UInt8] = []
    while let byte, !isAtEnd {
      if endsAtComma, byte == UInt8(ascii: ",") { break }
      if quoteLength > 0, endsAtComma {
        throw SearchLine.fault("a quote begins within a word; put a space before it", at: place)
      }
      // In a word it stands for inches, or is a mistake; it parts words, as in a search.
      let quote = quoteLength
      text += quote > 0 ? [UInt8(ascii: " ")] : [byte]
      place += max(quote, 1)
    }
    return Piece(text: text, isQuoted: false, offset: start)
  }

  /// Within quotes, two of them stand for one.
  private mutating func quoted() throws -> Piece {
    let start = place
    place += quoteLength
    var text: [UInt8] = []
    while let byte {
      let length = quoteLength
      if length > 0 {
        place += length
        guard quoteLength > 0 else { return try closed(text, start) }
        text.append(UInt8(ascii: "\""))
        place += quoteLength
      } else {
        text.append(byte)
        place += 1
      }
    }
    throw SearchLine.fault("this quote is not closed; put a \" at the end of the text", at: start)
  }

  private func closed(_ text: [UInt8], _ start: Int) throws -> Piece {
    guard !text.withUnsafeBufferPointer(UTF8Text.isBlank) else {
      throw SearchLine.fault("there is nothing between the quotes", at: start)
    }
    return Piece(text: text, isQuoted: true, offset: start)
  }

  // MARK: Conditions

  /// Nil, and nothing read, where what stands here is text.
  private mutating func condition(_ isKey: ([UInt8]) -> Bool) throws -> Condition? {
    let start = place
    let isNegated = minusLength > 0
    if isNegated { place += minusLength }
    let keyStart = place
    if let first = byte, SearchLineLexer.isLetter(first) {
      while let byte, SearchLineLexer.isInKey(byte), !isAtEnd, quoteLength == 0,
        SearchLineLexer.comparison(line[place...]) == nil
      {
        place += 1
      }
    }
    let key = Array(line[keyStart..<place])
    let comparisonOffset = place
    // The second is the address of a page.
    guard !key.isEmpty, let comparison = comparison(), !isAtEnd || isKey(key),
      isKey(key) || !line[place...].starts(with: "//".utf8)
    else {
      place = start
      return nil
    }
    return Condition(
      key: key, offset: start, isNegated: isNegated, comparison: comparison,
      comparisonOffset: comparisonOffset, values: try values())
  }

  private mutating func comparison() -> Comparison? {
    guard let found = SearchLineLexer.comparison(line[place...]) else { return nil }
    place += found.length
    return found.comparison
  }

  /// The comparison that a text begins with, and how many bytes it takes.
  static func comparison(
    _ text: some Collection<UInt8>
  ) -> (comparison: Comparison, length: Int)? {
    for comparison in Comparison.allCases {
      for spelling in comparison.spellings where text.starts(with: spelling.utf8) {
        return (comparison, spelling.utf8.count)
      }
    }
    return nil
  }

  /// One value or several, with commas between them.
  private mutating func values() throws -> [Piece] {
    var values: [Piece] = []
    while true {
      let isQuoted = quoteLength > 0
      if !isQuoted, isAtEnd || byte == UInt8(ascii: ",") {
        throw SearchLine.fault(
          "a value is missing here; it follows without a space, as in rating>=4", at: place)
      }
      if let byte, ":=<>".utf8.contains(byte) {
        throw SearchLine.fault(
          "a value is expected here; one that begins with \(Character(Unicode.Scalar(byte)))"
            + " must stand in quotes", at: place)
      }
      values.append(isQuoted ? try quoted() : try word(endsAtComma: true))
      guard byte == UInt8(ascii: ",") else { break }
      place += 1
    }
    guard isAtEnd else {
      throw SearchLine.fault("a space or a comma is expected behind a quoted text", at: place)
    }
    return values
  }
}
