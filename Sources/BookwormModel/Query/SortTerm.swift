// What a list of books is ordered by.

public enum SortKey: Int32, Sendable, CaseIterable {
  case title, author, rating, status, created, updated, started, finished, favourite, series
  /// How well a book answers the query's search, the best first; without a search, all are equal.
  case rank
  /// The order in which books were added.
  case id
  case publisher, pages, language, editionYear
  case year
  /// Of one currency after the other.
  case price
  /// By the name of the primary genre.
  case genre

  /// Its name in a search line.
  public var name: String { self == .editionYear ? "edition" : "\(self)" }
}

public struct SortTerm: Sendable, Equatable {
  public let key: SortKey
  public let descending: Bool

  public init(_ key: SortKey, descending: Bool) {
    self.key = key
    self.descending = descending
  }
}
