// What plans compare, and what each order compares.
import BookwormStorage

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
