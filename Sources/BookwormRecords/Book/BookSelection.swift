// A selection says which fields of books a SELECT reads, and where a result holds them.
import BookwormStorage

/// The fields that a caller wants of each book, as columns of a SELECT and of a result.
/// A class, because it is passed with every read, and copying a struct of this size costs a tenth
/// of a read.
package final class BookSelection: Sendable {
  package let fields: BookFields
  package let layout: RowLayout
  /// "b.id, " and one column for each other selected field of the row. Fields stored elsewhere are
  /// found by id.
  package let columns: String
  /// The number of columns that this selection reads from the SELECT, from the first on.
  package var width: Int32 { places.upperBound }
  /// The places of the selected fields among the columns.
  package let places: Range<Int32>
  private let byID: SQL?
  private let byIDText: String

  /// Lists, pictures and covers are read by separate statements.
  package var readsRelated: Bool { !fields.isDisjoint(with: .related) }

  private static let whole = BookSelection(.standard, fixed: true)

  /// Returns the selection of these fields. Only a query can select the findings of a search.
  package static func of(_ fields: BookFields, inQuery: Bool = false) throws -> BookSelection {
    let fields = fields.asked
    if fields == .standard { return whole }
    try fields.check(.readable.union(.found), "fields") { "\($0) cannot be read of a book" }
    if !inQuery { try fields.check(.readable, "fields") { "\($0) can only be read by a query" } }
    return BookSelection(fields, fixed: false)
  }

  private init(_ fields: BookFields, fixed: Bool) {
    self.fields = fields
    let chosen = BookField.all.filter { fields.contains($0.field) }
    let inRow = chosen.filter { $0.place == .row }
    let elsewhere = chosen.filter { $0.place != .row }
    layout = RowLayout(
      (inRow + elsewhere).map {
        ColumnSpec($0.field, $0.kind, optional: $0.mayBeAbsent)
      })
    let first = fields.contains(.id) ? 0 : 1
    columns = (["id"] + inRow.map(\.name).dropFirst(1 - first))
      .map { "b.\($0)" }.joined(separator: ", ")
    places = Int32(first)..<Int32(first + inRow.count)
    byIDText = BookByIDSQL.text(columns)
    byID = fixed ? SQL(byIDText) : nil
  }

  package func rowSet(expecting rows: Int) throws -> RowSet {
    try RowSet(.books, layout, expecting: rows)
  }

  package func selectByID(_ connection: Connection) throws -> Statement {
    if let byID { return try connection.statement(byID) }
    return try connection.statement(composed: byIDText)
  }
}

extension RowLayout.Column {
  /// The field of a result of books.
  package var field: BookFields { BookFields(rawValue: bit) }
}

extension RowSet {
  /// Nil if the field was not selected.
  package func column(_ field: BookFields) -> Column? { column(bit: field.rawValue) }
}
