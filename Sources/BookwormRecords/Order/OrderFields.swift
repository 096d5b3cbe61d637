// This table lists the fields of an order, a line each.

package struct OrderFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "an order"
  package static let entity = Entity.order

  package static let id = OrderFields(bit: 0)
  package static let book = OrderFields(bit: 1)
  package static let title = OrderFields(bit: 2)
  package static let quantity = OrderFields(bit: 3)
  package static let unitPrice = OrderFields(bit: 4)
  package static let currency = OrderFields(bit: 5)
  package static let total = OrderFields(bit: 6)
  package static let placed = OrderFields(bit: 7)
  package static let globalID = OrderFields(bit: 8)
  package static let cancelled = OrderFields(bit: 9)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
    line(.id, "id", .int64, .stored),
    line(
      .book, "book", .int64, .stored,
      label: Localised(en: "Book", de: "Buch", pl: "Książka", ko: "책")),
    line(.title, "title", .text, .stored, .name),
    line(
      .quantity, "quantity", .int32, .stored, .quantity,
      label: Localised(en: "Quantity", de: "Anzahl", pl: "Liczba", ko: "수량")),
    line(
      .unitPrice, "unit_price", .int64, .stored, .notNegative,
      label: Localised(en: "Unit price", de: "Einzelpreis", pl: "Cena za sztukę", ko: "단가")),
    line(.currency, "currency", .text, .stored, .currency),
    line(
      .total, "total", .int64, .stored,
      label: Localised(en: "Total", de: "Gesamtpreis", pl: "Razem", ko: "합계")),
    line(
      .placed, "placed", .instant, .stored,
      label: Localised(en: "Ordered", de: "Bestellt", pl: "Zamówiono", ko: "주문한 날")),
    line(.globalID, "global_id", .uuid, .stored),
    line(
      .cancelled, "cancelled", .instant,
      label: Localised(en: "Cancelled", de: "Storniert", pl: "Anulowano", ko: "취소한 날")),
  ]

  package static func total(_ unitPrice: Int64, times quantity: Int32) -> Int64? {
    let (total, overflow) = unitPrice.multipliedReportingOverflow(by: Int64(quantity))
    return overflow ? nil : total
  }

  /// Does not check whether the book exists, because an order outlives its book.
  package static func check(_ order: Draft<OrderFields>) throws {
    let (currency, total) = (order.text(.currency), order.int64(.total))
    guard try Currency.check(currency).code.elementsEqual(currency) else {
      throw Failure(.invalid, "currency", "currency must be in capitals")
    }
    let (price, quantity) = (order.int64(.unitPrice), order.int32(.quantity))
    guard OrderFields.total(price, times: quantity) == total else {
      throw Failure(.invalid, "total", "total is \(total), not \(quantity) times \(price)")
    }
  }
}
