// The row that is read before a book is deleted.
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A row of BookSQL.allToDelete: the book's facts, the title's key, the number of contributors,
/// whether there is a cover, the texts as in SearchSQL.texts, and then all columns of the
/// descriptor.
package struct BookToDelete {
  package static let firstText: Int32 = 7
  package static let firstColumn = firstText + Int32(SearchSQL.textCount)
  private static let titleSort =
    firstColumn + Int32(Entity.book.descriptor.allColumns.firstIndex(of: "title_sort") ?? 0)

  package let row: Statement

  package init(_ row: Statement) { self.row = row }

  package var facts: BookFacts { BookFacts(row) }
  package var titleKey: Bytes { row.blob(4) }
  /// Whether the title's key may differ from the key of the title as written.
  package var mayHavePlainTitle: Bool {
    titleKey.contains(Keys.beforeFirst) || !row.isNull(BookToDelete.titleSort)
  }
  package var hasContributors: Bool { row.int64(5) != 0 }
  package var hasCover: Bool { row.int64(6) != 0 }
}
