// The fields of an order, as bits.

public struct OrderFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "an order"
  public static let names = [
    "id", "book", "title", "quantity", "unit_price", "currency", "total", "placed", "global_id",
    "cancelled",
  ]

  public static let id = OrderFields(bit: 0)
  public static let book = OrderFields(bit: 1)
  public static let title = OrderFields(bit: 2)
  public static let quantity = OrderFields(bit: 3)
  public static let unitPrice = OrderFields(bit: 4)
  public static let currency = OrderFields(bit: 5)
  public static let total = OrderFields(bit: 6)
  public static let placed = OrderFields(bit: 7)
  public static let globalID = OrderFields(bit: 8)
  public static let cancelled = OrderFields(bit: 9)
}
