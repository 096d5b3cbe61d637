// The typed part is the part of a search line that a person is typing. Its text ends at the cursor.
import BookwormRecords
import BookwormStorage
import BookwormText

struct TypedPart {
  enum Kind {
    /// A word, which may become a key.
    case word
    /// A value of a condition. `others` are the values before it in a list; `comparison` is the
    /// place of the operator.
    case value(
      SearchLine.Key, others: [[UInt8]], SearchLineLexer.Comparison, comparison: Range<Int>)
    /// A phrase, or something else.
    case other
  }

  let kind: Kind
  /// The text without its quotes, up to the place.
  let text: [UInt8]
  /// The range of the whole part in the line, which a completion replaces.
  let range: Range<Int>
  /// Whether only words come before the part.
  let isAmongWords: Bool
  /// Whether an operator follows the range.
  let hasComparison: Bool

  /// `place` must lie between two characters.
  init(_ line: Bytes, _ place: Int) {
    var lexer = SearchLineLexer(Bytes(rebasing: line[..<place]), mayBeOpen: true)
    var last = Last.nothing
    var areWords = true
    while true {
      areWords = areWords && last.isWord
      do {
        guard let item = try lexer.next(isKey: { SearchLine.Key($0) != nil }) else { break }
        last = .item(item)
      } catch {
        // The reader of the whole line reports the fault.
        lexer.skipItem()
        last = .fault
      }
    }
    // After white space, the typed text is still empty.
    if !lexer.endsInItem { last = .nothing }
    (kind, text, range) = TypedPart.read(last, place, line[place...])
    isAmongWords = areWords
    hasComparison = SearchLineLexer.comparison(line[range.upperBound...]) != nil
  }

  /// The last item of the lexer.
  private enum Last {
    case nothing, fault
    case item(SearchLineLexer.Item)

    var isWord: Bool {
      switch self {
      case .nothing: true
      case .item(.text(let text)): !text.isNegated && !text.piece.isQuoted && !text.isOr
      case .fault, .item(.condition): false
      }
    }
  }

  private static func read(
    _ last: Last, _ place: Int, _ rest: Bytes.SubSequence
  ) -> (Kind, [UInt8], Range<Int>) {
    switch last {
    case .fault: return (.other, [], place..<place)
    case .nothing: return (.word, [], place..<(place + word(rest)))
    case .item(.text(let text)) where text.piece.isQuoted: return (.other, [], place..<place)
    case .item(.text(let text)):
      let start = text.piece.text.isEmpty ? place : text.piece.place.lowerBound
      return (.word, text.piece.text, start..<(place + word(rest)))
    case .item(.condition(let condition)):
      guard let key = SearchLine.Key(condition.key), let typed = condition.typed else {
        return (.other, [], place..<place)
      }
      let others = condition.missing == nil ? condition.values.dropLast() : condition.values[...]
      let minus = typed.text.count - typed.text.withoutMinus(of: key).count
      let end = !typed.isQuoted ? value(rest) : typed.isOpen ? quoted(rest) : 0
      return (
        .value(
          key, others: others.map(\.text), condition.comparison,
          comparison: condition.comparisonPlace),
        typed.text.withoutMinus(of: key), (typed.place.lowerBound + minus)..<(place + end)
      )
    }
  }

  // MARK: The length of the rest of the part, after the cursor

  private static func length(
    _ rest: Bytes.SubSequence, until isEnd: (Bytes.SubSequence) -> Bool
  ) -> Int {
    var end = rest.startIndex
    while end < rest.endIndex, UTF8Text.spaceLength(rest.base, at: end) == 0, !isEnd(rest[end...]) {
      end += 1
    }
    return end - rest.startIndex
  }

  private static func word(_ rest: Bytes.SubSequence) -> Int {
    length(rest) { SearchLineLexer.comparison($0) != nil || $0.first == UInt8(ascii: "\"") }
  }

  private static func value(_ rest: Bytes.SubSequence) -> Int {
    length(rest) { $0.first == UInt8(ascii: ",") }
  }

  /// Returns the length with the closing quote, if there is one.
  private static func quoted(_ rest: Bytes.SubSequence) -> Int {
    rest.firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 - rest.startIndex } ?? 0
  }
}

extension [UInt8] {
  /// A descending sort key begins with a minus.
  func withoutMinus(of key: SearchLine.Key) -> [UInt8] {
    guard key == .sort else { return self }
    return Array(dropFirst(first == UInt8(ascii: "-") ? 1 : UTF8Text.dashLength(self)))
  }
}

extension SearchLineLexer.Condition {
  /// The value at the end.
  var typed: SearchLineLexer.Piece? { missing ?? values.last }
}
