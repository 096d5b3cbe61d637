// A line that a person types into a search box, such as author:herbert rating>=4 dune, as a query.
// bindings/search-line.md tells all of it.
import BookwormStorage

public enum SearchLine {
  static let limit = 16 << 10

  /// The words that stand before a colon.
  enum Key: String, CaseIterable {
    case title, author, series, synopsis, review, notes, quote, genre, rating, status, favourite
    case `is`, year, created, started, finished, sort, limit

    /// Whether it takes < and >.
    var isOrdered: Bool {
      switch self {
      case .rating, .year, .created, .started, .finished: true
      default: false
      }
    }

    init?(_ text: [UInt8]) {
      let word = SearchLine.lowercased(text)
      self.init(rawValue: word == "favorite" ? "favourite" : word)
    }
  }

  public static func query(_ line: Bytes) throws -> Query {
    try Rules.text(line, "line", limit: limit)
    var reader = SearchLineReader(query: try Query())
    var lexer = SearchLineLexer(line)
    var last: SearchLineLexer.Text?
    while let item = try lexer.next(isKey: { Key($0) != nil }) {
      switch item {
      case .text(let text):
        try checkSpace(between: last, and: text)
        reader.read(text)
        last = text
      case .condition(let condition):
        try reader.read(condition)
        last = nil
      }
    }
    return try reader.finished()
  }

  /// A condition that is written with spaces, as in rating >= 4, is not meant as words.
  private static func checkSpace(
    between key: SearchLineLexer.Text?, and text: SearchLineLexer.Text
  ) throws {
    guard let key, !key.piece.isQuoted, let name = Key(key.piece.text), !text.piece.isQuoted,
      let (_, length) = SearchLineLexer.comparison(text.piece.text)
    else { return }
    let value = text.piece.text.dropFirst(length)
    guard value.isEmpty || name.isOrdered && value.allSatisfy({ $0 < 0x80 && $0 <= 0x39 }) else {
      return
    }
    throw fault(
      "a condition has no spaces: leave them out, as in rating>=4. To find \(shown(key.piece.text))"
        + " as text, use quotes", at: text.piece.offset)
  }

  static func fault(_ message: String, at offset: Int) -> Failure {
    Failure(.invalid, "line", message, offset: Int64(offset))
  }

  /// What another part of the model refuses, told of the line's place.
  static func at<R>(_ offset: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch let failure as Failure {
      // A call that makes no sense is, in a line, a text that makes none.
      let kind = failure.kind == .argument ? .invalid : failure.kind
      throw Failure(kind, "line", failure.message, offset: Int64(offset))
    }
  }

  /// A piece of the line for a message, of bounded length.
  static func shown(_ text: [UInt8]) -> String {
    let characters = String(decoding: text, as: UTF8.self).unicodeScalars
    let start = String(String.UnicodeScalarView(characters.prefix(16)))
    return "'" + start + (characters.count > 16 ? "...'" : "'")
  }

  static func lowercased(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).lowercased()
  }
}
