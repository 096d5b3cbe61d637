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
      try writer.connection.rebuildGenreNameKeys()
      try writer.connection.rebuildGenreKeys()
      try writer.connection.rebuildBookKeys()
      try writer.connection.rebuildSearchIndex()
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
  /// The highest id of a table, where it is above the last one that was given; else nil.
  func idAbove(_ entity: Entity) throws -> Int64? {
    let last = try property(entity.descriptor.lastID) ?? 0
    let highest = try integer("SELECT max(id) FROM \(entity.descriptor.table)") ?? 0
    return highest > last ? highest : nil
  }

  fileprivate func rebuildGenreNameKeys() throws {
    let select = try statement(GenreSQL.allForKeys)
    let update = try statement(MaintenanceSQL.setNameKey)
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
      if let other = try genre(withKey: key.bytes) {
        throw Failure(
          .exists, "name", "the genres \(other) and \(id) have the same name; rename one first")
      }
      update.bind(1, id)
      try update.bindBlob(2, key.bytes)
      try update.run()
    }
  }
}
