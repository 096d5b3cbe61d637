// The columns that a change of some fields overwrites.
import BookwormStorage

/// The columns of a row that a change of some fields changes.
struct OverwrittenColumns {
  private let table: String
  /// The change of one field that is made to many books at once, which is to cost little.
  private let isRating: Bool
  /// With those derived from them, and the one that says when the row was changed last. Empty where
  /// only lists change.
  let names: [String]
  /// Whether the last column says when the row was changed.
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
  /// Asks early for what a change of these fields overwrites.
  func askOverwritten(_ entity: Entity, _ id: Int64, _ fields: UInt64) throws {
    guard let columns = try OverwrittenColumns(entity, fields).select(self) else { return }
    columns.bind(1, id)
    try columns.ask()
  }
}
