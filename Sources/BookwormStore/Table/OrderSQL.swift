// Contains the SQL that only orders use. Orders are never deleted. Only their `cancelled` changes,
// and their `book` when stores are merged.
import BookwormRecords
import BookwormStorage

package enum OrderSQL {
  package static let last = SQL("SELECT max(id) FROM orders")
  package static let offer = SQL("SELECT title, price, currency FROM books WHERE id = ?")
  package static let amounts = SQL(
    "SELECT currency, quantity, total FROM orders WHERE cancelled IS NULL")
  package static let cancelled = SQL("SELECT cancelled FROM orders WHERE id = ?")
  package static let setBook = SQL("UPDATE orders SET book = ?2 WHERE id = ?1")
  package static let cancel = SQL("UPDATE orders SET cancelled = ?2 WHERE id = ?1")
  /// Also selects orders of books that were merged into the book.
  package static let ofBook = SQL(
    Entity.order.descriptor.sql.listing + """
       WHERE book = ?1 OR book IN (SELECT id FROM merged_books WHERE book = ?1) ORDER BY id
      """)
}
