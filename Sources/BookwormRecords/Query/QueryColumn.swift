// A query column is a column that a plan compares.

/// A column is identified by its name in the table of books.
package struct QueryColumn: Equatable, Sendable {
  package let name: String
  package var isNullable = false
  /// Whether NULL means 0.
  package var isZeroIfMissing = false
  /// Whether an index of books begins with it.
  package var hasIndex = false
  /// Whether it has the sort keys of a text.
  var isTextKey = false

  init(
    name: String, isNullable: Bool = false, hasIndex: Bool = false, isTextKey: Bool = false
  ) {
    (self.name, self.isNullable) = (name, isNullable)
    (self.hasIndex, self.isTextKey) = (hasIndex, isTextKey)
  }

  package init(_ field: BookField) {
    self.init(name: field.column, isNullable: field.need == .optional)
    isZeroIfMissing = field.isZeroIfMissing
  }

  /// The column that lists are ordered by for a field.
  package init(orderedBy field: BookField) {
    self.init(
      name: field.sortColumn ?? field.column, isNullable: field.need == .optional,
      hasIndex: field.isIndexed, isTextKey: field.sortColumn != nil)
  }

  package static let id = QueryColumn(name: "id", hasIndex: true)
  /// The search index computes it for each row.
  package static let rank = QueryColumn(name: "rank")
  package static let titleKey = QueryColumn(name: "title_key", hasIndex: true, isTextKey: true)
  static let author = QueryColumn(name: "author")
  static let authorKey = QueryColumn(name: "author_key", hasIndex: true, isTextKey: true)
  /// The sort key of the primary genre's name.
  package static let genreKey = QueryColumn(name: "genre", isNullable: true, isTextKey: true)
  package static let rating = QueryColumn(name: "rating")
  /// The exact rating, or the whole rating of a book without one; 0 if it is not rated.
  package static let exactRating = QueryColumn(name: "exact_rating")
  package static let status = QueryColumn(name: "status")
  static let price = QueryColumn(name: "price", isNullable: true)
  static let currency = QueryColumn(name: "currency", isNullable: true)
  package static let created = QueryColumn(name: "created", hasIndex: true)
  package static let started = QueryColumn(name: "started", isNullable: true)
  package static let finished = QueryColumn(name: "finished", isNullable: true)
}
