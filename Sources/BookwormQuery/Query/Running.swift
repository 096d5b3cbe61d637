// Runs queries: reads, counts, and changes all matches as one step.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func run(_ query: Query) throws -> RowSet {
    try readCounters { connection in
      if query.isBackward {
        return try connection.inSnapshot {
          try RowSource(try query.forward(connection), connection).next(Int64.max)
        }
      }
      let source = try RowSource(query, connection)
      guard source.isComposite else { return try source.next(Int64.max) }
      return try connection.inSnapshot { try source.next(Int64.max) }
    }
  }

  /// The number of matching books, regardless of limit, offset and cursor.
  package func count(_ query: Query) throws -> Int64 {
    try readCounters { try $0.count(all: query) }
  }

  /// The books and the number of all matches, of one state of the store.
  package func runPage(_ query: Query) throws -> (books: RowSet, total: Int64) {
    try readCounters { connection in
      try connection.inSnapshot {
        let source = try RowSource(try query.forward(connection), connection)
        return (try source.next(Int64.max), try connection.count(all: query))
      }
    }
  }

  package func books(ofGenre genre: Int64, _ fields: BookFields) throws -> RowSet {
    var query = try Query()
    try query.setFields(fields)
    try query.filterGenres(.any, CollectionOfOne(genre))
    return try read { connection in
      try connection.inSnapshot {
        guard try connection.genreExists(genre) else { throw Failure.no(.genre, genre) }
        return try RowSource(query, connection).next(Int64.max)
      }
    }
  }

  package func deleteBooks(matching query: Query) throws -> Int64 {
    try change(query) { writer, id in try writer.deleteBook(id) }
  }

  package func setRating(_ rating: Int32, matching query: Query) throws -> Int64 {
    var draft = BookDraft()
    draft.give(.rating, rating)
    return try updateBooks(matching: query, draft, clear: [])
  }

  package func addGenre(_ genre: Int64, matching query: Query) throws -> Int64 {
    try change(query, before: { try $0.checkGenreExists(genre) }) { writer, id in
      try writer.addGenre(genre, toBook: id)
    }
  }

  /// Returns the number of books that changed. Books that already have all the values stay
  /// unchanged.
  package func updateBooks(
    matching query: Query, _ draft: BookDraft, clear: BookFields
  ) throws -> Int64 {
    try draft.check(asChange: clear)
    var genres: GenreChange?
    return try change(query, before: { genres = try $0.genreChange(draft, clear: clear) }) {
      writer, id in try writer.update(id, draft, clear: clear, genres)
    }
  }

  /// Returns the number of books that the change affected.
  private func change(
    _ query: Query, before: (Writer) throws -> Void = { _ in },
    _ body: (Writer, Int64) throws -> Bool
  ) throws -> Int64 {
    guard query.limit == nil, query.offset == 0, query.cursor == nil else {
      throw Failure(
        .argument, "query",
        "a change applies to all books that match; remove the limit, the offset"
          + " and the cursor from the query")
    }
    return try write(.batch) { writer in
      try before(writer)
      var changed: Int64 = 0
      let matching = try writer.connection.ids(matching: query).sorted()
      for id in matching.ids where try body(writer, id) { changed += 1 }
      return changed
    }
  }
}

extension Connection {
  /// The SQL of a query as planned now: the genres that its names mean are looked up.
  func sql(_ query: Query) throws -> QuerySQL { QuerySQL(try QueryPlan(query, self), dialect) }

  fileprivate func count(all query: Query) throws -> Int64 {
    let select = try bound(sql(query.whole).count())
    defer { select.reset() }
    return try select.step() ? select.int64(0) : 0
  }

  func ids(matching query: Query) throws -> IDList {
    let select = try bound(sql(query.whole).selecting("b.id"))
    defer { select.reset() }
    var ids = IDList()
    while try select.step() { try ids.append(select.int64(0)) }
    return ids
  }
}
