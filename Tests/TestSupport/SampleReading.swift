// A reading in plain Swift values, and adding one in a word.
import BookwormModel
import BookwormStorage

public struct SampleReading: Equatable, Sendable {
  public var outcome: Int32
  public var started: Int32?
  public var finished: Int32?
  public var page: Int32?
  public var percent: Double?
  public var note: String?

  public init(
    _ outcome: ReadingOutcome, _ started: Int32? = nil, _ finished: Int32? = nil,
    page: Int32? = nil, percent: Double? = nil, note: String? = nil
  ) {
    (self.outcome, self.started, self.finished) = (outcome.rawValue, started, finished)
    (self.page, self.percent, self.note) = (page, percent, note)
  }
}

extension RowSet {
  public var readings: [SampleReading] {
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
  public func read(_ book: Int64, _ sample: SampleReading) throws -> Int64 {
    var draft = ReadingDraft()
    (draft.outcome, draft.given) = (sample.outcome, .outcome)
    if let started = sample.started {
      draft.started = started
      draft.given.insert(.started)
    }
    if let finished = sample.finished {
      draft.finished = finished
      draft.given.insert(.finished)
    }
    if let page = sample.page {
      draft.page = page
      draft.given.insert(.page)
    }
    if let percent = sample.percent {
      draft.percent = percent
      draft.given.insert(.percent)
    }
    if let note = sample.note {
      draft.note = bytes(note)
      draft.given.insert(.note)
    }
    return try addReading(draft, toBook: book)
  }
}
