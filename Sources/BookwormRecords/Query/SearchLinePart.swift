// A part of a printed search line is a word, a phrase or a condition.
import BookwormStorage
import BookwormText

struct SearchLinePart {
  /// The number of the alternative that has the part, from 0.
  var alternative = 0
  var isNegated = false
  /// Nil for words and phrases.
  var key: SearchLine.Key?
  var comparison = SearchLineLexer.Comparison.contains
  /// Each value without quotes, and each value as written in the line.
  var values: [(plain: [UInt8], written: [UInt8])]

  init(
    _ key: SearchLine.Key, _ values: [[UInt8]],
    _ comparison: SearchLineLexer.Comparison = .contains
  ) {
    (self.key, self.comparison) = (key, comparison)
    self.values = values.map { ($0, SearchLine.quoted($0)) }
  }

  /// For a number, a date, or a word of the search language: these do not need quotes.
  init(
    _ key: SearchLine.Key, _ comparison: SearchLineLexer.Comparison = .contains, word: String
  ) {
    (self.key, self.comparison) = (key, comparison)
    values = [(Array(word.utf8), Array(word.utf8))]
  }

  /// For a search term.
  init(_ key: SearchLine.Key?, term: SearchTerm) {
    self.key = key
    values = [(term.text + term.asterisk, term.written(inValue: key != nil))]
  }

  /// For text without a letter or digit, which finds nothing.
  init(_ key: SearchLine.Key?, noWord: String) {
    self.key = key
    values = [(Array(noWord.utf8), SearchLine.inQuotes(Array(noWord.utf8)))]
  }

  /// The text after the operator.
  var value: [UInt8] {
    values.count == 1 ? values[0].plain : Array(values.map(\.written).joined(separator: [0x2C]))
  }

  var text: [UInt8] {
    let start = (isNegated ? "-" : "") + (key.map { $0.rawValue + comparison.rawValue } ?? "")
    return Array(start.utf8) + values.map(\.written).joined(separator: [UInt8(ascii: ",")])
  }
}

extension SearchTerm {
  fileprivate var asterisk: [UInt8] { isPrefix && !endsInCharacter ? [UInt8(ascii: "*")] : [] }

  /// Returns the term as it is written in a line: in quotes if it could be read differently.
  fileprivate func written(inValue isValue: Bool) -> [UInt8] {
    if isBare { return text + asterisk }
    // A quoted value cannot have an asterisk.
    if isValue, !asterisk.isEmpty {
      return Array(tokens.joined(separator: [UInt8(ascii: "-")])) + asterisk
    }
    return SearchLine.inQuotes(text) + asterisk
  }

  /// Whether the term is a word that cannot be read as a condition or an ISBN.
  private var isBare: Bool {
    let characters = String(decoding: text, as: UTF8.self).unicodeScalars
    guard let first = characters.first, first.properties.isAlphabetic else { return false }
    return characters.allSatisfy { $0.properties.isAlphabetic || "'-".unicodeScalars.contains($0) }
      && !["or", "none"].contains(SearchLine.lowercased(text))
  }
}
