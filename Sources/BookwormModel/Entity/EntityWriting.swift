// What is noted beside every change of a row: the log of changes, what it takes to undo it, and
// what is derived. Whoever changes a row calls these before and after.
import BookwormStorage

extension Writer {
  /// After a row has been written. What is derived of it is its entity's to write.
  func noteInsertion(of entity: Entity, _ id: Int64) {
    pending.log.add(.insert, entity, id)
    record(insertionOf: entity, id)
  }

  func willUpdate(_ entity: Entity, _ id: Int64, _ fields: some FieldSet) throws {
    try entity.rules.willUpdate(id, fields.rawValue, self)
  }

  func updated(_ entity: Entity, _ id: Int64, _ fields: some FieldSet) throws {
    try entity.rules.updated(id, fields.rawValue, self)
  }

  /// Runs what inserts, changes or deletes a row that belongs to `owner`, which changes with it.
  func changing<R>(ownerOf entity: Entity, _ owner: Int64, _ body: () throws -> R) throws -> R {
    guard let owning = entity.descriptor.owner else { return try body() }
    try owning.entity.rules.willUpdate(owner, owning.field, self)
    let result = try body()
    try owning.entity.rules.updated(owner, owning.field, self)
    return result
  }

  /// Deletes a row of which nothing is derived, and which may belong to another one. False if there
  /// is no such row.
  func deleteRow(_ entity: Entity, _ id: Int64) throws -> Bool {
    let owner =
      try entity.descriptor.owner == nil
      ? (connection.exists(entity, id) ? 0 : nil) : connection.ownerIfAny(of: entity, id)
    guard let owner else { return false }
    try changing(ownerOf: entity, owner) {
      try record(deletionOf: entity, id)
      try entity.rules.willDelete(id, self)
      try delete(entity.descriptor.sql.delete, id)
      pending.log.add(.delete, entity, id)
    }
    return true
  }

  /// Deletes the rows that belong to one that goes, whose own deletion is noted elsewhere.
  func deleteAll(_ entity: Entity, of owner: Int64) throws {
    guard let ofOwner = entity.descriptor.sql.ofOwner else { return }
    let select = try connection.statement(ofOwner.ids)
    defer { select.reset() }
    select.bind(1, owner)
    var ids = IDList()
    while try select.step() { try ids.append(select.int64(0)) }
    guard ids.ids.count > 0 else { return }
    select.reset()
    try delete(ofOwner.delete, owner)
    for id in ids.ids { pending.log.add(.delete, entity, id) }
  }
}

extension Connection {
  /// The ids, few of them, that a statement gives first for what belongs to a row.
  func ids(_ sql: SQL, _ owner: Int64) throws -> [Int64] {
    let select = try statement(sql)
    defer { select.reset() }
    select.bind(1, owner)
    var ids: [Int64] = []
    while try select.step() { ids.append(select.int64(0)) }
    return ids
  }
}

extension Session {
  func delete(_ entity: Entity, _ id: Int64) throws {
    try write { writer in
      guard try entity.rules.delete(id, writer) else { throw Failure.no(entity, id) }
    }
  }
}
