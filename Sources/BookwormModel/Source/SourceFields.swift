// The fields of what a store keeps of a source's book, as bits.

public struct SourceFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a source's book"
  public static let names = [
    "id", "book", "source", "source_id", "taken", "raw", "imported", "global_id",
  ]

  public static let id = SourceFields(bit: 0)
  public static let book = SourceFields(bit: 1)
  public static let source = SourceFields(bit: 2)
  public static let sourceID = SourceFields(bit: 3)
  public static let taken = SourceFields(bit: 4)
  public static let raw = SourceFields(bit: 5)
  public static let imported = SourceFields(bit: 6)
  public static let globalID = SourceFields(bit: 7)

  /// What an import changes of a row that is there.
  static let changing: SourceFields = [.book, .taken, .raw]
}
