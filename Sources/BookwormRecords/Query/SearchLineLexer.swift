// Splits a search line into words, phrases, and conditions such as rating>=4. Knows no keys.
import BookwormStorage
import BookwormText

package struct SearchLineLexer {
  /// A word or a quoted text, without its quotes.
  package struct Piece {
    package let text: [UInt8]
    package let isQuoted: Bool
    /// Its bytes in the line, with its quotes.
    package let place: Range<Int>
    /// Whether the line ends before its closing quote.
    package var isOpen = false

    /// Whether an open text is still empty.
    var isMissing: Bool { isOpen && text.withUnsafeBufferPointer(UTF8Text.isBlank) }
  }

  package enum Comparison: String, CaseIterable {
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

  package struct Condition {
    /// The key as written, without the minus before it.
    package let key: [UInt8]
    let isNegated: Bool
    package let comparison: Comparison
    package let comparisonPlace: Range<Int>
    /// The place of the whole condition, with the minus before it.
    let place: Range<Int>
    package let values: [Piece]
    /// The place of a value that has not been typed yet.
    package var missing: Piece?

    /// The place of the key, with the minus before it.
    var keyPlace: Range<Int> { place.lowerBound..<comparisonPlace.lowerBound }

    /// The condition without the last of several values.
    var shortened: Condition? {
      values.count < 2
        ? nil
        : Condition(
          key: key, isNegated: isNegated, comparison: comparison,
          comparisonPlace: comparisonPlace, place: place, values: values.dropLast())
    }
  }

  /// A word or a phrase to find, or to exclude if a minus is before it.
  package struct Text {
    package let piece: Piece
    package let isNegated: Bool
    /// Whether an asterisk follows the phrase. A word's asterisk is in its text.
    let isPrefix: Bool

    /// Whether it separates two alternatives.
    package var isOr: Bool {
      !piece.isQuoted && !isNegated
        && (piece.text.elementsEqual("OR".utf8) || piece.text.elementsEqual("|".utf8))
    }
  }

  package enum Item {
    case text(Text)
    // If this case were not indirect, the compiler would mark the case in bytes that a text does
    // not set, and valgrind would report each read of these bytes.
    indirect case condition(Condition)
  }

  private let line: Bytes
  private var place = 0
  /// Whether the line may end within a quote or before a value.
  private let mayBeOpen: Bool
  /// The fault at the end of a line that ends within a quote or before a value.
  private(set) var open: Failure?

  package init(_ line: Bytes, mayBeOpen: Bool = false) {
    (self.line, self.mayBeOpen) = (line, mayBeOpen)
  }

  /// Whether the last item ends at the end of the line, without a space after it.
  package private(set) var endsInItem = false

  /// Continues after an item that could not be read.
  package mutating func skipItem() {
    while place < line.count, spaceLength == nil { place += 1 }
    endsInItem = place >= line.count
  }

  /// The next item, or nil at the line's end. `isKey` decides which words before a colon are keys:
  /// another word with a colon at its end is text, such as the first of "Dune: Messiah".
  package mutating func next(isKey: ([UInt8]) -> Bool) throws -> Item? {
    while let length = spaceLength { place += length }
    guard place < line.count else { return nil }
    defer { endsInItem = place >= line.count }
    if let condition = try condition(isKey) { return .condition(condition) }
    return .text(try text())
  }

  // MARK: Characters

  private var byte: UInt8? { place < line.count ? line[place] : nil }

  private var spaceLength: Int? {
    let length = UTF8Text.spaceLength(line, at: place)
    return length > 0 ? length : nil
  }

  /// Phones and word processors type “ ” and „ instead of ".
  private var quoteLength: Int { SearchLineLexer.quoteLength(line, at: place) }

  /// The length of the quote at a place of a text; 0 if there is none.
  package static func quoteLength(_ text: Bytes, at place: Int) -> Int {
    guard place < text.count else { return 0 }
    if text[place] == UInt8(ascii: "\"") { return 1 }
    guard text[place] == 0xE2, text.count - place >= 3, text[place + 1] == 0x80 else { return 0 }
    return (0x9C...0x9E).contains(text[place + 2]) ? 3 : 0
  }

  /// Phones and word processors also type a dash instead of a minus.
  private var minusLength: Int {
    guard let byte else { return 0 }
    if byte == UInt8(ascii: "-") { return 1 }
    return UTF8Text.dashLength(line[place...])
  }

  private var isAtEnd: Bool { place >= line.count || spaceLength != nil }

  private var isRestBlank: Bool {
    UTF8Text.isBlank(Bytes(rebasing: line[min(place, line.count)...]))
  }

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
      // A minus before other punctuation is punctuation too.
      isNegated =
        quoteLength > 0
        || !isAtEnd && minusLength == 0 && byte.map(SearchLineLexer.beginsWord) == true
      if !isNegated { place = start }
    }
    guard quoteLength > 0 else {
      let word = try word(endsAtComma: false)
      if isAfterMinus, SearchLineLexer.hasNoWord(word.text) {
        // A minus before nothing excludes nothing.
        let empty = Piece(text: [], isQuoted: false, place: start..<place)
        return Text(piece: empty, isNegated: true, isPrefix: false)
      }
      return Text(piece: word, isNegated: isNegated, isPrefix: false)
    }
    let phrase = try quoted()
    let hasAsterisk = byte == UInt8(ascii: "*")
    if hasAsterisk { place += 1 }
    guard isAtEnd else {
      throw SearchLine.fault(
        .afterQuote, "a space is expected behind a quoted text", at: place..<place)
    }
    return Text(piece: phrase, isNegated: isNegated, isPrefix: hasAsterisk)
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
        throw SearchLine.fault(
          .quoteInWord, "a quote begins within a word; put a space before it",
          at: place..<place + quoteLength)
      }
      // In a word, a quotation mark means inches, or is a mistake. It separates words, as in a
      // search.
      let quote = quoteLength
      text += quote > 0 ? [UInt8(ascii: " ")] : [byte]
      place += max(quote, 1)
    }
    return Piece(text: text, isQuoted: false, place: start..<place)
  }

  /// Within quotes, a doubled quotation mark means one.
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
    return try opened(
      text, start,
      SearchLine.fault(
        .quote, "this quote is not closed; put a \" at the end of the text", at: start..<place))
  }

  private mutating func closed(_ text: [UInt8], _ start: Int) throws -> Piece {
    guard text.withUnsafeBufferPointer(UTF8Text.isBlank) else {
      return Piece(text: text, isQuoted: true, place: start..<place)
    }
    // At the line's end, the second quotation mark may be the first one of a doubled quotation
    // mark.
    let fault = SearchLine.fault(
      .emptyQuotes, "there is nothing between the quotes", at: start..<place)
    guard place >= line.count else { throw fault }
    return try opened(text, start, fault)
  }

  private mutating func opened(_ text: [UInt8], _ start: Int, _ fault: Failure) throws -> Piece {
    guard mayBeOpen else { throw fault }
    open = fault
    return Piece(text: text, isQuoted: true, place: start..<place, isOpen: true)
  }

  // MARK: Conditions

  /// Returns nil and reads nothing if this is text.
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
    let comparisonStart = place
    // The last condition recognizes the address of a web page.
    guard !key.isEmpty, let comparison = comparison(), !isAtEnd || isKey(key),
      isKey(key) || !line[place...].starts(with: "//".utf8)
    else {
      place = start
      return nil
    }
    let comparisonPlace = comparisonStart..<place
    let (values, missing) = try values()
    return Condition(
      key: key, isNegated: isNegated, comparison: comparison, comparisonPlace: comparisonPlace,
      place: start..<place, values: values, missing: missing)
  }

  private mutating func comparison() -> Comparison? {
    guard let found = SearchLineLexer.comparison(line[place...]) else { return nil }
    place += found.length
    return found.comparison
  }

  /// The comparison at the beginning of a text, and its length in bytes.
  package static func comparison(
    _ text: some Collection<UInt8>
  ) -> (comparison: Comparison, length: Int)? {
    for comparison in Comparison.allCases {
      for spelling in comparison.spellings where text.starts(with: spelling.utf8) {
        return (comparison, spelling.utf8.count)
      }
    }
    return nil
  }

  /// One value, or several separated by commas, and the place of a missing one.
  private mutating func values() throws -> (values: [Piece], missing: Piece?) {
    var values: [Piece] = []
    while true {
      let isQuoted = quoteLength > 0
      if !isQuoted, isAtEnd || byte == UInt8(ascii: ",") {
        let fault = SearchLine.fault(
          .valueMissing, "a value is missing here; it follows without a space, as in rating>=4",
          at: place..<place)
        guard mayBeOpen, isRestBlank else { throw fault }
        open = fault
        return (values, Piece(text: [], isQuoted: false, place: place..<place, isOpen: true))
      }
      if let byte, ":=<>".utf8.contains(byte) {
        throw SearchLine.fault(
          .operatorTwice,
          "a value is expected here; one that begins with \(Character(Unicode.Scalar(byte)))"
            + " must be in quotes", at: place..<place + 1)
      }
      let value = isQuoted ? try quoted() : try word(endsAtComma: true)
      if value.isMissing { return (values, value) }
      values.append(value)
      guard byte == UInt8(ascii: ",") else { break }
      place += 1
    }
    guard isAtEnd else {
      throw SearchLine.fault(
        .afterQuote, "a space or a comma is expected behind a quoted text", at: place..<place)
    }
    return (values, nil)
  }
}
