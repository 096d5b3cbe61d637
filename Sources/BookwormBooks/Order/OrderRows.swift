// Reads the orders of a book, and the totals of all orders in each currency.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func order(_ id: Int64) throws -> RowSet { try row(.order, id) }

  package func orders(after id: Int64, limit: Int64) throws -> RowSet {
    try rows(.order, after: id, limit: limit)
  }

  /// Returns the orders of a book, which may be deleted, and of the books that were merged into it,
  /// in the order of their ids.
  package func orders(ofBook book: Int64) throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        let book = try connection.ownerIfAny(of: .merged, book) ?? book
        return try connection.rows(.order, expecting: 16, OrderSQL.ofBook, book)
      }
    }
  }

  /// Totals the orders that were not cancelled: one row for each currency, by its code.
  package func orderTotals() throws -> RowSet {
    let totals = try read { try $0.orderTotals() }
    let rows = try RowSet(.totals, OrderTotal.layout, expecting: totals.count)
    for (currency, total) in totals.sorted(by: { $0.key < $1.key }) {
      var currency = currency
      try currency.withUTF8 { try rows.append(total, currency: $0) }
    }
    return rows
  }
}

private struct OrderTotal {
  var orders: Int64 = 0
  var quantity: Int64 = 0
  var total: Int64 = 0

  static let layout = RowLayout([
    ColumnSpec("currency", .text),
    ColumnSpec("orders", .int64),
    ColumnSpec("quantity", .int64),
    ColumnSpec("total", .int64),
  ])

  /// Returns false if a sum would overflow.
  mutating func add(quantity more: Int64, total amount: Int64) -> Bool {
    let (pieces, tooMany) = quantity.addingReportingOverflow(more)
    let (sum, tooMuch) = total.addingReportingOverflow(amount)
    guard !tooMany, !tooMuch else { return false }
    (orders, quantity, total) = (orders &+ 1, pieces, sum)
    return true
  }
}

extension RowSet {
  fileprivate func append(_ total: OrderTotal, currency: Bytes) throws {
    let columns = layout.columns
    try appendRow {
      try append(currency, to: columns[0])
      append(total.orders, to: columns[1])
      append(total.quantity, to: columns[2])
      append(total.total, to: columns[3])
    }
  }
}

extension Connection {
  /// The sums are added here, because the engine could not name the currency whose sum is too
  /// large.
  fileprivate func orderTotals() throws -> [String: OrderTotal] {
    var totals: [String: OrderTotal] = [:]
    try each(OrderSQL.amounts) { select in
      let currency = String(decoding: select.text(0), as: UTF8.self)
      guard
        totals[currency, default: OrderTotal()]
          .add(quantity: select.int64(1), total: select.int64(2))
      else {
        throw Failure(
          .invalid, "total",
          "total of the orders in \(currency) is more than \(Int64.max) minor units")
      }
    }
    return totals
  }
}
