// What an order is to the store: its table. It may be cancelled, is never deleted or undone, and
// outlives its book.
import BookwormStorage

enum OrderEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .order, "order", table: "orders",
    [
      EntityColumn("id", .int64, OrderFields.id),
      EntityColumn("book", .int64, OrderFields.book),
      EntityColumn("title", .text, OrderFields.title),
      EntityColumn("quantity", .int64, OrderFields.quantity),
      EntityColumn("unit_price", .int64, OrderFields.unitPrice),
      EntityColumn("currency", .text, OrderFields.currency),
      EntityColumn("total", .int64, OrderFields.total),
      EntityColumn("placed", .int64, OrderFields.placed),
      EntityColumn("global_id", .uuid, OrderFields.globalID),
      EntityColumn("cancelled", .int64, OrderFields.cancelled, optional: true),
    ], fields: OrderFields([.book, .cancelled]), hasLastID: false, isUndone: false)

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool { throw UndoRecord.broken }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let order = PlacedOrder(
      id: row.id, book: try row.integer("book"), title: try row.text("title"),
      quantity: try row.integer("quantity"), unitPrice: try row.integer("unit_price"),
      currency: try row.text("currency"), total: try row.integer("total"),
      placed: try row.integer("placed"), cancelled: row.optionalInteger("cancelled"))
    guard order.id == row.previousID &+ 1 else {
      throw Failure(.invalid, "id", "id is \(order.id); orders count up from 1 without a gap")
    }
    guard (1...max(1, row.lastBook)).contains(order.book), row.lastBook > 0 else {
      throw Failure(
        .invalid, "book", "book is \(order.book), but no id above \(row.lastBook) has been given")
    }
    try order.check()
    try writer.insert(order, row.globalID)
  }

  static func check(_ inspection: Inspection) throws {
    let connection = inspection.connection
    let select = try connection.statement(OrderSQL.allToCheck)
    defer { select.reset() }
    let lastBook =
      try connection.idAbove(.book) ?? connection.property(Entity.book.descriptor.lastID) ?? 0
    var expected: Int64 = 1
    while try select.step() {
      let order = PlacedOrder(select)
      try inspection.expect("orders", order.id) {
        guard order.id == expected else {
          throw Failure(.invalid, "id", "there is no order \(expected) before it")
        }
        try order.check()
      }
      if !(1...max(1, lastBook)).contains(order.book) {
        try inspection.report(
          .reference, "orders", order.id, "there never was a book \(order.book), which is ordered")
      }
      expected = order.id &+ 1
    }
  }
}
