// All SQL of orders. They are never changed or deleted.
import BookwormStorage

enum OrderSQL {
  static let insert = SQL(
    """
    INSERT INTO orders (id, book, title, quantity, unit_price, currency, total, placed, global_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """)
  static let last = SQL("SELECT max(id) FROM orders")
  static let offer = SQL("SELECT title, price, currency FROM books WHERE id = ?")
  static let amounts = SQL("SELECT currency, quantity, total FROM orders")

  // The columns are those of OrderReading's layout.
  private static let columns = """
    SELECT id, book, title, quantity, unit_price, currency, total, placed, global_id FROM orders
    """
  static let allToCheck = SQL(columns + " ORDER BY id")
  static let byID = SQL(columns + " WHERE id = ?")
  static let after = SQL(columns + " WHERE id > ? ORDER BY id LIMIT ?")
}
