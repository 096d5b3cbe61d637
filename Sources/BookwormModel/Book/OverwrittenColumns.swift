// What a change of a book's row overwrites, read and put back.
import BookwormStorage

/// The columns of a book's row that a change of some fields changes.
struct OverwrittenColumns {
  /// The change of one field that is made to many books at once, which is to cost little.
  private let isRating: Bool
  /// With their sort keys, and when the book was updated last. Empty where only lists change.
  let columns: [StaticString]

  init(_ fields: BookFields) {
    isRating = fields == .rating
    let isRow = !fields.isDisjoint(with: .row) || !fields.isDisjoint(with: .identifiers)
    columns =
      isRating ? ["rating", "updated"] : fields.columnsAndKeys + (isRow ? ["updated"] : [])
  }

  func select(_ connection: Connection) throws -> Statement? {
    guard !columns.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.ratingAndUpdated) }
    return try connection.statement(
      composed: "SELECT \(BookSQL.list(columns)) FROM \(BookSQL.table) WHERE id = ?")
  }

  /// The parameters are the id and the columns in their order.
  func update(_ connection: Connection) throws -> Statement? {
    guard !columns.isEmpty else { return nil }
    if isRating { return try connection.statement(BookSQL.setRating) }
    return try connection.statement(composed: BookSQL.update(columns))
  }
}

extension BookFields {
  /// The columns of a book's row that hold these fields, and those of the keys made of them.
  var columnsAndKeys: [StaticString] {
    intersection(.row).bits.compactMap { BookField.of($0)?.name }
      + BookField.keys.filter { !isDisjoint(with: $0.fields) }.map(\.column)
  }
}
