// Records the values that a change is about to overwrite, in the order that UndoReplay,
// UndoConflicts and UndoSummary read them.
import BookwormRecords
import BookwormStorage

extension Writer {
  func record(insertionOf entity: Entity, _ id: Int64) {
    guard entity.descriptor.isUndone else { return }
    undoLog?.record(insertionOf: entity, id, &pending.undo)
  }

  package func record(
    _ kind: UndoRecord.Kind, _ entity: Entity, _ id: Int64, fields: UInt64 = 0,
    _ body: (UndoLog) throws -> Void
  ) throws {
    guard let undoLog else { return }
    var position = pending.undo
    defer { pending.undo = position }
    try undoLog.record(kind, entity, id, fields: fields, &position, body)
  }

  /// Records the deletion of a row with its lists. No rows may belong to it.
  func record(deletionOf entity: Entity, _ id: Int64) throws {
    let descriptor = entity.descriptor
    try record(.deleted, entity, id) { log in
      try log.append(rowOf: connection.statement(descriptor.sql.row), id)
      for list in descriptor.lists {
        try log.append(rowsOf: connection.statement(list.rows), id)
      }
    }
  }

  /// Records the fields and their values: columns and lists.
  package func record(
    updateOf entity: Entity, _ id: Int64, _ fields: UInt64, _ kind: UndoRecord.Kind = .updated
  ) throws {
    let fields = fields & entity.ownFields
    guard fields != 0 else { return }
    try record(kind, entity, id, fields: fields) { log in
      if let columns = try OverwrittenColumns(entity, fields).select(connection) {
        try log.append(rowOf: columns, id)
      }
      for list in entity.descriptor.lists where list.fields & fields != 0 {
        try log.append(rowsOf: connection.statement(list.rows), id)
      }
    }
  }
}
