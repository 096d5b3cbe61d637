// Reads one shelf, or all by name.
import BookwormStorage

extension Session {
  public func shelf(_ id: Int64) throws -> RowSet { try row(.shelf, id) }

  public func allShelves() throws -> RowSet { try read { try $0.allShelves() } }

  public func findShelf(_ name: Bytes) throws -> Int64 {
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
  func allShelves() throws -> RowSet { try rows(.shelf, expecting: 16, ShelfSQL.byName) }
}
