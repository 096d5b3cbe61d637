// What is done to answer a query, as a value: it knows the store's tables, and no SQL.
import BookwormStorage

struct QueryPlan: Equatable, Sendable {
  /// Where the books come from.
  enum Walk: Equatable, Sendable {
    /// The table of books, by whichever of its indexes serves.
    case books
    /// A genre's links, in the order of the books' titles.
    case genre(Int64)
    /// What the search index has for an expression: in the order of ids, or for the rank of each.
    case search(SearchExpression)
    /// Books that are listed in memory, some of which are known to pass the filters: PageReader.
    case listed
  }

  /// When the rows of the books are read.
  enum Reading: Equatable, Sendable {
    /// As they are walked.
    case walking
    /// When all that matches is in order. Until then only ids are held, with what the order
    /// compares: whole rows of a large store would fill the memory.
    case sorted
    /// When the search index has told which are the best.
    case ranked
  }

  struct Term: Equatable, Sendable {
    let column: QueryColumn
    let descending: Bool
  }

  /// Of a counter: how many books of the store, or of a genre, have one of these ratings.
  struct Counted: Equatable, Sendable {
    let genre: Int64?
    let ratings: [Int32]
  }

  let walk: Walk
  /// A book must pass all of them.
  let filters: [Condition]
  /// What the order compares, but for ids, which break ties.
  let order: [Term]
  let idsDescend: Bool
  let reading: Reading
  /// The parts in which the books are read, one after the other. From a cursor on these are the
  /// books that equal it in every term but the last, then in every one but the last two, and so on:
  /// each of them is a range of an index where the order has one.
  var parts: [Condition]
  /// More books than this need not be looked for: a walk ends with the last one that matches, and
  /// does not begin where there is none.
  let most: Counted?
  /// Whether a search's rank is asked for.
  let tellsRank: Bool

  /// The place after a selection's columns where a row tells its rank, if it does. Before it stands
  /// what the order compares.
  var rankPlace: Int32? {
    reading == .ranked ? 0 : tellsRank ? Int32(order.count) : nil
  }

  /// How the books that match are counted.
  enum Counting: Equatable, Sendable {
    case walk
    /// Without a look at the books.
    case search(SearchExpression)
    case counter(Counted)
  }

  var counting: Counting {
    switch walk {
    case .search(let expression) where filters.isEmpty: .search(expression)
    case .search: .walk
    default: if let most, filters.count == 1 { .counter(most) } else { .walk }
    }
  }
}

/// A column that a plan compares, by its name in the table of books.
struct QueryColumn: Equatable, Sendable {
  let name: String
  var isNullable = false
  /// Whether an index of books begins with it.
  var hasIndex = false

  init(name: String, isNullable: Bool = false, hasIndex: Bool = false) {
    (self.name, self.isNullable, self.hasIndex) = (name, isNullable, hasIndex)
  }

  init(_ field: BookField) {
    self.init(name: field.name.description, isNullable: field.need == .optional)
  }

  static let id = QueryColumn(name: "id", hasIndex: true)
  /// The search index tells it of each row.
  static let rank = QueryColumn(name: "rank")
  static let title = QueryColumn(name: "title")
  static let titleKey = QueryColumn(name: "title_key", hasIndex: true)
  static let author = QueryColumn(name: "author")
  static let authorKey = QueryColumn(name: "author_key", hasIndex: true)
  static let series = QueryColumn(name: "series", isNullable: true)
  static let seriesKey = QueryColumn(name: "series_key", isNullable: true)
  static let seriesNumber = QueryColumn(name: "series_number", isNullable: true)
  /// Of the name of its primary genre.
  static let genreKey = QueryColumn(name: "genre", isNullable: true)
  static let rating = QueryColumn(name: "rating")
  static let favourite = QueryColumn(name: "favourite")
  static let status = QueryColumn(name: "status")
  static let year = QueryColumn(name: "year", isNullable: true)
  static let price = QueryColumn(name: "price", isNullable: true)
  static let currency = QueryColumn(name: "currency", isNullable: true)
  static let created = QueryColumn(name: "created", hasIndex: true)
  static let updated = QueryColumn(name: "updated", hasIndex: true)
  static let started = QueryColumn(name: "started", isNullable: true)
  static let finished = QueryColumn(name: "finished", isNullable: true)
}

extension SortKey {
  /// Whether it begins with a text's sort key.
  var isText: Bool { columns.first.map { $0.name.hasSuffix("_key") || $0 == .genreKey } ?? false }

  /// What it compares; ids, which always come last, not named.
  var columns: [QueryColumn] {
    switch self {
    case .title: [.titleKey]
    case .author: [.authorKey]
    case .rating: [.rating]
    case .status: [.status]
    case .created: [.created]
    case .updated: [.updated]
    case .started: [.started]
    case .finished: [.finished]
    case .favourite: [.favourite]
    case .series: [.seriesKey, .seriesNumber]
    case .rank: [.rank]
    case .id: []
    case .price: [.currency, .price]
    case .genre: [.genreKey]
    default:
      BookField.columns.filter { $0.sort == self }.map {
        QueryColumn(name: ($0.key ?? $0.name).description, isNullable: $0.need == .optional)
      }
    }
  }
}
