// Noting what a change is about to overwrite. The order of what is written is that in which
// UndoReplay, UndoConflicts and UndoName read it.
import BookwormStorage

extension Writer {
  func record(inserted entity: Entity, _ id: Int64) {
    guard entity.descriptor.isUndone else { return }
    undoLog?.inserted(entity, id, &pending.undo)
  }

  func record(
    _ kind: UndoRecord.Kind, _ entity: Entity, _ id: Int64, _ body: (UndoLog) throws -> Void
  ) throws {
    guard let undoLog else { return }
    var position = pending.undo
    defer { pending.undo = position }
    try undoLog.record(kind, entity, id, &position, body)
  }

  /// Its row and its lists. Of what belongs to it there is nothing.
  func record(deletionOf entity: Entity, _ id: Int64) throws {
    let descriptor = entity.descriptor
    try record(.deleted, entity, id) { log in
      try log.append(rowOf: connection.statement(descriptor.row), id)
      for list in descriptor.lists {
        try log.append(rowsOf: connection.statement(list.rows), id)
      }
    }
  }

  /// The fields, and what these hold: columns and lists.
  func record(
    updateOf entity: Entity, _ id: Int64, _ fields: UInt64, _ kind: UndoRecord.Kind = .updated
  ) throws {
    let fields = fields & entity.ownFields
    guard fields != 0 else { return }
    try record(kind, entity, id) { log in
      try log.append(Int64(bitPattern: fields))
      if let columns = try OverwrittenColumns(entity, fields).select(connection) {
        try log.append(rowOf: columns, id)
      }
      for list in entity.descriptor.lists where list.fields & fields != 0 {
        try log.append(rowsOf: connection.statement(list.rows), id)
      }
    }
  }
}

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
    let changed = descriptor.columns.filter { $0.field & fields != 0 }
    let columns = changed.map(\.name) + EntityColumn.keys(of: changed)
    let touchesRow =
      !columns.isEmpty || descriptor.lists.contains { $0.touchesRow && $0.fields & fields != 0 }
    guard touchesRow, let stamp = descriptor.changed else {
      (names, hasChanged) = (columns, false)
      return
    }
    (names, hasChanged) = (columns + [stamp], true)
  }

  func select(_ connection: Connection) throws -> Statement? {
    guard !names.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.ratingAndUpdated) }
    let list = names.joined(separator: ", ")
    return try connection.statement(composed: "SELECT \(list) FROM \(table) WHERE id = ?")
  }

  /// The parameters are the id and the columns in their order.
  func update(_ connection: Connection) throws -> Statement? {
    guard !names.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.setRating) }
    let values = names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    return try connection.statement(composed: "UPDATE \(table) SET \(values) WHERE id = ?1")
  }
}
