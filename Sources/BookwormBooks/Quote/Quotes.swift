// Adds, edits and deletes quotes.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func addQuote(_ draft: QuoteDraft, toBook book: Int64) throws -> Int64 {
    try draft.check()
    try draft.checkIsWhole()
    return try write { writer in
      var quote = draft
      let id = try writer.nextID(.quote)
      quote.give(.id, id)
      quote.give(.book, book)
      quote.give(.created, Clock.now())
      try writer.insertQuote(quote)
      return id
    }
  }

  /// Sets the fields that `draft` gives; `clear` can take away the page.
  package func updateQuote(_ id: Int64, _ draft: QuoteDraft, clear: QuoteFields) throws {
    try draft.check()
    try clear.checkMayGo(.clearable)
    try clear.checkIsNotGiven(draft.given)
    try write { writer in
      let book = try writer.connection.owner(of: .quote, id)
      let changed = try writer.connection.differing(id, draft, draft.given.union(clear))
      guard !changed.isEmpty else { return }
      try writer.changing(ownerOf: .quote, book) { try writer.update(id, draft, changed) }
    }
  }

  package func deleteQuote(_ id: Int64) throws { try delete(.quote, id) }
}

extension Writer {
  /// All fields must have been given and checked.
  package func insertQuote(_ quote: QuoteDraft, _ globalID: GlobalID? = nil) throws {
    let book = quote.int64(.book)
    _ = try connection.bookFacts(book)
    try changing(ownerOf: .quote, book) {
      try insert(quote, globalID, at: quote.int64(.created))
    }
  }
}
