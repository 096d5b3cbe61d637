// Creates, finds, changes and deletes genres.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// Without a colour, a standard genre gets its own colour, and any other genre gets red.
  package func createGenre(_ name: Bytes, colour: Bytes?) throws -> Int64 {
    try Rules.name(name, "name")
    let colour = try colour.map(Colour.check)
    return try write { writer in
      if let other = try writer.findGenre(name) { throw Failure.exists(.genre, other) }
      let own = StandardGenres.colour(ofKey: writer.otherKey.bytes)
      return try writer.insertGenre(name, colour ?? own ?? Colour.red)
    }
  }

  /// If `exact` is true, as for names in data, the genre must have this name. Otherwise the name
  /// can also be the genre's name in another language, because a person may use that.
  package func findGenre(_ name: Bytes, exact: Bool = false) throws -> Int64 {
    try Rules.name(name, "name")
    return try read { connection in
      let key = try Keys.genre(name)
      let found =
        try exact ? connection.id(of: .genre, withKey: key) : connection.genre(meantBy: key)
      guard let id = found else {
        throw Failure.noName(.genre, name)
      }
      return id
    }
  }

  package func findOrCreateGenre(_ name: Bytes) throws -> (id: Int64, created: Bool) {
    try Rules.name(name, "name")
    return try write { try $0.findOrCreateGenre(name) }
  }

  /// Finds or creates all genres, or none. `found` receives each name's id and whether the genre
  /// was created.
  package func findOrCreateGenres(
    count: Int, name: (Int) throws -> Bytes, found: (Int64, Bool) throws -> Void
  ) throws {
    try write(.batch) { writer in
      for row in 0..<count {
        try inRow(row) {
          let name = try name(row)
          try Rules.name(name, "names")
          let genre = try writer.findOrCreateGenre(name)
          try found(genre.id, genre.created)
        }
      }
    }
  }

  /// Returns how many of the seven were missing.
  package func createStandardGenres() throws -> Int64 {
    try write(.batch) { writer in
      try StandardGenres.all.reduce(0) { count, genre in
        let name = genre.name.bytes
        return try writer.findOrCreateGenre(name).created ? count + 1 : count
      }
    }
  }

  package func renameGenre(_ id: Int64, _ name: Bytes) throws {
    try update(id, GenreFields.name, name)
  }

  package func setGenreColour(_ id: Int64, _ colour: Bytes) throws {
    try Colour.format(try Colour.check(colour)).withUnsafeBufferPointer {
      try update(id, GenreFields.colour, $0)
    }
  }

  /// Removes the genre from every book. Books are not deleted.
  package func deleteGenre(_ id: Int64) throws { try delete(.genre, id) }

  /// Returns how many of the genres existed.
  package func deleteGenres(_ ids: UnsafeBufferPointer<Int64>) throws -> Int64 {
    try write(.batch) { writer in
      var deleted: Int64 = 0
      for id in ids where try writer.deleteGenre(id) { deleted += 1 }
      return deleted
    }
  }
}

extension Writer {
  /// Leaves the name's key in `otherKey`.
  package func findGenre(_ name: Bytes) throws -> Int64? {
    try Keys.genre(name, into: &otherKey)
    return try connection.id(of: .genre, withKey: otherKey.bytes)
  }

  /// A name that a person typed also means an existing genre that has this name in another
  /// language.
  func findOrCreateGenre(
    _ name: Bytes, isTyped: Bool = false
  ) throws -> (id: Int64, created: Bool) {
    if let id = try findGenre(name) { return (id, false) }
    if isTyped, let id = try connection.genre(meantBy: Array(otherKey.bytes)) { return (id, false) }
    return (try insertGenre(name, GenreColours.colour(ofKey: otherKey.bytes)), true)
  }

  /// The name's key must be in `otherKey`.
  package func insertGenre(_ name: Bytes, _ colour: UInt32, as known: RowIdentity? = nil) throws
    -> Int64
  {
    let id = try known?.id ?? nextID(.genre)
    let colour = Colour.format(colour)
    var genre = Draft<GenreFields>()
    genre.give(.id, id)
    genre.give(.name, name)
    try colour.withUnsafeBufferPointer {
      genre.give(.colour, $0)
      try insert(genre, known?.globalID)
    }
    try know(genre: id)
    return id
  }

  /// Returns false if the genre does not exist.
  func deleteGenre(_ id: Int64) throws -> Bool {
    guard try connection.genreExists(id) else { return false }
    try willDelete(genre: id) { try unlinkAll(fromGenre: id, each: $0) }
    let sql = [BookGenreSQL.removeAllByGenre, Entity.genre.descriptor.sql.delete]
    for sql in sql + CounterSQL.forgetGenre(connection.dialect) { try delete(sql, id) }
    try forget(genre: id)
    try pending.counters.forgetGenre(id)
    pending.log.add(.delete, .genre, id)
    return true
  }
}

extension Connection {
  /// Returns the genre with this name; otherwise the genre with this name in another language.
  package func genre(meantBy key: [UInt8]) throws -> Int64? {
    if let id = try id(of: .genre, withKey: key) { return id }
    for other in GenreNames.others(key) {
      if let id = try id(of: .genre, withKey: other) { return id }
    }
    return nil
  }
}
