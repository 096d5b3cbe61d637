// A query column is a column that a plan compares.

/// A column is identified by its name in the table of books.
struct QueryColumn: Equatable, Sendable {
  let name: String
  var isNullable = false
  /// Whether an index of books begins with it.
  var hasIndex = false
  /// Whether it has the sort keys of a text.
  var isTextKey = false

  init(
    name: String, isNullable: Bool = false, hasIndex: Bool = false, isTextKey: Bool = false
  ) {
    (self.name, self.isNullable) = (name, isNullable)
    (self.hasIndex, self.isTextKey) = (hasIndex, isTextKey)
  }

  init(_ field: BookField) {
    self.init(name: field.column, isNullable: field.need == .optional)
  }

  /// The column that lists are ordered by for a field.
  init(orderedBy field: BookField) {
    self.init(
      name: field.sortColumn ?? field.column, isNullable: field.need == .optional,
      hasIndex: field.isIndexed, isTextKey: field.sortColumn != nil)
  }

  static let id = QueryColumn(name: "id", hasIndex: true)
  /// The search index computes it for each row.
  static let rank = QueryColumn(name: "rank")
  static let titleKey = QueryColumn(name: "title_key", hasIndex: true, isTextKey: true)
  static let author = QueryColumn(name: "author")
  static let authorKey = QueryColumn(name: "author_key", hasIndex: true, isTextKey: true)
  /// The sort key of the primary genre's name.
  static let genreKey = QueryColumn(name: "genre", isNullable: true, isTextKey: true)
  static let rating = QueryColumn(name: "rating")
  /// The exact rating, or the whole rating of a book without one; 0 if it is not rated.
  static let exactRating = QueryColumn(name: "exact_rating")
  static let favourite = QueryColumn(name: "favourite")
  static let status = QueryColumn(name: "status")
  static let price = QueryColumn(name: "price", isNullable: true)
  static let currency = QueryColumn(name: "currency", isNullable: true)
  static let created = QueryColumn(name: "created", hasIndex: true)
  static let started = QueryColumn(name: "started", isNullable: true)
  static let finished = QueryColumn(name: "finished", isNullable: true)
}
