// Contains all SQL of statistics. Every row has a key, a name, the number of books with each
// rating, and the values that sort the groups.
import BookwormStorage
import BookwormStore

enum StatisticsSQL {
  /// A store that never had a book lacks the row.
  static let ofStore = SQL { dialect in
    """
    SELECT 0, NULL, \(Counters.ratings)
    FROM (SELECT 0) one LEFT JOIN \(CounterSQL.table(dialect)) ON kind = 0 AND key = 0
    """
  }
  static let byGenre = SQL(genres)
  static let byMonth = SQL(months)
  static let genresBySize = SQL { largestFirst(genres($0)) }
  static let monthsBySize = SQL { largestFirst(months($0)) }

  private static func genres(_ dialect: any Dialect) -> String {
    """
    SELECT g.id AS key, g.name AS name, \(Counters.ratings), g.sort_key AS place FROM genres g
    LEFT JOIN \(CounterSQL.table(dialect)) ON kind = 1 AND key = g.id ORDER BY g.sort_key, g.id
    """
  }

  /// A counter may remain at zero.
  private static func months(_ dialect: any Dialect) -> String {
    """
    SELECT key, NULL AS name, \(Counters.ratings), key AS place FROM \(CounterSQL.table(dialect))
    WHERE kind = ? AND \(Counters.books) <> 0 ORDER BY key
    """
  }

  /// Counts the books in a query's SELECT of a group's columns.
  static func counting(
    _ group: StatisticsGroup?, _ books: String, _ dialect: any Dialect, hasContributors: Bool
  ) -> String {
    guard let group, let grouping = grouping(group, dialect, hasContributors) else {
      return "SELECT 0, NULL, \(counts()) FROM (\(books)) m"
    }
    // A book counts once for a person with several roles.
    let counts = counts(group == .person ? "DISTINCT m.id" : "*")
    // Among a group's rows, the row with the lowest id gives the name.
    return """
      SELECT \(grouping.key) AS key, \(grouping.name) AS name, \(counts),
      \(grouping.place) AS place, min(m.id) AS first
      FROM (\(books)) m\(grouping.rows) GROUP BY \(grouping.by) ORDER BY \(grouping.order)
      """
  }

  /// Selects the groups of one of the statements above, the largest first.
  static func largestFirst(_ groups: String) -> String {
    let rated = (0...5).map { "f.rated_\($0)" }
    return """
      SELECT f.key, f.name, \(rated.joined(separator: ", ")) FROM (\(groups)) f
      ORDER BY \(rated.joined(separator: " + ")) DESC, f.place, f.key
      """
  }

  /// The columns of books that `counting` needs.
  static func columns(_ group: StatisticsGroup?) -> String {
    let own =
      switch group {
      case nil, .genre, .monthFinished, .rating, .shelf, .person: ""
      case .editor, .translator, .illustrator, .narrator, .introduction: ""
      case .author: ", b.author, b.author_key"
      case .monthAdded: ", b.created"
      case .series: ", b.series, b.series_key"
      case .publisher: ", b.publisher, b.publisher_key"
      case .language: ", b.language"
      case .format: ", b.format"
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

  /// The contributors of all books, and the authors of the books without one among these.
  private static let everybody = """
    SELECT book, key, sort_key, name FROM book_people
    UNION ALL
    SELECT b.id, b.author_key, b.author_key, b.author FROM books b
    WHERE NOT EXISTS (SELECT 1 FROM book_people a WHERE a.book = b.id AND a.role = 'author')
    """

  /// Nil for shelves, whose books are counted shelf by shelf.
  private static func grouping(
    _ group: StatisticsGroup, _ dialect: any Dialect, _ hasContributors: Bool
  ) -> Grouping? {
    func text(_ column: String, by key: String) -> Grouping {
      Grouping(
        name: dialect.value(of: column, atLowest: "m.id"), rows: " WHERE \(column) IS NOT NULL",
        by: key, place: key)
    }
    func people(_ rows: String) -> Grouping {
      Grouping(
        name: dialect.value(of: "p.name", atLowest: "m.id"), rows: " JOIN " + rows, by: "p.key",
        place: dialect.value(of: "p.sort_key", atLowest: "m.id"))
    }
    func number(_ value: String, rows: String = "") -> Grouping {
      Grouping(key: value, rows: rows, by: value, place: value)
    }
    switch group {
    case .genre:
      return Grouping(
        key: "g.id", name: "g.name",
        rows: " JOIN book_genres l ON l.book = m.id JOIN genres g ON g.id = l.genre", by: "g.id",
        place: "g.sort_key")
    case .author where hasContributors:
      // Each author among a book's contributors, or the book's author if there are none.
      return Grouping(
        name: dialect.value(of: "coalesce(p.name, m.author)", atLowest: "m.id"),
        rows: " LEFT JOIN book_people p ON p.book = m.id AND p.role = 'author'",
        by: "coalesce(p.key, m.author_key)",
        place: dialect.value(of: "coalesce(p.sort_key, m.author_key)", atLowest: "m.id"))
    case .author: return text("m.author", by: "m.author_key")
    case .editor, .translator, .illustrator, .narrator, .introduction:
      let role = group.role?.name ?? ""
      return people("book_people p ON p.book = m.id AND p.role = '\(role)'")
    case .person: return people("(\(everybody)) p ON p.book = m.id")
    case .series: return text("m.series", by: "m.series_key")
    case .publisher: return text("m.publisher", by: "m.publisher_key")
    case .language: return text("m.language", by: "m.language")
    case .format: return text("m.format", by: "lower(m.format)")
    case .monthAdded: return number(dialect.month(ofInstant: "m.created"))
    case .monthFinished:
      return number(
        "r.finished / 100",
        rows: " JOIN readings r ON r.book = m.id WHERE r.finished IS NOT NULL")
    case .status: return number("m.status")
    case .rating:
      return number("CASE WHEN m.rating <= 0 THEN 0 WHEN m.rating >= 5 THEN 5 ELSE m.rating END")
    case .year: return number("m.year", rows: " WHERE m.year IS NOT NULL")
    case .shelf: return nil
    // Rounds down, also before the common era.
    case .decade:
      return number("m.year - (m.year % 10 + 10) % 10", rows: " WHERE m.year IS NOT NULL")
    }
  }

  /// A damaged store may hold any rating; the counters treat it in the same way.
  private static func counts(_ books: String = "*") -> String {
    let ratings = ["<= 0", "= 1", "= 2", "= 3", "= 4", ">= 5"]
    return ratings.enumerated().map { rating, range in
      "count(\(books)) FILTER (WHERE m.rating \(range)) AS rated_\(rating)"
    }.joined(separator: ",\n")
  }
}
