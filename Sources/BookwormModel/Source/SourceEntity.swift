// Describes the entity of a source's book: its table. A row outlives its book, so that the next
// import does not recreate a book that was deleted here.
import BookwormStorage

enum SourceEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    SourceFields.self, "source", table: "book_sources", rows: .sources,
    fields: SourceFields.changing.union(.globalID), changed: "imported",
    unique: ("key", SourceFields.sourceID.rawValue), comesWith: .all, documentVersion: 2)

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let source = try SourceBook(row)
    try row.checkBookHasBeen(source.book)
    let key = SourceBook.key(source.source, source.sourceID)
    guard try writer.connection.id(of: .source, withKey: key) == nil else {
      throw Failure(.invalid, "source_id", "source_id has come before, of the same source")
    }
    try writer.insert(source, row.globalID)
  }

  static func check(_ inspection: Inspection) throws {
    let lastBook = try inspection.connection.highestBook()
    try inspection.check(SourceFields.self) { id, source in
      guard source.given.contains(.book), !(1...max(1, lastBook)).contains(source.book) else {
        return
      }
      try inspection.report(
        .reference, "book_sources", id, "there never was a book \(source.book)")
    }
  }
}
