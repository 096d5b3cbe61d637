// The facts of a book are its values that counters depend on.
import BookwormRecords
import BookwormStorage

package struct BookFacts {
  package var rating: Int32
  package var created: Milliseconds
  /// The end of its latest reading.
  package var finished: Int32?
  /// The number of its readings.
  package var readings: Int32

  package init(rating: Int32, created: Milliseconds, finished: Int32? = nil, readings: Int32) {
    self.rating = rating
    self.created = created
    self.finished = finished
    self.readings = readings
  }
}

extension Connection {
  package func countBooks() throws -> Int64 {
    try number(BookSQL.count)
  }

  package func bookFacts(_ id: Int64) throws -> BookFacts {
    guard let facts = try factsIfAny(id) else { throw Failure.no(.book, id) }
    return facts
  }

  package func factsIfAny(_ id: Int64) throws -> BookFacts? {
    try first(BookSQL.facts, id) { BookFacts($0) }
  }
}

extension BookFacts {
  /// Reads rating, created, finished and reading_count, which follow one another in the row.
  package init(_ row: Statement, from first: Int32 = 0) {
    self.init(
      rating: row.int32(first), created: row.int64(first + 1),
      finished: row.isNull(first + 2) ? nil : row.int32(first + 2),
      readings: row.int32(first + 3))
  }
}
