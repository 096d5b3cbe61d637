// A row change is an observer's report of a changed row. Each row is reported once, as a row of a
// result.
import BookwormStorage

package struct RowChange: Sendable, BitwiseCopyable {
  /// The numbers are those of the C interface.
  package enum Kind: Int32, CaseIterable, Sendable, BitwiseCopyable {
    case inserted = 1
    case updated, deleted
    /// A row of an observed page entered, left or moved among the others.
    case entered, left, moved
    /// The changes can no longer be reported.
    case reread
  }

  package var kind: Kind
  /// Nil for a change that cannot be reported.
  package let entity: Entity?
  package let id: Int64
  /// Bits of the entity's fields.
  package var fields: UInt64 = 0
  package var position: Int64 = -1
  package var oldPosition: Int64 = -1

  package init(_ kind: Kind, _ entity: Entity?, _ id: Int64, _ fields: UInt64 = 0) {
    self.kind = kind
    self.entity = entity
    self.id = id
    self.fields = fields
  }

  package static let reread = RowChange(.reread, nil, 0)
}

extension RowSet {
  private static let changeLayout = RowLayout([
    ColumnSpec(BookFields.id, .int64),
    ColumnSpec(.int32),
    ColumnSpec(.int32),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
    ColumnSpec(.int64),
  ])

  package static func changes(expecting rows: Int) throws -> RowSet {
    try RowSet(.changes, changeLayout, expecting: rows)
  }

  /// `step` is the step of a history that made the change, if it is known.
  package func append(
    _ change: RowChange, transaction: Int64, committed: Milliseconds, step: Int64 = 0
  ) throws {
    let columns = layout.columns
    try appendRow {
      append(change.id, to: columns[0])
      append(change.kind.rawValue, to: columns[1])
      append(change.entity.map { Int32($0.rawValue) + 1 } ?? 0, to: columns[2])
      append(change.fields, to: columns[3])
      append(change.position, to: columns[4])
      append(change.oldPosition, to: columns[5])
      append(transaction, to: columns[6])
      append(committed, to: columns[7])
      append(step, to: columns[8])
    }
  }

  /// Returns a result with `change` as its only row, or an empty result if it is nil.
  package static func changes(
    _ change: RowChange?, transaction: Int64, committed: Milliseconds
  ) throws -> RowSet {
    let rows = try RowSet.changes(expecting: 1)
    if let change { try rows.append(change, transaction: transaction, committed: committed) }
    return rows
  }
}
