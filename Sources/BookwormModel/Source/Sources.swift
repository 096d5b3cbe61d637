// What is kept of a source's book: its rules, and writing it.
import BookwormStorage

extension Rules {
  /// Of a source's name, and of its own id of a book: an engine's index takes no longer keys.
  static let sourceLimit = 1024
  /// Twice what the longest texts take, as some characters take two bytes.
  static let takenLimit = 256 << 20
}

extension Writer {
  /// The row alone.
  func insert(_ source: SourceBook, key: [UInt8], as known: RowIdentity) throws {
    let insert = try connection.statement(SourceSQL.insert)
    insert.bind(1, known.id)
    insert.bind(2, source.book)
    try insert.bindText(3, source.source)
    try insert.bindText(4, source.sourceID)
    try insert.bindText(5, source.taken)
    try insert.bindText(6, source.raw)
    insert.bind(7, source.imported)
    try key.withUnsafeBufferPointer {
      try insert.bindBlob(8, $0)
      try run(insert, globalID: 9, known.globalID, at: source.imported)
    }
  }

  /// Changes some of its columns.
  func update(source id: Int64, _ new: SourceBook, _ fields: SourceFields) throws {
    try willUpdate(.source, id, fields)
    let columns = Entity.source.descriptor.columns.filter { $0.field & fields.rawValue != 0 }
    let update = try connection.statement(
      composed: EntitySQL.update(columns.map(\.name) + ["imported"], of: "book_sources"))
    update.bind(1, id)
    for (place, column) in columns.enumerated() {
      let place = Int32(place + 2)
      switch SourceFields(rawValue: column.field) {
      case .book: update.bind(place, new.book)
      case .taken: try update.bindText(place, new.taken)
      default: try update.bindText(place, new.raw)
      }
    }
    update.bind(Int32(columns.count + 2), new.imported)
    try update.run()
    try updated(.source, id, fields)
  }
}

extension Connection {
  func sourceIsNew(_ key: [UInt8]) throws -> Bool {
    let select = try statement(SourceSQL.byKey)
    defer { select.reset() }
    return try key.withUnsafeBufferPointer {
      try select.bindBlob(1, $0)
      return try !select.step()
    }
  }
}
