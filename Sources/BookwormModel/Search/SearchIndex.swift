// The index of words, of which each engine has one, and keeping it true: it changes in the same
// transaction as the rows that it is made of.
import BookwormStorage
import BookwormText

/// How many books an index has, and how many words they have together; or by how much it changes.
struct SearchTotal {
  var books: Int64 = 0
  var words: Int64 = 0

  var isZero: Bool { books == 0 && words == 0 }

  static func += (total: inout SearchTotal, change: SearchTotal) {
    total.books &+= change.books
    total.words &+= change.words
  }
}

protocol SearchIndex: Sendable {
  // A connection that writes.
  /// What it tells is to be added to the total before the index is read; zero where the engine
  /// does so.
  func insert(_ id: Int64, _ document: SearchDocument, _ connection: Connection) throws
    -> SearchTotal
  /// The document is what the index was given of the book.
  func delete(_ id: Int64, _ document: SearchDocument, _ connection: Connection) throws
    -> SearchTotal
  func add(_ total: SearchTotal, _ connection: Connection) throws
  func deleteAll(_ connection: Connection) throws
  /// What is done now and then.
  func fold(_ connection: Connection) throws
  /// Before and after the first and the last insertion into a store that is being made.
  func beginCopy(_ connection: Connection) throws
  func completeCopy(_ connection: Connection) throws

  // Texts folded, in which Dialect.contains() looks; nothing where it folds them itself.
  /// Of a book that has none yet.
  func fold(_ id: Int64, _ connection: Connection, _ text: (BookFields) -> Bytes?) throws
  /// As the book is stored, where these fields have changed.
  func fold(_ id: Int64, _ changed: BookFields, _ connection: Connection) throws
  func unfold(_ id: Int64, _ connection: Connection) throws

  /// Throws where there is more to look for than the engine takes.
  func check(_ searches: [Search]) throws
  /// What follows FROM, for the rows that answer, or might: under the name s.
  func rows(_ expression: SearchExpression, ranked: Bool) -> BoundText
  /// What each of them must also answer.
  func condition(_ expression: SearchExpression) -> BoundText?
  /// A book's id in such a row, and how well it answers: the best is the least.
  var id: String { get }
  var rank: String { get }
  /// Whether the row of books b answers; it may be one of a list.
  func found(_ expression: SearchExpression, isListed: Bool) -> BoundText

  /// What follows SELECT, for the ids of all books that the index has.
  var idsOfBooks: String { get }
  /// Each token with its book, its column and its place there.
  func forEachToken(_ connection: Connection, _ each: (Int64, Int, Int, Bytes) -> Void) throws
  /// Tells of each book whose folded texts are not those of its row.
  func checkFolded(_ connection: Connection, _ fault: (Int64) throws -> Void) throws
  /// What the index has of a token that is too long for it; else nil.
  func stored(_ token: Bytes) -> [UInt8]?
}

extension FullText {
  var index: any SearchIndex {
    switch self {
    case .fts5: FTS5SQL()
    case .rows: WordSQL()
    }
  }
}

extension Writer {
  /// A new book, which has no quotes yet.
  func index(book id: Int64, _ draft: BookDraft) throws {
    searchDocument.removeAll()
    let given = draft.given
    for (index, field) in SearchSQL.texts.enumerated() where given.contains(field) {
      searchDocument.set(index, draft.text(field))
    }
    let index = connection.fullText.index
    pending.words += try index.insert(id, searchDocument, connection)
    try index.fold(id, connection) { given.contains($0) ? draft.text($0) : nil }
  }

  /// As the book is stored now, all of it.
  func index(book id: Int64) throws {
    pending.words += try connection.index(book: id, searchDocument)
  }

  /// As it is stored now, where these fields have changed.
  func index(book id: Int64, changed: BookFields) throws {
    let index = connection.fullText.index
    if !changed.isDisjoint(with: .searched) {
      try connection.withDocument(ofBook: id, searchDocument) {
        pending.words += try index.insert(id, $0, connection)
      }
    }
    try index.fold(id, changed, connection)
  }

  /// While the book and its quotes are still as they were when they were indexed.
  func unindex(book id: Int64) throws {
    try connection.withDocument(ofBook: id, searchDocument) {
      pending.words += try connection.fullText.index.delete(id, $0, connection)
    }
  }

  /// The same of a book that goes, whose row has been read: the texts of SearchSQL.textsOfBook
  /// begin at the column `first`. True if the book has quotes.
  func unindex(book id: Int64, textsIn row: Statement, from first: Int32) throws -> Bool {
    let hasQuotes = try connection.fill(searchDocument, ofBook: id, textsIn: row, from: first)
    let index = connection.fullText.index
    pending.words += try index.delete(id, searchDocument, connection)
    try index.unfold(id, connection)
    return hasQuotes
  }
}

extension Connection {
  /// Makes the index anew from the rows, within a transaction that writes. Whatever it was before,
  /// it is as it should be after.
  func rebuildSearchIndex() throws {
    try fullText.index.deleteAll(self)
    let document = SearchDocument()
    let books = try statement(SearchSQL.books)
    defer { books.reset() }
    var total = SearchTotal()
    while try books.step() { total += try index(book: books.int64(0), document) }
    if !total.isZero { try fullText.index.add(total, self) }
  }

  fileprivate func index(book id: Int64, _ document: SearchDocument) throws -> SearchTotal {
    let index = fullText.index
    var total = SearchTotal()
    try withDocument(ofBook: id, document) { total = try index.insert(id, $0, self) }
    try index.fold(id, .folded, self)
    return total
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
