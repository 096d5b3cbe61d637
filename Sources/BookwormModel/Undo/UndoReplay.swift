// Undoing a step: what its tape holds is put back, the last first, by the ways that every change
// goes. So counters, change log and search index follow, and what this overwrites is on a new tape,
// by which it is undone in its turn.
import BookwormStorage

extension Writer {
  /// `touched`: what others have changed meanwhile without being in the way.
  func replay(_ step: UndoStep, _ touched: TouchedRows?) throws {
    var reader = TapeReader(step.tape)
    var group = TapeGroup()
    while let record = try reader.next() {
      if try group.take(record) { continue }
      try group.inOrder { try replay($0, touched) }
      if try !group.take(record) { try replay(record, touched) }
    }
    try group.inOrder { try replay($0, touched) }
  }

  private func replay(_ record: TapeRecord, _ touched: TouchedRows?) throws {
    var record = record
    switch record.kind {
    case .inserted: try delete(&record)
    case .bookDeleted: try restoreBook(&record)
    case .bookChanged: try putBackBook(&record, touched)
    case .genreDeleted: try restoreGenre(&record)
    case .genreChanged: try putBackGenre(&record)
    case .quoteDeleted: try restoreQuote(&record)
    case .quoteChanged: try putBackQuote(&record)
    }
  }

  private func delete(_ record: inout TapeRecord) throws {
    let (entity, first, count) = (try record.entity(), try record.number(), try record.number())
    // In any order; by rising ids for the search index, as in TapeGroup.
    for id in first..<max(first, first &+ count) {
      switch entity {
      case .book: guard try deleteBook(id) else { throw Failure.inTheWay("book \(id) is gone") }
      case .genre: guard try deleteGenre(id) else { throw Failure.inTheWay("genre \(id) is gone") }
      case .quote: try deleteQuote(id)
      case .order: throw TapeRecord.broken
      }
    }
  }

  private func insert(_ row: [TapeValue], into table: String) throws {
    let values = repeatElement("?", count: row.count).joined(separator: ", ")
    let insert = try connection.statement(composed: "INSERT INTO \(table) VALUES (\(values))")
    try insert.bind(row)
    try insert.run()
  }

  // MARK: Books

  private func restoreBook(_ record: inout TapeRecord) throws {
    let id = try record.number()
    guard try connection.factsIfAny(id) == nil else { throw Failure.inTheWay("book \(id) is back") }
    try insert(try record.row(), into: BookSQL.table)
    let facts = try connection.bookFacts(id)
    pending.counters.count(facts, genres: EmptyCollection(), by: 1)
    try restoreLinks(of: id, rating: facts.rating, &record)
    try restoreIdentifiers(of: id, &record)
    try record.rows { try insert($0, into: QuoteSQL.table) }
    try restored(book: id)
  }

  /// Rows of a genre and a position.
  private func restoreLinks(
    of book: Int64, rating: Int32, _ record: inout TapeRecord
  ) throws {
    try connection.readTitleKey(of: book, into: &titleKey)
    let linked = LinkedBook(id: book, titleKey: titleKey.bytes, rating: rating)
    try record.rows { row in
      let genre = row.integer(0)
      do { try checkGenreExists(genre) } catch is Failure {
        throw Failure.inTheWay("genre \(genre), which book \(book) had, is gone")
      }
      _ = try link(linked, genre, at: row.integer(1))
    }
  }

  private func restoreIdentifiers(of book: Int64, _ record: inout TapeRecord) throws {
    try record.rows { row in
      let insert = try connection.statement(BookSQL.addIdentifier)
      insert.bind(1, book)
      try insert.bind(from: 2, row)
      try insert.run()
    }
  }

  private func putBackBook(_ record: inout TapeRecord, _ touched: TouchedRows?) throws {
    let id = try record.number()
    let fields = BookFields(rawValue: try record.fields())
    guard let old = try connection.factsIfAny(id) else {
      throw Failure.inTheWay("book \(id) is gone")
    }
    try willUpdate(book: id, fields)
    let values = OverwrittenColumns(fields)
    if let update = try values.update(connection) {
      var row = try record.row()
      if touched?.hasOtherChanges(ofBook: id) == true, !row.isEmpty {
        // When it was last changed is what the other change says.
        row[row.count - 1] = .integer(try connection.updated(ofBook: id))
      }
      let run = {
        update.bind(1, id)
        try update.bind(from: 2, row)
        try update.run()
      }
      if fields.contains(.title) { try retitlingLinks(of: id, run) } else { try run() }
    }
    let new = try connection.bookFacts(id)
    if !fields.isDisjoint(with: [.rating, .created, .finished]) {
      try recount(id, from: old, to: new)
    }
    if fields.contains(.genres) {
      let genres = try connection.genresToCount(ofBook: id)
      for genre in genres { pending.counters.countLink(genre, rating: new.rating, by: -1) }
      try unlinkAll(from: id, genres)
      try restoreLinks(of: id, rating: new.rating, &record)
    }
    if !fields.isDisjoint(with: .identifiers) {
      try delete(BookSQL.deleteIdentifiers, id)
      try restoreIdentifiers(of: id, &record)
    }
    try updated(book: id, fields)
  }

  // MARK: Genres

  private func restoreGenre(_ record: inout TapeRecord) throws {
    let id = try record.number()
    let row = try record.row()
    guard try !connection.genreExists(id) else { throw Failure.inTheWay("genre \(id) is back") }
    // The columns are those of the table: id, name, colour, name_key, sort_key.
    if row.count > 3 { try checkNameIsFree(row[3], for: id) }
    try insert(row, into: GenreSQL.table)
    pending.knownGenres.insert(id)
    try record.rows { row in
      let book = row.integer(0)
      guard let facts = try connection.factsIfAny(book) else {
        throw Failure.inTheWay("book \(book), which had the genre, is gone")
      }
      guard try connection.genresToCount(ofBook: book).count < Rules.listLimit else {
        throw Failure.inTheWay("book \(book), which had the genre, has as many as it may have")
      }
      try connection.readTitleKey(of: book, into: &titleKey)
      let linked = LinkedBook(id: book, titleKey: titleKey.bytes, rating: facts.rating)
      _ = try link(linked, id, at: row.integer(1))
    }
    try restored(genre: id)
  }

  private func checkNameIsFree(_ key: TapeValue, for id: Int64) throws {
    guard case .blob(let key) = key, let other = try connection.genre(withKey: key), other != id
    else { return }
    throw Failure.inTheWay("genre \(other) has the name now that genre \(id) had")
  }

  private func putBackGenre(_ record: inout TapeRecord) throws {
    let id = try record.number()
    let fields = GenreFields(rawValue: try record.fields())
    let row = try record.row()
    guard try connection.genreExists(id) else { throw Failure.inTheWay("genre \(id) is gone") }
    guard row.count == 4 else { throw TapeRecord.broken }
    try willUpdate(genre: id, fields)
    let changes: [(GenreFields, SQL, [TapeValue])] = [
      (.name, GenreSQL.rename, [row[0], row[2], row[3]]), (.colour, GenreSQL.setColour, [row[1]]),
    ]
    for (field, sql, values) in changes where fields.contains(field) {
      if field == .name { try checkNameIsFree(row[2], for: id) }
      let update = try connection.statement(sql)
      update.bind(1, id)
      try update.bind(from: 2, values)
      try update.run()
    }
    updated(genre: id, fields)
  }

  // MARK: Quotes

  private func restoreQuote(_ record: inout TapeRecord) throws {
    let id = try record.number()
    let row = try record.row()
    let book = row.integer(1)
    guard try connection.factsIfAny(book) != nil else {
      throw Failure.inTheWay("book \(book), which quote \(id) is from, is gone")
    }
    try willInsertQuote(into: book)
    try insert(row, into: QuoteSQL.table)
    try inserted(quote: id, of: book)
  }

  private func putBackQuote(_ record: inout TapeRecord) throws {
    let id = try record.number()
    let fields = QuoteFields(rawValue: try record.fields())
    let book = try connection.book(ofQuote: id)
    try willUpdate(quote: id, of: book, fields)
    for (field, sql) in [(QuoteFields.text, QuoteSQL.setText), (.page, QuoteSQL.setPage)]
    where fields.contains(field) {
      let update = try connection.statement(sql)
      update.bind(1, id)
      try update.bind(from: 2, try record.row())
      try update.run()
    }
    try updated(quote: id, of: book, fields)
  }
}

extension Connection {
  fileprivate func updated(ofBook id: Int64) throws -> Int64 {
    let select = try statement(BookSQL.updated)
    defer { select.reset() }
    select.bind(1, id)
    return try select.step() ? select.int64(0) : 0
  }
}

extension Failure {
  /// Of a step that cannot be undone as the store is now.
  static func inTheWay(_ what: String) -> Failure { Failure(.conflict, "undo", what) }
}
