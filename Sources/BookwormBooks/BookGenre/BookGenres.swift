// Adds, removes, toggles and replaces the genres of a book.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// Returns false if the book already had the genre.
  package func addGenre(_ genre: Int64, toBook book: Int64) throws -> Bool {
    try write { try $0.addGenre(genre, toBook: book) }
  }

  /// Returns false if the book did not have the genre.
  package func removeGenre(_ genre: Int64, fromBook book: Int64) throws -> Bool {
    try write { try $0.removeGenre(genre, fromBook: book) }
  }

  /// Returns true if the book has the genre now.
  package func toggleGenre(_ genre: Int64, ofBook book: Int64) throws -> Bool {
    try write { writer in
      if try writer.removeGenre(genre, fromBook: book) { return false }
      return try writer.addGenre(genre, toBook: book)
    }
  }

  package func setGenres(
    _ genres: UnsafeBufferPointer<Int64>, ofBook book: Int64
  ) throws {
    try Rules.list(genres.count, "genres")
    try write { writer in
      _ = try writer.connection.bookFacts(book)
      try writer.checkGenresExist(genres)
      _ = try writer.changeGenres(of: book, GenreChange(all: Array(genres)))
    }
  }

  /// Adds `genres[i]` to `books[i]`, for each i. Returns how many of these additions gave a book a
  /// genre that it did not have.
  package func addGenres(
    _ genres: UnsafeBufferPointer<Int64>, toBooks books: UnsafeBufferPointer<Int64>
  ) throws -> Int64 {
    try write(.batch) { writer in
      var added: Int64 = 0
      for (row, (book, genre)) in zip(books, genres).enumerated() {
        if try inRow(row, { try writer.addGenre(genre, toBook: book) }) { added += 1 }
      }
      return added
    }
  }
}

extension Writer {
  func checkGenresExist(_ ids: some Sequence<Int64>, _ field: String = "genres") throws {
    for (row, id) in ids.enumerated() where !isKnown(genre: id) {
      guard try connection.genreExists(id) else {
        throw Failure(
          .notFound, field,
          "there is no genre with the id \(id); it is number \(row + 1) of the genres given")
      }
      try know(genre: id)
    }
  }

  /// Reads genres with one statement, so that a batch does not ask for each genre.
  func knowSomeGenres() throws {
    try connection.each(GenreSQL.some) { try know(genre: $0.int64(0)) }
  }

  package func checkGenreExists(_ id: Int64) throws {
    guard !isKnown(genre: id) else { return }
    guard try connection.genreExists(id) else { throw Failure.no(.genre, id) }
    try know(genre: id)
  }

  /// Returns false if the link existed already.
  func link(_ book: LinkedBook, _ genre: Int64, at position: Int64) throws -> Bool {
    if let pendingLinks {
      guard try pendingLinks.add(book: book.id, genre: genre, position: position) else {
        return false
      }
    } else {
      let insert = try connection.statement(BookGenreSQL.add)
      insert.bind(1, book.id)
      insert.bind(2, genre)
      insert.bind(3, position)
      try insert.run()
      guard connection.changes > 0 else { return false }
      try linkByGenre(book.id, genre, titleKey: book.titleKey)
    }
    try pending.counters.countLink(genre, rating: book.rating, by: 1)
    return true
  }

  private func linkByGenre(_ book: Int64, _ genre: Int64, titleKey: Bytes) throws {
    let insert = try connection.statement(BookGenreSQL.addByGenre)
    insert.bind(1, genre)
    try insert.bindBlob(2, titleKey)
    insert.bind(3, book)
    try insert.run()
  }

  package func addGenre(_ genre: Int64, toBook book: Int64) throws -> Bool {
    _ = try connection.bookFacts(book)
    try checkGenreExists(genre)
    return try changeGenres(of: book, GenreChange(added: [genre]))
  }

  func removeGenre(_ genre: Int64, fromBook book: Int64) throws -> Bool {
    _ = try connection.bookFacts(book)
    try checkGenreExists(genre)
    return try changeGenres(of: book, GenreChange(removed: [genre]))
  }

  /// `genres` are all genres of the book. Leaves the key of the book's title in `titleKey`.
  func unlinkAll(from book: Int64, _ genres: [Int64]) throws {
    try connection.readTitleKey(of: book, into: &titleKey)
    try unlinkAll(from: book, genres, titleKey: titleKey.bytes)
  }

  func unlinkAll(
    from book: Int64, _ genres: some Collection<Int64>, titleKey: Bytes
  ) throws {
    try delete(BookGenreSQL.removeAllOfBook, book)
    try unlinkByGenre(book, genres, titleKey: titleKey)
  }

  /// Removes links from `book_genres` only, and calls `each` with every book and the genre's
  /// position in it. Removing one by one, by rising ids, is a fifth faster than one DELETE of the
  /// ids that a SELECT finds.
  func unlinkAll(fromGenre genre: Int64, each: @escaping (Int64, Int64) -> Void) throws {
    let books = try connection.books(ofGenre: genre).sorted()
    let delete = try connection.statement(BookGenreSQL.removeVisiting)
    delete.bind(2, genre)
    try connection.visiting(each) {
      for book in books.ids {
        delete.bind(1, book)
        try delete.run()
      }
    }
  }

  func unlinkByGenre(
    _ book: Int64, _ genres: some Collection<Int64>, titleKey: Bytes
  ) throws {
    let delete = try connection.statement(BookGenreSQL.removeByGenre)
    for genre in genres {
      delete.bind(1, genre)
      try delete.bindBlob(2, titleKey)
      delete.bind(3, book)
      try delete.run()
    }
  }

  /// Runs `change`, which may give the book another title. The book's links carry the title's key,
  /// which orders a genre's books.
  func retitlingLinks(of book: Int64, _ change: () throws -> Void) throws {
    let genres = try connection.genresToCount(ofBook: book)
    try connection.readTitleKey(of: book, into: &titleKey)
    try unlinkByGenre(book, genres, titleKey: titleKey.bytes)
    try removePlainTitle(of: book)
    try change()
    try addPlainTitle(of: book)
    try connection.readTitleKey(of: book, into: &titleKey)
    for genre in genres { try linkByGenre(book, genre, titleKey: titleKey.bytes) }
  }
}

extension Connection {
  /// Returns the genres in the order they were added.
  package func genreIDs(ofBook book: Int64) throws -> [Int64] {
    var links = try links(ofBook: book)
    // An engine's sorting of a few rows costs more than reading them.
    if links.count > 1 { links.sort { $0.position < $1.position } }
    return links.map(\.genre)
  }

  /// Returns the links in any order.
  func links(ofBook book: Int64) throws -> [(genre: Int64, position: Int64)] {
    var links: [(genre: Int64, position: Int64)] = []
    try each(BookGenreSQL.genres, book) { links.append(($0.int64(0), $0.int64(1))) }
    return links
  }

  /// Returns the genres in any order, which saves sorting. For counting.
  func genresToCount(ofBook book: Int64) throws -> [Int64] {
    try ids(BookGenreSQL.genresUnordered, book)
  }

  /// Returns the books in any order.
  func books(ofGenre genre: Int64) throws -> IDList {
    var ids = IDList()
    try each(BookGenreSQL.booksUnordered, genre) { try ids.append($0.int64(0)) }
    return ids
  }

  package func genreExists(_ id: Int64) throws -> Bool { try exists(.genre, id) }

  func readTitleKey(of book: Int64, into key: inout ByteBuffer) throws {
    let select = try statement(BookSQL.titleKey)
    defer { select.reset() }
    select.bind(1, book)
    key.removeAll()
    if try select.step() { key.append(select.blob(0)) }
    try Keys.check(key)
  }
}
