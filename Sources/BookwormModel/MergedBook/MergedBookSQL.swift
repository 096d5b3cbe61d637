// All SQL of merged books that is theirs alone.
import BookwormStorage

enum MergedBookSQL {
  static let all = SQL("SELECT id, book, global_id FROM merged_books ORDER BY id")
  static let ofBooksThatAreThere = SQL(
    "SELECT id, book FROM merged_books WHERE id IN (SELECT id FROM books) ORDER BY id")
}
