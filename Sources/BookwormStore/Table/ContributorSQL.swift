// Contains all SQL of contributors, except the statements that queries and statistics compose.
import BookwormStorage

package enum ContributorSQL {
  package static let table = "book_people"
  private static let keys = "role_key, key, folded, sort_key"

  package static let add = SQL(
    """
    INSERT INTO book_people (book, position, name, sort, role, \(keys))
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)
  package static let delete = SQL("DELETE FROM book_people WHERE book = ?")
  package static let ofBook = SQL(
    "SELECT name, coalesce(sort, ''), role FROM book_people WHERE book = ? ORDER BY position")
  package static let inPlace = SQL(
    """
    SELECT position, name, sort, role, \(keys) FROM book_people WHERE book = ? ORDER BY position
    """)
  package static let all = SQL(
    "SELECT book, position, name, coalesce(sort, ''), role, \(keys) FROM book_people")
  package static let setKeys = SQL(
    """
    UPDATE book_people SET role_key = ?3, key = ?4, folded = ?5, sort_key = ?6
    WHERE book = ?1 AND position = ?2
    """)
  /// Selects the books of a contributor by the key ?1. Also selects books whose author is the name
  /// ?2, whatever its sort form.
  package static let booksOfPerson = SQL(
    """
    SELECT book AS id FROM book_people WHERE key = ?1
    UNION SELECT id FROM books WHERE author_key = ?1 OR author = ?2 ORDER BY id
    """)
  package static let sortOfPerson = SQL(
    """
    SELECT sort FROM book_people WHERE key = ? AND sort IS NOT NULL ORDER BY book, position LIMIT 1
    """)
  package static let authorOfBook = SQL("SELECT author, author_sort FROM books WHERE id = ?")

  package static let names = BookListSQL("name", of: table)
  package static let sorts = BookListSQL("coalesce(sort, '')", of: table)
  package static let roles = BookListSQL("role", of: table)

  // MARK: Check

  package static let withoutBook = SQL(
    "SELECT DISTINCT book, 0 FROM book_people WHERE book NOT IN (SELECT id FROM books)")
  package static let positions = SQL(
    """
    SELECT book, 0 FROM book_people GROUP BY book
    HAVING min(position) <> 0 OR max(position) <> count(*) - 1
    """)
}
