// Reading readings: one, or those of a book.
import BookwormStorage

extension Session {
  public func reading(_ id: Int64) throws -> RowSet { try row(.reading, id) }

  /// The latest last.
  public func readings(ofBook book: Int64) throws -> RowSet {
    try read(ofBook: book) { try $0.readings(ofBook: book) }
  }

  public func readings(after id: Int64, limit: Int64) throws -> RowSet {
    try rows(.reading, after: id, limit: limit)
  }
}

extension Connection {
  func readings(ofBook book: Int64) throws -> RowSet {
    try rows(.reading, expecting: 8, ReadingSQL.ofBook, book)
  }

  /// What a book follows; nil where it has no reading.
  func latestReading(ofBook book: Int64) throws -> LatestReading? {
    try first(ReadingSQL.latest, book) { row in
      LatestReading(
        id: row.int64(0), outcome: row.int32(1), started: row.isNull(2) ? nil : row.int32(2),
        finished: row.isNull(3) ? nil : row.int32(3))
    }
  }

  func countReadings(ofBook book: Int64) throws -> Int32 {
    Int32(clamping: try count(.reading, ofOwner: book))
  }
}
