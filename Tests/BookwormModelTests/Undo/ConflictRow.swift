// Holds a conflict that prevents a step from being undone, as plain Swift values.
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

struct ConflictRow: Equatable {
  let kind: RowChange.Kind
  let entity: Entity?
  let id: Int64
  var fields: UInt64 = 0

  /// Returns its name in a message.
  var row: String { entity.map { "\($0) \(id)" } ?? "" }
}

extension Store {
  func conflictRows(redo: Bool = false) throws -> [ConflictRow] {
    let rows = try undoConflicts(redo: redo)
    let columns = rows.layout.columns
    return try (0..<rows.count).map { row in
      ConflictRow(
        kind: try #require(RowChange.Kind(rawValue: rows.number(columns[1], row, as: Int32.self))),
        entity: Entity(columnValue: rows.number(columns[2], row, as: Int32.self)),
        id: rows.number(columns[0], row, as: Int64.self),
        fields: rows.number(columns[3], row, as: UInt64.self))
    }
  }
}
