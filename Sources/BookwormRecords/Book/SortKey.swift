// The sort orders for lists of books, by their numbers in the C interface. Only orders that code
// refers to have names.

package struct SortKey: Hashable, Sendable {
  /// The number in the C interface.
  package let rawValue: Int32

  init(_ number: Int32) { rawValue = number }

  package static let title = SortKey(0)
  package static let author = SortKey(1)
  package static let rating = SortKey(2)
  package static let status = SortKey(3)
  package static let created = SortKey(4)
  package static let updated = SortKey(5)
  package static let started = SortKey(6)
  package static let finished = SortKey(7)
  package static let favourite = SortKey(8)
  package static let series = SortKey(9)
  /// The relevance to the query's search, the best first. Without a search, all books are equal.
  package static let rank = SortKey(10)
  /// The order that books were added in.
  package static let id = SortKey(11)
  package static let year = SortKey(16)
  /// By currency, then by amount.
  package static let price = SortKey(17)
  /// By the name of the primary genre.
  package static let genre = SortKey(18)
  /// By the exact rating, or the whole rating of a book without one.
  package static let exactRating = SortKey(19)
}
