// This file defines the statements that read a list of each book, such as its genres.
import BookwormStorage

/// The statements that read the lists of one field.
package struct BookListSQL {
  package let ofBook: SQL
  /// Reads the lists of the books in a range of ids.
  package let ofRange: SQL
  /// Reads the lists of the books in an in-memory table, in its order.
  package let ofListed: SQL
}

extension BookListSQL {
  /// For a table whose rows belong to books and have positions there.
  init(_ value: String, of table: String) {
    ofBook = SQL("SELECT \(value) FROM \(table) WHERE book = ? ORDER BY position")
    ofRange = SQL(
      """
      SELECT book, position, \(value) FROM \(table) WHERE book BETWEEN ? AND ?
      ORDER BY book, position
      """)
    ofListed = SQL { dialect in
      let rows = BookSQL.inListed("\(table) l", "l.book", dialect)
      return "SELECT l.book, l.position, \(value) FROM \(rows)\(BookSQL.asListed(dialect))"
    }
  }
}
