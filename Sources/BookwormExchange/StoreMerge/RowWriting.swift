// Writes a row of another store into this one, by the same code as every change.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension StoreMerge {
  /// Inserts a row with its global id and a new id. `book` is its book here.
  func insert(_ row: StoredRow, book: Int64? = nil, genres: [Int64] = []) throws -> Int64 {
    let entity = row.entity
    let id: Int64
    switch entity {
    case .order: id = try here.lastOrder() &+ 1
    // An id that no book ever had.
    case .merged: id = try writer.nextID(.book)
    default: id = try writer.nextID(entity)
    }
    var values: [String: FieldValue] = [:]
    for (column, value) in zip(entity.descriptor.columns, row.values) where value != nil {
      values[column.column] = value
    }
    values["id"] = .integer(id)
    if let book { values["book"] = .integer(book) }
    let document = DocumentRow(
      id: id, globalID: row.globalID, previousID: id &- 1, lastBook: try writer.lastID(.book),
      hasReadings: true, values: values, genres: UnsafeBufferPointer(start: nil, count: 0),
      identifiers: [], contributors: [], cover: nil)
    if entity == .reading, let book {
      try writer.changing(ownerOf: entity, book) { try entity.documentRules.take(document, writer) }
    } else {
      try entity.documentRules.take(document, writer)
    }
    counts.inserted += 1
    return id
  }

  /// Updates a row here with some columns of the other store. `owner` is the row that it belongs to
  /// now.
  func update(_ ours: StoredRow, _ theirs: StoredRow, _ places: [Int], owner: Int64? = nil) throws {
    guard !places.isEmpty else { return }
    counts.updated += 1
    let (entity, id) = (ours.entity, ours.id)
    let columns = places.map { entity.descriptor.columns[$0] }
    guard let before = try here.ownerIfAny(of: entity, id) else {
      return try update(id, theirs, columns, owner: nil)
    }
    try writer.changing(ownerOf: entity, before) {
      guard let owner, owner != before, columns.contains(where: { $0.column == "book" }) else {
        return try update(id, theirs, columns, owner: before)
      }
      try writer.changing(ownerOf: entity, owner) {
        try update(id, theirs, columns, owner: owner)
      }
    }
  }

  private func update(
    _ id: Int64, _ row: StoredRow, _ columns: [EntityField], owner: Int64?
  ) throws {
    let entity = row.entity
    var values: [(column: String, value: FieldValue?)] = []
    for column in columns {
      let value = column.column == "book" ? owner.map { .integer($0) } : row[column.column]
      if case .text(let text) = value {
        try Rules.text(text, column.column, limit: column.limit)
      }
      values.append((column.column, value))
    }
    let fields = columns.reduce(0) { $0 | $1.bit }
    try write(entity, id, fields, values)
  }

  /// Sets the name of a genre or a shelf, with its keys.
  func set(_ entity: Entity, _ id: Int64, name: Bytes) throws {
    try Rules.name(name, "name")
    let field = entity.descriptor.unique?.field ?? 0
    try write(entity, id, field, [("name", .text(name))])
  }

  private func write(
    _ entity: Entity, _ id: Int64, _ fields: UInt64,
    _ values: [(column: String, value: FieldValue?)]
  ) throws {
    var (names, keys): ([String], [[UInt8]]) = (values.map(\.column), [])
    if case .text(let name) = values.first(where: { $0.column == "name" })?.value {
      names += ["name_key", "sort_key"]
      keys = [try Keys.genre(name), try Keys.sort(name)]
    }
    try writer.rules[entity].willUpdate(id, fields, writer)
    try writer.rules[entity].updating(id, fields, writer) {
      let update = try here.statement(
        composed: EntitySQL.update(names, of: entity.descriptor.table))
      defer { update.reset() }
      update.bind(1, id)
      var place: Int32 = 2
      for (_, value) in values {
        switch value {
        case .integer(let number): update.bind(place, number)
        case .real(let number): update.bind(place, number)
        case .text(let text): try update.bindText(place, text)
        case .uuid, nil: update.bindNull(place)
        }
        place += 1
      }
      for key in keys {
        try update.bind(place, .blob(key))
        place += 1
      }
      try update.run()
    }
    try writer.rules[entity].updated(id, fields, writer)
  }

  /// Gives a row here the global id that it shares with a row of the other store from now on.
  func adopt(_ entity: Entity, _ id: Int64, _ globalID: GlobalID) throws {
    guard let column = entity.descriptor.columns.first(where: { $0.column == "global_id" }) else {
      return
    }
    counts.updated += 1
    try writer.rules[entity].willUpdate(id, column.bit, writer)
    let update = try here.statement(entity.descriptor.sql.setGlobalID)
    update.bind(1, id)
    try globalID.withBytes {
      try update.bindBlob(2, $0)
      try update.run()
    }
    try writer.rules[entity].updated(id, column.bit, writer)
  }
}
