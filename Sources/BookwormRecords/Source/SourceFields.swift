// This table lists the fields that a store keeps of a source's book, a line each.
import BookwormStorage

package struct SourceFields: RowFields {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static let owner = "a source's book"
  package static let entity = Entity.source

  package static let id = SourceFields(bit: 0)
  package static let book = SourceFields(bit: 1)
  package static let source = SourceFields(bit: 2)
  package static let sourceID = SourceFields(bit: 3)
  package static let taken = SourceFields(bit: 4)
  package static let raw = SourceFields(bit: 5)
  package static let imported = SourceFields(bit: 6)
  package static let globalID = SourceFields(bit: 7)

  package nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  package static let table = [
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
  package static let changing: SourceFields = [.book, .taken, .raw]

  package static func check(form taken: Bytes) throws { _ = try SourceValues(taken) }

  package static func keys(of row: Draft<SourceFields>) throws -> [[UInt8]] {
    [SourceBook.key(row.text(.source), row.text(.sourceID))]
  }
}
