// The rules of the merged book entity, whose rows have the ids of books that were merged into
// others. A row belongs to the book that its book was merged into, and is deleted with that book.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum MergedBookEntity: EntityRules {
  package static let entity = Entity.merged
}

extension Writer {
  package func insert(merged old: RowIdentity, into book: Int64) throws {
    try changing(ownerOf: .merged, book) {
      var merged = Draft<MergedBookFields>()
      merged.give(.id, old.id)
      merged.give(.book, book)
      try insert(merged, old.globalID)
    }
  }
}

extension Session {
  /// Returns all books that were merged into others, by their former ids.
  package func allMergedBooks() throws -> RowSet { try rows(.merged, after: 0, limit: -1) }

  /// Returns the current id of a book: its own, or the id of the book that it was merged into.
  package func currentID(ofBook id: Int64) throws -> Int64 {
    try read { connection in
      try connection.inSnapshot {
        if try connection.exists(.book, id) { return id }
        guard let book = try connection.ownerIfAny(of: .merged, id) else {
          throw Failure.no(.book, id)
        }
        return book
      }
    }
  }
}
