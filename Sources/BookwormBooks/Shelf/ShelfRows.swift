// Reads one shelf, or all by name.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func shelf(_ id: Int64) throws -> RowSet { try row(.shelf, id) }

  package func allShelves() throws -> RowSet { try read { try $0.allShelves() } }

  package func findShelf(_ name: Bytes) throws -> Int64 {
    try Rules.name(name, "name")
    return try read { connection in
      guard let id = try connection.id(of: .shelf, withKey: Keys.genre(name)) else {
        throw Failure.noName(.shelf, name)
      }
      return id
    }
  }
}

extension Connection {
  package func allShelves() throws -> RowSet { try rows(.shelf, expecting: 16, ShelfSQL.byName) }
}
