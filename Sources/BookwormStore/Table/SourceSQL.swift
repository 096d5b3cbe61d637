// Contains all SQL of book_sources, whose rows link books to the ids that sources give to them.
import BookwormRecords
import BookwormStorage

package enum SourceSQL {
  /// Selects the row with a key, and its book's id again, or NULL if the book no longer exists.
  package static let byKey = SQL { dialect in
    """
    SELECT s.id, s.book, s.taken, s.raw, b.id
    FROM book_sources s LEFT JOIN books b ON b.id = s.book WHERE \(dialect.isKey("s.key"))
    """
  }
  package static let ofBook = SQL(
    Entity.source.descriptor.sql.listing + " WHERE book = ? ORDER BY id")

  /// Selects rows up to an id, if their books still exist.
  package static let ofSource = SQL(
    """
    SELECT s.id, s.book, s.source_id FROM book_sources s JOIN books b ON b.id = s.book
    WHERE s.source = ? AND s.id <= ? ORDER BY s.id
    """)

  // MARK: Finding the book of a row

  /// The condition that a book's id is not above a limit, and that no row of a source, up to
  /// another limit, refers to the book. The limits exclude books and rows that the import itself
  /// added.
  private static func unknown(_ book: String, from first: Int) -> String {
    """
    \(book) <= ?\(first) AND NOT EXISTS
      (SELECT 1 FROM book_sources s
      WHERE s.book = \(book) AND s.source = ?\(first + 1) AND s.id <= ?\(first + 2))
    """
  }
  package static let booksByIdentifier = SQL(
    "SELECT i.book FROM book_identifiers i WHERE i.key = ?1 AND " + unknown("i.book", from: 2)
      + " ORDER BY i.book")
  /// Finds books by the id that a source gives to them. An identifier whose scheme is the source's
  /// name has the same key as that id.
  package static let booksBySource = SQL { dialect in
    "SELECT b.id FROM book_sources s JOIN books b ON b.id = s.book WHERE \(dialect.isKey("s.key"))"
      + " AND " + unknown("b.id", from: 2)
  }
  /// Selects id, author and title of the books with a title, by the key of the title as it is. Also
  /// includes books with other titles that are sorted by this key.
  package static let booksByTitle = SQL(
    ["books b WHERE b.title_key = ?1", "\(BookSQL.ofPlainTitles) WHERE p.key = ?1"].map {
      "SELECT b.id, b.author, b.title FROM \($0) AND " + unknown("b.id", from: 2)
    }.joined(separator: " UNION ALL "))
  /// Selects the columns of a book, in their order.
  package static let bookToCompare = SQL(
    BookByIDSQL.text(BookField.columns.map { "b.\($0.name)" }.joined(separator: ", ")))
  package static let isLinked = SQL(
    "SELECT id FROM book_sources WHERE book = ? AND source = ? LIMIT 1")
  package static let identifierKeys = SQL("SELECT key FROM book_identifiers WHERE book = ?")
}
