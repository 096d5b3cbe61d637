// Compares the objects of a store's database with those that this library creates. If something
// else has altered a table, the library's statements would have another effect on it.
import BookwormRecords
import BookwormStorage

/// A table, an index, or an object that a store never has, such as a trigger.
struct SchemaObject: Equatable, Sendable {
  let type: String
  let name: String
  let table: String
  /// The statement that created it, as SQLite stores it.
  let text: String
}

extension Schema {
  private static let lock = Lock()
  nonisolated(unsafe) private static var known: [Int32: [SchemaObject]] = [:]

  /// The objects of a store of this version, by name.
  static func objects(ofVersion version: Int32) throws -> [SchemaObject] {
    try lock.withLock {
      if let objects = known[version] { return objects }
      let objects = try inMemory(ofVersion: version) { try $0.schemaObjects(atMost: .max) }
      known[version] = objects
      return objects
    }
  }

  /// Calls `body` with an empty store of a version.
  package static func inMemory<R>(
    ofVersion version: Int32, _ body: (Connection) throws -> R
  ) throws -> R {
    let database = try Database(path: ":memory:", options: DatabaseOptions())
    defer { database.close() }
    let connection = try database.borrowReader()
    defer { database.giveBack(reader: connection) }
    for piece in steps.prefix(Int(version)) { try connection.execute(piece) }
    if version >= indexesVersion { try connection.execute(indexes) }
    return try body(connection)
  }

  /// Throws if the database does not have the schema of this version.
  static func check(_ connection: Connection, isOfVersion version: Int32, _ path: String) throws {
    // Creating the expected objects would take longer than the rest of the opening.
    if version == Schema.version, try connection.schemaChecksum() == checksum { return }
    let wanted = try objects(ofVersion: version)
    let found = try connection.schemaObjects(atMost: Int64(wanted.count) + 1)
    guard found != wanted else { return }
    let fault: String
    if let object = wanted.first(where: { each in !found.contains { $0.name == each.name } }) {
      fault = "lacks the \(object.type) \(object.name)"
    } else if let object = found.first(where: { !wanted.contains($0) }) {
      let isKnown = wanted.contains { $0.name == object.name }
      let article = isKnown ? "another" : object.type == "index" ? "an" : "a"
      fault = "has \(article) \(object.type) \(object.name), not of this library"
    } else {
      fault = "has more than a store"
    }
    throw Failure(.corrupt, "path", "the database \(fault): \(path)")
  }
}

extension Connection {
  /// The checksum of all schemaObjects().
  func schemaChecksum() throws -> UInt64 {
    var checksum = Checksum()
    try each(StoreSQL.schema, 1000 as Int64) { select in
      for column in 0..<4 as Range<Int32> {
        checksum.append(select.text(column))
        // This byte separates the texts, because no text contains it.
        checksum.append(0xFF)
      }
    }
    return checksum.value
  }

  fileprivate func schemaObjects(atMost limit: Int64) throws -> [SchemaObject] {
    var objects: [SchemaObject] = []
    try each(StoreSQL.schema, limit) { select in
      func text(_ column: Int32) -> String {
        String(decoding: select.text(column), as: UTF8.self)
      }
      objects.append(SchemaObject(type: text(0), name: text(1), table: text(2), text: text(3)))
    }
    return objects
  }
}
