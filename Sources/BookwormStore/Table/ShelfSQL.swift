// Contains the SQL that only shelves use.
import BookwormRecords
import BookwormStorage

package enum ShelfSQL {
  package static let line = SQL("SELECT line FROM shelves WHERE id = ?")
  package static let byName = SQL(Entity.shelf.descriptor.sql.listing + " ORDER BY sort_key, id")
  package static let names = SQL("SELECT id, name, line FROM shelves ORDER BY sort_key, id")
}
