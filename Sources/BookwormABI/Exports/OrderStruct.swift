// An order, and the total of several, to the caller's structs.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func order(_ row: Int64) throws -> bw_order {
    let row = try check(row, .orders)
    let columns = layout.columns
    var order = bw_order()
    order.quantity = number(columns[3], row, as: Int32.self)
    order.id = number(columns[0], row, as: Int64.self)
    order.book = number(columns[1], row, as: Int64.self)
    order.title = bw_text(text(columns[2], row))
    order.unit_price = number(columns[4], row, as: Int64.self)
    order.currency = bw_text(text(columns[5], row))
    order.total = number(columns[6], row, as: Int64.self)
    order.placed = number(columns[7], row, as: Int64.self)
    copy(uuid: columns[8], row, to: &order.global_id)
    for column in columns where isPresent(column, row) { order.fields |= column.bit }
    order.cancelled = number(columns[9], row, as: Int64.self)
    return order
  }

  func total(_ row: Int64) throws -> bw_order_total {
    let row = try check(row, .totals)
    let columns = layout.columns
    return bw_order_total(
      size: 0, reserved: 0, currency: bw_text(text(columns[0], row)),
      orders: number(columns[1], row, as: Int64.self),
      quantity: number(columns[2], row, as: Int64.self),
      total: number(columns[3], row, as: Int64.self))
  }
}
