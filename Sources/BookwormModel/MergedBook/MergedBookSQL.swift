// Contains the SQL that only merged books use.
import BookwormStorage

enum MergedBookSQL {
  static let ofBooksThatAreThere = SQL(
    "SELECT id, book FROM merged_books WHERE id IN (SELECT id FROM books) ORDER BY id")
}
