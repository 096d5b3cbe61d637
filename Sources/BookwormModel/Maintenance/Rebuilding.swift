// Making anew all that is derived from the rows: sort keys, each genre's list of books, the
// search index, counters, and the last ids.
import BookwormStorage
import BookwormText

extension Store {
  /// In one step. What was done before, through whichever handle, can no longer be undone: steps
  /// hold keys as they were. Other handles learn it from the log, which says that too much has
  /// changed.
  public func rebuild() throws {
    try write { writer in
      writer.isUndoable = false
      writer.forgetsSteps = true
      writer.pending.log.addTooMuch()
      try writer.connection.rebuildKeys(refusesSameNames: true)
      for entity in Entity.allCases { try entity.rules.rebuild(writer) }
      try writer.connection.rebuildCounters()
      for entity in Entity.withLastIDs {
        guard let missed = try writer.connection.idAbove(entity) else { continue }
        try writer.connection.setProperty(entity.descriptor.lastID, missed)
      }
    }
  }
}

extension Connection {
  /// Keys of names, sort keys, the keys of identifiers, and the search index, whose words are
  /// folded by the same rules.
  func rebuildKeys(refusesSameNames: Bool) throws {
    try rebuildNameKeys(refusesSame: refusesSameNames)
    try rebuildSortKeys(GenreSQL.allForKeys, GenreSQL.setKey)
    try rebuildSortKeys(ShelfSQL.allForKeys, ShelfSQL.setKey)
    try rebuildBookSortKeys()
    try rebuildIdentifierKeys()
    try rebuildSearchIndex()
  }

  /// Earlier versions of the schema had keys of any length: see Keys.longest.
  func cutLongKeys() throws {
    try rebuildSortKeys(GenreSQL.allForKeys, GenreSQL.setKey)
    if try integer(BookSQL.anyLongKey) != nil { try rebuildBookSortKeys() }
  }

  /// `names` gives the id and the name of each row, whose key `setKey` writes.
  private func rebuildSortKeys(_ names: SQL, _ setKey: SQL) throws {
    let select = try statement(names)
    let update = try statement(setKey)
    defer { select.reset() }
    var key = ByteBuffer()
    while try select.step() {
      try Keys.sort(select.text(1), into: &key)
      update.bind(1, select.int64(0))
      try update.bindBlob(2, key.bytes)
      try update.run()
    }
  }

  /// The highest id of a table, where it is above the last one that was given; else nil.
  func idAbove(_ entity: Entity) throws -> Int64? {
    let last = try property(entity.descriptor.lastID) ?? 0
    let select = try statement(entity.descriptor.sql.highestID)
    defer { select.reset() }
    let highest = try select.step() ? select.int64(0) : 0
    return highest > last ? highest : nil
  }

  /// By which names are found and told apart. Where two names have become the same, the later one
  /// is found no more until it is renamed, and check() says so; `refusesSame` throws instead.
  fileprivate func rebuildNameKeys(refusesSame: Bool) throws {
    try rebuildNameKeys(
      .genre, GenreSQL.allForKeys, GenreSQL.setNameKey, GenreSQL.byKey, refusesSame)
    try rebuildNameKeys(
      .shelf, ShelfSQL.allForKeys, ShelfSQL.setNameKey, ShelfSQL.byKey, refusesSame)
  }

  private func rebuildNameKeys(
    _ entity: Entity, _ names: SQL, _ setKey: SQL, _ byKey: SQL, _ refusesSame: Bool
  ) throws {
    let select = try statement(names)
    let update = try statement(setKey)
    defer { select.reset() }
    // Two of them may have each other's: so none may keep what it has. No name's key begins so.
    while try select.step() {
      let id = select.int64(0)
      update.bind(1, id)
      try update.bind(2, .blob([0] + Array(String(id).utf8)))
      try update.run()
    }
    select.reset()
    var key = ByteBuffer()
    while try select.step() {
      let id = select.int64(0)
      try Keys.genre(select.text(1), into: &key)
      if let other = try self.id(byKey, key.bytes) {
        guard refusesSame else { continue }
        throw Failure(
          .exists, "name",
          "the \(entity.descriptor.table) \(other) and \(id) have the same name; rename one first")
      }
      update.bind(1, id)
      try update.bindBlob(2, key.bytes)
      try update.run()
    }
  }

  private func id(_ byKey: SQL, _ key: Bytes) throws -> Int64? {
    let select = try statement(byKey)
    defer { select.reset() }
    try select.bindBlob(1, key)
    return try select.step() ? select.int64(0) : nil
  }
}
