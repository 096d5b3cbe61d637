// Reads genres: one, all by name, those of a book, and the standard ones.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  package func genre(_ id: Int64) throws -> RowSet {
    try readCounters { try $0.genres(GenreSQL.byID, id, expecting: 1) }.one(.genre, id)
  }

  package func allGenres() throws -> RowSet {
    try readCounters { try $0.allGenres() }
  }

  /// Returns all genres, sorted by the names displayed in a language.
  package func allGenres(displayedIn language: Language) throws -> RowSet {
    try allGenres().sortedGenres(displayedIn: language)
  }

  package func genres(ofBook book: Int64) throws -> RowSet {
    try readCounters { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        return try connection.genres(GenreSQL.ofBook, book, expecting: 8)
      }
    }
  }

  /// Returns a book's genres, sorted by the names displayed in a language.
  package func genres(ofBook book: Int64, displayedIn language: Language) throws -> RowSet {
    try genres(ofBook: book).sortedGenres(displayedIn: language)
  }
}

extension RowSet {
  static func genres(expecting rows: Int) throws -> RowSet {
    try RowSet(.genres, Entity.genre.descriptor.layout, expecting: rows)
  }

  /// `key` is a buffer that is reused.
  func appendGenre(
    id: Int64, name: Bytes, colour: Bytes, books: Int64, globalID: GlobalID?,
    key: inout ByteBuffer
  ) throws {
    let columns = layout.columns
    try Picture.key(name, into: &key)
    try appendRow {
      append(id, to: columns[0])
      try append(name, to: columns[1])
      try append(colour, to: columns[2])
      append(Colour.parse(colour) ?? Colour.red, to: columns[3])
      append(books, to: columns[4])
      try append(key.bytes, to: columns[5])
      append(globalID ?? GlobalID(high: 0, low: 0), to: columns[6])
    }
  }

  /// Returns the genres in another order: by the names displayed in a language.
  fileprivate func sortedGenres(displayedIn language: Language) throws -> RowSet {
    let columns = layout.columns
    var key = ByteBuffer()
    let keys = try (0..<count).map { row in
      // A damaged store may hold a name of any length.
      let name = Bytes(rebasing: text(columns[1], row).prefix(Rules.nameLimit))
      let displayed = GenreNames.displayed(try Keys.genre(name), language)?.bytes ?? name
      try Keys.sort(displayed, into: &key)
      return Array(key.bytes)
    }
    let sorted = try RowSet.genres(expecting: count)
    // Genres with the same key stay in the order they had.
    let order = (0..<count).sorted { one, other in
      keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
    }
    for row in order {
      try sorted.appendGenre(
        id: number(columns[0], row, as: Int64.self), name: text(columns[1], row),
        colour: text(columns[2], row), books: number(columns[4], row, as: Int64.self),
        globalID: GlobalID(uuid(columns[6], row)), key: &key)
    }
    return sorted
  }

  /// Returns the standard genres with the id 0, whether or not a store has them.
  package static func standardGenres() throws -> RowSet {
    let rows = try genres(expecting: StandardGenres.all.count)
    var key = ByteBuffer()
    for genre in StandardGenres.all {
      try Colour.format(genre.colour).withUnsafeBufferPointer {
        try rows.appendGenre(
          id: 0, name: genre.name.bytes, colour: $0, books: 0, globalID: nil, key: &key)
      }
    }
    return rows
  }
}

extension Connection {
  package func allGenres() throws -> RowSet { try genres(GenreSQL.byName, nil, expecting: 64) }

  fileprivate func genres(_ sql: SQL, _ id: Int64?, expecting: Int) throws -> RowSet {
    let rows = try RowSet.genres(expecting: expecting)
    let select = try statement(sql)
    defer { select.reset() }
    if let id { select.bind(1, id) }
    var key = ByteBuffer()
    while try select.step() {
      try rows.appendGenre(
        id: select.int64(0), name: select.text(1), colour: select.text(2), books: select.int64(3),
        globalID: GlobalID(select.blob(4)), key: &key)
    }
    return rows
  }
}
