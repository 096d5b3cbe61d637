// Reads one quote, or the quotes of a book.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func quote(_ id: Int64) throws -> RowSet { try row(.quote, id) }

  /// Returns the oldest quote first.
  package func quotes(ofBook book: Int64) throws -> RowSet {
    try read(ofBook: book) { try $0.rows(.quote, ofOwner: book) }
  }

  package func quotes(after id: Int64, limit: Int64) throws -> RowSet {
    try rows(.quote, after: id, limit: limit)
  }

  package func countQuotes(ofBook book: Int64) throws -> Int64 {
    try read(ofBook: book) { try $0.count(.quote, ofOwner: book) }
  }
}
