// Lists the fields of the results of an import.
import BookwormStorage

public struct ImportFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "an import's row"
  public static let names = [
    "outcome", "book", "changed", "kept", "status", "field", "message", "source_id",
  ]

  public static let outcome = ImportFields(bit: 0)
  public static let book = ImportFields(bit: 1)
  public static let changed = ImportFields(bit: 2)
  public static let kept = ImportFields(bit: 3)
  public static let status = ImportFields(bit: 4)
  public static let field = ImportFields(bit: 5)
  public static let message = ImportFields(bit: 6)
  /// The source's id, for a missing row.
  public static let sourceID = ImportFields(bit: 7)
}
