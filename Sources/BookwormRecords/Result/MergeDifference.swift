// Lists the differences between two rows that were or would be merged: a row of the result for each
// field.
import BookwormStorage

/// The numbers are those of the C interface.
package enum MergeChoice: Int32, Sendable {
  case ours, theirs, both
}

package struct MergeDifference {
  package let entity: Entity
  /// The id of the row that stays.
  package let id: Int64
  /// The id of the other row.
  package let otherID: Int64
  /// One bit; 0 for the row as a whole, if only one of the two sides has it.
  package let field: UInt64
  package let choice: MergeChoice
  /// Nil if the value is absent.
  package let ours: [UInt8]?
  package let theirs: [UInt8]?

  package init(
    entity: Entity, id: Int64, otherID: Int64, field: UInt64, choice: MergeChoice, ours: [UInt8]?,
    theirs: [UInt8]?
  ) {
    self.entity = entity
    self.id = id
    self.otherID = otherID
    self.field = field
    self.choice = choice
    self.ours = ours
    self.theirs = theirs
  }
}

extension RowSet {
  private static let differenceLayout = RowLayout([
    ColumnSpec(BookFields.id, .int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int32),
    ColumnSpec(.int32),
    ColumnSpec(.text, optional: true),
    ColumnSpec(.text, optional: true),
  ])

  package static func differences(_ all: [MergeDifference] = []) throws -> RowSet {
    let rows = try RowSet(.differences, differenceLayout, expecting: max(all.count, 4))
    for difference in all { try rows.append(difference) }
    return rows
  }

  package func append(_ difference: MergeDifference) throws {
    let columns = RowSet.differenceLayout.columns
    try appendRow {
      append(difference.id, to: columns[0])
      append(difference.otherID, to: columns[1])
      append(difference.field, to: columns[2])
      append(Int32(difference.entity.rawValue) + 1, to: columns[3])
      append(difference.choice.rawValue, to: columns[4])
      try append(optional: difference.ours, to: columns[5])
      try append(optional: difference.theirs, to: columns[6])
    }
  }
}
