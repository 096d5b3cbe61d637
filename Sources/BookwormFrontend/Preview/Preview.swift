// Creates a store for a preview: always the same books, genres and quotes, with the same ids and
// times.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum Preview {
  package static func open(path given: Bytes, options: StoreOptions) throws -> Store {
    let path = try Store.checkedPath(given)
    guard path == ":memory:" else {
      try Store.make(path, options) { database, versions in
        let store = Store(path, options, .all, database, versions)
        try fill(store)
        _ = try store.close()
      }
      // Opens the store again, so that the creation cannot be undone.
      return try Store(path: given, options: options)
    }
    guard !options.readOnly else {
      throw Failure(
        .argument, "read_only",
        "read_only is 1; it must be 0 for a preview in memory, which is filled after it is opened")
    }
    let store = try Store(path: given, options: options)
    try fill(store)
    return store
  }

  private static func fill(_ store: Store) throws {
    let transaction = try store.begin(.write)
    do {
      // A user cannot undo the initial contents.
      try transaction.write { $0.isUndoable = false }
      var genres: [String: Int64] = [:]
      for genre in PreviewGenre.all {
        genres[genre.name.description] = try transaction.createGenre(
          genre.name.bytes, colour: genre.colour.bytes)
      }
      for (place, book) in PreviewBook.all.enumerated() {
        let ids = book.genres.compactMap { genres[$0.description] }
        let id = try ids.withUnsafeBufferPointer {
          try transaction.createBook(book.draft(created: instant(place), genres: $0))
        }
        for quote in book.quotes { _ = try transaction.addQuote(quote.draft, toBook: id) }
      }
      try transaction.write { try $0.fixInstants() }
    } catch {
      try transaction.rollBack()
      throw error
    }
    try transaction.commit()
  }

  /// Returns the time for the book at a place: some days apart, from 2026-01-05T18:30:00Z on.
  fileprivate static func instant(_ place: Int) -> Milliseconds {
    1_767_637_800_000 &+ Milliseconds(place) &* 442_800_000
  }
}

extension Writer {
  /// Gives fixed times and global ids to the rows that were just written. They follow from the
  /// times of the books.
  fileprivate func fixInstants() throws {
    try connection.statement(BookSQL.setAllUpdated).run()
    for sql in [QuoteSQL.setAllCreated, ReadingSQL.setAllCreated] {
      let update = try connection.statement(sql)
      update.bind(1, 3_600_000 as Int64)
      try update.run()
    }
    try connection.giveGlobalIDs { entity, id, created in
      // Genres do not store when they were created.
      let time = entity == .genre ? Preview.instant(0) : created
      return GlobalID(fixed: UInt64(entity.rawValue), UInt64(clamping: id), at: time)
    }
  }
}
