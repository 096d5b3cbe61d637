// Finds the columns that a change of some fields overwrites.
import BookwormRecords
import BookwormStorage

struct OverwrittenColumns {
  private let table: String
  /// Whether only the rating changes. This change is made to many books at once, so it must be
  /// cheap.
  private let isRating: Bool
  /// The overwritten columns, including derived columns and the time of the row's last change.
  /// Empty if the change only concerns lists that leave this time as it is.
  let names: [String]
  /// Whether the last column is the time of the row's last change.
  let hasChanged: Bool

  init(_ entity: Entity, _ fields: UInt64) {
    let descriptor = entity.descriptor
    table = descriptor.table
    isRating = entity == .book && fields == BookFields.rating.rawValue
    guard !isRating else {
      (names, hasChanged) = (["rating", "updated"], true)
      return
    }
    let changed = descriptor.columns.filter { $0.bit & fields != 0 }
    let columns = changed.map(\.column) + changed.keys
    let touchesRow =
      !columns.isEmpty || descriptor.lists.contains { $0.touchesRow && $0.fields & fields != 0 }
    guard touchesRow, let stamp = descriptor.changed else {
      (names, hasChanged) = (columns, false)
      return
    }
    (names, hasChanged) = (columns.filter { $0 != stamp } + [stamp], true)
  }

  func select(_ connection: Connection) throws -> Statement? {
    guard !names.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.ratingAndUpdated) }
    return try connection.statement(composed: EntitySQL.select(names, from: table))
  }

  /// The parameters are the id and the columns in their order.
  func update(_ connection: Connection) throws -> Statement? {
    guard !names.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.setRating) }
    return try connection.statement(composed: EntitySQL.update(names, of: table))
  }
}

extension Connection {
  /// Announces the read of the values that a change of these fields overwrites: see
  /// Statement.ask().
  package func askOverwritten(_ entity: Entity, _ id: Int64, _ fields: UInt64) throws {
    guard let columns = try OverwrittenColumns(entity, fields).select(self) else { return }
    columns.bind(1, id)
    try columns.ask()
  }
}
