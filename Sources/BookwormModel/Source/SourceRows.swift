// Reading what is kept of the sources of a book.
import BookwormStorage

extension Session {
  /// The book that is linked to a source's own id.
  public func findBook(ofSource source: Bytes, _ sourceID: Bytes) throws -> Int64 {
    try Rules.name(source, "source", limit: Rules.sourceLimit)
    try Rules.name(sourceID, "source_id", limit: Rules.sourceLimit)
    return try read { connection in
      let select = try connection.statement(SourceSQL.byKey)
      defer { select.reset() }
      return try SourceBook.key(source, sourceID).withUnsafeBufferPointer {
        try select.bindBlob(1, $0)
        guard try select.step(), !select.isNull(4) else {
          let shown = String(decoding: sourceID.prefix(64), as: UTF8.self)
          throw Failure(
            .notFound, "source_id", "there is no book with the id \"\(shown)\" of this source")
        }
        return select.int64(4)
      }
    }
  }

  /// The one that was linked first comes first.
  public func sources(ofBook book: Int64) throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        return try connection.sources(ofBook: book)
      }
    }
  }

  /// Those of all books, in the order in which they were linked.
  public func allSources() throws -> RowSet { try read { try $0.sources(SourceSQL.all, nil) } }
}

extension Connection {
  fileprivate static let sourceLayout = RowLayout([
    ColumnSpec(SourceFields.id, .int64),
    ColumnSpec(SourceFields.book, .int64),
    ColumnSpec(SourceFields.source, .text),
    ColumnSpec(SourceFields.sourceID, .text),
    ColumnSpec(SourceFields.taken, .text),
    ColumnSpec(SourceFields.raw, .text, optional: true),
    ColumnSpec(SourceFields.imported, .instant),
    ColumnSpec(SourceFields.globalID, .uuid),
  ])

  func sources(ofBook book: Int64) throws -> RowSet { try sources(SourceSQL.ofBook, book) }

  fileprivate func sources(_ sql: SQL, _ book: Int64?) throws -> RowSet {
    try rows(.sources, Connection.sourceLayout, expecting: 4, sql, book)
  }
}
