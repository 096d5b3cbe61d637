// A sample reading is a reading as plain Swift values, with a short way to add it to a store.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct SampleReading: Equatable, Sendable {
  package var outcome: Int32
  package var started: Int32?
  package var finished: Int32?
  package var page: Int32?
  package var percent: Double?
  package var note: String?

  package init(
    _ outcome: ReadingOutcome, _ started: Int32? = nil, _ finished: Int32? = nil,
    page: Int32? = nil, percent: Double? = nil, note: String? = nil
  ) {
    (self.outcome, self.started, self.finished) = (outcome.rawValue, started, finished)
    (self.page, self.percent, self.note) = (page, percent, note)
  }
}

extension RowSet {
  package var readings: [SampleReading] {
    guard kind == .readings else { return [] }
    func column(_ field: ReadingFields) -> Column? { self.column(bit: field.rawValue) }
    func number(_ field: ReadingFields, _ row: Int) -> Int32? {
      column(field).flatMap { $0.isPresent(row) ? $0.int32(row) : nil }
    }
    return (0..<count).map { row in
      var reading = SampleReading(.open, number(.started, row), number(.finished, row))
      reading.outcome = number(.outcome, row) ?? 0
      reading.page = number(.page, row)
      reading.percent = column(.percent).flatMap { $0.isPresent(row) ? $0.double(row) : nil }
      reading.note = column(.note).flatMap { $0.isPresent(row) ? $0.text(ofRow: row) : nil }
      return reading
    }
  }
}

extension Session {
  @discardableResult
  package func read(_ book: Int64, _ sample: SampleReading) throws -> Int64 {
    var draft = ReadingDraft()
    draft.give(.outcome, sample.outcome)
    if let started = sample.started { draft.give(.started, started) }
    if let finished = sample.finished { draft.give(.finished, finished) }
    if let page = sample.page { draft.give(.page, page) }
    if let percent = sample.percent { draft.give(.percent, percent) }
    if let note = sample.note { draft.give(.note, bytes(note)) }
    return try addReading(draft, toBook: book)
  }
}

extension ReadingDraft {
  package var outcome: Int32 {
    get { int32(.outcome) }
    set { prepare { $0.give(.outcome, newValue) } }
  }
  package var started: Int32 {
    get { int32(.started) }
    set { prepare { $0.give(.started, newValue) } }
  }
  package var finished: Int32 {
    get { int32(.finished) }
    set { prepare { $0.give(.finished, newValue) } }
  }
  package var page: Int32 {
    get { int32(.page) }
    set { prepare { $0.give(.page, newValue) } }
  }
  package var percent: Double {
    get { double(.percent) }
    set { prepare { $0.give(.percent, newValue) } }
  }
  package var note: Bytes {
    get { text(.note) }
    set { prepare { $0.give(.note, newValue) } }
  }
}
