// All SQL of quotes.
import BookwormStorage

enum QuoteSQL {
  static let insert = SQL(
    "INSERT INTO quotes (id, book, text, page, created, global_id) VALUES (?, ?, ?, ?, ?, ?)")
  static let setText = SQL("UPDATE quotes SET text = ?2 WHERE id = ?1")
  static let setPage = SQL("UPDATE quotes SET page = ?2 WHERE id = ?1")
  static let setAllCreated = SQL(
    "UPDATE quotes SET created = ?1 + id + (SELECT created FROM books WHERE id = book)")
  static let allToCheck = SQL("SELECT id, text, page, created FROM quotes")
  static let countAll = SQL("SELECT count(*) FROM quotes")
  static let count = SQL("SELECT count(*) FROM quotes WHERE book = ?")

  // The columns are those of QuoteRows' layout. Ids rise, so that the oldest comes first.
  private static let columns = "SELECT id, book, created, text, page, global_id FROM quotes"
  static let byID = SQL(columns + " WHERE id = ?")
  static let ofBook = SQL(columns + " WHERE book = ? ORDER BY id")
  static let after = SQL(columns + " WHERE id > ? ORDER BY id LIMIT ?")
}
