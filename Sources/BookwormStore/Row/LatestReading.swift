// A book's status and dates follow its latest reading: see ReadingSQL.
import BookwormRecords
import BookwormStorage

package struct LatestReading {
  package let id: Int64
  package let outcome: Int32
  package let started: Int32?
  package let finished: Int32?

  package init(_ row: Statement) {
    (id, outcome) = (row.int64(0), row.int32(1))
    started = row.isNull(2) ? nil : row.int32(2)
    finished = row.isNull(3) ? nil : row.int32(3)
  }

  /// Whether nothing is left to change: the reading has each value that the draft gives, and no
  /// other value that `clear` names.
  package func has(_ draft: ReadingDraft, _ clear: ReadingFields) -> Bool {
    func has(_ field: ReadingFields, _ value: Int32?) -> Bool {
      draft.given.contains(field)
        ? draft.int32(field) == value : !clear.contains(field) || value == nil
    }
    return has(.outcome, outcome) && has(.started, started) && has(.finished, finished)
  }
}

extension Connection {
  /// Returns the latest reading of a book; nil if the book has no readings.
  package func latestReading(ofBook book: Int64) throws -> LatestReading? {
    try first(ReadingSQL.latest, book, LatestReading.init)
  }
}
