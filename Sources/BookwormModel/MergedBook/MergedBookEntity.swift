// Describes the merged book entity: a table with the ids of books that were merged into others. A
// row belongs to the book that its book was merged into, and is deleted with that book.
import BookwormStorage

public struct MergedBookFields: RowFields {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a merged book"
  public static let entity = Entity.merged

  public static let id = MergedBookFields(bit: 0)
  public static let book = MergedBookFields(bit: 1)
  public static let globalID = MergedBookFields(bit: 2)

  public nonisolated(unsafe) static let traits = EntityField.traits(of: table)
  public static let table = [
    line(.id, "id", .int64, .stored), line(.book, "book", .int64, .stored),
    line(.globalID, "global_id", .uuid, .stored),
  ]
}

enum MergedBookEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    MergedBookFields.self, "merged book", table: "merged_books", rows: .merged, fields: .book,
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.mergedBooks.rawValue),
    hasLastID: false, comesWith: .all, documentVersion: 2)
}

extension Writer {
  func insert(merged old: RowIdentity, into book: Int64) throws {
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
  public func allMergedBooks() throws -> RowSet { try rows(.merged, after: 0, limit: -1) }

  /// Returns the current id of a book: its own, or the id of the book that it was merged into.
  public func currentID(ofBook id: Int64) throws -> Int64 {
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
