// Reads all links between books and genres.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension RowSet {
  fileprivate static let linkLayout = RowLayout([
    ColumnSpec("book", .int64),
    ColumnSpec("genre", .int64),
    ColumnSpec("position", .int64),
  ])
}

extension Session {
  /// Returns the links book by book, with each book's genres in their order.
  package func allLinks() throws -> RowSet {
    try read { connection in
      let rows = try RowSet(.links, RowSet.linkLayout, expecting: 256)
      let select = try connection.statement(BookGenreSQL.all)
      defer { select.reset() }
      try rows.append(rowsOf: select)
      return rows
    }
  }
}
