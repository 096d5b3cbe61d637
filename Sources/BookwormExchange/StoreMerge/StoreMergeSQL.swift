// Contains all SQL of a merge of stores, except the SQL of the entities.
import BookwormStorage

enum StoreMergeSQL {
  static let globalIDOfBook = SQL("SELECT global_id FROM books WHERE id = ?")
  static let globalIDOfMerged = SQL("SELECT global_id FROM merged_books WHERE id = ?")
}
