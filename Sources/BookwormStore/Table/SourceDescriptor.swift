// Describes the source entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let source = EntityDescriptor(
    SourceFields.self, "source", table: "book_sources",
    fields: SourceFields.changing.union(.globalID), changed: "imported",
    unique: ("key", SourceFields.sourceID.rawValue), comesWith: .all, documentVersion: 2)
}
