// All SQL of readings.
import BookwormStorage

enum ReadingSQL {
  // Which of a book's readings is its latest: one that is still open; else the one that ended last;
  // of several the one that was added last, which is the same one in every copy of the store.
  private static let latestFirst = """
    ORDER BY outcome = 1 DESC, coalesce(finished, started, 0) DESC, created DESC, global_id DESC
    LIMIT 1
    """
  static let latest = SQL(
    "SELECT id, outcome, started, finished FROM readings WHERE book = ? \(latestFirst)")
  static let finished = SQL("SELECT finished FROM readings WHERE book = ?")
  static let bookAndFinished = SQL("SELECT book, finished FROM readings WHERE id = ?")
  static let lastCreated = SQL("SELECT max(created) FROM readings WHERE book = ?")
  static let follow = SQL(
    """
    UPDATE books SET status = ?2, started = ?3, finished = ?4, reading_count = ?5, updated = ?6
    WHERE id = ?1
    """)

  /// Books that do not agree with their latest reading.
  private static let disagreeing = """
    SELECT b.id FROM books b
    LEFT JOIN readings r ON r.id = (SELECT id FROM readings WHERE book = b.id \(latestFirst))
    WHERE b.started IS DISTINCT FROM r.started OR b.finished IS DISTINCT FROM r.finished
      OR (b.status <> 0 AND b.status IS DISTINCT FROM r.outcome)
      OR b.reading_count <> (SELECT count(*) FROM readings WHERE book = b.id)
    """
  static let booksThatDisagree = SQL("SELECT id, 0 FROM (\(disagreeing)) d ORDER BY id")
  static let setCounts = SQL(
    """
    UPDATE books SET reading_count = (SELECT count(*) FROM readings WHERE book = books.id)
    WHERE id IN (SELECT book FROM readings)
    """)
  static let setAllCreated = SQL(
    "UPDATE readings SET created = ?1 + id + (SELECT created FROM books WHERE id = book)")
  static let ofBook = SQL(
    Entity.reading.descriptor.sql.listing + " WHERE book = ? "
      + "ORDER BY outcome = 1, coalesce(finished, started, 0), created, global_id")
}
