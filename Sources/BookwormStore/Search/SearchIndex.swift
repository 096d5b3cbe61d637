// Each engine has its own index of words. An index changes in the same transaction as the rows that
// it is derived from. This file declares the functions of every index.
import BookwormRecords
import BookwormStorage
import BookwormText

/// The number of books of an index and the number of all their words; or a change of both.
package struct SearchTotal {
  var books: Int64 = 0
  var words: Int64 = 0

  var isZero: Bool { books == 0 && words == 0 }

  static func += (total: inout SearchTotal, change: SearchTotal) {
    total.books &+= change.books
    total.words &+= change.words
  }
}

package protocol SearchIndex: Sendable {
  /// Needs a connection that writes. The caller must add() the result to the total before the index
  /// is read; the result is zero if the engine itself keeps the total.
  func insert(_ id: Int64, _ document: SearchDocument, _ connection: Connection) throws
    -> SearchTotal
  /// The document must have the same contents as when the book was indexed.
  func delete(_ id: Int64, _ document: SearchDocument, _ connection: Connection) throws
    -> SearchTotal
  func add(_ total: SearchTotal, _ connection: Connection) throws
  func deleteAll(_ connection: Connection) throws
  /// Does the periodic work of the index.
  func fold(_ connection: Connection) throws
  /// Called before the first and after the last insertion into a store that is being created.
  func beginCopy(_ connection: Connection) throws
  func completeCopy(_ connection: Connection) throws

  // The next three functions maintain the folded texts for Dialect.contains(). They do nothing if
  // the engine folds texts itself.
  /// Stores the folded texts of a book that has none.
  func fold(_ id: Int64, _ connection: Connection, _ text: (BookFields) -> Bytes?) throws
  /// Updates the folded texts of a stored book after the given fields have changed.
  func fold(_ id: Int64, _ changed: BookFields, _ connection: Connection) throws
  func unfold(_ id: Int64, _ connection: Connection) throws

  /// Throws if the engine does not accept so many words.
  func check(_ searches: [Search]) throws
  /// The SQL after FROM for the rows of the index that match, or might match. Their table gets the
  /// name s.
  func rows(_ expression: SearchExpression, ranked: Bool) -> BoundText
  /// The condition that each of these rows must also meet; nil if there is none.
  func condition(_ expression: SearchExpression) -> BoundText?
  /// The book's id in such a row, and its rank: lower is better.
  var id: String { get }
  var rank: String { get }
  /// The condition that the row `b` of books matches. `isListed` means that the row comes from a
  /// list of ids.
  func found(_ expression: SearchExpression, isListed: Bool) -> BoundText

  /// Whether the first matching books are found before all of them are known.
  var findsOneByOne: Bool { get }

  /// The SQL after SELECT for the ids of all books in the index.
  var idsOfBooks: String { get }
  /// Calls `each` with each token, its book, its column and its place there.
  func forEachToken(_ connection: Connection, _ each: (Int64, Int, Int, Bytes) -> Void) throws
  /// Calls `fault` for each book whose folded texts do not match its row.
  func checkFolded(_ connection: Connection, _ fault: (Int64) throws -> Void) throws
  /// The form of a token that the index stores; nil if this is the token itself.
  func stored(_ token: Bytes) -> [UInt8]?
}

extension FullText {
  package var index: any SearchIndex {
    switch self {
    case .fts5: FTS5SQL()
    case .rows: WordSQL()
    }
  }
}

extension Connection {
  /// Rebuilds the index from the rows, within a write transaction, whatever its state was.
  func rebuildSearchIndex() throws {
    try fullText.index.deleteAll(self)
    let document = SearchDocument()
    var total = SearchTotal()
    try each(SearchSQL.books) { total += try index(book: $0.int64(0), document) }
    if !total.isZero { try fullText.index.add(total, self) }
  }

  func index(book id: Int64, _ document: SearchDocument) throws -> SearchTotal {
    let index = fullText.index
    var total = SearchTotal()
    try withDocument(ofBook: id, document) { total = try index.insert(id, $0, self) }
    try index.fold(id, .folded, self)
    return total
  }

  /// Calls `body` with the document of a stored book, unless the book does not exist.
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

  /// Returns true if the book has quotes.
  func fill(
    _ document: SearchDocument, ofBook id: Int64, textsIn row: Statement, from first: Int32
  ) throws -> Bool {
    document.removeAll()
    for column in 0..<SearchSQL.textCount where !row.isNull(first + Int32(column)) {
      document.set(column, row.text(first + Int32(column)))
    }
    var any = false
    try each(SearchSQL.quotes, id) { quotes in
      document.addQuote(quotes.text(0))
      any = true
    }
    return any
  }
}
