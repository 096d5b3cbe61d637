// All SQL of statistics. Every row is: key, name, and how many books have each rating.
import BookwormStorage

enum StatisticsSQL {
  /// A store that never had a book has no row.
  static let ofStore = SQL { dialect in
    """
    SELECT 0, NULL, \(Counters.ratings)
    FROM (SELECT 0) one LEFT JOIN \(CounterSQL.table(dialect)) ON kind = 0 AND key = 0
    """
  }
  static let byGenre = SQL { dialect in
    """
    SELECT g.id, g.name, \(Counters.ratings) FROM genres g
    LEFT JOIN \(CounterSQL.table(dialect)) ON kind = 1 AND key = g.id ORDER BY g.sort_key, g.id
    """
  }
  /// A counter may stay behind at zero.
  static let byMonth = SQL { dialect in
    """
    SELECT key, NULL, \(Counters.ratings) FROM \(CounterSQL.table(dialect))
    WHERE kind = ? AND \(Counters.books) <> 0 ORDER BY key
    """
  }

  /// The columns that the statements below need of the books that are counted.
  static let columns = "b.id, b.rating, b.author, b.author_key, b.created, b.finished"

  /// From the books that a SELECT of `columns` finds.
  static func counting(
    _ group: StatisticsGroup?, _ books: String, _ dialect: any Dialect
  ) -> String {
    switch group {
    case nil: "SELECT 0, NULL, \(counts) FROM (\(books)) m"
    case .genre:
      """
      SELECT g.id, g.name, \(counts) FROM (\(books)) m JOIN book_genres l ON l.book = m.id
      JOIN genres g ON g.id = l.genre GROUP BY g.id ORDER BY g.sort_key, g.id
      """
    case .author:
      // Of a group's rows, it is the one with the lowest id that gives the name.
      """
      SELECT 0, \(dialect.value(of: "m.author", atLowest: "m.id")), \(counts), min(m.id)
      FROM (\(books)) m
      GROUP BY m.author_key ORDER BY m.author_key
      """
    case .monthAdded:
      """
      SELECT \(dialect.month(ofInstant: "m.created")) AS month, NULL, \(counts)
      FROM (\(books)) m GROUP BY month ORDER BY month
      """
    case .monthFinished:
      """
      SELECT r.finished / 100 AS month, NULL, \(counts)
      FROM (\(books)) m JOIN readings r ON r.book = m.id
      WHERE r.finished IS NOT NULL GROUP BY month ORDER BY month
      """
    }
  }

  /// A damaged store may hold any rating; the counters take it the same way.
  private static let counts = """
    count(*) FILTER (WHERE m.rating <= 0), count(*) FILTER (WHERE m.rating = 1),
    count(*) FILTER (WHERE m.rating = 2), count(*) FILTER (WHERE m.rating = 3),
    count(*) FILTER (WHERE m.rating = 4), count(*) FILTER (WHERE m.rating >= 5)
    """
}
