// The parts of a descriptor beside its fields: an entity's owner, its lists.
import BookwormStorage

/// The row of another entity that a row belongs to.
struct EntityOwner: Sendable {
  let entity: Entity
  /// The column that names it.
  let column: String
  /// The field of the owner by which a change of its rows is told.
  let field: UInt64
}

/// Rows beside an entity's own table that are read and put back with a row of it.
struct EntityList: Sendable {
  /// The fields by which a change of it is told.
  let fields: UInt64
  /// Those of one row, by its id, as they are noted to undo by.
  let rows: SQL
  /// Whether a change of it is one of the row too, which says when it was changed last.
  let touchesRow: Bool
  /// What the rows name first: it must be there, or have these fields as they were, for the list
  /// to come back.
  var names: (entity: Entity, fields: UInt64)?
  /// Takes off what a row has.
  let clear: @Sendable (Int64, Writer) throws -> Void
  /// Puts back what was noted.
  let restore: @Sendable (Int64, inout UndoRecord, Writer) throws -> Void
}
