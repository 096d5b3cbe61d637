// Contains the SQL that only quotes use.
import BookwormStorage

package enum QuoteSQL {
  package static let setAllCreated = SQL(
    "UPDATE quotes SET created = ?1 + id + (SELECT created FROM books WHERE id = book)")
}
