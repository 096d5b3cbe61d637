// The numbers of the orders of lists of books, with names for those that code refers to.

public struct SortKey: Hashable, Sendable {
  /// The number in the C interface.
  public let rawValue: Int32

  init(_ number: Int32) { rawValue = number }

  public static let title = SortKey(0)
  public static let author = SortKey(1)
  public static let rating = SortKey(2)
  public static let status = SortKey(3)
  public static let created = SortKey(4)
  public static let updated = SortKey(5)
  public static let started = SortKey(6)
  public static let finished = SortKey(7)
  public static let favourite = SortKey(8)
  public static let series = SortKey(9)
  /// The relevance to the query's search, the best first. Without a search, all books are equal.
  public static let rank = SortKey(10)
  /// The order that books were added.
  public static let id = SortKey(11)
  public static let year = SortKey(16)
  /// By currency, then by amount.
  public static let price = SortKey(17)
  /// By the name of the primary genre.
  public static let genre = SortKey(18)
  /// By the exact rating, or the whole rating of a book without one.
  public static let exactRating = SortKey(19)
}
