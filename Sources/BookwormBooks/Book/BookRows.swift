// Reads books by id, and packs the rows of any SELECT of books into a result.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func book(_ id: Int64, _ fields: BookFields) throws -> RowSet {
    let selection = try BookSelection.of(fields)
    return try read { connection in
      if selection.readsRelated {
        return try connection.inSnapshot { try connection.book(id, selection) }
      }
      return try connection.book(id, selection)
    }
  }

  /// Returns the books in the requested order. Unknown ids are left out.
  package func books(_ ids: UnsafeBufferPointer<Int64>, _ fields: BookFields) throws -> RowSet {
    try books(ids, BookSelection.of(fields)) { _ in FoundRow() }
  }

  /// `found` gets the place of a book among the ids, and returns what the search found in the book.
  package func books(
    _ ids: UnsafeBufferPointer<Int64>, _ selection: BookSelection, found: (Int) -> FoundRow
  ) throws -> RowSet {
    try read { connection in
      let rows = try selection.rowSet(expecting: ids.count)
      try connection.inSnapshot {
        // If each statement is a round trip, one statement for all books costs less than one for
        // each.
        if connection.asksEarly {
          return try connection.append(books: ids, to: rows, selection, found)
        }
        for (place, id) in ids.enumerated() {
          _ = try connection.append(book: id, to: rows, selection, found(place))
        }
      }
      return rows
    }
  }
}

extension RowSet {
  /// Creates an empty result for ids of books.
  package static func ofIDs() throws -> RowSet {
    try BookSelection.of(.id).rowSet(expecting: 1024)
  }

  package func append(id: Int64) throws {
    let column = layout.columns[0]
    try appendRow { append(id, to: column) }
  }

  /// Appends the current row of a SELECT of the selection's columns.
  package func append(
    _ row: Statement, _ selection: BookSelection, _ connection: Connection,
    _ search: FoundRow = FoundRow()
  ) throws {
    let finding = try search.finder?.find(inBook: row.int64(0), connection)
    let (places, columns) = (selection.places, layout.columns)
    try appendRow {
      for (index, place) in places.enumerated() {
        try append(row.cell(place), to: columns[index])
      }
      for column in columns[places.count...] {
        var sink = RowSetColumn(rows: self, column: column)
        try connection.read(column.field, ofBook: row.int64(0), finding, search.rank, into: &sink)
      }
    }
  }
}

extension Connection {
  /// Appends the books that exist.
  fileprivate func append(
    books ids: UnsafeBufferPointer<Int64>, to rows: RowSet, _ selection: BookSelection,
    _ found: (Int) -> FoundRow
  ) throws {
    let text = BookSQL.ofListed(selection.columns, dialect)
    var place = 0
    while place < ids.count {
      let part = UnsafeBufferPointer(rebasing: ids[place...].prefix(ListedBooks.most))
      let end = place + part.count
      try withTable(BookSQL.listedTable, ListedBooks(part)) {
        let select = try statement(composed: text)
        defer { select.reset() }
        while try select.step() {
          let id = select.int64(0)
          while place < end, ids[place] != id { place += 1 }
          try rows.append(select, selection, self, found(place))
          place += 1
        }
      }
      place = end
    }
  }

  package func book(_ id: Int64, _ selection: BookSelection) throws -> RowSet {
    let rows = try selection.rowSet(expecting: 1)
    guard try append(book: id, to: rows, selection) else { throw Failure.no(.book, id) }
    return rows
  }

  /// Returns false if the book does not exist.
  func append(
    book id: Int64, to rows: RowSet, _ selection: BookSelection, _ search: FoundRow = FoundRow()
  ) throws -> Bool {
    let select = try selection.selectByID(self)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step() else { return false }
    try rows.append(select, selection, self, search)
    return true
  }
}
