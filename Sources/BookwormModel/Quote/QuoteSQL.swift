// All SQL of quotes.
import BookwormStorage

enum QuoteSQL {
  static let insert = SQL(
    "INSERT INTO quotes (id, book, text, page, created) VALUES (?, ?, ?, ?, ?)")
  static let bookOf = SQL("SELECT book FROM quotes WHERE id = ?")
  static let setText = SQL("UPDATE quotes SET text = ?2 WHERE id = ?1")
  static let setPage = SQL("UPDATE quotes SET page = ?2 WHERE id = ?1")
  static let setAllCreated = SQL(
    "UPDATE quotes SET created = ?1 + id + (SELECT created FROM books WHERE id = book)")
  static let delete = SQL("DELETE FROM quotes WHERE id = ?")
  static let all = SQL("SELECT * FROM quotes WHERE id = ?")
  static let allOfBook = SQL("SELECT * FROM quotes WHERE book = ? ORDER BY id")
  static let text = SQL("SELECT text FROM quotes WHERE id = ?")
  static let page = SQL("SELECT page FROM quotes WHERE id = ?")
  static let table = "quotes"
  static let idsOfBook = SQL("SELECT id FROM quotes WHERE book = ?")
  static let deleteOfBook = SQL("DELETE FROM quotes WHERE book = ?")
  static let count = SQL("SELECT count(*) FROM quotes WHERE book = ?")

  // The columns are those of QuoteReading's layout. Ids rise, so that the oldest comes first.
  private static let columns = "SELECT id, book, created, text, page FROM quotes"
  static let byID = SQL(columns + " WHERE id = ?")
  static let ofBook = SQL(columns + " WHERE book = ? ORDER BY id")
}
