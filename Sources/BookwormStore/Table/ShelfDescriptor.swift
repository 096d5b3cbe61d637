// Describes the shelf entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let shelf = EntityDescriptor(
    ShelfFields.self, "shelf", table: "shelves",
    fields: [.name, .line, .globalID], unique: ("name_key", ShelfFields.name.rawValue),
    documentVersion: 2,
    changeName: { ShelfFields(rawValue: $0) == .name ? "Rename" : "Change" })
}
