// The parts of a descriptor: an entity's columns, its owner, its lists.
import BookwormStorage

struct EntityColumn: Sendable {
  let name: String
  let type: ColumnType
  /// The bit by which a change of it is told; 0 of what never changes by itself.
  let field: UInt64
  let isOptional: Bool
  /// The longest text that it takes.
  let limit: Int
  /// Columns that are derived from it, and change with it.
  let keys: [String]

  init(
    _ name: String, _ type: ColumnType, _ field: some FieldSet, optional: Bool = false,
    limit: Int = Rules.nameLimit, keys: [String] = []
  ) {
    (self.name, self.type, self.field) = (name, type, field.rawValue)
    (isOptional, self.limit, self.keys) = (optional, limit, keys)
  }
}

extension EntityColumn {
  /// Two columns may share a key.
  static func keys(of columns: [EntityColumn]) -> [String] {
    columns.flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

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
