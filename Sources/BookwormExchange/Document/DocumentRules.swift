// These rules define, for each entity, how an import writes the rows of a document.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// All of these functions are called under the write lock.
protocol DocumentRules: EntityRules {
  /// Writes a row of a document.
  static func take(_ row: DocumentRow, _ writer: Writer) throws
  /// Called after all rows.
  static func tookAll(_ writer: Writer) throws
}

extension DocumentRules {
  static func tookAll(_ writer: Writer) throws {}
}

extension Entity {
  var documentRules: any DocumentRules.Type {
    switch self {
    case .book: BookEntity.self
    case .genre: GenreEntity.self
    case .quote: QuoteEntity.self
    case .order: OrderEntity.self
    case .reading: ReadingEntity.self
    case .shelf: ShelfEntity.self
    case .source: SourceEntity.self
    case .merged: MergedBookEntity.self
    }
  }
}

extension BookEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    var draft = BookDraft()
    let updated = try row.integer("updated")
    _ = try row.integer("created")
    try Rules.instant(updated, "updated")
    for line in BookField.columns where BookFields.givable.contains(line.field) {
      try draft.give(line, row.values[line.column])
    }
    draft.given.formUnion([.genres, .identifiers])
    draft.genres = row.genres
    draft.identifiers = row.identifiers
    if !row.contributors.isEmpty {
      draft.given.formUnion(.contributors)
      draft.contributors = row.contributors
    }
    try draft.check()
    let id = try writer.insert(
      draft, as: row.identity, updated: updated, withReading: !row.hasReadings)
    if let text = row.cover { try writer.insert(coverInBase64: text, ofBook: id) }
  }
}

extension GenreEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let genre = try Draft<GenreFields>(row)
    let colour = try Colour.check(genre.text(.colour))
    if let other = try writer.findGenre(genre.text(.name)) { throw Failure.exists(.genre, other) }
    _ = try writer.insertGenre(genre.text(.name), colour, as: row.identity)
  }
}

extension QuoteEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    try writer.insertQuote(QuoteDraft(row), row.globalID)
  }
}

extension OrderEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    guard row.id == row.previousID &+ 1 else {
      throw Failure(.invalid, "id", "id is \(row.id); orders count up from 1 without a gap")
    }
    let order = try Draft<OrderFields>(row)
    try row.checkBookHasBeen(order.int64(.book))
    try writer.insert(order, row.globalID)
  }
}

extension ReadingEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let reading = try ReadingDraft(row)
    _ = try writer.connection.bookFacts(reading.int64(.book))
    _ = try writer.insertReading(
      reading, into: reading.int64(.book), as: row.identity, created: reading.int64(.created))
  }

  /// The books have been imported as the document has them; now each must match its readings.
  static func tookAll(_ writer: Writer) throws {
    try writer.splitOpenReadings()
    try writer.connection.statement(ReadingSQL.setCounts).run()
    let books = try writer.connection.statement(ReadingSQL.booksThatDisagree)
    defer { books.reset() }
    guard try books.step() else { return }
    throw Failure(
      .invalid, "readings",
      "the book \(books.int64(0)) has another status, start or end than its latest reading")
  }
}

extension ShelfEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let shelf = try Draft<ShelfFields>(row)
    try writer.connection.checkIsFree(shelf.text(.name), of: .shelf)
    try writer.insert(shelf, row.globalID)
  }
}

extension SourceEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let source = try SourceBook(row)
    try row.checkBookHasBeen(source.book)
    let key = SourceBook.key(source.source, source.sourceID)
    guard try writer.connection.id(of: .source, withKey: key) == nil else {
      throw Failure(.invalid, "source_id", "source_id occurs twice in the same source")
    }
    try writer.insert(source, row.globalID)
  }
}

extension MergedBookEntity: DocumentRules {
  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let book = try row.integer("book")
    _ = try writer.connection.bookFacts(book)
    guard row.id <= row.lastBook, try !writer.connection.exists(.book, row.id) else {
      throw Failure(
        .invalid, "id", "id is \(row.id); it must be the id of a book that no longer exists"
      )
    }
    try writer.insert(merged: row.identity, into: book)
  }
}

extension Writer {
  /// Inserts the cover of a document.
  fileprivate func insert(coverInBase64 text: Bytes, ofBook book: Int64) throws {
    var data = MemoryBuffer()
    defer { data.free() }
    guard try Base64.decode(text, into: &data) else {
      throw Failure(.invalid, "cover", "cover is not a text in Base64")
    }
    try insert(Cover(data.bytes), data.bytes, ofBook: book)
  }
}
