// Selects rows of any entity: by id, by owner or by key.
import BookwormRecords
import BookwormStorage

extension Connection {
  /// Returns the rows that a SELECT finds. The numbers are its parameters; absent numbers are not
  /// bound.
  package func rows(
    _ entity: Entity, expecting count: Int, _ sql: SQL, _ numbers: Int64?...
  ) throws -> RowSet {
    let descriptor = entity.descriptor
    let rows = try RowSet(entity.rows, descriptor.layout, expecting: count)
    let select = try statement(sql)
    defer { select.reset() }
    for (place, number) in numbers.enumerated() {
      if let number { select.bind(Int32(place + 1), number) }
    }
    try rows.append(rowsOf: select)
    return rows
  }

  /// Returns the rows that belong to an owner, in the order of their ids.
  package func rows(_ entity: Entity, ofOwner id: Int64) throws -> RowSet {
    guard let ofOwner = entity.descriptor.sql.ofOwner else { throw Failure.no(entity, id) }
    return try rows(entity, expecting: 8, ofOwner.listed, id)
  }

  package func count(_ entity: Entity, ofOwner id: Int64) throws -> Int64 {
    try entity.descriptor.sql.ofOwner.map { try number($0.count, id) } ?? 0
  }

  /// Returns the result of `body` for the first row that a SELECT finds; nil if it finds none. The
  /// id, if given, is the SELECT's parameter.
  @inline(__always)
  package func first<R>(_ sql: SQL, _ id: Int64? = nil, _ body: (Statement) throws -> R) throws
    -> R?
  {
    let select = try statement(sql)
    defer { select.reset() }
    if let id { select.bind(1, id) }
    return try select.step() ? try body(select) : nil
  }

  /// Calls `body` for each row that a SELECT finds. The id, if given, is the SELECT's parameter.
  @inline(__always)
  package func each(_ sql: SQL, _ id: Int64? = nil, _ body: (Statement) throws -> Void) throws {
    let select = try statement(sql)
    defer { select.reset() }
    if let id { select.bind(1, id) }
    while try select.step() { try body(select) }
  }

  /// The same as first() with an id, but the SELECT's parameter is a key of an index.
  package func first<R>(_ sql: SQL, key: Bytes, _ body: (Statement) throws -> R) throws -> R? {
    let select = try statement(sql)
    defer { select.reset() }
    try select.bindBlob(1, key)
    return try select.step() ? try body(select) : nil
  }

  /// Returns the number that a SELECT finds, or 0 if its result is empty.
  package func number(_ sql: SQL, _ id: Int64? = nil) throws -> Int64 {
    try first(sql, id) { $0.int64(0) } ?? 0
  }

  /// Returns the id of the row with a key in its unique column.
  package func id(of entity: Entity, withKey key: Bytes) throws -> Int64? {
    guard let byUnique = entity.descriptor.sql.byUnique else { return nil }
    return try first(byUnique, key: key) { $0.int64(0) }
  }

  package func id(of entity: Entity, withKey key: [UInt8]) throws -> Int64? {
    try key.withUnsafeBufferPointer { try id(of: entity, withKey: $0) }
  }
}

extension Connection {
  package func exists(_ entity: Entity, _ id: Int64) throws -> Bool {
    try first(entity.descriptor.sql.exists, id) { _ in true } ?? false
  }

  /// Returns the id of a row's owner; nil if the row does not exist, or if rows of this entity have
  /// no owner.
  package func ownerIfAny(of entity: Entity, _ id: Int64) throws -> Int64? {
    guard let ownerOf = entity.descriptor.sql.ownerOf else { return nil }
    return try first(ownerOf, id) { $0.int64(0) }
  }

  package func owner(of entity: Entity, _ id: Int64) throws -> Int64 {
    guard let owner = try ownerIfAny(of: entity, id) else { throw Failure.no(entity, id) }
    return owner
  }
}

extension RowSet {
  /// Returns the result itself, which was read by a row's id. Throws if the row does not exist.
  package func one(_ entity: Entity, _ id: Int64) throws -> RowSet {
    guard count == 1 else { throw Failure.no(entity, id) }
    return self
  }
}
