// Reads one quote, or the quotes of a book.
import BookwormStorage

extension Session {
  public func quote(_ id: Int64) throws -> RowSet { try row(.quote, id) }

  /// Returns the oldest quote first.
  public func quotes(ofBook book: Int64) throws -> RowSet {
    try read(ofBook: book) { try $0.rows(.quote, ofOwner: book) }
  }

  public func quotes(after id: Int64, limit: Int64) throws -> RowSet {
    try rows(.quote, after: id, limit: limit)
  }

  public func countQuotes(ofBook book: Int64) throws -> Int64 {
    try read(ofBook: book) { try $0.count(.quote, ofOwner: book) }
  }
}
