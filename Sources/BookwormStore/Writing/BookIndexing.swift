// Updates the index of words in the same transaction as the rows that the index is derived from.
import BookwormRecords
import BookwormStorage
import BookwormText

extension Writer {
  /// Indexes a new book, which has no quotes yet.
  package func index(book id: Int64, _ draft: BookDraft) throws {
    searchDocument.removeAll()
    let given = draft.given
    for (index, field) in SearchSQL.texts.enumerated() where given.contains(field) {
      searchDocument.set(index, draft.text(field))
    }
    let index = connection.fullText.index
    pending.words += try index.insert(id, searchDocument, connection)
    try index.fold(id, connection) { given.contains($0) ? draft.text($0) : nil }
  }

  /// Indexes a stored book completely.
  package func index(book id: Int64) throws {
    pending.words += try connection.index(book: id, searchDocument)
  }

  /// Updates the index after the given fields of a stored book have changed.
  package func index(book id: Int64, changed: BookFields) throws {
    let index = connection.fullText.index
    if !changed.isDisjoint(with: .searched) {
      try connection.withDocument(ofBook: id, searchDocument) {
        pending.words += try index.insert(id, $0, connection)
      }
    }
    try index.fold(id, changed, connection)
  }

  /// Removes a book from the index. Must be called while the book and its quotes are still as they
  /// were indexed.
  package func unindex(book id: Int64) throws {
    try connection.withDocument(ofBook: id, searchDocument) {
      pending.words += try connection.fullText.index.delete(id, $0, connection)
    }
  }

  /// The same for a book that is being deleted and whose row has already been read. In that row,
  /// the texts of SearchSQL.textsOfBook begin at the column `first`. Returns true if the book has
  /// quotes.
  package func unindex(book id: Int64, textsIn row: Statement, from first: Int32) throws -> Bool {
    let hasQuotes = try connection.fill(searchDocument, ofBook: id, textsIn: row, from: first)
    let index = connection.fullText.index
    pending.words += try index.delete(id, searchDocument, connection)
    try index.unfold(id, connection)
    return hasQuotes
  }
}
