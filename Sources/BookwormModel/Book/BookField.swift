// What a book is: its fields, a line each. Drafts, statements, results, frames, documents, the
// search index and the bindings' names are made from this table.
import BookwormStorage

public struct BookField: Sendable {
  /// Where its values are.
  enum Place {
    /// A column of the table `books`.
    case row
    /// Rows of a table of their own.
    case list
    /// Only given: names of genres.
    case input
    /// Only read: made of what is stored elsewhere.
    case output
  }

  /// What holds of a book for which it is not given.
  enum Need {
    /// It is the store's to set.
    case stored
    /// The book is refused.
    case required
    /// It is 0, or now.
    case always
    case optional
  }

  public let field: BookFields
  public let name: StaticString
  public let kind: FieldKind
  let need: Need
  let rule: BookRule
  let place: Place
  /// The column of its sort key. Of fields that share one, the key is that of the last that a book
  /// has.
  let key: StaticString?
  /// How much a word counts that a search finds in it; nil where nobody searches.
  let weight: Double?
  /// Read only when asked for.
  let isExtra: Bool

  init(
    _ field: BookFields, _ name: StaticString, _ kind: FieldKind, _ need: Need = .optional,
    _ rule: BookRule = .kind, in place: Place = .row, key: StaticString? = nil,
    searched weight: Double? = nil, extra isExtra: Bool = false
  ) {
    (self.field, self.name, self.kind, self.need) = (field, name, kind, need)
    (self.rule, self.place, self.key, self.weight) = (rule, place, key, weight)
    self.isExtra = isExtra
  }

  /// In the order of their bits.
  public static let all: [BookField] = [
    BookField(.id, "id", .int64, .stored),
    BookField(.title, "title", .text, .required, .name, key: "title_key", searched: 10),
    BookField(.author, "author", .text, .required, .name, key: "author_key", searched: 5),
    BookField(.synopsis, "synopsis", .text, searched: 2),
    BookField(.review, "review", .text, searched: 1),
    BookField(.notes, "notes", .text, searched: 1),
    BookField(.rating, "rating", .int32, .always, .rating),
    BookField(.favourite, "favourite", .flag, .always),
    BookField(.status, "status", .status, .always),
    BookField(.series, "series", .text, .optional, .name, key: "series_key"),
    BookField(.seriesNumber, "series_number", .double, .optional, .seriesNumber),
    BookField(.year, "year", .int32),
    BookField(.created, "created", .instant, .always),
    BookField(.updated, "updated", .instant, .stored),
    BookField(.started, "started", .date),
    BookField(.finished, "finished", .date),
    BookField(.price, "price", .int64, .optional, .price, extra: true),
    BookField(.currency, "currency", .text, .optional, .currency, extra: true),
    BookField(.genres, "genres", .int64List, in: .list),
    BookField(.identifierSchemes, "identifier_schemes", .textList, .optional, .name, in: .list),
    BookField(.identifierValues, "identifier_values", .textList, .optional, .name, in: .list),
    BookField(.genreNames, "genre_names", .textList, .optional, .name, in: .input),
    BookField(.quotes, "quotes", .textList, .stored, in: .list, searched: 1),
    BookField(.matched, "matched", .int64, .stored, in: .output),
    BookField(.snippet, "snippet", .text, .stored, in: .output),
    BookField(.rank, "rank", .double, .stored, in: .output),
    BookField(.picture, "picture", .text, .stored, in: .output),
  ]
}
