// This is a reading that a book may follow.
import BookwormStorage

struct LatestReading {
  let id: Int64
  let outcome: Int32
  let started: Int32?
  let finished: Int32?

  init(_ row: Statement) {
    (id, outcome) = (row.int64(0), row.int32(1))
    started = row.isNull(2) ? nil : row.int32(2)
    finished = row.isNull(3) ? nil : row.int32(3)
  }
}
