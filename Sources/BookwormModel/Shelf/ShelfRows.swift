// Reads one shelf, or all by name, and builds the query of a shelf.
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

  /// Returns the query of the shelf's line, with its current meaning: "today" means the current
  /// day.
  public func query(ofShelf id: Int64) throws -> Query {
    try read { connection in
      let query = try connection.first(ShelfSQL.line, id) { try SearchLine.query($0.text(0)) }
      guard let query else { throw Failure.no(.shelf, id) }
      return query
    }
  }
}

extension Connection {
  func allShelves() throws -> RowSet { try rows(.shelf, expecting: 16, ShelfSQL.byName) }
}
