// Contains the SQL that only shelves use.
import BookwormStorage

enum ShelfSQL {
  static let line = SQL("SELECT line FROM shelves WHERE id = ?")
  static let byName = SQL(Entity.shelf.descriptor.sql.listing + " ORDER BY sort_key, id")
  static let names = SQL("SELECT id, name, line FROM shelves ORDER BY sort_key, id")
}
