// All SQL of what is kept of sources' books.
import BookwormStorage

enum SourceSQL {
  /// With the book's id again, or NULL where it is gone.
  static let byKey = SQL { dialect in
    """
    SELECT s.id, s.book, s.taken, s.raw, b.id
    FROM book_sources s LEFT JOIN books b ON b.id = s.book WHERE \(dialect.isKey("s.key"))
    """
  }
  static let ofBook = SQL(
    Entity.source.descriptor.sql.listing + " WHERE book = ? ORDER BY id")

  // MARK: Finding the book that a row means

  /// Books up to an id of which a source knew none, up to an id of its own: an import's own are not
  /// among them.
  private static func unknown(_ book: String, from first: Int) -> String {
    """
    \(book) <= ?\(first) AND NOT EXISTS
      (SELECT 1 FROM book_sources s
      WHERE s.book = \(book) AND s.source = ?\(first + 1) AND s.id <= ?\(first + 2))
    """
  }
  static let booksByIdentifier = SQL(
    "SELECT i.book FROM book_identifiers i WHERE i.key = ?1 AND " + unknown("i.book", from: 2)
      + " ORDER BY i.book")
  static let booksByTitle = SQL(
    "SELECT b.id, b.author FROM books b WHERE b.title_key = ?1 AND " + unknown("b.id", from: 2))
  /// The columns of a book, in their order.
  static let bookToCompare = SQL(
    BookSQL.byID(BookField.columns.map { "b.\($0.name)" }.joined(separator: ", ")))
  static let isLinked = SQL("SELECT id FROM book_sources WHERE book = ? AND source = ? LIMIT 1")
  static let identifierKeys = SQL("SELECT key FROM book_identifiers WHERE book = ?")
}
