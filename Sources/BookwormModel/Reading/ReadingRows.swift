// Reading readings: one, or those of a book.
import BookwormStorage

extension Session {
  public func reading(_ id: Int64) throws -> RowSet {
    try read { try $0.readings(ReadingSQL.byID, id) }.one(.reading, id)
  }

  /// The latest last.
  public func readings(ofBook book: Int64) throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        return try connection.readings(ofBook: book)
      }
    }
  }
}

extension Session {
  /// The readings of all books whose ids come after `id`, at most `limit` of them; -1 for all.
  public func readings(after id: Int64, limit: Int64) throws -> RowSet {
    let limit = try Rules.pieceLimit(limit)
    return try read { try $0.readings(ReadingSQL.after, id, limit: limit) }
  }
}

extension Connection {
  private static let readingLayout = RowLayout([
    ColumnSpec(ReadingFields.id, .int64),
    ColumnSpec(ReadingFields.book, .int64),
    ColumnSpec(ReadingFields.outcome, .int32),
    ColumnSpec(ReadingFields.started, .date, optional: true),
    ColumnSpec(ReadingFields.finished, .date, optional: true),
    ColumnSpec(ReadingFields.page, .int32, optional: true),
    ColumnSpec(ReadingFields.percent, .double, optional: true),
    ColumnSpec(ReadingFields.note, .text, optional: true),
    ColumnSpec(ReadingFields.created, .instant),
    ColumnSpec(ReadingFields.globalID, .uuid),
  ])

  func readings(ofBook book: Int64) throws -> RowSet { try readings(ReadingSQL.ofBook, book) }

  fileprivate func readings(_ sql: SQL, _ id: Int64, limit: Int64? = nil) throws -> RowSet {
    try rows(.readings, Connection.readingLayout, expecting: 8, sql, id, limit)
  }

  /// What a book follows; nil where it has no reading.
  func latestReading(ofBook book: Int64) throws -> LatestReading? {
    let select = try statement(ReadingSQL.latest)
    defer { select.reset() }
    select.bind(1, book)
    guard try select.step() else { return nil }
    return LatestReading(
      id: select.int64(0), outcome: select.int32(1),
      started: select.isNull(2) ? nil : select.int32(2),
      finished: select.isNull(3) ? nil : select.int32(3))
  }

  func countReadings(ofBook book: Int64) throws -> Int32 {
    let select = try statement(ReadingSQL.count)
    defer { select.reset() }
    select.bind(1, book)
    return try select.step() ? select.int32(0) : 0
  }
}
