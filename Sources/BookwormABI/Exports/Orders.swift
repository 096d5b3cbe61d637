// Prices and orders
//
// A book may have a price: bw_book.price, in the minor unit of bw_book.currency. An order keeps the
// title and the price of the moment when it was placed, and outlives its book. Orders are numbered
// from 1 up without a gap. One can be cancelled; nothing else of it ever changes, and none is
// deleted or undone.
import BookwormModel
import CBookwormTypes

/// Tells how many digits of an amount in a currency stand behind the decimal point: 2 for EUR, so
/// that 1299 reads 12.99, 0 for JPY, 3 for KWD. `currency` is a code of ISO 4217, in any case.
/// Fails with BW_ERROR_INVALID where it is none that a price may be in. Needs no store.
@_cdecl("bw_currency_get_digits")
public func bw_currency_get_digits(
  _ currency: UnsafePointer<CChar>?, _ currency_length: Int64,
  _ digits: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let digits = try required(digits, "digits")
    digits.pointee = try Currency.digits(try text(currency, currency_length, "currency"))
  }
}

/// Orders `quantity` pieces of a book, 1 to 20 (bw_form_defaults.quantity, 1, is what a form starts
/// with). `id`, which may be NULL, gets the order's id.
///
/// Fails with BW_ERROR_INVALID where the quantity is out of range ("quantity"), the book has no
/// price ("book"), or the total is more than an int64_t holds ("total"); with BW_ERROR_NOT_FOUND
/// where there is no such book. Then there is no order, and its number goes to the next one.
@_cdecl("bw_order_place")
public func bw_order_place(
  _ store: BWStore?, _ book: Int64, _ quantity: Int32, _ id: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let placed = try Handles.session(store).placeOrder(ofBook: book, quantity: quantity)
    id?.pointee = placed
  }
}

/// Reads one order. `order`, prepared with BW_INIT, borrows its texts from `*result`, which is
/// yours to free with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_order_get")
public func bw_order_get(
  _ store: BWStore?, _ id: Int64, _ order: UnsafeMutablePointer<bw_order>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (order, result) = (try output(order, "order"), try required(result, "result"))
    let rows = try Handles.session(store).order(id)
    let row = try rows.order(0)
    result.pointee = try Handles.add(rows)
    order.write(row)
  }
}

/// Reads the orders whose ids come after `after`, 0 for those from the first on, in the order in
/// which they were placed: at most `limit` of them, -1 for all. Free the result with
/// bw_result_free().
@_cdecl("bw_orders_list")
public func bw_orders_list(
  _ store: BWStore?, _ after: Int64, _ limit: Int64, _ orders: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let orders = try required(orders, "orders")
    orders.pointee = try Handles.add(
      try Handles.session(store).orders(after: after, limit: limit))
  }
}

/// Reads the orders of a book, which may have been deleted since, in the order in which they were
/// placed. Those of the books that were merged into it are among them, whichever of the ids is
/// given. A book that was never ordered, or never was, has none. Free the result with
/// bw_result_free().
@_cdecl("bw_book_list_orders")
public func bw_book_list_orders(
  _ store: BWStore?, _ book: Int64, _ orders: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let orders = try required(orders, "orders")
    orders.pointee = try Handles.add(try Handles.session(store).orders(ofBook: book))
  }
}

/// Cancels an order: it stays, with the moment in bw_order.cancelled, and no total counts it any
/// more. To cancel it again changes nothing. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_order_cancel")
public func bw_order_cancel(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).cancelOrder(id) }
}

/// Adds up the orders of each currency that were not cancelled: a row for each, by its code; see
/// bw_result_get_total(). Free the result with bw_result_free(). Fails with BW_ERROR_INVALID,
/// naming the currency, where a total is more than an int64_t holds. Cost: in proportion to the
/// number of orders.
@_cdecl("bw_orders_list_totals")
public func bw_orders_list_totals(
  _ store: BWStore?, _ totals: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let totals = try required(totals, "totals")
    totals.pointee = try Handles.add(try Handles.session(store).orderTotals())
  }
}
