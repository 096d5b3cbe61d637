// Reading shelves: one, or all by name; and the query that a shelf is.
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

  /// What its line asks for, as it is understood now: today is this day.
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
