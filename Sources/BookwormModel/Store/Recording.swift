// What is noted beside every change of a row: the search index, the log of changes, and what it
// takes to undo it. Whoever changes a row calls these before and after.
import BookwormStorage

extension Writer {
  // MARK: Books

  func inserted(book id: Int64, _ draft: BookDraft) throws {
    try index(book: id, draft)
    pending.log.add(.insert, .book, id)
    record(inserted: .book, id)
  }

  /// `fields` as the change log has them: also of the lists, and of its quotes.
  func willUpdate(book id: Int64, _ fields: BookFields) throws {
    if !fields.isDisjoint(with: .searched) { try unindex(book: id) }
    try record(changeOfBook: id, fields)
  }

  /// As willUpdate(): only the rating, and from a row of BookSQL.ratingToChange.
  func willRate(book id: Int64, _ row: Statement) throws {
    try record(ratingOfBook: id, row)
  }

  func updated(book id: Int64, _ fields: BookFields) throws {
    if !fields.isDisjoint(with: .searched) { try index(book: id) }
    pending.log.add(.update, .book, id, fields.rawValue)
  }

  /// Before anything that belongs to it is deleted: links, quotes, identifiers. Tells what lists
  /// there may be.
  func willDelete(
    book id: Int64, _ book: BookToDelete, links: [(genre: Int64, position: Int64)]
  ) throws -> (quotes: Bool, identifiers: Bool) {
    let hasQuotes = try unindex(book: id, textsIn: book.row, from: BookToDelete.firstText)
    let hasIdentifiers = try record(
      deletionOfBook: id, book, links: links, hasQuotes: hasQuotes)
    return (hasQuotes, hasIdentifiers)
  }

  func deleted(book id: Int64) {
    pending.log.add(.delete, .book, id)
  }

  /// A deleted book is back, with all that belongs to it; of its quotes nothing else is noted.
  func restored(book id: Int64) throws {
    let quotes = try connection.quoteIDs(ofBook: id)
    for quote in quotes.ids { pending.log.add(.insert, .quote, quote) }
    try index(book: id)
    pending.log.add(.insert, .book, id)
    record(inserted: .book, id)
  }

  // MARK: Genres

  func inserted(genre id: Int64) {
    pending.log.add(.insert, .genre, id)
    record(inserted: .genre, id)
  }

  func willUpdate(genre id: Int64, _ fields: GenreFields) throws {
    try record(changeOfGenre: id, fields)
  }

  func updated(genre id: Int64, _ fields: GenreFields) {
    pending.log.add(.update, .genre, id, fields.rawValue)
  }

  /// `unlink` takes it off its books, and tells of each book and the genre's position in it.
  func willDelete(genre id: Int64, _ unlink: (_ each: (Int64, Int64) -> Void) throws -> Void) throws
  {
    try record(deletionOfGenre: id, unlink)
  }

  func deleted(genre id: Int64) {
    pending.log.add(.delete, .genre, id)
  }

  /// A deleted genre is back on all the books that had it, of which nothing else is noted.
  func restored(genre id: Int64) throws {
    pending.log.add(.insert, .genre, id)
    record(inserted: .genre, id)
  }

  // MARK: Orders, which are not undone

  func inserted(order id: Int64) {
    pending.log.add(.insert, .order, id)
  }

  // MARK: Quotes, each of which is a change of its book too

  func willInsertQuote(into book: Int64) throws {
    try willUpdate(book: book, .quotes)
  }

  func inserted(quote id: Int64, of book: Int64) throws {
    pending.log.add(.insert, .quote, id)
    record(inserted: .quote, id)
    try updated(book: book, .quotes)
  }

  func willUpdate(quote id: Int64, of book: Int64, _ fields: QuoteFields) throws {
    try record(changeOfQuote: id, fields)
    try willUpdate(book: book, .quotes)
  }

  func updated(quote id: Int64, of book: Int64, _ fields: QuoteFields) throws {
    pending.log.add(.update, .quote, id, fields.rawValue)
    try updated(book: book, .quotes)
  }

  func willDelete(quote id: Int64, of book: Int64) throws {
    try record(deletionOfQuote: id)
    try willUpdate(book: book, .quotes)
  }

  func deleted(quote id: Int64, of book: Int64) throws {
    pending.log.add(.delete, .quote, id)
    try updated(book: book, .quotes)
  }
}
