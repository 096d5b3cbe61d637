// Deletes books with their quotes, identifiers, contributors and links, and counts books.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func deleteBook(_ id: Int64) throws {
    try write(asking: {
      for sql in [BookSQL.allToDelete, BookGenreSQL.genres] { try $0.ask(sql, id) }
    }) { writer in
      guard try writer.deleteBook(id) else { throw Failure.no(.book, id) }
    }
  }

  /// Returns how many of the books existed.
  package func deleteBooks(_ ids: UnsafeBufferPointer<Int64>) throws -> Int64 {
    let sorted = try IDList(ids).sorted()
    return try write(.batch) { writer in
      var deleted: Int64 = 0
      for id in sorted.ids where try writer.deleteBook(id) { deleted += 1 }
      return deleted
    }
  }

  package func countBooks() throws -> Int64 { try readCounters { try $0.countBooks() } }
}

extension Writer {
  /// Returns false if the book does not exist.
  package func deleteBook(_ id: Int64) throws -> Bool {
    let row = try connection.statement(BookSQL.allToDelete)
    defer { row.reset() }
    row.bind(1, id)
    guard try row.step() else { return false }
    let links = try connection.links(ofBook: id)
    let genres = links.map(\.genre)
    let book = BookToDelete(row)
    let has = try willDelete(book: id, book, links: links)
    if !genres.isEmpty { try unlinkAll(from: id, genres, titleKey: book.titleKey) }
    let (facts, hasContributors) = (book.facts, book.hasContributors)
    let mayHavePlainTitle = book.mayHavePlainTitle
    for finished in try finishedDates(ofBook: id, facts) {
      try pending.counters.countReading(finished: finished, rating: facts.rating, by: -1)
    }
    try pending.counters.count(facts, genres: genres, by: -1)
    for child in has.children { try deleteAll(child, of: id) }
    // Until the reset, the engine keeps its place in the row, which is deleted below.
    row.reset()
    if mayHavePlainTitle { try removePlainTitle(of: id) }
    if has.identifiers { try delete(BookSQL.deleteIdentifiers, id) }
    if hasContributors { try delete(ContributorSQL.delete, id) }
    if has.cover { try delete(CoverSQL.delete, id) }
    try delete(BookSQL.delete, id)
    pending.log.add(.delete, .book, id)
    return true
  }
}
