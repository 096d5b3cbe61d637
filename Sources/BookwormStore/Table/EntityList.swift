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
  /// Selects the rows of the list that belong to the row with an id, in the form that undo records.
  package let rows: SQL
  /// Whether a change of the list counts as a change of the row itself: see
  /// EntityDescriptor.changed.
  var touchesRow = true
  /// The entity of the row that the first column of the list refers to. For the list to be
  /// restored, that row must exist, and these fields of it must be unchanged.
  package var names: (entity: Entity, fields: UInt64)?
  /// The statements that delete all rows of a row's list, and add one row to it. Nil if other rows
  /// depend on the list: the entity's rules then remove and restore it.
  var byItself: (delete: SQL, add: SQL)?
}

extension EntityList {
  /// The parameters of `add` are the id of the row that the list belongs to, then the columns of
  /// `rows`.
  package init(fields: BookFields, rows: SQL, delete: SQL, add: SQL) {
    self.init(fields: fields.rawValue, rows: rows, byItself: (delete, add))
  }
}
