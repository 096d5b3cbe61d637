// Putting on the tape what a change is about to overwrite. The order of what is written is that in
// which UndoReplay, UndoConflicts and UndoName read it.
import BookwormStorage

extension Writer {
  func record(inserted entity: ChangeLog.Entity, _ id: Int64) {
    tape?.inserted(entity, id, &pending.tape)
  }

  private func record(_ kind: TapeKind, _ body: (Tape) throws -> Void) throws {
    guard let tape else { return }
    var position = pending.tape
    defer { pending.tape = position }
    try tape.record(kind, &position, body)
  }

  /// Its id, its row, and those of its links, identifiers and quotes. False if it is known to have
  /// no identifiers.
  func record(
    deletionOfBook id: Int64, _ book: BookToDelete, links: [(genre: Int64, position: Int64)],
    hasQuotes: Bool
  ) throws -> Bool {
    var hasIdentifiers = true
    try record(.bookDeleted) { tape in
      try tape.append(id)
      try tape.append(book.row, columns: BookToDelete.firstColumn..<book.row.columnCount)
      for link in links { try tape.append(rowOf: link.genre, link.position) }
      try tape.append(0 as Int64)
      hasIdentifiers = try tape.append(
        rowsOf: connection.statement(BookSQL.identifiersInPlace), id)
      if hasQuotes {
        try tape.append(rowsOf: connection.statement(QuoteSQL.allOfBook), id)
      } else {
        try tape.append(0 as Int64)
      }
    }
    return hasIdentifiers
  }

  /// Its id, the fields, and what these hold: columns, links, identifiers.
  func record(changeOfBook id: Int64, _ fields: BookFields) throws {
    let fields = fields.subtracting(.quotes)
    guard !fields.isEmpty else { return }
    try record(.bookChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(bitPattern: fields.rawValue))
      if let columns = try OverwrittenColumns(fields).select(connection) {
        try tape.append(rowOf: columns, id)
      }
      if fields.contains(.genres) {
        try tape.append(rowsOf: connection.statement(BookGenreSQL.genresInPlace), id)
      }
      if !fields.isDisjoint(with: .identifiers) {
        try tape.append(rowsOf: connection.statement(BookSQL.identifiersInPlace), id)
      }
    }
  }

  /// The same of the rating alone, whose columns the row begins with.
  func record(ratingOfBook id: Int64, _ row: Statement) throws {
    try record(.bookChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(bitPattern: BookFields.rating.rawValue))
      try tape.append(row, columns: 0..<2)
    }
  }

  /// Its id, its row, and the books that have it, which are many: so they are recorded while
  /// `unlink` goes through them, which it does once, whether they can be recorded or not.
  func record(
    deletionOfGenre id: Int64, _ unlink: (_ each: (Int64, Int64) -> Void) throws -> Void
  ) throws {
    var isUnlinked = false
    var failure: (any Error)?
    try record(.genreDeleted) { tape in
      try tape.append(id)
      try tape.append(rowOf: connection.statement(GenreSQL.all), id)
      var full: (any Error)?
      isUnlinked = true
      do {
        try unlink { book, position in
          guard full == nil else { return }
          do { try tape.append(rowOf: book, position) } catch { full = error }
        }
      } catch {
        failure = error
        throw error
      }
      if let full { throw full }
      try tape.append(0 as Int64)
    }
    // What has no room on the tape is no failure of the write, but half of its links deleted is.
    if let failure { throw failure }
    if !isUnlinked { try unlink { _, _ in } }
  }

  /// Its id, the fields, and the values of all.
  func record(changeOfGenre id: Int64, _ fields: GenreFields) throws {
    try record(.genreChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(bitPattern: fields.rawValue))
      try tape.append(rowOf: connection.statement(GenreSQL.values), id)
    }
  }

  /// Its id and its row.
  func record(deletionOfQuote id: Int64) throws {
    try record(.quoteDeleted) { tape in
      try tape.append(id)
      try tape.append(rowOf: connection.statement(QuoteSQL.all), id)
    }
  }

  /// Its id, the fields, and a row for each of them.
  func record(changeOfQuote id: Int64, _ fields: QuoteFields) throws {
    try record(.quoteChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(bitPattern: fields.rawValue))
      for (field, select) in [(QuoteFields.text, QuoteSQL.text), (.page, QuoteSQL.page)]
      where fields.contains(field) {
        try tape.append(rowOf: connection.statement(select), id)
      }
    }
  }
}
