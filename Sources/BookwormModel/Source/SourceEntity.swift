// Describes the entity of a source's book: its table. A row outlives its book, so that the next
// import does not recreate a book that was deleted here.
import BookwormStorage

enum SourceEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    SourceFields.self, "source", table: "book_sources", rows: .sources,
    fields: SourceFields.changing.union(.globalID), changed: "imported",
    unique: ("key", SourceFields.sourceID.rawValue), comesWith: .all, documentVersion: 2)
}
