// Converts the total of several orders to the caller's struct.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension RowSet {
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
