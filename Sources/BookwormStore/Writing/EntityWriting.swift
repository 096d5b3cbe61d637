// Records every change of a row in the change log and for undo, and updates derived values. Code
// that changes a row calls these functions before and after.
import BookwormRecords
import BookwormStorage

extension Writer {
  /// Called after a row has been inserted. The entity itself writes the values derived from it.
  package func noteInsertion(of entity: Entity, _ id: Int64) {
    pending.log.add(.insert, entity, id)
    record(insertionOf: entity, id)
  }

  package func willUpdate(_ entity: Entity, _ id: Int64, _ fields: some FieldSet) throws {
    try rules[entity].willUpdate(id, fields.rawValue, self)
  }

  package func updated(_ entity: Entity, _ id: Int64, _ fields: some FieldSet) throws {
    try rules[entity].updated(id, fields.rawValue, self)
  }

  /// Runs an insertion, a change or a deletion of a row that belongs to `owner`, and records that
  /// the owner changes with it.
  package func changing<R>(ownerOf entity: Entity, _ owner: Int64, _ body: () throws -> R) throws
    -> R
  {
    guard let owning = entity.descriptor.owner else { return try body() }
    try rules[owning.entity].willUpdate(owner, owning.field, self)
    let result = try body()
    try rules[owning.entity].updated(owner, owning.field, self)
    return result
  }

  /// Deletes a row without derived values. The row may belong to another row. Returns false if the
  /// row does not exist.
  package func deleteRow(_ entity: Entity, _ id: Int64) throws -> Bool {
    let owner =
      try entity.descriptor.owner == nil
      ? (connection.exists(entity, id) ? 0 : nil) : connection.ownerIfAny(of: entity, id)
    guard let owner else { return false }
    try changing(ownerOf: entity, owner) {
      try record(deletionOf: entity, id)
      try rules[entity].willDelete(id, self)
      try delete(entity.descriptor.sql.delete, id)
      pending.log.add(.delete, entity, id)
    }
    return true
  }

  /// Deletes the rows that belong to a row whose own deletion is recorded elsewhere.
  package func deleteAll(_ entity: Entity, of owner: Int64) throws {
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
  /// Returns the ids in the first column of a statement whose parameter is an owner's id. There
  /// must be few of them.
  package func ids(_ sql: SQL, _ owner: Int64) throws -> [Int64] {
    var ids: [Int64] = []
    try each(sql, owner) { ids.append($0.int64(0)) }
    return ids
  }
}

extension Session {
  package func delete(_ entity: Entity, _ id: Int64) throws {
    try write { writer in
      guard try writer.rules[entity].delete(id, writer) else { throw Failure.no(entity, id) }
    }
  }
}
