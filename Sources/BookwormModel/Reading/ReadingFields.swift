// The fields of a reading, as bits.

public struct ReadingFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a reading"
  public static let names = [
    "id", "book", "outcome", "started", "finished", "page", "percent", "note", "created",
    "global_id",
  ]

  public static let id = ReadingFields(bit: 0)
  public static let book = ReadingFields(bit: 1)
  public static let outcome = ReadingFields(bit: 2)
  public static let started = ReadingFields(bit: 3)
  public static let finished = ReadingFields(bit: 4)
  public static let page = ReadingFields(bit: 5)
  public static let percent = ReadingFields(bit: 6)
  public static let note = ReadingFields(bit: 7)
  public static let created = ReadingFields(bit: 8)
  public static let globalID = ReadingFields(bit: 9)

  /// How far the reader has come: one of them, or none.
  static let progress: ReadingFields = [.page, .percent]
  /// What a caller may take away from a reading.
  static let clearable: ReadingFields = [.started, .finished, .page, .percent, .note]
  /// What a caller may give for a reading.
  static let givable = clearable.union(.outcome)
}
