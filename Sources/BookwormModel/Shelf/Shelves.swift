// Shelves: saving, renaming, changing and deleting them.
import BookwormStorage
import BookwormText

extension Session {
  public func createShelf(_ name: Bytes, line: Bytes) throws -> Int64 {
    try Rules.shelf(name, line)
    return try write { writer in
      let key = try Keys.genre(name)
      if let other = try writer.connection.shelf(withKey: key) {
        throw Failure.exists(.shelf, other)
      }
      return try writer.insertShelf(name, key, line)
    }
  }

  public func renameShelf(_ id: Int64, _ name: Bytes) throws {
    try Rules.name(name, "name")
    try write { writer in
      guard try !writer.shelf(id, has: "name", name) else { return }
      let key = try Keys.genre(name)
      if let other = try writer.connection.shelf(withKey: key), other != id {
        throw Failure.exists(.shelf, other)
      }
      try writer.willUpdate(.shelf, id, ShelfFields.name)
      try Keys.sort(name, into: &writer.titleKey)
      let update = try writer.connection.statement(ShelfSQL.rename)
      update.bind(1, id)
      try update.bindText(2, name)
      try update.bind(3, .blob(key))
      try update.bindBlob(4, writer.titleKey.bytes)
      try update.run()
      try writer.updated(.shelf, id, ShelfFields.name)
    }
  }

  public func setLine(ofShelf id: Int64, _ line: Bytes) throws {
    _ = try SearchLine.query(line)
    try write { writer in
      guard try !writer.shelf(id, has: "line", line) else { return }
      try writer.willUpdate(.shelf, id, ShelfFields.line)
      let update = try writer.connection.statement(ShelfSQL.setLine)
      update.bind(1, id)
      try update.bindText(2, line)
      try update.run()
      try writer.updated(.shelf, id, ShelfFields.line)
    }
  }

  /// No book is deleted.
  public func deleteShelf(_ id: Int64) throws {
    try write { writer in
      guard try writer.deleteShelf(id) else { throw Failure.no(.shelf, id) }
    }
  }
}

extension Rules {
  /// What a person may type into a search box, under a name.
  static func shelf(_ name: Bytes, _ line: Bytes) throws {
    try Rules.name(name, "name")
    _ = try SearchLine.query(line)
  }
}

extension Writer {
  /// All of it has been checked; `key` is the name's.
  func insertShelf(
    _ name: Bytes, _ key: [UInt8], _ line: Bytes, as known: RowIdentity? = nil
  ) throws -> Int64 {
    let id = try known?.id ?? nextID(.shelf)
    try Keys.sort(name, into: &titleKey)
    let insert = try connection.statement(ShelfSQL.insert)
    insert.bind(1, id)
    try insert.bindText(2, name)
    try insert.bindText(3, line)
    try insert.bind(4, .blob(key))
    try insert.bindBlob(5, titleKey.bytes)
    try run(insert, globalID: 6, known?.globalID, at: Clock.now())
    inserted(.shelf, id)
    return id
  }

  /// Whether a column has this text already. Throws where there is no such shelf.
  fileprivate func shelf(_ id: Int64, has column: String, _ text: Bytes) throws -> Bool {
    guard let stored = try connection.storedRow(.shelf, id) else { throw Failure.no(.shelf, id) }
    return stored.has(column, text)
  }

  /// False if there is no such shelf.
  func deleteShelf(_ id: Int64) throws -> Bool {
    guard try connection.exists(.shelf, id) else { return false }
    try record(deletionOf: .shelf, id)
    try delete(Entity.shelf.descriptor.sql.delete, id)
    pending.log.add(.delete, .shelf, id)
    return true
  }
}
