// The rules of an entity that has no rules of its own.
import BookwormRecords
import BookwormStorage

extension EntityRules {
  package static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    try writer.record(updateOf: entity, id, fields)
  }

  package static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    try change()
  }

  package static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    writer.pending.log.add(.update, entity, id, fields)
  }

  package static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteRow(entity, id)
  }

  package static func willDelete(_ id: Int64, _ writer: Writer) throws {}

  package static func clearLinks(_ id: Int64, _ writer: Writer) throws {}

  package static func restoreLinks(
    _ id: Int64, _ record: inout UndoRecord, _ writer: Writer
  ) throws {}

  package static func updateDerived(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {}

  package static func isBack(_ id: Int64, _ writer: Writer) throws {}

  package static func restored(_ id: Int64, _ writer: Writer) throws {
    writer.noteInsertion(of: entity, id)
  }
}
