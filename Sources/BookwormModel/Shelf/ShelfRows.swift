// Reading shelves: one, or all by name; and the query that a shelf is.
import BookwormStorage

extension Session {
  public func shelf(_ id: Int64) throws -> RowSet {
    try read { try $0.shelves(ShelfSQL.byID, id) }.one(.shelf, id)
  }

  public func allShelves() throws -> RowSet { try read { try $0.allShelves() } }

  public func countShelves() throws -> Int64 {
    try read { connection in
      let select = try connection.statement(ShelfSQL.count)
      defer { select.reset() }
      return try select.step() ? select.int64(0) : 0
    }
  }

  public func findShelf(_ name: Bytes) throws -> Int64 {
    try Rules.name(name, "name")
    return try read { connection in
      guard let id = try connection.shelf(withKey: Keys.genre(name)) else {
        let shown = String(decoding: name.prefix(64), as: UTF8.self)
        throw Failure(.notFound, "name", "there is no shelf with the name \"\(shown)\"")
      }
      return id
    }
  }

  /// What its line asks for, as it is understood now: today is this day.
  public func query(ofShelf id: Int64) throws -> Query {
    try read { connection in
      let select = try connection.statement(ShelfSQL.line)
      defer { select.reset() }
      select.bind(1, id)
      guard try select.step() else { throw Failure.no(.shelf, id) }
      return try SearchLine.query(select.text(0))
    }
  }
}

extension Connection {
  private static let shelfLayout = RowLayout([
    ColumnSpec(ShelfFields.id, .int64),
    ColumnSpec(ShelfFields.name, .text),
    ColumnSpec(ShelfFields.line, .text),
    ColumnSpec(ShelfFields.globalID, .uuid),
  ])

  func allShelves() throws -> RowSet { try shelves(ShelfSQL.byName, nil) }

  fileprivate func shelves(_ sql: SQL, _ id: Int64?) throws -> RowSet {
    try rows(.shelves, Connection.shelfLayout, expecting: id == nil ? 16 : 1, sql, id)
  }

  func shelf(withKey key: [UInt8]) throws -> Int64? {
    let select = try statement(ShelfSQL.byKey)
    defer { select.reset() }
    return try key.withUnsafeBufferPointer {
      try select.bindBlob(1, $0)
      return try select.step() ? select.int64(0) : nil
    }
  }
}
