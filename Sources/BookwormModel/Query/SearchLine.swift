// A line that a person types into a search box, such as author:herbert rating>=4 dune, as a query.
// bindings/search-line.md tells all of it.
import BookwormStorage

public enum SearchLine {
  static let limit = 16 << 10

  /// A word that stands before a colon.
  struct Key: Hashable {
    let rawValue: String
    /// The field whose text is looked at, or whose number: that of the table of fields which has
    /// the word. Empty of words that ask for something else.
    let field: BookFields

    static let (synopsis, review, notes, quote) =
      (Key("synopsis"), Key("review"), Key("notes"), Key("quote"))
    static let (genre, rating, status, favourite, `is`) =
      (Key("genre"), Key("rating"), Key("status"), Key("favourite"), Key("is"))
    static let (isbn, identifier) = (Key("isbn"), Key("identifier"))
    static let (created, started, finished) = (Key("created"), Key("started"), Key("finished"))
    static let (sort, limit) = (Key("sort"), Key("limit"))

    static let allCases: [Key] =
      fields { $0.kind == .text }
      + [.synopsis, .review, .notes, .quote, .isbn, .identifier, .genre, .rating, .status]
      + [.favourite, .is]
      + fields { $0.kind == .int32 } + [.created, .started, .finished, .sort, .limit]

    private init(_ word: String) { (rawValue, field) = (word, []) }

    private static func fields(_ isWanted: (BookField) -> Bool) -> [Key] {
      BookField.columns.filter(isWanted).compactMap { field in
        field.word.map { Key(rawValue: $0.description, field: field.field) }
      }
    }

    private init(rawValue: String, field: BookFields) {
      (self.rawValue, self.field) = (rawValue, field)
    }

    /// What a book has none of, where the value is `none`; empty where no book can be without it.
    var absentable: BookFields {
      switch self {
      case .synopsis: .synopsis
      case .review: .review
      case .notes: .notes
      case .quote: .quotes
      case .isbn, .identifier: .identifierValues
      case .genre: .genres
      case .started: .started
      case .finished: .finished
      default: field.intersection(Query.absentable)
      }
    }

    var isNumber: Bool { !field.isEmpty && BookField.traits(of: field).kind == .int32 }
    var isText: Bool { !field.isEmpty && !isNumber }

    /// Whether it takes < and >.
    var isOrdered: Bool { isNumber || [.rating, .created, .started, .finished].contains(self) }

    private static let byWord = Dictionary(
      uniqueKeysWithValues: (allCases + [favourite]).enumerated().map { place, key in
        (place < allCases.count ? key.rawValue : "favorite", key)
      })

    init?(_ text: [UInt8]) {
      guard let key = Key.byWord[SearchLine.lowercased(text)] else { return nil }
      self = key
    }

    /// For a word that is none: those that begin alike, since all of them are too many to read.
    static func advice(_ text: [UInt8]) -> String {
      let first = SearchLine.lowercased(text).first
      let alike = allCases.map(\.rawValue).filter { $0.first == first }
      return alike.isEmpty
        ? "keys are words such as title, author, genre, rating, year, status and sort."
        : "did you mean \(alike.joined(separator: ", "))?"
    }
  }

  public static func query(_ line: Bytes) throws -> Query {
    try Rules.text(line, "line", limit: limit)
    var reader = try SearchLineReader()
    if let isbn = ISBN(line), isbn.isSure { return try reader.query(isbn) }
    var lexer = SearchLineLexer(line)
    var last: SearchLineLexer.Text?
    while let item = try lexer.next(isKey: { Key($0) != nil }) {
      switch item {
      case .text(let text) where text.isOr:
        try reader.beginAlternative()
        last = nil
      case .text(let text):
        try checkSpace(between: last, and: text)
        try reader.read(text)
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
      // Who typed the line knows no parameter's name.
      let name = failure.field + " "
      let isNamed = name != " " && failure.message.hasPrefix(name)
      let message = isNamed ? "this " + failure.message.dropFirst(name.count) : failure.message
      throw Failure(kind, "line", message, offset: Int64(offset))
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
