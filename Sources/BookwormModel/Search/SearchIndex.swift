// Keeping the search index true: it changes in the same transaction as the rows that it is made of.
import BookwormStorage
import BookwormText

extension Writer {
  /// A new book, which has no quotes yet.
  func index(book id: Int64, _ draft: BookDraft) throws {
    searchDocument.removeAll()
    let given = draft.given
    for (index, field) in SearchSQL.texts.enumerated() where given.contains(field) {
      searchDocument.set(index, draft.text(field))
    }
    try connection.write(SearchSQL.insert, id, searchDocument)
  }

  /// As the book is stored now.
  func index(book id: Int64) throws {
    try connection.write(SearchSQL.insert, book: id, searchDocument)
  }

  /// While the book and its quotes are still as they were when they were indexed.
  func unindex(book id: Int64) throws {
    try connection.write(SearchSQL.delete, book: id, searchDocument)
  }

  /// The same of a book whose row has been read: the texts of SearchSQL.textsOfBook begin at the
  /// column `first`. True if the book has quotes.
  func unindex(book id: Int64, textsIn row: Statement, from first: Int32) throws -> Bool {
    let hasQuotes = try connection.fill(searchDocument, ofBook: id, textsIn: row, from: first)
    try connection.write(SearchSQL.delete, id, searchDocument)
    return hasQuotes
  }
}

extension Connection {
  /// Makes the index anew from the rows, within a transaction that writes. Whatever it was before,
  /// it is as it should be after.
  func rebuildSearchIndex() throws {
    try statement(SearchSQL.empty).run()
    let document = SearchDocument()
    let books = try statement(SearchSQL.books)
    defer { books.reset() }
    while try books.step() { try write(SearchSQL.insert, book: books.int64(0), document) }
  }

  fileprivate func write(_ sql: SQL, book id: Int64, _ document: SearchDocument) throws {
    try withDocument(ofBook: id, document) { try write(sql, id, $0) }
  }

  fileprivate func write(_ sql: SQL, _ id: Int64, _ document: SearchDocument) throws {
    let write = try statement(sql)
    write.bind(1, id)
    defer { write.reset() }
    try document.bind(to: write, from: 2)
    _ = try write.step()
  }

  /// Calls `body` with what the index should hold of a stored book, unless there is no such book.
  func withDocument(
    ofBook id: Int64, _ document: SearchDocument, _ body: (SearchDocument) throws -> Void
  ) throws {
    let texts = try statement(SearchSQL.textsOfBook)
    defer { texts.reset() }
    texts.bind(1, id)
    guard try texts.step() else { return }
    _ = try fill(document, ofBook: id, textsIn: texts, from: 0)
    try body(document)
  }

  /// True if the book has quotes.
  fileprivate func fill(
    _ document: SearchDocument, ofBook id: Int64, textsIn row: Statement, from first: Int32
  ) throws -> Bool {
    document.removeAll()
    for column in 0..<SearchSQL.textCount where !row.isNull(first + Int32(column)) {
      document.set(column, row.text(first + Int32(column)))
    }
    let quotes = try statement(SearchSQL.quotes)
    defer { quotes.reset() }
    quotes.bind(1, id)
    var any = false
    while try quotes.step() {
      document.addQuote(quotes.text(0))
      any = true
    }
    return any
  }
}
