// What a book is: its fields, a line each. Drafts, statements, results, frames, documents, the
// search index and the bindings' names are made from this table.
import BookwormStorage

/// A class, so that a table of them is one of addresses: what a table takes is not checked.
public final class BookField: Sendable {
  /// Where its values are.
  enum Place {
    /// A column of the table `books`.
    case row
    /// Rows of a table of their own.
    case list
    /// Another way to give and to read what is stored as a list: names of genres.
    case names
    /// Only given, and only for a book that is there: what its genres lose and gain.
    case change
    /// Only given, to an import.
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
  public let isExtra: Bool
  let sort: SortKey?
  /// The word that stands before a colon in a search line.
  let word: StaticString?
  /// What it is, for a program's reader.
  public let help: StaticString

  init(
    _ field: BookFields, _ name: StaticString, _ kind: FieldKind, _ need: Need = .optional,
    _ rule: BookRule = .kind, in place: Place = .row, key: StaticString? = nil,
    searched weight: Double? = nil, extra isExtra: Bool = false, sort: SortKey? = nil,
    word: StaticString? = nil, help: StaticString = ""
  ) {
    (self.field, self.name, self.kind, self.need) = (field, name, kind, need)
    (self.rule, self.place, self.key, self.weight) = (rule, place, key, weight)
    (self.isExtra, self.sort, self.word, self.help) = (isExtra, sort, word, help)
  }

  /// In the order of their bits.
  public static let all: [BookField] = [
    BookField(
      .id, "id", .int64, .stored,
      help: "Given by the store, never reused. An int."),
    BookField(
      .title, "title", .text, .required, .name, key: "title_key", searched: 10, word: "title",
      help: "The title. Holds something visible; at most 16 KiB as UTF-8."),
    BookField(
      .author, "author", .text, .required, .name, key: "author_key", searched: 5, word: "author",
      help: "The author. Holds something visible; at most 16 KiB as UTF-8."),
    BookField(
      .synopsis, "synopsis", .text, searched: 2,
      help: "What the book is about. At most 16 MiB."),
    BookField(
      .review, "review", .text, searched: 1,
      help: "What the reader thinks of it. At most 16 MiB."),
    BookField(
      .notes, "notes", .text, searched: 1,
      help: "Private notes. At most 16 MiB."),
    BookField(
      .rating, "rating", .int32, .always, .rating,
      help: "1 to 5, or 0 for not rated."),
    BookField(
      .favourite, "favourite", .flag, .always,
      help: "Whether it is a favourite. A bool."),
    BookField(
      .status, "status", .status, .always,
      help: "A Status. Setting it sets or clears the dates too, as set_status() does."),
    BookField(
      .series, "series", .text, .optional, .name, key: "series_key", word: "series",
      help: "The name of the series that it belongs to. At most 16 KiB."),
    BookField(
      .seriesNumber, "series_number", .double, .optional, .seriesNumber,
      help: "The place in the series, a float such as 2 or 1.5."),
    BookField(
      .year, "year", .int32, sort: .year, word: "year",
      help: "The year of publication, negative for BCE."),
    BookField(
      .created, "created", .instant, .always,
      help: "When the book was entered: an aware datetime in UTC, to the millisecond."),
    BookField(
      .updated, "updated", .instant, .stored,
      help: "When a field last changed, genres aside: an aware datetime. Cannot be set."),
    BookField(
      .started, "started", .date,
      help: "When reading began, a date."),
    BookField(
      .finished, "finished", .date,
      help: "When reading ended, a date."),
    BookField(.price, "price", .int64, .optional, .price, extra: true),
    BookField(.currency, "currency", .text, .optional, .currency, extra: true),
    BookField(.genres, "genres", .int64List, in: .list),
    BookField(.identifierSchemes, "identifier_schemes", .textList, .optional, .name, in: .list),
    BookField(.identifierValues, "identifier_values", .textList, .optional, .name, in: .list),
    BookField(.genreNames, "genre_names", .textList, .optional, .name, in: .names),
    BookField(.quotes, "quotes", .textList, .stored, in: .list, searched: 1),
    BookField(
      .globalID, "global_id", .uuid, .stored, extra: true,
      help: "Its id in every copy of the store, a uuid.UUID. Cannot be set."),
    BookField(
      .subtitle, "subtitle", .text, .optional, .name, searched: 5, extra: true, word: "subtitle",
      help: "What stands below the title. At most 16 KiB."),
    BookField(
      .publisher, "publisher", .text, .optional, .name, key: "publisher_key", searched: 1,
      extra: true, sort: .publisher, word: "publisher",
      help: "The publisher's name. At most 16 KiB."),
    BookField(
      .pages, "pages", .int32, .optional, .positive, extra: true, sort: .pages, word: "pages",
      help: "How many pages it has, above 0."),
    BookField(
      .language, "language", .text, .optional, .language, extra: true, sort: .language,
      word: "language",
      help: "The language that it is written in, a tag of BCP 47 such as pt-BR."),
    BookField(
      .format, "format", .text, .optional, .name, extra: true, word: "format",
      help: "How it is bound or made, such as paperback. At most 16 KiB."),
    BookField(
      .editionYear, "edition_year", .int32, extra: true, sort: .editionYear, word: "edition",
      help: "The year of the edition at hand, negative for BCE."),
    BookField(
      .authorSort, "author_sort", .text, .optional, .name, key: "author_key", extra: true,
      help: "The author's name as lists sort it, such as Tolkien, J. R. R."),
    BookField(.readings, "readings", .textList, .stored, in: .list),
    BookField(.addGenres, "add_genres", .int64List, in: .change),
    BookField(.addGenreNames, "add_genre_names", .textList, .optional, .name, in: .change),
    BookField(.removeGenres, "remove_genres", .int64List, in: .change),
    BookField(.removeGenreNames, "remove_genre_names", .textList, .optional, .name, in: .change),
    BookField(.sourceID, "source_id", .text, .stored, in: .input),
    BookField(.raw, "raw", .text, .stored, in: .input),
    BookField(.mergedBooks, "merged_books", .int64List, .stored, in: .list),
    BookField(.matched, "matched", .int64, .stored, in: .output),
    BookField(.snippet, "snippet", .text, .stored, in: .output),
    BookField(.rank, "rank", .double, .stored, in: .output),
    BookField(.picture, "picture", .text, .stored, in: .output),
  ]
}
