// Removes and restores the lists of a row.
import BookwormRecords
import BookwormStorage

extension Writer {
  /// Removes the list of a row.
  func clear(_ list: EntityList, of entity: Entity, _ id: Int64) throws {
    guard let sql = list.byItself else { return try rules[entity].clearLinks(id, self) }
    try delete(sql.delete, id)
  }

  /// Restores the recorded rows of a list.
  func restore(
    _ list: EntityList, of entity: Entity, _ id: Int64, _ record: inout UndoRecord
  ) throws {
    guard let sql = list.byItself else {
      return try rules[entity].restoreLinks(id, &record, self)
    }
    try record.rows { row in
      let insert = try connection.statement(sql.add)
      insert.bind(1, id)
      try insert.bind(from: 2, row)
      try insert.run()
    }
  }
}
