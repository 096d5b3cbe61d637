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

  /// Its id, its row, and those of its links, identifiers and quotes.
  func record(deletionOfBook id: Int64) throws {
    try record(.bookDeleted) { tape in
      try tape.append(id)
      try tape.append(rowOf: connection.statement(BookSQL.all), id)
      for rows in [BookGenreSQL.genresInPlace, BookSQL.identifiersInPlace, QuoteSQL.allOfBook] {
        try tape.append(rowsOf: connection.statement(rows), id)
      }
    }
  }

  /// Its id, the fields, and what these hold: columns, links, identifiers.
  func record(changeOfBook id: Int64, _ fields: Fields) throws {
    let fields = fields.subtracting(.quotes)
    guard !fields.isEmpty else { return }
    try record(.bookChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(fields.rawValue))
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
      try tape.append(Int64(Fields.rating.rawValue))
      try tape.append(row, columns: 2)
    }
  }

  /// Its id, its row, and the books that have it.
  func record(deletionOfGenre id: Int64) throws {
    try record(.genreDeleted) { tape in
      try tape.append(id)
      try tape.append(rowOf: connection.statement(GenreSQL.all), id)
      try tape.append(rowsOf: connection.statement(BookGenreSQL.booksInPlace), id)
    }
  }

  /// Its id, the fields, and the values of all.
  func record(changeOfGenre id: Int64, _ fields: Fields) throws {
    try record(.genreChanged) { tape in
      try tape.append(id)
      try tape.append(Int64(fields.rawValue))
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
      try tape.append(Int64(fields.rawValue))
      for (field, select) in [(QuoteFields.text, QuoteSQL.text), (.page, QuoteSQL.page)]
      where fields.contains(field) {
        try tape.append(rowOf: connection.statement(select), id)
      }
    }
  }
}

/// The columns of a book's row that a change of some fields changes.
struct OverwrittenColumns {
  private let fields: Fields
  /// The change of one field that is made to many books at once, which is to cost little.
  private let isRating: Bool
  /// With their sort keys, and when the book was updated last. Empty where only lists change.
  let columns: [String]

  init(_ fields: Fields) {
    self.fields = fields
    isRating = fields == .rating
    let changed = isRating ? [] : BookColumn.all.filter { fields.contains($0.field) }
    let isRow = !changed.isEmpty || !fields.isDisjoint(with: .identifiers)
    columns =
      isRating
      ? ["rating", "updated"]
      : changed.flatMap { [$0.name] + ($0.key.map { [$0] } ?? []) } + (isRow ? ["updated"] : [])
  }

  func select(_ connection: Connection) throws -> Statement? {
    guard !columns.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.ratingAndUpdated) }
    let names = columns.joined(separator: ", ")
    return try connection.statement(composed: "SELECT \(names) FROM \(BookSQL.table) WHERE id = ?")
  }

  /// The parameters are the id and the columns in their order.
  func update(_ connection: Connection) throws -> Statement? {
    guard !columns.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.setRating) }
    let values = columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    return try connection.statement(
      composed: "UPDATE \(BookSQL.table) SET \(values) WHERE id = ?1")
  }
}
