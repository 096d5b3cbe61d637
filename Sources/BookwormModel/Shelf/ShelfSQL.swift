// All SQL of shelves that is theirs alone.
import BookwormStorage

enum ShelfSQL {
  static let line = SQL("SELECT line FROM shelves WHERE id = ?")
  static let byName = SQL(Entity.shelf.descriptor.sql.listing + " ORDER BY sort_key, id")
}
