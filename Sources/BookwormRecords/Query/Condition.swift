// A condition is a statement about a book that must be true, as a value.
import BookwormStorage

/// Tables whose rows belong to books.
package enum BookRowsTable: String, Sendable {
  case genres = "book_genres"
  case identifiers = "book_identifiers"
  case contributors = "book_people"
  case quotes, readings
  case covers = "book_covers"

  /// Nil for fields that are not in a table of their own.
  package init?(_ field: BookFields) {
    switch field {
    case .genres: self = .genres
    case .identifierSchemes, .identifierValues: self = .identifiers
    case .contributorNames, .contributorSorts, .contributorRoles: self = .contributors
    case .quotes: self = .quotes
    case .readings: self = .readings
    case .cover: self = .covers
    default: return nil
    }
  }
}

package enum Condition: Equatable, Sendable {
  package typealias Value = Statement.Value

  package enum Comparison: Equatable, Sendable { case less, greater, atLeast, atMost, equal, same }

  /// A comparison with an absent value is not true. Exception: with `same`, absent values are
  /// equal.
  case compare(QueryColumn, Comparison, Value)
  case between(QueryColumn, Value, Value)
  case isOneOf(QueryColumn, [Value])
  case isAbsent(QueryColumn)
  /// The column's search key contains these bytes. An absent text contains none.
  case contains(QueryColumn, [UInt8])
  /// The column's search key is this.
  case equals(QueryColumn, [UInt8])
  /// The columns, as one row, come after these values. None of them is absent.
  case isAfter([QueryColumn], [Value])
  /// The opposite of `isAfter`.
  case isUpTo([QueryColumn], [Value])
  /// Has any, all or none of these genres.
  case genres(Match, [Int64])
  /// The search index finds the book by an expression.
  case found(SearchExpression)
  /// Has an identifier with this key.
  case identified([UInt8])
  /// Has a contributor that passes the filter.
  case contributed(PersonFilter)
  /// The same condition, but each book's own contributors are looked up.
  case hasContributor(PersonFilter)
  /// The book has several readings, and one of them has a day between these. The column names the
  /// day: started or finished.
  case hadReading(QueryColumn, Value, Value)
  /// Has a row of its own in another table.
  case hasAny(BookRowsTable)
  case all([Condition])
  case any([Condition])
  /// Like `any`. Each of the conditions has an index.
  case anyLookedUp([Condition])
  /// Negates a condition that absent values cannot leave undecided.
  indirect case not(Condition)
  /// Negates any condition; an undecided one is not true.
  indirect case isNotTrue(Condition)

  package static let always = Condition.all([])
  package static let never = Condition.any([])

  /// Whether books are looked up by the ids in another table, not scanned.
  package var looksUp: Bool {
    switch self {
    case .genres(let match, _): match != .none
    case .found, .identified, .anyLookedUp: true
    case .contributed(let filter): !filter.isAuthor
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksUp)
    default: false
    }
  }
}
