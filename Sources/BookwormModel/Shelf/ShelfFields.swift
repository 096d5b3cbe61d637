// The fields of a shelf, as bits.

public struct ShelfFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a shelf"
  public static let names = ["id", "name", "line", "global_id"]

  public static let id = ShelfFields(bit: 0)
  public static let name = ShelfFields(bit: 1)
  public static let line = ShelfFields(bit: 2)
  public static let globalID = ShelfFields(bit: 3)
}
