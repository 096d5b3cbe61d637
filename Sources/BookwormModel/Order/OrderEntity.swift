// Describes the order entity: its table. An order can be cancelled, is never deleted or undone, and
// outlives its book.
import BookwormStorage

enum OrderEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    OrderFields.self, "order", table: "orders", rows: .orders, fields: [.book, .cancelled],
    hasLastID: false, isUndone: false)

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool { throw UndoRecord.broken }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    guard row.id == row.previousID &+ 1 else {
      throw Failure(.invalid, "id", "id is \(row.id); orders count up from 1 without a gap")
    }
    let order = try Draft<OrderFields>(row)
    try row.checkBookHasBeen(order.int64(.book))
    try writer.insert(order, row.globalID)
  }

  static func check(_ inspection: Inspection) throws {
    let lastBook = try inspection.connection.highestBook()
    var expected: Int64 = 1
    try inspection.check(OrderFields.self) { id, order in
      if id != expected {
        try inspection.report(.value, "orders", id, "there is no order \(expected) before it")
      }
      expected = id &+ 1
      let book = order.int64(.book)
      if order.given.contains(.book), !(1...max(1, lastBook)).contains(book) {
        try inspection.report(
          .reference, "orders", id, "there never was a book \(book), which is ordered")
      }
    }
  }
}
