// Describes the merged book entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let mergedBook = EntityDescriptor(
    MergedBookFields.self, "merged book", table: "merged_books", fields: .book,
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.mergedBooks.rawValue),
    hasLastID: false, comesWith: .all, documentVersion: 2)
}
