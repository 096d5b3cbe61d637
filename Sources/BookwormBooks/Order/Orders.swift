// Places and cancels orders. An order keeps the title and the price of the moment when it was
// placed, whatever happens to the book.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns the order's id. Ids count up from 1 without a gap.
  package func placeOrder(ofBook book: Int64, quantity: Int32) throws -> Int64 {
    try Rules.quantity(quantity)
    return try write { try $0.placeOrder(ofBook: book, quantity: quantity) }
  }

  /// The order stays. A cancelled order keeps the time of its first cancellation.
  package func cancelOrder(_ id: Int64) throws {
    try write { try $0.cancelOrder(id) }
  }
}

extension Writer {
  fileprivate func cancelOrder(_ id: Int64) throws {
    let isCancelled = try connection.first(OrderSQL.cancelled, id) { !$0.isNull(0) }
    guard let isCancelled else { throw Failure.no(.order, id) }
    guard !isCancelled else { return }
    let update = try connection.statement(OrderSQL.cancel)
    update.bind(1, id)
    update.bind(2, Clock.now())
    try update.run()
    pending.log.add(.update, .order, id, OrderFields.cancelled.rawValue)
  }

  fileprivate func placeOrder(ofBook book: Int64, quantity: Int32) throws -> Int64 {
    let offer = try connection.statement(OrderSQL.offer)
    defer { offer.reset() }
    offer.bind(1, book)
    guard try offer.step() else { throw Failure.no(.book, book) }
    guard !offer.isNull(1), !offer.isNull(2) else {
      throw Failure(
        .invalid, "book", "the book \(book) has no price; set a price before you order it")
    }
    let price = offer.int64(1)
    guard let total = OrderFields.total(price, times: quantity) else {
      throw Failure(
        .invalid, "total",
        "total is more than \(Int64.max) minor units: \(quantity) at \(price) each")
    }
    let id = try connection.lastOrder() &+ 1
    guard id > 0 else { throw StorageError(.full, "the store has run out of ids") }
    var order = Draft<OrderFields>()
    order.give(.id, id)
    order.give(.book, book)
    order.give(.title, offer.text(0))
    order.give(.quantity, quantity)
    order.give(.unitPrice, price)
    order.give(.currency, offer.text(2))
    order.give(.total, total)
    order.give(.placed, Clock.now())
    try order.check(.row)
    try insert(order)
    return id
  }
}

extension Connection {
  /// Returns the id of the last order, or 0 if there are no orders. It cannot change while the
  /// caller holds the write lock.
  package func lastOrder() throws -> Int64 { try number(OrderSQL.last) }
}
