// Contains all SQL of statistics. The row of a group has a key, a name, the number of books with
// each rating and, except in largestFirst(), its place in the order of the groups.
import BookwormRecords
import BookwormStorage
import BookwormStore

enum StatisticsSQL {
  static let ofStore = SQL { counter(QueryPlan.Counted(genre: nil), key: "0", $0) }
  static let byGenre = SQL(genres)
  static let byMonth = SQL(months)
  static let genresBySize = SQL { largestFirst(genres($0)) }
  static let monthsBySize = SQL { largestFirst(months($0)) }

  /// A store that never had a book, or a genre that never had one, lacks the row.
  static func counter(
    _ counted: QueryPlan.Counted, key: String, _ dialect: any Dialect
  ) -> String {
    let ratings = (0...5).map { counted.ratings.contains($0) ? "rated_\($0)" : "0" }
    return """
      SELECT 0, NULL, \(ratings.joined(separator: ", "))
      FROM (SELECT 0) one LEFT JOIN \(CounterSQL.table(dialect))
      ON kind = \(counted.kind.rawValue) AND key = \(key)
      """
  }

  private static func genres(_ dialect: any Dialect) -> String {
    """
    SELECT g.id AS key, g.name AS name, \(CounterSQL.ratings), g.sort_key AS place FROM genres g
    LEFT JOIN \(CounterSQL.table(dialect)) ON kind = 1 AND key = g.id ORDER BY g.sort_key, g.id
    """
  }

  /// A counter may remain at zero.
  private static func months(_ dialect: any Dialect) -> String {
    """
    SELECT key, NULL AS name, \(CounterSQL.ratings), key AS place FROM \(CounterSQL.table(dialect))
    WHERE kind = ? AND \(CounterSQL.books) <> 0 ORDER BY key
    """
  }

  /// Counts the books in a query's SELECT of a group's columns. The groups have no names, or are
  /// genres.
  static func counting(
    _ group: StatisticsGroup?, _ books: String, _ dialect: any Dialect
  ) -> String {
    guard let group, let grouping = grouping(group, dialect) else {
      return "SELECT 0, NULL, \(counts) FROM (\(books)) m"
    }
    return """
      SELECT \(grouping.key) AS key, \(grouping.name) AS name, \(counts),
      \(grouping.place) AS place
      FROM (\(books)) m\(grouping.rows) GROUP BY \(grouping.by) ORDER BY \(grouping.order)
      """
  }

  /// Selects the groups that books are in by their people: the people in a role or in any, or the
  /// roles. `rows` is SQL for the rows of book_people to read, under the name p.
  static func people(_ group: StatisticsGroup, in rows: String) -> String {
    let columns =
      group == .contributorRole ? "p.role_key, p.role_key, p.role" : "p.key, p.sort_key, p.name"
    let condition = group.role.map { " AND p.role = '\($0.name)'" } ?? ""
    return """
      SELECT p.book, \(columns), p.role = 'author'
      FROM \(rows)\(condition) ORDER BY p.book, p.position
      """
  }

  /// Selects the people in a role, of the books in a query's SELECT. The engine begins with the
  /// books or with the people, whichever are fewer.
  static func people(_ role: ContributorRole, of books: String) -> String {
    """
    SELECT m.id, m.rating, p.key, p.sort_key, p.name FROM (\(books)) m
    JOIN book_people p ON p.book = m.id WHERE p.role = '\(role.name)' ORDER BY m.id, p.position
    """
  }

  /// Selects a group's columns of listed books, in the order of the list.
  static func listed(_ group: StatisticsGroup, _ dialect: any Dialect) -> String {
    let books = BookSQL.inListed("books b", "b.id", dialect)
    return "SELECT \(columns(group)) FROM \(books)\(dialect.inOrder(ofRowsInMemory: "i"))"
  }

  /// Selects the groups of one of the statements above, the largest first.
  static func largestFirst(_ groups: String) -> String {
    let rated = (0...5).map { "f.rated_\($0)" }
    return """
      SELECT f.key, f.name, \(rated.joined(separator: ", ")) FROM (\(groups)) f
      ORDER BY \(rated.joined(separator: " + ")) DESC, f.place, f.key
      """
  }

  /// The columns of books that a group needs. For a group with names, these are the key and the
  /// name of a book's group; for a group of people, the place and the name of the book's author,
  /// and whether the place may differ from the key of the name.
  static func columns(_ group: StatisticsGroup?) -> String {
    let own =
      switch group {
      case nil, .genre, .monthFinished, .rating, .shelf: ""
      case .editor, .translator, .illustrator, .narrator, .introduction, .contributorRole: ""
      case .author, .person: ", b.author_key, b.author, b.author_sort IS NOT NULL"
      case .monthAdded: ", b.created"
      case .series: ", b.series_key, b.series"
      case .publisher: ", b.publisher_key, b.publisher"
      case .language: ", b.language, b.language"
      case .format: ", lower(b.format), b.format"
      case .status: ", b.status"
      case .year, .decade: ", b.year"
      }
    return "b.id, b.rating" + own
  }

  private struct Grouping {
    var key = "0"
    var name = "NULL"
    /// The text after the books: joins, and the rows that are in a group.
    var rows = ""
    let by: String
    let place: String

    var order: String { place == by ? place : "\(place), \(by)" }
  }

  /// Returns the SQL that differs between groups; nil for groups that other code counts.
  private static func grouping(_ group: StatisticsGroup, _ dialect: any Dialect) -> Grouping? {
    func number(_ value: String, rows: String = "") -> Grouping {
      Grouping(key: value, rows: rows, by: value, place: value)
    }
    switch group {
    case .genre:
      return Grouping(
        key: "g.id", name: "g.name",
        rows: " JOIN book_genres l ON l.book = m.id JOIN genres g ON g.id = l.genre", by: "g.id",
        place: "g.sort_key")
    case .monthAdded: return number(dialect.month(ofInstant: "m.created"))
    case .monthFinished:
      return number(
        "r.finished / 100",
        rows: " JOIN readings r ON r.book = m.id WHERE r.finished IS NOT NULL")
    case .status: return number("m.status")
    case .year: return number("m.year", rows: " WHERE m.year IS NOT NULL")
    case .author, .editor, .translator, .illustrator, .narrator, .introduction, .person: return nil
    case .contributorRole, .series, .publisher, .language, .format, .rating, .shelf: return nil
    // Rounds down, also before the common era.
    case .decade:
      return number("m.year - (m.year % 10 + 10) % 10", rows: " WHERE m.year IS NOT NULL")
    }
  }

  /// A damaged store may hold any rating; the counters treat it in the same way.
  private static let counts =
    ["<= 0", "= 1", "= 2", "= 3", "= 4", ">= 5"].enumerated().map { rating, range in
      "count(*) FILTER (WHERE m.rating \(range)) AS rated_\(rating)"
    }.joined(separator: ",\n")
}
