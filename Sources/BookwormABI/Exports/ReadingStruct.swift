// A reading from the caller's struct, and to it.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension ReadingDraft {
  init(_ reading: bw_reading) throws {
    self.init()
    given = ReadingFields(rawValue: reading.fields)
    outcome = Int32(truncatingIfNeeded: reading.outcome.rawValue)
    if !given.contains(.outcome) { outcome = ReadingOutcome.open.rawValue }
    (started, finished) = (reading.started, reading.finished)
    (page, percent) = (reading.page, reading.percent)
    if given.contains(.note) { note = try BookwormABI.text(reading.note, "note") }
  }
}

extension RowSet {
  func reading(_ row: Int64) throws -> bw_reading {
    let row = try check(row, .readings)
    var reading = bw_reading()
    for column in layout.columns where isPresent(column, row) {
      reading.fields |= column.bit
      switch ReadingFields(rawValue: column.bit) {
      case .id: reading.id = number(column, row, as: Int64.self)
      case .book: reading.book = number(column, row, as: Int64.self)
      case .outcome:
        reading.outcome = bw_reading_outcome(rawValue: number(column, row, as: UInt32.self))
      case .started: reading.started = number(column, row, as: Int32.self)
      case .finished: reading.finished = number(column, row, as: Int32.self)
      case .page: reading.page = number(column, row, as: Int32.self)
      case .percent: reading.percent = number(column, row, as: Double.self)
      case .note: reading.note = bw_text(text(column, row))
      case .created: reading.created = number(column, row, as: Int64.self)
      case .globalID: copy(uuid: column, row, to: &reading.global_id)
      default: break
      }
    }
    return reading
  }
}
