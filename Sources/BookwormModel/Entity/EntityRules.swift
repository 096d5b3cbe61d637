// What tells one entity from another beside its descriptor.
import BookwormStorage

/// What an entity does that no table can say. Called under the write lock; each has its rules in
/// its folder.
protocol EntityRules {
  static var descriptor: EntityDescriptor { get }

  /// Before a row gets other values, or other lists: what is derived is taken back that needs the
  /// old ones, and these are noted to undo by.
  static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws
  /// Runs what changes the row's columns, and brings along what is derived from them.
  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void) throws
  /// After it.
  static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws

  /// False if there is no such row.
  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool

  /// Before a row that belongs to another one is deleted alone.
  static func willDelete(_ id: Int64, _ writer: Writer) throws

  /// A row that was deleted stands in the table again, its lists not yet. Alone, or with its owner.
  static func isBack(_ id: Int64, _ writer: Writer) throws
  /// All of it is there again.
  static func restored(_ id: Int64, _ writer: Writer) throws

  /// Writes a row of a document.
  static func take(_ row: DocumentRow, _ writer: Writer) throws
  /// After all of them.
  static func tookAll(_ writer: Writer) throws
  /// Reports rows that break a rule of the model.
  static func check(_ inspection: Inspection) throws
  /// Makes anew what rows have of others.
  static func rebuild(_ writer: Writer) throws
}

extension EntityRules {
  static func willUpdate(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    try writer.record(updateOf: descriptor.entity, id, fields)
  }

  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    try change()
  }

  static func updated(_ id: Int64, _ fields: UInt64, _ writer: Writer) throws {
    writer.pending.log.add(.update, descriptor.entity, id, fields)
  }

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteRow(descriptor.entity, id)
  }

  static func willDelete(_ id: Int64, _ writer: Writer) throws {}

  static func isBack(_ id: Int64, _ writer: Writer) throws {}

  static func restored(_ id: Int64, _ writer: Writer) throws {
    writer.noteInsertion(of: descriptor.entity, id)
  }

  static func tookAll(_ writer: Writer) throws {}

  static func rebuild(_ writer: Writer) throws {}
}
