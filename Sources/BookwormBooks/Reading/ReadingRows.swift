// Reads one reading, or the readings of a book.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func reading(_ id: Int64) throws -> RowSet { try row(.reading, id) }

  /// Returns the latest reading last.
  package func readings(ofBook book: Int64) throws -> RowSet {
    try read(ofBook: book) { try $0.readings(ofBook: book) }
  }

  package func readings(after id: Int64, limit: Int64) throws -> RowSet {
    try rows(.reading, after: id, limit: limit)
  }
}

extension Connection {
  package func readings(ofBook book: Int64) throws -> RowSet {
    try rows(.reading, expecting: 8, ReadingSQL.ofBook, book)
  }

  package func reading(_ id: Int64) throws -> LatestReading? {
    try first(ReadingSQL.byID, id, LatestReading.init)
  }

  func countReadings(ofBook book: Int64) throws -> Int32 {
    Int32(clamping: try count(.reading, ofOwner: book))
  }
}
