// This file parses the text of a search box into search terms. No text is invalid.
import CUnicodeData

/// Tokens that must be adjacent and in this order in a text.
public struct SearchTerm: Sendable {
  /// The term as it was entered, without the quotation marks and asterisks around it.
  public let text: [UInt8]
  /// Folded like Token; never empty.
  public let tokens: [[UInt8]]
  /// Whether the last token may be the beginning of a longer one.
  public let isPrefix: Bool
  /// Whether the last token is one character of a run without spaces. It matches the beginning of
  /// any token of two characters.
  public let endsInCharacter: Bool
}

extension SearchTerm: Hashable {
  /// Whether both find the same texts, however they were entered.
  public static func == (one: SearchTerm, other: SearchTerm) -> Bool {
    one.tokens == other.tokens && one.isPrefix == other.isPrefix
      && one.endsInCharacter == other.endsInCharacter
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(tokens)
    hasher.combine(isPrefix)
    hasher.combine(endsInCharacter)
  }
}

extension UTF8Text {
  /// The terms of a search text; nil if memory ran out. Not for texts of unlimited length.
  ///
  /// - A term is a word, or a text between quotation marks of any kind. The last mark may be
  ///   missing.
  /// - A word of several tokens ("O'Brien", "東京都") is found if they are adjacent in a text.
  /// - A "*" that ends a term makes it the beginning of a word. Elsewhere it is punctuation, which
  ///   only separates tokens.
  /// - One character of a script without spaces is found anywhere.
  /// - A text without letters and digits is not a term, and repeated terms count once.
  public static func searchTerms(_ text: UnsafeBufferPointer<UInt8>) -> [SearchTerm]? {
    var reader = TermReader(text: text)
    var offset = 0
    while offset < text.count {
      let (scalar, length) = decode(text, at: offset)
      reader.read(scalar, offset, offset &+ length)
      offset &+= length
    }
    reader.end(at: text.count)
    return reader.isExhausted ? nil : reader.terms
  }
}

private struct TermReader: ~Copyable {
  private let text: UnsafeBufferPointer<UInt8>
  private(set) var terms: [SearchTerm] = []
  private var known: Set<SearchTerm> = []
  private var buffer = ByteBuffer()
  /// The place of the open term, or -1; and whether it began with a quotation mark.
  private var start = -1
  private var isQuoted = false
  /// The place of the asterisks at the end of the open term, or -1.
  private var star = -1
  /// A quoted term that has just been closed; an asterisk may follow it.
  private var closed: Range<Int>?

  var isExhausted: Bool { buffer.isExhausted }

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func read(_ scalar: UInt32, _ from: Int, _ to: Int) {
    let sign = self.sign(scalar)
    if let quoted = closed {
      closed = nil
      add(quoted, isPrefix: sign == .asterisk)
    }
    switch sign {
    case .quotationMark where isQuoted:
      closed = start..<from
      (start, isQuoted) = (-1, false)
    case .quotationMark:
      end(at: from)
      (start, isQuoted) = (to, true)
    case .space where !isQuoted: end(at: from)
    default:
      if start < 0 { start = from }
      if sign != .asterisk { star = -1 } else if star < 0 { star = from }
    }
  }

  /// Ends the open term, including a quoted term without a closing mark.
  mutating func end(at offset: Int) {
    if let quoted = closed { add(quoted, isPrefix: false) }
    if start >= 0 { add(start..<offset, isPrefix: star >= 0) }
    (start, star, isQuoted, closed) = (-1, -1, false, nil)
  }

  private mutating func add(_ range: Range<Int>, isPrefix: Bool) {
    let end = isQuoted || star < 0 ? -1 : star - range.lowerBound
    var tokens: [[UInt8]] = []
    var kind = Token.Kind.word
    var lastEnd = 0
    buffer.removeAll()
    UTF8Text.tokens(of: UnsafeBufferPointer(rebasing: text[range]), into: &buffer) { token, out in
      (kind, lastEnd) = (token.kind, token.end)
      tokens.append(Array(out.bytes[token.place...]))
    }
    // The pair before this token already requires the last character.
    if kind == .last { tokens.removeLast() }
    guard !tokens.isEmpty, !buffer.isExhausted else { return }
    let isAlone = kind == .single
    // After punctuation, an asterisk does not belong to a token.
    let goesOn = isPrefix && (end < 0 || lastEnd == end)
    let typed = end < 0 ? range : range.lowerBound..<(range.lowerBound + end)
    let term = SearchTerm(
      text: Array(text[typed]), tokens: tokens, isPrefix: isAlone || goesOn,
      endsInCharacter: isAlone)
    if known.insert(term).inserted { terms.append(term) }
  }

  private enum Sign { case quotationMark, asterisk, space, other }

  /// Returns the role of a character of the search text. Typographic and full-width forms count as
  /// the plain ones.
  private func sign(_ scalar: UInt32) -> Sign {
    let record = cunicode_lookup(scalar)
    if Int(record.kind) == CUNICODE_SPACE { return .space }
    let isSelf = Int32(record.flags) & Int32(CUNICODE_SEARCH_SELF) != 0
    let folded = isSelf ? scalar : record.searchText.count == 1 ? UInt32(record.searchText[0]) : 0
    return folded == 0x22 ? .quotationMark : folded == 0x2A ? .asterisk : .other
  }
}
