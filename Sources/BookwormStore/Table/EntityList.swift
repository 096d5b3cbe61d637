// This file defines the parts of a descriptor other than its fields: an entity's owner and its
// lists.
import BookwormRecords
import BookwormStorage

/// The row of another entity that a row belongs to.
package struct EntityOwner: Sendable {
  package let entity: Entity
  /// The column with the owner's id.
  package let column: String
  /// The field of the owner that reports a change of its rows.
  package let field: UInt64
}

/// Rows outside an entity's own table that are read and restored with a row of the entity.
package struct EntityList: Sendable {
  /// The fields that report a change of the list.
  package let fields: UInt64
  /// Selects the rows that belong to one row, by its id, in the form that undo records them.
  package let rows: SQL
  /// Whether a change of the list also changes the row, which stores the time of its last change.
  var touchesRow = true
  /// The entity of the row that the first column of the list refers to. For the list to be
  /// restored, that row must exist, and these fields of it must be unchanged.
  package var names: (entity: Entity, fields: UInt64)?
  /// Deletes the rows that belong to one row, and adds one; nil if other rows depend on the list,
  /// so that the entity's rules remove and restore it.
  var byItself: (delete: SQL, add: SQL)?
}

extension EntityList {
  /// The parameters of `add` are the id of the row that the list belongs to, then the columns of
  /// `rows`.
  package init(fields: BookFields, rows: SQL, delete: SQL, add: SQL) {
    self.init(fields: fields.rawValue, rows: rows, byItself: (delete, add))
  }
}
