// What must be true of a book, as a value.
import BookwormStorage

/// Tables whose rows belong to books.
enum BookRowsTable: String, Sendable {
  case genres = "book_genres"
  case identifiers = "book_identifiers"
  case quotes, readings

  /// Nil of fields that are not in a table of their own.
  init?(_ field: BookFields) {
    switch field {
    case .genres: self = .genres
    case .identifierSchemes, .identifierValues: self = .identifiers
    case .quotes: self = .quotes
    case .readings: self = .readings
    default: return nil
    }
  }
}

enum Condition: Equatable, Sendable {
  typealias Value = Statement.Value

  enum Comparison: Equatable, Sendable { case less, greater, atLeast, equal, same }

  /// A comparison with an absent value is not true, but for `same`: absent values are the same.
  case compare(QueryColumn, Comparison, Value)
  case between(QueryColumn, Value, Value)
  case isOneOf(QueryColumn, [Value])
  case isAbsent(QueryColumn)
  /// The column's search key holds these bytes; an absent text holds none.
  case contains(QueryColumn, [UInt8])
  /// The columns, as one row, come after these values; nothing of them is absent.
  case isAfter([QueryColumn], [Value])
  /// Has any, all or none of these genres.
  case genres(Match, [Int64])
  /// Is among what the search index has for an expression.
  case found(SearchExpression)
  /// Has an identifier with this key.
  case identified([UInt8])
  /// Has a row of its own in another table.
  case hasAny(BookRowsTable)
  case all([Condition])
  case any([Condition])
  /// Of a condition that no absent value leaves undecided.
  indirect case not(Condition)
  /// Of any condition: what is undecided is not true.
  indirect case isNotTrue(Condition)

  static let always = Condition.all([])
  static let never = Condition.any([])

  /// Whether the books are looked up, by the ids that another table has, rather than looked
  /// through.
  var looksUp: Bool {
    switch self {
    case .genres(let match, _): match != .none
    case .found, .identified: true
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.looksUp)
    default: false
    }
  }
}
