// An order as a whole, as it is written and as it comes from elsewhere; and the rules that it
// keeps.
import BookwormStorage

struct PlacedOrder {
  let id: Int64
  let book: Int64
  let title: Bytes
  let quantity: Int64
  let unitPrice: Int64
  let currency: Bytes
  let total: Int64
  let placed: Milliseconds
  var cancelled: Milliseconds?

  /// Whether the book is there is not looked at: an order outlives its book.
  func check() throws {
    try Rules.name(title, "title")
    try Rules.quantity(Int32(clamping: quantity))
    guard unitPrice >= 0 else {
      throw Failure(.invalid, "unit_price", "unit_price is \(unitPrice); it must be 0 or more")
    }
    guard try Currency.check(currency).code.elementsEqual(currency) else {
      throw Failure(.invalid, "currency", "currency must be in capitals")
    }
    let (product, overflow) = unitPrice.multipliedReportingOverflow(by: quantity)
    guard !overflow, product == total else {
      throw Failure(.invalid, "total", "total is \(total), not \(quantity) times \(unitPrice)")
    }
    try Rules.instant(placed, "placed")
    if let cancelled { try Rules.instant(cancelled, "cancelled") }
  }
}

extension PlacedOrder {
  /// From a row whose columns are those of the table, in their order.
  init(_ row: Statement) {
    self.init(
      id: row.int64(0), book: row.int64(1), title: row.text(2), quantity: row.int64(3),
      unitPrice: row.int64(4), currency: row.text(5), total: row.int64(6), placed: row.int64(7),
      cancelled: row.isNull(9) ? nil : row.int64(9))
  }
}

extension Writer {
  func insert(_ order: PlacedOrder, _ globalID: GlobalID? = nil) throws {
    let insert = try connection.statement(OrderSQL.insert)
    insert.bind(1, order.id)
    insert.bind(2, order.book)
    try insert.bindText(3, order.title)
    insert.bind(4, order.quantity)
    insert.bind(5, order.unitPrice)
    try insert.bindText(6, order.currency)
    insert.bind(7, order.total)
    insert.bind(8, order.placed)
    if let cancelled = order.cancelled { insert.bind(10, cancelled) } else { insert.bindNull(10) }
    try run(insert, globalID: 9, globalID, at: Clock.now())
    inserted(.order, order.id)
  }
}
