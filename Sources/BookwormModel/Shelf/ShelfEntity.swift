// Describes the shelf entity: its table. A shelf is a saved search: a name and a search line. Its
// books are searched for whenever it is read.
import BookwormStorage

enum ShelfEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    ShelfFields.self, "shelf", table: "shelves", rows: .shelves,
    fields: [.name, .line, .globalID], unique: ("name_key", ShelfFields.name.rawValue),
    documentVersion: 2,
    changeName: { ShelfFields(rawValue: $0) == .name ? "Rename" : "Change" })
}
