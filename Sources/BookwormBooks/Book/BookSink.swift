// Reads the fields that are outside a book's own row, for one book, into a column of a result or
// frame.
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A column at the row being filled.
package protocol BookSink {
  mutating func append(item: Int64) throws
  mutating func append(item: Bytes) throws
  /// Ends the row's list, which has the items appended since the previous list ended.
  mutating func endList() throws
  mutating func append(optional text: Bytes?) throws
  mutating func append(optional number: Int64?) throws
  mutating func append(optional number: Double?) throws
}

extension Connection {
  /// `finding` and `rank` are the search's results for the row.
  package func read(
    _ field: BookFields, ofBook book: Int64, _ finding: SearchFinding?, _ rank: Double?,
    into sink: inout some BookSink
  ) throws {
    switch field {
    case .genres:
      for genre in try genreIDs(ofBook: book) { try sink.append(item: genre) }
      try sink.endList()
    case .genreNames: try read(BookGenreSQL.names.ofBook, ofBook: book, into: &sink)
    case .identifierSchemes: try read(BookSQL.schemes.ofBook, ofBook: book, into: &sink)
    case .identifierValues: try read(BookSQL.values.ofBook, ofBook: book, into: &sink)
    case .contributorNames: try read(ContributorSQL.names.ofBook, ofBook: book, into: &sink)
    case .contributorSorts: try read(ContributorSQL.sorts.ofBook, ofBook: book, into: &sink)
    case .contributorRoles: try read(ContributorSQL.roles.ofBook, ofBook: book, into: &sink)
    case .picture: try withPicture(ofBook: book) { try sink.append(optional: $0) }
    case .cover:
      guard let cover = try cover(ofBook: book) else {
        return try sink.append(optional: nil as Bytes?)
      }
      try cover.digestText.withUnsafeBufferPointer { try sink.append(optional: $0) }
    case .matched:
      try sink.append(optional: finding.map { Int64(bitPattern: $0.field.rawValue) })
    case .snippet: try sink.append(optional: finding?.snippet)
    default: try sink.append(optional: rank)
    }
  }

  private func read(
    _ sql: SQL, ofBook book: Int64, into sink: inout some BookSink
  ) throws {
    try each(sql, book) { try sink.append(item: $0.text(0)) }
    try sink.endList()
  }
}

struct RowSetColumn: BookSink {
  let rows: RowSet
  let column: RowLayout.Column

  func append(item: Int64) throws { try rows.append(item: item, to: column) }
  func append(item: Bytes) throws { try rows.append(item: item, to: column) }
  func endList() { rows.endList(column) }
  func append(optional text: Bytes?) throws { try rows.append(optional: text, to: column) }
  func append(optional number: Int64?) {
    rows.setPresent(number != nil, column)
    rows.append(number ?? 0, to: column)
  }
  func append(optional number: Double?) {
    rows.setPresent(number != nil, column)
    rows.append(number ?? 0, to: column)
  }
}

extension BookListSQL {
  /// Returns the statements for a field that is a list.
  package static func of(_ field: BookFields) -> BookListSQL {
    switch field {
    case .genres: BookGenreSQL.lists
    case .genreNames: BookGenreSQL.names
    case .identifierSchemes: BookSQL.schemes
    case .contributorNames: ContributorSQL.names
    case .contributorSorts: ContributorSQL.sorts
    case .contributorRoles: ContributorSQL.roles
    default: BookSQL.values
    }
  }
}
