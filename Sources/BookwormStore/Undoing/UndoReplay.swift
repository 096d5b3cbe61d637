// Undoes a step: restores the values in its log, the last ones first, by the same code as every
// change. So the counters, the log of changes and the search index are updated too, and the
// overwritten values go into a new log, which can undo the undo.
import BookwormRecords
import BookwormStorage

extension Writer {
  /// `touched` has the rows of the step, and says which of these rows have since been changed by
  /// others without a conflict. It is nil if no transaction of others was compared.
  func replay(_ step: UndoStep, _ touched: TouchedRows?) throws {
    var reader = UndoLogReader(step)
    var group = UndoRecordGroup()
    while let record = try reader.next() {
      if try group.take(record) { continue }
      try group.inOrder(&reader) { try replay($0, touched) }
      if try !group.take(record) { try replay(reader.record(at: record.range), touched) }
    }
    try group.inOrder(&reader) { try replay($0, touched) }
    guard let touched else { return }
    for row in touched.rows {
      guard let entity = Entity(rawValue: row.entity) else { continue }
      try rules[entity].updateDerived(row.id, row.fields, self)
    }
  }

  private func replay(_ record: UndoRecord, _ touched: TouchedRows?) throws {
    var record = record
    switch record.kind {
    case .inserted: try delete(record)
    case .deleted: try restore(&record)
    case .updated, .followed: try putBack(&record, touched)
    }
  }

  private func delete(_ record: UndoRecord) throws {
    let (first, count) = (record.id, record.number)
    // Any order would be correct; ascending ids are faster for the search index, as in
    // UndoRecordGroup.
    for id in first..<max(first, first &+ count) {
      guard try rules[record.entity].delete(id, self) else {
        throw Failure.inTheWay("\(record.entity.descriptor.name) \(id) is gone")
      }
    }
  }

  private func insert(_ row: [UndoValue], _ entity: Entity) throws {
    let descriptor = entity.descriptor
    guard row.count == descriptor.allColumns.count else { throw UndoRecord.broken }
    let insert = try connection.statement(descriptor.sql.insert)
    try insert.bind(row)
    try insert.run()
    try rules[entity].isBack(row.integer(0), self)
  }

  private func restore(_ record: inout UndoRecord) throws {
    let (entity, id) = (record.entity, record.id)
    let descriptor = entity.descriptor
    let row = try record.row()
    guard try !connection.exists(entity, id) else {
      throw Failure.inTheWay("\(descriptor.name) \(id) is back")
    }
    try checkIsUnique(row, descriptor.allColumns, entity, id)
    guard let owner = descriptor.owner, let place = descriptor.place(of: owner.column) else {
      return try restore(row, &record)
    }
    let owning = row.integer(place)
    guard try connection.exists(owner.entity, owning) else {
      throw Failure.inTheWay(
        "\(owner.entity.descriptor.name) \(owning), which \(descriptor.name) \(id) is from, is gone"
      )
    }
    try changing(ownerOf: entity, owning) { try restore(row, &record) }
  }

  /// Restores a row, its lists, and the rows that belong to it.
  private func restore(_ row: [UndoValue], _ record: inout UndoRecord) throws {
    try insert(row, record.entity)
    for list in record.entity.descriptor.lists {
      try restore(list, of: record.entity, record.id, &record)
    }
    for child in record.entity.children {
      try record.rows { row in
        try insert(row, child)
        pending.log.add(.insert, child, row.integer(0))
      }
    }
    try rules[record.entity].restored(record.id, self)
  }

  private func putBack(_ record: inout UndoRecord, _ touched: TouchedRows?) throws {
    let (entity, id) = (record.entity, record.id)
    guard try connection.exists(entity, id) else {
      throw Failure.inTheWay("\(entity.descriptor.name) \(id) is gone")
    }
    guard entity.descriptor.owner != nil else { return try putBack(values: &record, touched) }
    let owner = try connection.owner(of: entity, id)
    try changing(ownerOf: entity, owner) {
      guard let first = try self.owner(in: record), first != owner else {
        return try putBack(values: &record, touched)
      }
      try changing(ownerOf: entity, first) { try putBack(values: &record, touched) }
    }
  }

  /// Returns the owner that the record's row had, if the change gave the row to another owner;
  /// otherwise nil. Throws if that owner no longer exists.
  private func owner(in record: UndoRecord) throws -> Int64? {
    let entity = record.entity
    guard let owner = entity.descriptor.owner,
      let place = OverwrittenColumns(entity, record.fields).names.firstIndex(of: owner.column)
    else { return nil }
    var record = record
    let first = try record.row().integer(place)
    guard try connection.exists(owner.entity, first) else {
      let (owning, name) = (owner.entity.descriptor.name, entity.descriptor.name)
      throw Failure.inTheWay("\(owning) \(first), which \(name) \(record.id) is from, is gone")
    }
    return first
  }

  private func putBack(values record: inout UndoRecord, _ touched: TouchedRows?) throws {
    let (entity, id, fields) = (record.entity, record.id, record.fields)
    try rules[entity].willUpdate(id, fields, self)
    let columns = OverwrittenColumns(entity, fields)
    try rules[entity].updating(id, fields, self) {
      guard let update = try columns.update(connection) else { return }
      var row = try record.row()
      guard row.count == columns.names.count else { throw UndoRecord.broken }
      try checkIsUnique(row, columns.names, entity, id)
      if columns.hasChanged, touched?.hasOtherChanges(of: entity, id) == true {
        // The row keeps the time of the other change.
        row.removeLast()
        row.append(.integer(try connection.whenChanged(entity, id)))
      }
      update.bind(1, id)
      try update.bind(from: 2, row)
      try update.run()
    }
    for list in entity.descriptor.lists where list.fields & fields != 0 {
      try clear(list, of: entity, id)
      try restore(list, of: entity, id, &record)
    }
    try rules[entity].updated(id, fields, self)
  }

  private func checkIsUnique(
    _ row: [UndoValue], _ columns: [String], _ entity: Entity, _ id: Int64
  ) throws {
    let descriptor = entity.descriptor
    guard let unique = descriptor.unique, let place = columns.firstIndex(of: unique.column),
      place < row.count, case .blob(let key) = row[place],
      let other = try connection.id(of: entity, withKey: key), other != id
    else { return }
    let name = descriptor.name
    let value = entity == .source ? "id at its source" : "name"
    throw Failure.inTheWay("\(name) \(other) now has the \(value) that \(name) \(id) had")
  }
}

extension Connection {
  fileprivate func whenChanged(_ entity: Entity, _ id: Int64) throws -> Int64 {
    guard let changed = entity.descriptor.sql.changed else { return 0 }
    return try number(changed, id)
  }
}

extension Failure {
  /// The error for a step that cannot be undone in the present state of the store.
  package static func inTheWay(_ what: String) -> Failure { Failure(.conflict, "undo", what) }
}
