// Contains the SQL that maintains a store as a whole, not the rows of one entity.
import BookwormRecords
import BookwormStorage

enum MaintenanceSQL {
  // MARK: Check. Each row has the values for the problem's text: an id, and another number.

  static let linksWithoutBook = SQL(
    "SELECT book, genre FROM book_genres WHERE book NOT IN (SELECT id FROM books)")
  static let linksWithoutGenre = SQL(
    "SELECT book, genre FROM book_genres WHERE genre NOT IN (SELECT id FROM genres)")
  static let identifiersWithoutBook = SQL(
    "SELECT DISTINCT book, 0 FROM book_identifiers WHERE book NOT IN (SELECT id FROM books)")

  static let positions = SQL(
    """
    SELECT book, position FROM book_genres GROUP BY book, position
    HAVING count(*) > 1 OR position < 0
    """)
  static let tooManyGenres = SQL(
    """
    SELECT book, count(*) FROM book_genres GROUP BY book HAVING count(*) > \(Rules.listLimit)
    """)
  static let identifierPositions = SQL(
    """
    SELECT book, 0 FROM book_identifiers GROUP BY book
    HAVING min(position) <> 0 OR max(position) <> count(*) - 1
    """)
  // The links are kept in two orders, and the second is derived from the first.
  private static let links = """
    SELECT l.book, l.genre, b.title_key FROM book_genres l JOIN books b ON b.id = l.book
    """
  private static let linksByGenre = "SELECT book, genre, title_key FROM genre_books"
  static let linksMissing = SQL("\(links) EXCEPT \(linksByGenre)")
  static let linksTooMany = SQL("\(linksByGenre) EXCEPT \(links)")
}
