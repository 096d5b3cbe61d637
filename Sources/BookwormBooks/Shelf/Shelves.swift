// Saves, renames, changes and deletes shelves.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func createShelf(_ name: Bytes, line: Bytes) throws -> Int64 {
    var shelf = Draft<ShelfFields>()
    shelf.give(.name, name)
    shelf.give(.line, line)
    try shelf.check()
    return try write { writer in
      try writer.connection.checkIsFree(name, of: .shelf)
      let id = try writer.nextID(.shelf)
      shelf.give(.id, id)
      try writer.insert(shelf)
      return id
    }
  }

  package func renameShelf(_ id: Int64, _ name: Bytes) throws {
    try update(id, ShelfFields.name, name)
  }

  package func setLine(ofShelf id: Int64, _ line: Bytes) throws {
    try update(id, ShelfFields.line, line)
  }

  /// Books are not deleted.
  package func deleteShelf(_ id: Int64) throws {
    try delete(.shelf, id)
  }
}
