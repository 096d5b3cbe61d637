// Contains the SQL of books' folded texts. A server keeps them to find parts of texts: see
// Dialect.contains().
import BookwormRecords
import BookwormStorage
import BookwormText

extension WordSQL {
  /// The columns that have folded texts.
  static let folded = BookField.columns.filter { BookFields.folded.contains($0.field) }
  private static let foldedNames = folded.map(\.name.description).joined(separator: ", ")

  private static let addFolded = SQL(
    """
    INSERT INTO book_folded (book, \(foldedNames))
    VALUES (?, \(folded.map { _ in "?" }.joined(separator: ", ")))
    """)
  private static let deleteFolded = SQL("DELETE FROM book_folded WHERE book = ?")
  private static let textsToFold = SQL("SELECT \(foldedNames) FROM books WHERE id = ?")

  func fold(_ id: Int64, _ connection: Connection, _ text: (BookFields) -> Bytes?) throws {
    let add = try connection.statement(WordSQL.addFolded)
    add.bind(1, id)
    for (place, column) in WordSQL.folded.enumerated() {
      try add.bind(
        Int32(place + 2), try text(column.field).map { .blob(try Keys.search($0)) } ?? .null)
    }
    try add.run()
  }

  func fold(_ id: Int64, _ changed: BookFields, _ connection: Connection) throws {
    guard !changed.isDisjoint(with: .folded) else { return }
    try unfold(id, connection)
    let texts = try connection.statement(WordSQL.textsToFold)
    defer { texts.reset() }
    texts.bind(1, id)
    guard try texts.step() else { return }
    try fold(id, connection) { field in
      guard let place = WordSQL.folded.firstIndex(where: { $0.field == field }) else { return nil }
      return texts.isNull(Int32(place)) ? nil : texts.text(Int32(place))
    }
  }

  private static let allFolded = SQL(
    "SELECT coalesce(b.id, f.book)"
      + folded.map { ", b.\($0.name), f.\($0.name)" }.joined()
      + " FROM books b FULL JOIN book_folded f ON f.book = b.id")

  func checkFolded(_ connection: Connection, _ fault: (Int64) throws -> Void) throws {
    let rows = try connection.statement(WordSQL.allFolded)
    defer { rows.reset() }
    while try rows.step() {
      let isRight = try WordSQL.folded.indices.allSatisfy { index in
        let (text, found) = (Int32(2 * index + 1), Int32(2 * index + 2))
        guard !rows.isNull(text), !rows.isNull(found) else {
          return rows.isNull(text) && rows.isNull(found)
        }
        return rows.blob(found).elementsEqual(try Keys.search(rows.text(text)))
      }
      if !isRight { try fault(rows.int64(0)) }
    }
  }

  func unfold(_ id: Int64, _ connection: Connection) throws {
    let delete = try connection.statement(WordSQL.deleteFolded)
    delete.bind(1, id)
    try delete.run()
  }
}
