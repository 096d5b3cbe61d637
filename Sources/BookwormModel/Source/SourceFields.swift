// This table lists the fields that a store keeps of a source's book, a line each.

public struct SourceFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a source's book"
  public static let entity = Entity.source

  public static let id = SourceFields(bit: 0)
  public static let book = SourceFields(bit: 1)
  public static let source = SourceFields(bit: 2)
  public static let sourceID = SourceFields(bit: 3)
  public static let taken = SourceFields(bit: 4)
  public static let raw = SourceFields(bit: 5)
  public static let imported = SourceFields(bit: 6)
  public static let globalID = SourceFields(bit: 7)

  public nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  public static let table = [
    line(.id, "id", .int64, .stored),
    line(.book, "book", .int64, .stored),
    line(
      .source, "source", .text, .stored, .source,
      label: Localised(en: "Source", de: "Quelle", pl: "Źródło", ko: "출처")),
    line(.sourceID, "source_id", .text, .stored, .source, keys: ["key"]),
    line(
      .taken, "taken", .text, .stored, .taken,
      label: Localised(en: "Taken over", de: "Übernommen", pl: "Przejęto", ko: "가져온 값")),
    line(.raw, "raw", .text),
    line(
      .imported, "imported", .instant, .stored,
      label: Localised(en: "Imported", de: "Importiert", pl: "Zaimportowano", ko: "가져온 날")),
    line(.globalID, "global_id", .uuid, .stored),
  ]

  /// The fields that an import changes in an existing row.
  static let changing: SourceFields = [.book, .taken, .raw]

  public static func keys(of row: Draft<SourceFields>) throws -> [[UInt8]] {
    [SourceBook.key(row.text(.source), row.text(.sourceID))]
  }
}
