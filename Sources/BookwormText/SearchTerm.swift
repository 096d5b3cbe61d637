// What a person types into a search box, as terms to look for: no text is wrong.
import CUnicodeData

/// Tokens that must stand one after the other in a text.
public struct SearchTerm: Hashable, Sendable {
  /// Folded as Token is; never empty.
  public let tokens: [[UInt8]]
  /// Whether the last token need only begin with what is given.
  public let isPrefix: Bool
  /// The last token is one character of a run without spaces, which any token of two may begin
  /// with.
  let endsInCharacter: Bool
}

extension UTF8Text {
  /// The terms of a search text; nil where memory ran out. Not for texts of unlimited length.
  ///
  /// - A term is a word, or what stands between quotation marks of any kind, where the last one may
  ///   be missing.
  /// - A word of several tokens ("O'Brien", "東京都") is found where these stand together.
  /// - A "*" that ends a term makes it the beginning of a word. Elsewhere it is punctuation, which
  ///   only separates tokens.
  /// - One character of a script without spaces is found wherever it stands.
  /// - What holds neither letter nor digit is no term, and the same term twice is one.
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
  /// Where the open term began, and whether it began with a quotation mark.
  private var start = -1
  private var isQuoted = false
  /// Where the asterisks began that have ended the term so far, or -1.
  private var star = -1
  /// A quoted term that is closed, and may be followed by an asterisk.
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

  /// Ends what is open, also a quoted term that nothing closes.
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
    // A pair says already that its second character is there.
    if kind == .last { tokens.removeLast() }
    guard !tokens.isEmpty, !buffer.isExhausted else { return }
    let isAlone = kind == .single
    // After punctuation, an asterisk belongs to no token.
    let goesOn = isPrefix && (end < 0 || lastEnd == end)
    let term = SearchTerm(tokens: tokens, isPrefix: isAlone || goesOn, endsInCharacter: isAlone)
    if known.insert(term).inserted { terms.append(term) }
  }

  private enum Sign { case quotationMark, asterisk, space, other }

  /// What a person means by a character: typographic and full-width forms are the plain ones.
  private func sign(_ scalar: UInt32) -> Sign {
    let record = cunicode_lookup(scalar)
    if Int(record.kind) == CUNICODE_SPACE { return .space }
    let isSelf = Int32(record.flags) & Int32(CUNICODE_SEARCH_SELF) != 0
    let folded = isSelf ? scalar : record.searchText.count == 1 ? UInt32(record.searchText[0]) : 0
    return folded == 0x22 ? .quotationMark : folded == 0x2A ? .asterisk : .other
  }
}
