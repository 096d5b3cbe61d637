// A book that was merged into another one, to the store: a table of what it was known by. It
// belongs to the book that it went into, and goes with that.
import BookwormStorage

public struct MergedBookFields: FieldSet {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static let owner = "a merged book"
  public static let names = ["id", "book", "global_id"]

  public static let id = MergedBookFields(bit: 0)
  public static let book = MergedBookFields(bit: 1)
  public static let globalID = MergedBookFields(bit: 2)
}

enum MergedBookEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .merged, "merged book", table: "merged_books",
    [
      EntityColumn("id", .int64, MergedBookFields.id),
      EntityColumn("book", .int64, MergedBookFields.book),
      EntityColumn("global_id", .uuid, MergedBookFields.globalID),
    ], fields: MergedBookFields.book,
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.mergedBooks.rawValue),
    hasLastID: false, comesWith: .all, documentVersion: 2)

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteOwned(.merged, id)
  }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let book = try row.integer("book")
    _ = try writer.connection.bookFacts(book)
    guard row.id <= row.lastBook, try !writer.connection.exists(.book, row.id) else {
      throw Failure(
        .invalid, "id", "id is \(row.id); it must be that of a book which there was, and is not now"
      )
    }
    try writer.insert(merged: row.identity, into: book)
  }

  static func check(_ inspection: Inspection) throws {
    try inspection.report(.reference, "merged_books", MergedBookSQL.ofBooksThatAreThere) {
      id, book in
      "the book \(id) is there, though it was merged into the book \(book)"
    }
  }
}

extension Writer {
  func insert(merged old: RowIdentity, into book: Int64) throws {
    try changing(ownerOf: .merged, book) {
      let insert = try connection.statement(Entity.merged.descriptor.sql.insert)
      insert.bind(1, old.id)
      insert.bind(2, book)
      try run(insert, globalID: 3, old.globalID, at: Clock.now())
      inserted(.merged, old.id)
    }
  }
}

extension RowSet {
  fileprivate static let mergedLayout = RowLayout([
    ColumnSpec("id", .int64),
    ColumnSpec("book", .int64),
    ColumnSpec("global_id", .uuid),
  ])
}

extension Session {
  /// All books that were merged into others, by the ids that they had.
  public func allMergedBooks() throws -> RowSet {
    try read { connection in
      let rows = try RowSet(.merged, RowSet.mergedLayout, expecting: 8)
      let select = try connection.statement(MergedBookSQL.all)
      defer { select.reset() }
      try rows.append(rowsOf: select)
      return rows
    }
  }

  /// The id by which a book is found now: its own, or that of the book it was merged into.
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
