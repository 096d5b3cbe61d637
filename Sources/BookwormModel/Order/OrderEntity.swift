// Describes the order entity: its table. An order can be cancelled, is never deleted or undone, and
// outlives its book.
import BookwormStorage

enum OrderEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    OrderFields.self, "order", table: "orders", rows: .orders, fields: [.book, .cancelled],
    hasLastID: false, isUndone: false)

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool { throw UndoRecord.broken }
}
