// Genres: creating, finding, changing, deleting.
import BookwormStorage
import BookwormText

extension Session {
  /// Without a colour, a standard genre gets its own and any other one red.
  public func createGenre(_ name: Bytes, colour: Bytes?) throws -> Int64 {
    try Rules.name(name, "name")
    let colour = try colour.map(Colour.check)
    return try write { writer in
      if let other = try writer.findGenre(name) { throw Failure.exists(.genre, other) }
      return try writer.insertGenre(name, colour)
    }
  }

  /// `exact` is for names in data; a person may mean a genre by its name in another language.
  public func findGenre(_ name: Bytes, exact: Bool = false) throws -> Int64 {
    try Rules.name(name, "name")
    return try read { connection in
      let key = try Keys.genre(name)
      let found = try exact ? connection.genre(withKey: key) : connection.genre(meantBy: key)
      guard let id = found else {
        let shown = String(decoding: name.prefix(64), as: UTF8.self)
        throw Failure(.notFound, "name", "there is no genre with the name \"\(shown)\"")
      }
      return id
    }
  }

  public func findOrCreateGenre(_ name: Bytes) throws -> (id: Int64, created: Bool) {
    try Rules.name(name, "name")
    return try write { try $0.findOrCreateGenre(name) }
  }

  /// All or nothing. `found` learns each name's id, and whether the genre was made.
  public func findOrCreateGenres(
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

  /// How many of the seven were missing.
  public func createStandardGenres() throws -> Int64 {
    try write(.batch) { writer in
      try StandardGenres.all.reduce(0) { count, genre in
        let name = genre.name.bytes
        return try writer.findOrCreateGenre(name).created ? count + 1 : count
      }
    }
  }

  public func renameGenre(_ id: Int64, _ name: Bytes) throws {
    try Rules.name(name, "name")
    try write { writer in
      guard let stored = try writer.connection.storedRow(.genre, id) else {
        throw Failure.no(.genre, id)
      }
      guard !stored.has("name", name) else { return }
      if let other = try writer.findGenre(name), other != id {
        throw Failure.exists(.genre, other)
      }
      try writer.willUpdate(.genre, id, GenreFields.name)
      try Keys.sort(name, into: &writer.titleKey)
      let update = try writer.connection.statement(GenreSQL.rename)
      update.bind(1, id)
      try update.bindText(2, name)
      try update.bind(3, .blob(Array(writer.otherKey.bytes)))
      try update.bind(4, .blob(Array(writer.titleKey.bytes)))
      try update.run()
      try writer.updated(.genre, id, GenreFields.name)
    }
  }

  public func setGenreColour(_ id: Int64, _ colour: Bytes) throws {
    let colour = try Colour.check(colour)
    try write { writer in
      guard let stored = try writer.connection.storedRow(.genre, id) else {
        throw Failure.no(.genre, id)
      }
      let text = Colour.format(colour)
      guard !stored.has("colour", text) else { return }
      try writer.willUpdate(.genre, id, GenreFields.colour)
      let update = try writer.connection.statement(GenreSQL.setColour)
      update.bind(1, id)
      try update.bind(2, .text(text))
      try update.run()
      try writer.updated(.genre, id, GenreFields.colour)
    }
  }

  /// Takes the genre off every book; no book is deleted.
  public func deleteGenre(_ id: Int64) throws {
    try write { writer in
      guard try writer.deleteGenre(id) else { throw Failure.no(.genre, id) }
    }
  }

  /// How many of them there were.
  public func deleteGenres(_ ids: UnsafeBufferPointer<Int64>) throws -> Int64 {
    try write(.batch) { writer in
      var deleted: Int64 = 0
      for id in ids where try writer.deleteGenre(id) { deleted += 1 }
      return deleted
    }
  }

  public func countGenres() throws -> Int64 {
    try read { connection in
      let select = try connection.statement(GenreSQL.count)
      defer { select.reset() }
      return try select.step() ? select.int64(0) : 0
    }
  }
}

extension Writer {
  /// Leaves the name's key in `otherKey`.
  func findGenre(_ name: Bytes) throws -> Int64? {
    try Keys.genre(name, into: &otherKey)
    return try connection.genre(withKey: otherKey.bytes)
  }

  func findOrCreateGenre(_ name: Bytes) throws -> (id: Int64, created: Bool) {
    if let id = try findGenre(name) { return (id, false) }
    return (try insertGenre(name, nil), true)
  }

  /// The name's key is in `otherKey`.
  func insertGenre(_ name: Bytes, _ colour: UInt32?, as known: RowIdentity? = nil) throws -> Int64 {
    let id = try known?.id ?? nextID(.genre)
    let colour = Colour.format(colour ?? StandardGenres.colour(ofKey: otherKey.bytes))
    var sortKey = ByteBuffer()
    try Keys.sort(name, into: &sortKey)
    let insert = try connection.statement(GenreSQL.insert)
    insert.bind(1, id)
    try insert.bindText(2, name)
    try insert.bind(3, .text(colour))
    try insert.bindBlob(4, otherKey.bytes)
    try insert.bindBlob(5, sortKey.bytes)
    try run(insert, globalID: 6, known?.globalID, at: Clock.now())
    try know(genre: id)
    inserted(.genre, id)
    return id
  }

  /// False if there is no such genre.
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
  func genre(withKey key: [UInt8]) throws -> Int64? {
    try key.withUnsafeBufferPointer { try genre(withKey: $0) }
  }

  func genre(withKey key: Bytes) throws -> Int64? {
    let select = try statement(GenreSQL.byKey)
    defer { select.reset() }
    try select.bindBlob(1, key)
    return try select.step() ? select.int64(0) : nil
  }

  /// The genre with this name; else the one that has it in another language.
  func genre(meantBy key: [UInt8]) throws -> Int64? {
    if let id = try genre(withKey: key) { return id }
    for other in GenreNames.others(key) {
      if let id = try genre(withKey: other) { return id }
    }
    return nil
  }
}

extension Failure {
  static func exists(_ entity: Entity, _ other: Int64) -> Failure {
    let name = entity.descriptor.name
    return Failure(
      .exists, "name", "the \(name) \(other) has this name already (case does not count)")
  }
}
