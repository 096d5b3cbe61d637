// These types are the parts of a descriptor other than its fields: an entity's owner and its lists.
import BookwormStorage

/// The row of another entity that a row belongs to.
struct EntityOwner: Sendable {
  let entity: Entity
  /// The column with the owner's id.
  let column: String
  /// The field of the owner that reports a change of its rows.
  let field: UInt64
}

/// Rows outside an entity's own table that are read and restored with a row of the entity.
struct EntityList: Sendable {
  /// The fields that report a change of the list.
  let fields: UInt64
  /// Selects the rows that belong to one row, by its id, in the form that undo records them.
  let rows: SQL
  /// Whether a change of the list also changes the row, which stores the time of its last change.
  let touchesRow: Bool
  /// The kind of row that each row of the list refers to first. For the list to be restored, that
  /// row must exist, or these fields of it must be unchanged.
  var names: (entity: Entity, fields: UInt64)?
  /// Removes the list of a row.
  let clear: @Sendable (Int64, Writer) throws -> Void
  /// Restores the recorded rows.
  let restore: @Sendable (Int64, inout UndoRecord, Writer) throws -> Void
}

extension EntityList {
  /// A list whose rows depend on nothing else. The parameters of `add` are the id of the row that
  /// the list belongs to, then the columns of `rows`.
  init(fields: BookFields, rows: SQL, delete: SQL, add: SQL) {
    self.init(fields: fields.rawValue, rows: rows, touchesRow: true) { id, writer in
      try writer.delete(delete, id)
    } restore: { id, record, writer in
      try record.rows { row in
        let insert = try writer.connection.statement(add)
        insert.bind(1, id)
        try insert.bind(from: 2, row)
        try insert.run()
      }
    }
  }
}
