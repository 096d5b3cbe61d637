// All SQL that a merge of stores has besides that of the entities.
import BookwormStorage

enum StoreMergeSQL {
  static let globalIDOfBook = SQL("SELECT global_id FROM books WHERE id = ?")
  static let globalIDOfMerged = SQL("SELECT global_id FROM merged_books WHERE id = ?")
  static let setUpdated = SQL("UPDATE books SET updated = ?2 WHERE id = ?1")
}
