// Reads the rows kept for the sources of a book.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns the book that is linked to the id that a source gives to one of its books.
  package func findBook(ofSource source: Bytes, _ sourceID: Bytes) throws -> Int64 {
    try Rules.name(source, "source", limit: Rules.sourceLimit)
    try Rules.name(sourceID, "source_id", limit: Rules.sourceLimit)
    let key = SourceBook.key(source, sourceID)
    let book = try read { connection in
      try key.withUnsafeBufferPointer { key in
        try connection.first(SourceSQL.byKey, key: key) { $0.isNull(4) ? nil : $0.int64(4) }
      }
    }
    guard let book = book ?? nil else {
      let shown = String(decoding: sourceID.prefix(64), as: UTF8.self)
      throw Failure(
        .notFound, "source_id", "there is no book with the id \"\(shown)\" of this source")
    }
    return book
  }

  /// Returns the sources in the order they were linked.
  package func sources(ofBook book: Int64) throws -> RowSet {
    try read(ofBook: book) { try $0.sources(ofBook: book) }
  }

  /// Returns the sources of all books, in the order they were linked.
  package func allSources() throws -> RowSet {
    try rows(.source, after: 0, limit: -1)
  }
}

extension Connection {
  package func sources(ofBook book: Int64) throws -> RowSet {
    try rows(.source, expecting: 4, SourceSQL.ofBook, book)
  }
}

extension Writer {
  /// Writes the row alone; the log records it later.
  package func insert(_ source: SourceBook, as id: Int64) throws {
    var source = source
    source.give(.id, id)
    try insertRow(source, at: source.int64(.imported))
  }
}
