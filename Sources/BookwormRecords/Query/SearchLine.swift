// Reads a line that a person types into a search box, such as author:herbert rating>=4 dune, as a
// query. bindings/search-line.md describes the language.
import BookwormStorage

package enum SearchLine {
  /// A word before a colon or another operator.
  package struct Key: Hashable {
    package let rawValue: String
    /// The field whose value is compared: the field that has this word in the table of fields.
    /// Empty if none has it.
    package let field: BookFields

    static let (synopsis, review, notes, quote) =
      (Key("synopsis"), Key("review"), Key("notes"), Key("quote"))
    package static let (genre, rating, status, `is`) =
      (Key("genre"), Key("rating"), Key("status"), Key("is"))
    static let favourite = Key(rawValue: "favourite", field: .favourite)
    package static let (isbn, identifier, cover) = (Key("isbn"), Key("identifier"), Key("cover"))
    package static let (created, started, finished) = (
      Key("created"), Key("started"), Key("finished")
    )
    package static let (sort, limit) = (Key("sort"), Key("limit"))
    static let person = Key("person")
    /// The keys of contributors' roles, except author, which is a field.
    package static let roles = ContributorRole.allCases.filter { $0 != .author }.map {
      Key($0.name)
    }

    package static let allCases: [Key] =
      fields { $0.kind == .text }
      + [.synopsis, .review, .notes, .quote, .isbn, .identifier, .genre, .rating, .status]
      + fields { $0.kind == .flag } + [.is, .cover, .person] + roles
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

    /// The fields that the value `none` requires to be absent. Empty if no book can lack them, or
    /// if `none` is read by other code, as for ratings and persons.
    package var absentable: BookFields {
      switch self {
      case .synopsis: .synopsis
      case .review: .review
      case .notes: .notes
      case .quote: .quotes
      case .isbn, .identifier: .identifierValues
      case .genre: .genres
      case .cover: .cover
      case .started: .started
      case .finished: .finished
      default: field.intersection(Query.absentable)
      }
    }

    package var isPerson: Bool { self == .person || Key.roles.contains(self) }
    var isNumber: Bool { !field.isEmpty && BookField.traits(of: field).kind == .int32 }
    package var isFlag: Bool { !field.isEmpty && BookField.traits(of: field).kind == .flag }
    package var isText: Bool { !field.isEmpty && BookField.traits(of: field).kind == .text }

    /// Whether it accepts < and >.
    package var isOrdered: Bool {
      isNumber || [.rating, .created, .started, .finished].contains(self)
    }

    /// The keys by their words, by the names of their fields, such as edition_year, and by other
    /// spellings.
    private static let byWord: [String: Key] = {
      var keys: [String: Key] = [
        "favorite": favourite, "genres": genre, "quotes": quote, "identifiers": identifier,
      ]
      for key in allCases {
        if !key.field.isEmpty { keys[BookField.name(of: key.field)] = key }
        keys[key.rawValue] = key
      }
      return keys
    }()

    package init?(_ text: [UInt8]) {
      guard let key = Key.byWord[SearchLine.lowercased(text)] else { return nil }
      self = key
    }

    /// The words that people may know for the keys, including the fields' labels in every language.
    static let knownWords: [KnownWord] = allCases.flatMap { key in
      let name = key.field.isEmpty ? key.rawValue : BookField.name(of: key.field)
      let labels = BookField.label(name)?.texts ?? []
      let words = [key.rawValue, name] + labels.map(\.description)
      return words.map { KnownWord($0, meaning: key.rawValue) }
    }
  }

  package static func query(_ line: Bytes) throws -> Query {
    try read(line, mayBeOpen: false).query
  }

  /// `mayBeOpen` is for a line that is still being typed: it may end within a quote or a condition.
  /// Such an end is read as far as it goes, or left out if nothing can be read of it; `open` is the
  /// error that a finished line with this end would cause.
  package static func read(
    _ line: Bytes, mayBeOpen: Bool
  ) throws -> (query: Query, open: Failure?) {
    try Rules.text(line, "line", limit: Rules.lineLimit)
    var reader = try SearchLineReader()
    if let isbn = ISBN.typed(line), isbn.isSure { return (try reader.query(isbn), nil) }
    var lexer = SearchLineLexer(line, mayBeOpen: mayBeOpen)
    var open: Failure?
    while let item = try lexer.next(isKey: { Key($0) != nil }) {
      let before = reader
      do { try reader.read(item) } catch let failure as Failure where failure.kind == .invalid {
        guard mayBeOpen, lexer.endsInItem else { throw failure }
        (open, reader) = (failure, before)
        // Possibly only the last of its values is unfinished.
        guard case .condition(let condition) = item, let shorter = condition.shortened else {
          continue
        }
        do { try reader.read(.condition(shorter)) } catch { reader = before }
      }
    }
    return (try reader.finished(), lexer.open ?? open)
  }

  /// Throws if the texts are a condition with spaces, as in rating >= 4, which a person does not
  /// mean as words.
  static func checkSpace(
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
      .spaces,
      "a condition has no spaces: leave them out, as in rating>=4. To find \(shown(key.piece.text))"
        + " as text, use quotes", at: text.piece.place)
  }

  static func fault(
    _ reason: FaultReason, _ message: String, at place: Range<Int>, meant: String = ""
  ) -> Failure {
    var failure = Failure(.invalid, "line", message, offset: Int64(place.lowerBound))
    (failure.reason, failure.length) = (reason, Int32(truncatingIfNeeded: place.count))
    failure.suggestion = meant
    return failure
  }

  /// Converts an error of another part of the model to one with a place in the line.
  static func at<R>(
    _ place: Range<Int>, _ reason: FaultReason = .field, _ body: () throws -> R
  ) throws -> R {
    do { return try body() } catch let failure as Failure {
      // An invalid argument of a call is an invalid text in a line.
      let kind = failure.kind == .argument ? .invalid : failure.kind
      // The person who typed the line does not know the names of parameters.
      let name = failure.field + " "
      let isNamed = name != " " && failure.message.hasPrefix(name)
      let message = isNamed ? "this " + failure.message.dropFirst(name.count) : failure.message
      var fault = fault(kind == .tooLarge ? .tooMany : reason, message, at: place)
      fault.kind = kind
      throw fault
    }
  }

  /// A piece of the line for a message, of bounded length.
  package static func shown(_ text: [UInt8]) -> String {
    let characters = String(decoding: text, as: UTF8.self).unicodeScalars
    let start = String(String.UnicodeScalarView(characters.prefix(16)))
    return "'" + start + (characters.count > 16 ? "...'" : "'")
  }

  package static func lowercased(_ text: [UInt8]) -> String {
    String(decoding: text, as: UTF8.self).lowercased()
  }

  /// Digits, with a '-' for a negative number.
  static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(String(decoding: text, as: UTF8.self))
  }
}
