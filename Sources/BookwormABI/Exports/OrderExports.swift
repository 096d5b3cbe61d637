// Prices and orders
//
// A book may have a price: bw_book.price, in the minor unit of bw_book.currency. An order keeps the
// title and the price at the moment when it was placed, and outlives its book. Orders are numbered
// from 1 without gaps. An order can be cancelled; nothing else in it changes, and no order is
// deleted or undone.
import BookwormBooks
import BookwormRecords
import CBookwormTypes

/// Gets the number of decimal digits of amounts in a currency: 2 for EUR (1299 is 12.99), 0 for
/// JPY, 3 for KWD. `currency` is an ISO 4217 code; case is ignored. Fails with BW_ERROR_INVALID if
/// it is not a currency for prices. Needs no store.
@_cdecl("bw_currency_get_digits")
public func bw_currency_get_digits(
  _ currency: UnsafePointer<CChar>?, _ currency_length: Int64,
  _ digits: UnsafeMutablePointer<Int32>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let digits = try required(digits, "digits")
    digits.pointee = try Currency.digits(try givenText(currency, currency_length, "currency"))
  }
}

/// Orders `quantity` copies of a book, 1 to 20. A form should initially show
/// bw_form_defaults.quantity, which is 1. `id`, which may be NULL, gets the order's id.
///
/// Fails with BW_ERROR_INVALID if the quantity is out of range ("quantity"), the book has no price
/// ("book"), or the total does not fit in an int64_t ("total"), and with BW_ERROR_NOT_FOUND. A
/// failed call places no order and uses no number.
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

/// Reads one order. Prepare `order` with BW_INIT; it borrows its texts from `*result`, which you
/// own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_order_get")
public func bw_order_get(
  _ store: BWStore?, _ id: Int64, _ order: UnsafeMutablePointer<bw_order>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (order, result) = (try output(order, "order"), try required(result, "result"))
    let rows = try Handles.session(store).order(id)
    let row: bw_order = try rows.struct(.order, 0)
    result.pointee = try Handles.add(rows)
    order.write(row)
  }
}

/// Reads the orders whose ids are above `after`, in the order they were placed. `after` is 0 for
/// the first orders. The result has at most `limit` rows; -1 means all. Free the result with
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

/// Reads the orders of a book, even a deleted one, in the order they were placed. They include the
/// orders of books that were merged into it, whichever of the ids is given. A book that was never
/// ordered, or does not exist, has none. Free the result with bw_result_free().
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

/// Cancels an order: it remains, with the time in bw_order.cancelled, and no longer counts in
/// totals. Cancelling it again changes nothing. Fails with BW_ERROR_NOT_FOUND.
@_cdecl("bw_order_cancel")
public func bw_order_cancel(
  _ store: BWStore?, _ id: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.session(store).cancelOrder(id) }
}

/// Adds up the orders that were not cancelled, one row per currency, ordered by its code; see
/// bw_result_get_total(). Free the result with bw_result_free(). Fails with BW_ERROR_INVALID,
/// naming the currency, if a total does not fit in an int64_t. Cost: in proportion to the number of
/// orders.
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
