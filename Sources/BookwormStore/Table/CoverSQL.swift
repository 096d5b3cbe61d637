// Contains all SQL of covers.
import BookwormStorage

package enum CoverSQL {
  /// The columns that only the first piece sets.
  private static let facts = "format, width, height, size, digest"

  package static let cover = SQL("SELECT \(facts) FROM book_covers WHERE book = ? AND piece = 0")
  /// Selects the pieces in a range.
  package static let pieces = SQL(
    "SELECT data FROM book_covers WHERE book = ? AND piece BETWEEN ? AND ? ORDER BY piece")
  package static let insert = SQL(
    """
    INSERT INTO book_covers (book, piece, \(facts), data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    """)
  /// Selects the parameters of `insert`, except the book.
  package static let rows = SQL(
    "SELECT piece, \(facts), data FROM book_covers WHERE book = ? ORDER BY piece")
  package static let delete = SQL("DELETE FROM book_covers WHERE book = ?")
  /// Copies a cover from ?1 to ?2 in the same store.
  package static let copy = SQL(
    """
    INSERT INTO book_covers (book, piece, \(facts), data)
    SELECT ?2, piece, \(facts), data FROM book_covers WHERE book = ?1
    """)
  package static let books = SQL("SELECT DISTINCT book FROM book_covers ORDER BY book")
  package static let withoutBook = SQL(
    "SELECT DISTINCT book, 0 FROM book_covers WHERE book NOT IN (SELECT id FROM books)")
}
