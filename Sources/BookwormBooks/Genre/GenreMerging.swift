// Merges two genres: the books of one genre get the other in its place.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns the differences between the two genres. A preview changes nothing.
  package func mergeGenre(_ old: Int64, into genre: Int64, preview: Bool) throws -> RowSet {
    try Rules.different(old, genre, "genre")
    if preview {
      return try read { connection in
        try connection.inSnapshot {
          try .differences(connection.differences(betweenGenre: genre, and: old))
        }
      }
    }
    return try write(.batch) { writer in
      let differences = try writer.connection.differences(betweenGenre: genre, and: old)
      try writer.merge(genre: old, into: genre)
      writer.pending.name = writer.pending.name ?? .merging(.genre)
      return try .differences(differences)
    }
  }
}

extension Rules {
  /// Throws unless two rows to be merged are different rows.
  static func different(_ one: Int64, _ other: Int64, _ name: String) throws {
    guard one != other else {
      throw Failure(.argument, "other", "a \(name) cannot be merged into itself")
    }
  }
}

extension Writer {
  /// If a book has both, the genre that stays gets the earlier of the two positions.
  package func merge(genre old: Int64, into genre: Int64) throws {
    let remove = try connection.statement(BookGenreSQL.remove)
    let books = try connection.books(ofGenre: old).sorted()
    for book in books.ids {
      let links = try connection.links(ofBook: book).filter { [old, genre].contains($0.genre) }
      guard let position = links.map(\.position).min() else { continue }
      let rating = try connection.bookFacts(book).rating
      try willUpdate(book: book, .genres)
      for link in links {
        remove.bind(1, book)
        remove.bind(2, link.genre)
        try remove.run()
        try pending.counters.countLink(link.genre, rating: rating, by: -1)
      }
      try connection.readTitleKey(of: book, into: &titleKey)
      try unlinkByGenre(book, links.map(\.genre), titleKey: titleKey.bytes)
      let linked = LinkedBook(id: book, titleKey: titleKey.bytes, rating: rating)
      _ = try link(linked, genre, at: position)
      try updated(book: book, .genres)
    }
    _ = try deleteGenre(old)
  }
}

extension Connection {
  fileprivate func differences(
    betweenGenre genre: Int64, and old: Int64
  ) throws -> [MergeDifference] {
    guard let ours = try storedRow(.genre, genre) else { throw Failure.no(.genre, genre) }
    guard let theirs = try storedRow(.genre, old) else { throw Failure.no(.genre, old) }
    var found: [MergeDifference] = []
    for field in [GenreFields.name, .colour] {
      let (mine, other) = (ours.text(field.list), theirs.text(field.list))
      guard mine != other else { continue }
      found.append(
        MergeDifference(
          entity: .genre, id: genre, otherID: old, field: field.rawValue, choice: .ours,
          ours: mine, theirs: other))
    }
    found.append(
      MergeDifference(
        entity: .genre, id: genre, otherID: old, field: GenreFields.books.rawValue, choice: .both,
        ours: Array(String(try countBooks(ofGenre: genre)).utf8),
        theirs: Array(String(try countBooks(ofGenre: old)).utf8)))
    return found
  }

  private func countBooks(ofGenre genre: Int64) throws -> Int64 {
    try number(GenreSQL.countBooks, genre)
  }
}
