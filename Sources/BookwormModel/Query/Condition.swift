// What must be true of a book, as a value.
import BookwormStorage

indirect enum Condition: Equatable, Sendable {
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
  case found([UInt8])
  case all([Condition])
  case any([Condition])
  /// Of a condition that no absent value leaves undecided.
  case not(Condition)

  static let always = Condition.all([])
  static let never = Condition.any([])

  /// Whether the books are looked up, by the ids that another table has, rather than looked
  /// through.
  var looksUp: Bool {
    switch self {
    case .genres(let match, _): match != .none
    case .found: true
    default: false
    }
  }
}
