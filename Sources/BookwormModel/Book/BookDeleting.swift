// Deleting books, with their quotes, identifiers and links; and counting them.
import BookwormStorage

extension Session {
  public func deleteBook(_ id: Int64) throws {
    try write { writer in
      guard try writer.deleteBook(id) else { throw Failure.noBook(id) }
    }
  }

  /// How many of them there were.
  public func deleteBooks(_ ids: UnsafeBufferPointer<Int64>) throws -> Int64 {
    let sorted = try IDList(ids).sorted()
    return try write(.batch) { writer in
      var deleted: Int64 = 0
      for id in sorted.ids where try writer.deleteBook(id) { deleted += 1 }
      return deleted
    }
  }

  public func countBooks() throws -> Int64 { try readCounters { try $0.countBooks() } }
}

extension Writer {
  /// False if there is no such book.
  func deleteBook(_ id: Int64) throws -> Bool {
    guard let facts = try connection.factsIfAny(id) else { return false }
    try willDelete(book: id)
    let genres = try connection.genresToCount(ofBook: id)
    if !genres.isEmpty { try unlinkAll(from: id, genres) }
    try deleteQuotes(ofBook: id)
    for sql in [BookSQL.deleteIdentifiers, BookSQL.delete] {
      let delete = try connection.statement(sql)
      delete.bind(1, id)
      try delete.run()
    }
    pending.counters.count(facts, genres: genres, by: -1)
    deleted(book: id)
    return true
  }
}

extension Connection {
  func countBooks() throws -> Int64 {
    let select = try statement(BookSQL.count)
    defer { select.reset() }
    return try select.step() ? select.int64(0) : 0
  }

  func bookFacts(_ id: Int64) throws -> BookFacts {
    guard let facts = try factsIfAny(id) else { throw Failure.noBook(id) }
    return facts
  }

  func factsIfAny(_ id: Int64) throws -> BookFacts? {
    let select = try statement(BookSQL.facts)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { return nil }
    return BookFacts(select)
  }
}

extension BookFacts {
  /// From a row that begins with rating, created and finished.
  init(_ row: Statement) {
    self.init(
      rating: row.int32(0), created: row.int64(1),
      finished: row.isNull(2) ? nil : row.int32(2))
  }
}
