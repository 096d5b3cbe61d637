// A line that a person types into a search box, such as author:herbert rating>=4 dune, as a query.
// bindings/search-line.md tells all of it.
import BookwormStorage

public enum SearchLine {
  static let limit = 16 << 10

  /// The words that stand before a colon.
  enum Key: String, CaseIterable {
    case title, author, series, synopsis, review, notes, quote, genre, rating, status, favourite
    case `is`, year, created, started, finished, sort, limit

    init?(_ text: [UInt8]) {
      let word = SearchLine.lowercased(text)
      self.init(rawValue: word == "favorite" ? "favourite" : word)
    }
  }

  public static func query(_ line: Bytes) throws -> Query {
    try Rules.text(line, "line", limit: limit)
    var reader = SearchLineReader(query: try Query())
    var lexer = SearchLineLexer(line)
    while let item = try lexer.next(isKey: { Key($0) != nil }) {
      switch item {
      case .text(let text): reader.read(text)
      case .condition(let condition): try reader.read(condition)
      }
    }
    return try reader.finished()
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
