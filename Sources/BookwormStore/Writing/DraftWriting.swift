// Compares drafts with stored rows, and writes them.
import BookwormRecords
import BookwormStorage

extension Draft {
  /// Returns the fields in `asked` that have another value in the stored row.
  func differing(from stored: StoredRow, _ asked: Fields) -> Fields {
    Fields.fields { line in
      line.bit & asked.rawValue != 0 && stored[line.column] != value(line)
    }
  }
}

extension Connection {
  /// Returns the fields in `asked` whose stored value differs from the draft's. Throws if the row
  /// does not exist.
  package func differing<Fields>(
    _ id: Int64, _ draft: Draft<Fields>, _ asked: Fields
  ) throws -> Fields {
    guard let stored = try storedRow(Fields.entity, id) else { throw Failure.no(Fields.entity, id) }
    return draft.differing(from: stored, asked)
  }
}

extension Writer {
  /// Inserts a checked draft as a row under its `id`, and records the insertion. The row gets
  /// `globalID`, or a new global id if that is nil.
  package func insert<Fields>(
    _ draft: Draft<Fields>, _ globalID: GlobalID? = nil, at now: Milliseconds = Clock.now()
  ) throws {
    try insertRow(draft, globalID, at: now)
    noteInsertion(of: Fields.entity, Int64(bitPattern: draft.slots[0].bits))
  }

  /// Inserts the row without recording the insertion.
  package func insertRow<Fields>(
    _ draft: Draft<Fields>, _ globalID: GlobalID? = nil, at now: Milliseconds
  ) throws {
    let descriptor = Fields.entity.descriptor
    let insert = try connection.statement(descriptor.sql.insert)
    var place: Int32 = 1
    var globalIDs: Int32 = 0
    for line in descriptor.columns {
      if line.kind == .uuid { globalIDs = place } else { try draft.bind(line, to: insert, place) }
      place &+= 1
    }
    for key in try Fields.keys(of: draft) {
      try insert.bind(place, .blob(key))
      place &+= 1
    }
    try run(insert, globalID: globalIDs, globalID, at: now)
  }

  /// Sets some fields of a row. Fields that the draft does not give become absent.
  package func update<Fields>(_ id: Int64, _ draft: Draft<Fields>, _ fields: Fields) throws {
    let entity = Fields.entity
    let descriptor = entity.descriptor
    try willUpdate(entity, id, fields)
    try rules[entity].updating(id, fields.rawValue, self) {
      let changed = descriptor.columns.filter {
        $0.bit & fields.rawValue != 0 || $0.column == descriptor.changed
      }
      let keys = changed.keys.isEmpty ? [] : try Fields.keys(of: draft)
      let update = try connection.statement(
        composed: EntitySQL.update(
          changed.map(\.column) + changed.keys, of: descriptor.table))
      update.bind(1, id)
      var place: Int32 = 2
      for line in changed {
        try draft.bind(line, to: update, place)
        place &+= 1
      }
      for key in keys {
        try update.bind(place, .blob(key))
        place &+= 1
      }
      try update.run()
    }
    try updated(entity, id, fields)
  }
}
