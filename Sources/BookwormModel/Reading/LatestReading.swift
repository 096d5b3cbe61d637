// The reading that a book follows.

struct LatestReading {
  let id: Int64
  let outcome: Int32
  let started: Int32?
  let finished: Int32?
}
