// Contains all SQL of the counters. Each counter is a row. On an engine where many versions of a
// row are a burden, a commit does not change these rows. It inserts its additions to the counters
// into counter_news, with its number in the log. From time to time, they are added to the counters.
import BookwormStorage

package enum CounterSQL {
  /// A row's numbers of books, by rating.
  package static let ratings = "rated_0, rated_1, rated_2, rated_3, rated_4, rated_5"
  /// The number of all books that a row of counters counts.
  package static let books = "rated_0 + rated_1 + rated_2 + rated_3 + rated_4 + rated_5"

  /// The additions are added to the counters after this many transactions.
  static let foldedEvery: Int64 = 256
  /// The property with the last transaction whose additions are in the counters.
  static let folded = "counters_folded"

  /// The table expression to read the counters from: rows of kind, key and CounterSQL.ratings.
  package static func table(_ dialect: any Dialect) -> String {
    switch dialect.sums {
    case .inPlace: "counters"
    case .asNews:
      """
      (SELECT kind, key, \(sums) FROM (
        SELECT kind, key, \(CounterSQL.ratings) FROM counters
        UNION ALL SELECT kind, key, \(CounterSQL.ratings) FROM counter_news WHERE \(isNews)
      ) n GROUP BY kind, key) counters
      """
    }
  }

  private static let sums = (0...5).map { "sum(rated_\($0))::bigint AS rated_\($0)" }
    .joined(separator: ", ")
  /// The condition that an addition is not in the counters yet. Additions that are in them have
  /// been deleted, but the deleted rows could still slow down readers without this condition.
  private static let isNews =
    "change > coalesce((SELECT value FROM properties WHERE name = '\(folded)'), 0)"

  private static let adding = """
    ON CONFLICT (kind, key) DO UPDATE SET
      rated_0 = counters.rated_0 + excluded.rated_0, rated_1 = counters.rated_1 + excluded.rated_1,
      rated_2 = counters.rated_2 + excluded.rated_2, rated_3 = counters.rated_3 + excluded.rated_3,
      rated_4 = counters.rated_4 + excluded.rated_4, rated_5 = counters.rated_5 + excluded.rated_5
    """

  /// The parameters are kind, key and the change of each number.
  static let add = SQL("INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?) \(adding)")
  /// Inserts additions to `count` counters. The first parameter is the transaction; those of each
  /// counter follow.
  static func addNews(_ count: Int) -> String {
    let rows = (0..<count).map { row in
      "(?1, " + (0..<8).map { "?\(row * 8 + $0 + 2)" }.joined(separator: ", ") + ")"
    }
    return "INSERT INTO counter_news (change, kind, key, \(CounterSQL.ratings)) VALUES "
      + rows.joined(separator: ", ")
  }
  /// The maximum number of counters in one statement of addNews().
  static let mostNews = 16

  /// To be executed one after another, under the write lock. The parameter is the last transaction.
  static let fold = [
    SQL(
      """
      INSERT INTO counters (kind, key, \(CounterSQL.ratings))
      SELECT kind, key, \(sums) FROM counter_news WHERE \(isNews) AND change <= ?
      GROUP BY kind, key \(adding)
      """),
    SQL("DELETE FROM counter_news WHERE change <= ?"),
  ]

  /// Deletes the counters of a genre. The parameter is the genre.
  package static func forgetGenre(_ dialect: any Dialect) -> [SQL] {
    dialect.sums == .inPlace ? [forgetGenre] : [forgetGenre, forgetGenresNews]
  }
  private static let forgetGenre = SQL("DELETE FROM counters WHERE kind = 1 AND key = ?")
  private static let forgetGenresNews = SQL("DELETE FROM counter_news WHERE kind = 1 AND key = ?")

  static func forgetAll(_ dialect: any Dialect) -> [SQL] {
    dialect.sums == .inPlace ? [forget] : [forget, forgetNews]
  }
  private static let forget = SQL("DELETE FROM counters")
  private static let forgetNews = SQL("DELETE FROM counter_news")

  /// All counters, each with a column that says whether its genre exists.
  static let all = SQL { dialect in
    """
    SELECT kind, key, \(CounterSQL.ratings),
      CASE WHEN key IN (SELECT id FROM genres) THEN 1 ELSE 0 END FROM \(table(dialect))
    ORDER BY kind, key
    """
  }

  /// The number of books of the genre in row g, which needs `join`.
  static func booksOfGenre(_ dialect: any Dialect) -> (value: String, join: String) {
    switch dialect.sums {
    case .inPlace:
      ("(SELECT \(CounterSQL.books) FROM counters WHERE kind = 1 AND key = g.id)", "")
    case .asNews:
      (
        "(\(CounterSQL.books))",
        " LEFT JOIN \(table(dialect)) ON counters.kind = 1 AND counters.key = g.id"
      )
    }
  }

  static let booksToCount = SQL("SELECT rating, created, finished, reading_count FROM books")
  static let readingsToCount = SQL(
    """
    SELECT r.finished, b.rating, count(*) FROM readings r JOIN books b ON b.id = r.book
    WHERE r.finished IS NOT NULL GROUP BY 1, 2
    """)
  static let linksToCount = SQL(
    """
    SELECT l.genre, b.rating, count(*) FROM book_genres l JOIN books b ON b.id = l.book
    WHERE l.genre IN (SELECT id FROM genres) GROUP BY 1, 2
    """)
}
