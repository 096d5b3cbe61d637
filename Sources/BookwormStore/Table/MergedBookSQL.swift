// Contains the SQL that only merged books use.
import BookwormStorage

package enum MergedBookSQL {
  package static let ofBooksThatAreThere = SQL(
    "SELECT id, book FROM merged_books WHERE id IN (SELECT id FROM books) ORDER BY id")
}
