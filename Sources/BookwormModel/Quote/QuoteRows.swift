// Reading quotes: one, or those of a book.
import BookwormStorage

extension Session {
  public func quote(_ id: Int64) throws -> RowSet {
    try read { try $0.quotes(QuoteSQL.byID, id) }.one(.quote, id)
  }

  /// The oldest first.
  public func quotes(ofBook book: Int64) throws -> RowSet {
    try read { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        return try connection.quotes(ofBook: book)
      }
    }
  }

  /// The quotes of all books whose ids come after `id`, at most `limit` of them; -1 for all.
  public func quotes(after id: Int64, limit: Int64) throws -> RowSet {
    let limit = try Rules.pieceLimit(limit)
    return try read { try $0.quotes(QuoteSQL.after, id, limit: limit) }
  }

  public func countQuotes() throws -> Int64 {
    try read { connection in
      let select = try connection.statement(QuoteSQL.countAll)
      defer { select.reset() }
      return try select.step() ? select.int64(0) : 0
    }
  }

  public func countQuotes(ofBook book: Int64) throws -> Int64 {
    try read { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        let select = try connection.statement(QuoteSQL.count)
        defer { select.reset() }
        select.bind(1, book)
        return try select.step() ? select.int64(0) : 0
      }
    }
  }
}

extension Connection {
  private static let quoteLayout = RowLayout([
    ColumnSpec(QuoteFields.id, .int64),
    ColumnSpec(QuoteFields.book, .int64),
    ColumnSpec(QuoteFields.created, .instant),
    ColumnSpec(QuoteFields.text, .text),
    ColumnSpec(QuoteFields.page, .text, optional: true),
    ColumnSpec(QuoteFields.globalID, .uuid),
  ])

  func quotes(ofBook book: Int64) throws -> RowSet { try quotes(QuoteSQL.ofBook, book) }

  fileprivate func quotes(_ sql: SQL, _ id: Int64, limit: Int64? = nil) throws -> RowSet {
    try rows(.quotes, Connection.quoteLayout, expecting: 8, sql, id, limit)
  }
}
