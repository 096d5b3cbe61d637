// The rules of the genre entity: its links to books, and the values derived from them.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum GenreEntity: EntityRules {
  package static let entity = Entity.genre

  package static func restoreLinks(
    _ id: Int64, _ record: inout UndoRecord, _ writer: Writer
  ) throws {
    try record.rows { row in
      let book = row.integer(0)
      guard let facts = try writer.connection.factsIfAny(book) else {
        throw Failure.inTheWay("book \(book), which had the genre, is gone")
      }
      guard try writer.connection.genresToCount(ofBook: book).count < Rules.listLimit else {
        throw Failure.inTheWay("book \(book), which had the genre, has as many as it may have")
      }
      try writer.connection.readTitleKey(of: book, into: &writer.titleKey)
      let linked = LinkedBook(id: book, titleKey: writer.titleKey.bytes, rating: facts.rating)
      _ = try writer.link(linked, id, at: row.integer(1))
    }
  }

  package static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteGenre(id)
  }

  package static func isBack(_ id: Int64, _ writer: Writer) throws {
    try writer.know(genre: id)
  }
}

extension Writer {
  /// Does the work of record(deletionOf:). Many books may have the genre, so they are recorded
  /// while `unlink` goes through them.
  func willDelete(
    genre id: Int64, _ unlink: (_ each: @escaping (Int64, Int64) -> Void) throws -> Void
  ) throws {
    guard isUndoable else { return try unlink { _, _ in } }
    try record(.deleted, .genre, id) { log in
      try log.append(rowOf: connection.statement(Entity.genre.descriptor.sql.row), id)
      try unlink { log.append(rowOf: $0, $1) }
      log.append(0 as Int64)
    }
  }
}
