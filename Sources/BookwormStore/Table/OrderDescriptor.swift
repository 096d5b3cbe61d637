// Describes the order entity: its table.
import BookwormRecords
import BookwormStorage

extension EntityDescriptor {
  static let order = EntityDescriptor(
    OrderFields.self, "order", table: "orders", fields: [.book, .cancelled],
    hasLastID: false, isUndone: false)
}
