// Describes the reading entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  package static let reading = EntityDescriptor(
    ReadingFields.self, "reading", table: "readings",
    fields: ReadingFields.givable.union(.book),
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.readings.rawValue),
    comesWith: .followed, documentVersion: 2)
}
