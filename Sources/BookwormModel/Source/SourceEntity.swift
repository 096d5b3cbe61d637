// What the store keeps of a source's book is to the store: its table. It outlives its book, so that
// a book that was deleted here is not created again by the next import.
import BookwormStorage

enum SourceEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .source, "source", table: "book_sources",
    [
      EntityColumn("id", .int64, SourceFields.id),
      EntityColumn("book", .int64, SourceFields.book),
      EntityColumn("source", .text, SourceFields.source, limit: Rules.sourceLimit),
      EntityColumn(
        "source_id", .text, SourceFields.sourceID, limit: Rules.sourceLimit, keys: ["key"]),
      EntityColumn("taken", .text, SourceFields.taken, limit: Rules.takenLimit),
      EntityColumn("raw", .text, SourceFields.raw, optional: true, limit: Rules.textLimit),
      EntityColumn("imported", .int64, SourceFields.imported),
      EntityColumn("global_id", .uuid, SourceFields.globalID),
    ], fields: SourceFields.changing.union(.globalID), changed: "imported",
    unique: ("key", SourceFields.sourceID.rawValue), comesWith: .all, documentVersion: 2)

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    guard try writer.connection.exists(.source, id) else { return false }
    try writer.record(deletionOf: .source, id)
    try writer.delete(descriptor.sql.delete, id)
    writer.pending.log.add(.delete, .source, id)
    return true
  }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let source = SourceBook(
      book: try row.integer("book"), source: try row.text("source"),
      sourceID: try row.text("source_id"), taken: try row.text("taken"),
      raw: row.optionalText("raw"), imported: try row.integer("imported"))
    try source.check()
    guard source.book > 0, source.book <= row.lastBook else {
      throw Failure(
        .invalid, "book", "book is \(source.book), but no id above \(row.lastBook) has been given")
    }
    let key = SourceBook.key(source.source, source.sourceID)
    guard try writer.connection.sourceIsNew(key) else {
      throw Failure(.invalid, "source_id", "source_id has come before, of the same source")
    }
    try writer.insert(source, key: key, as: row.identity)
    writer.inserted(.source, row.id)
  }

  static func check(_ inspection: Inspection) throws {
    let select = try inspection.connection.statement(SourceSQL.allToCheck)
    defer { select.reset() }
    let connection = inspection.connection
    let lastBook =
      try connection.idAbove(.book) ?? connection.property(Entity.book.descriptor.lastID) ?? 0
    while try select.step() {
      let (id, source) = (select.int64(0), SourceBook(select))
      try inspection.expect("book_sources", id) {
        try source.check()
        let key = SourceBook.key(source.source, source.sourceID)
        guard select.kind(7) == .blob, select.blob(7).elementsEqual(key) else {
          throw Failure(.invalid, "key", "key is not that of source and source_id")
        }
      }
      if source.book < 1 || source.book > lastBook {
        try inspection.report(
          .reference, "book_sources", id, "there never was a book \(source.book)")
      }
    }
  }
}
