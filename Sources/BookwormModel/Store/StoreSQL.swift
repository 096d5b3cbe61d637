// All SQL of what a store keeps beside its entities' rows: properties, the log, counters.
import BookwormStorage

enum StoreSQL {
  static let property = SQL("SELECT value FROM properties WHERE name = ?")
  static let setProperty = SQL(
    """
    INSERT INTO properties (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """)
  /// Cheap, and enough to fix the state that a transaction sees.
  static let anyProperty = SQL("SELECT 1 FROM properties LIMIT 1")

  /// What the database consists of.
  static let schema = SQL(
    """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY name, type LIMIT ?
    """)

  // MARK: The log

  static let lastChange = SQL("SELECT coalesce(max(id), 0) FROM changes")
  static let changesFrom = SQL(
    "SELECT id, committed, entries FROM changes WHERE id >= ? ORDER BY id")
  static let insertChange = SQL("INSERT INTO changes (id, committed, entries) VALUES (?, ?, ?)")
  static let trimChanges = SQL("DELETE FROM changes WHERE id <= ?")

  // MARK: Counters

  static let addToCounter = SQL(
    """
    INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, key) DO UPDATE SET
      rated_0 = counters.rated_0 + excluded.rated_0, rated_1 = counters.rated_1 + excluded.rated_1,
      rated_2 = counters.rated_2 + excluded.rated_2, rated_3 = counters.rated_3 + excluded.rated_3,
      rated_4 = counters.rated_4 + excluded.rated_4, rated_5 = counters.rated_5 + excluded.rated_5
    """)
  /// Each with whether it is of a genre that there is.
  static let counters = SQL(
    """
    SELECT kind, key, \(Counters.ratings),
      CASE WHEN key IN (SELECT id FROM genres) THEN 1 ELSE 0 END FROM counters
    """)
  static let deleteGenresCounter = SQL("DELETE FROM counters WHERE kind = 1 AND key = ?")
  static let forgetCounters = SQL("DELETE FROM counters")
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
