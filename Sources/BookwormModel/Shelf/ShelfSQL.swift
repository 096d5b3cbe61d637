// All SQL of shelves.
import BookwormStorage

enum ShelfSQL {
  static let insert = SQL(
    """
    INSERT INTO shelves (id, name, line, name_key, sort_key, global_id) VALUES (?, ?, ?, ?, ?, ?)
    """)
  static let byKey = SQL { "SELECT id FROM shelves WHERE " + $0.isKey("name_key") }
  static let rename = SQL(
    "UPDATE shelves SET name = ?2, name_key = ?3, sort_key = ?4 WHERE id = ?1")
  static let setLine = SQL("UPDATE shelves SET line = ?2 WHERE id = ?1")
  static let line = SQL("SELECT line FROM shelves WHERE id = ?")
  static let count = SQL("SELECT count(*) FROM shelves")
  static let allToCheck = SQL("SELECT id, name, line, name_key, sort_key FROM shelves")
  static let allForKeys = SQL("SELECT id, name FROM shelves")
  static let setKey = SQL("UPDATE shelves SET sort_key = ?2 WHERE id = ?1")
  static let setNameKey = SQL("UPDATE shelves SET name_key = ?2 WHERE id = ?1")

  // The columns are those of ShelfRows' layout.
  private static let columns = "SELECT id, name, line, global_id FROM shelves"
  static let byID = SQL(columns + " WHERE id = ?")
  static let byName = SQL(columns + " ORDER BY sort_key, id")
}
