// Contains all SQL of readings.
import BookwormRecords
import BookwormStorage

package enum ReadingSQL {
  // A book's latest reading is an open reading or, without one, the reading that ended last. A
  // reading without an end counts by its start. If several readings are equal in this, the last
  // to be added is the latest, which is the same in every copy of the store.
  private static let latestFirst = """
    ORDER BY outcome = 1 DESC, coalesce(finished, started, 0) DESC, created DESC, global_id DESC
    LIMIT 1
    """
  package static let latest = SQL(
    "SELECT id, outcome, started, finished FROM readings WHERE book = ? \(latestFirst)")
  package static let byID = SQL("SELECT id, outcome, started, finished FROM readings WHERE id = ?")
  package static let finished = SQL("SELECT finished FROM readings WHERE book = ?")
  package static let bookAndFinished = SQL("SELECT book, finished FROM readings WHERE id = ?")
  package static let lastCreated = SQL("SELECT max(created) FROM readings WHERE book = ?")
  package static let follow = SQL(
    """
    UPDATE books SET status = ?2, started = ?3, finished = ?4, reading_count = ?5, updated = ?6
    WHERE id = ?1
    """)

  // Before version 4 of the schema, an open reading could have an end.
  static let openWithEnd = SQL(
    "SELECT id FROM readings WHERE outcome = 1 AND finished IS NOT NULL ORDER BY id")
  static let close = SQL(
    """
    UPDATE readings SET outcome = 2, started = ?2, page = NULL, percent = NULL WHERE id = ?1
    """)
  static let insertOpen = SQL(
    """
    INSERT INTO readings (id, book, outcome, created, started, page, percent, global_id)
    VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7)
    """)
  static let countOneMore = SQL(
    "UPDATE books SET reading_count = reading_count + 1 WHERE id = ?")
  static let setDates = SQL("UPDATE books SET started = ?2, finished = ?3 WHERE id = ?1")

  /// Selects books that differ from their latest reading, or have a wrong number of readings.
  private static let disagreeing = """
    SELECT b.id FROM books b
    LEFT JOIN readings r ON r.id = (SELECT id FROM readings WHERE book = b.id \(latestFirst))
    WHERE b.started IS DISTINCT FROM r.started OR b.finished IS DISTINCT FROM r.finished
      OR (b.status <> 0 AND b.status IS DISTINCT FROM r.outcome)
      OR b.reading_count <> (SELECT count(*) FROM readings WHERE book = b.id)
    """
  package static let booksThatDisagree = SQL("SELECT id, 0 FROM (\(disagreeing)) d ORDER BY id")
  package static let setCounts = SQL(
    """
    UPDATE books SET reading_count = (SELECT count(*) FROM readings WHERE book = books.id)
    WHERE id IN (SELECT book FROM readings)
    """)
  package static let setAllCreated = SQL(
    "UPDATE readings SET created = ?1 + id + (SELECT created FROM books WHERE id = book)")
  package static let ofBook = SQL(
    Entity.reading.descriptor.sql.listing + " WHERE book = ? "
      + "ORDER BY outcome = 1, coalesce(finished, started, 0), created, global_id")
}
