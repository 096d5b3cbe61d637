// These are the readings that a row gives for its book: those in its lists, and the reading of its
// status and dates.
import BookwormStorage

/// 0 and an empty text mean that a value is not given.
package struct GivenReading: Equatable, Sendable {
  package var outcome: Int32 = 0
  package var started: Int32 = 0
  package var finished: Int32 = 0
  package var note: [UInt8] = []
  /// The id that the source gives to the reading; only in an import.
  package var id: [UInt8] = []

  package init() {}

  package init(_ outcome: Int32, _ started: Int32 = 0, _ finished: Int32 = 0) {
    (self.outcome, self.started, self.finished) = (outcome, started, finished)
  }

  package var isOpen: Bool { outcome == ReadingOutcome.open.rawValue }
  package var isUndated: Bool { started == 0 && finished == 0 }

  /// Runs `body` with the reading in the form of a draft.
  package func withDraft<R>(_ body: (ReadingDraft) throws -> R) rethrows -> R {
    var draft = ReadingDraft()
    draft.give(.outcome, outcome)
    if started != 0 { draft.give(.started, started) }
    if finished != 0 { draft.give(.finished, finished) }
    return try note.withUnsafeBufferPointer { note in
      if !note.isEmpty { draft.give(.note, note) }
      return try body(draft)
    }
  }

  /// Returns the reading that a book with these readings follows, as in ReadingSQL.latest.
  static func latest(_ readings: [GivenReading]) -> GivenReading? {
    readings.indices.max { one, other in
      let (one, other) = ((readings[one], one), (readings[other], other))
      if one.0.isOpen != other.0.isOpen { return other.0.isOpen }
      return (one.0.day, one.1) < (other.0.day, other.1)
    }.map { readings[$0] }
  }

  fileprivate var day: Int32 { finished != 0 ? finished : started }
}

extension BookFields {
  /// The fields that a book gets from its latest reading.
  package static let followed: BookFields = [.status, .started, .finished]

  package static let readingStarted = BookFields(bit: 55)
  package static let readingFinished = BookFields(bit: 56)
  package static let readingOutcomes = BookFields(bit: 57)
  package static let readingNotes = BookFields(bit: 58)
  /// Only given, to an import.
  package static let readingIDs = BookFields(bit: 59)

  /// The parallel lists that give a book's readings.
  package static let readingLists: BookFields = [
    .readingStarted, .readingFinished, .readingOutcomes, .readingNotes, .readingIDs,
  ]
  /// The status of a new book if these fields are given for it and include a date, but no status:
  /// the outcome of the reading that the dates describe. Otherwise nil.
  package var statusByDates: BookStatus? {
    guard !contains(.status), !isDisjoint(with: [.started, .finished]) else { return nil }
    return contains(.finished) ? .completed : .inProgress
  }

  /// The fields that a caller can give for a new book, with the lists of its readings.
  package static let creatable = givable.union(readingLists).subtracting(.readingIDs)
}

// MARK: Rules

extension BookDraft {
  package func checkReadings() throws {
    guard !given.isDisjoint(with: .readingLists) else { return }
    try Rules.list(readings.count, "readings")
    var ids: Set<[UInt8]> = []
    try forEachReading { try check($0, &ids) }
  }

  /// Checks that no reading that the draft gives ends before it starts.
  package func checkDays() throws {
    if listsReadings {
      try forEachReading { try Rules.order($0.started, $0.finished, "reading_finished") }
    }
    if given.isSuperset(of: [.started, .finished]), !isReadAgain {
      try Rules.order(int32(.started), int32(.finished))
    }
  }

  private func forEachReading(_ check: (GivenReading) throws -> Void) throws {
    for (place, reading) in readings.enumerated() {
      do { try check(reading) } catch var failure as Failure {
        failure.add("(reading \(place) of the row, counted from 0)")
        throw failure
      }
    }
  }

  private func check(_ reading: GivenReading, _ ids: inout Set<[UInt8]>) throws {
    if reading.outcome != 0 {
      guard ReadingOutcome(rawValue: reading.outcome) != nil else {
        throw Failure(
          .invalid, "reading_outcomes",
          "an outcome is \(reading.outcome); it must be 1 (open), 2 (completed) or 3 (did not"
            + " finish), or 0 if none is given")
      }
    }
    if reading.started != 0 { try Rules.date(reading.started, "reading_started") }
    if reading.finished != 0 { try Rules.date(reading.finished, "reading_finished") }
    try reading.note.withUnsafeBufferPointer { try Rules.text($0, "reading_notes") }
    if reading.isOpen, reading.finished != 0 {
      throw Failure(
        .invalid, "reading_finished",
        "an open reading has no end; leave out the date, or give the outcome completed or"
          + " did-not-finish")
    }
    guard !reading.id.isEmpty else { return }
    try reading.id.withUnsafeBufferPointer {
      try Rules.name($0, "reading_ids", limit: Rules.sourceLimit)
    }
    guard ids.insert(reading.id).inserted else {
      let shown = String(decoding: reading.id.prefix(80), as: UTF8.self)
      throw Failure(
        .invalid, "reading_ids",
        "the id \"\(shown)\" occurs twice; give each reading its own id")
    }
  }
}

// MARK: All of them

extension BookDraft {
  package var listsReadings: Bool { !given.isDisjoint(with: .readingLists) }

  /// Whether its status and dates, even without the lists, describe two readings: one that has
  /// ended, and one in progress.
  package var isReadAgain: Bool {
    given.isSuperset(of: [.status, .finished]) && int32(.status) == BookStatus.inProgress.rawValue
  }

  /// Returns all readings that the draft gives, each once: those in the lists, and those that the
  /// row's status and dates describe, unless the lists have them. The row's `finished` is the end
  /// of a reading in the lists, or of a separate reading, and never the end of the reading in
  /// progress. A reading without an outcome gets the row's status if the row describes this reading
  /// and the status says how it ended. Otherwise the reading is open if it has only a start, and
  /// completed if not. `isStatus` is the place of the reading whose outcome comes only from the
  /// row's status.
  package func allReadings() -> (readings: [GivenReading], isStatus: Int?) {
    var readings = given.isDisjoint(with: .readingLists) ? [] : self.readings
    let status = given.contains(.status) ? int32(.status) : 0
    let isOver = status > BookStatus.inProgress.rawValue
    let (started, finished) = (
      given.contains(.started) ? int32(.started) : 0,
      given.contains(.finished) ? int32(.finished) : 0
    )
    var decided: Int?
    /// Gives a reading without an outcome the row's status, if the status says how it ended.
    func decide(_ place: Int) {
      guard isOver, readings[place].outcome == 0 else { return }
      readings[place].outcome = status
      decided = place
    }
    func has(_ outcome: Int32, _ reading: GivenReading) -> Bool {
      reading.outcome == outcome || reading.outcome == 0
    }
    var isStartTaken = started == 0
    if finished != 0 {
      let isOfEnd =
        started != 0 && (status != BookStatus.inProgress.rawValue || started <= finished)
      let known = readings.firstIndex { $0.finished == finished }
      let place = known ?? readings.count
      if known == nil { readings.append(GivenReading(0, 0, finished)) }
      if isOfEnd, readings[place].started == 0 || readings[place].started == started {
        (readings[place].started, isStartTaken) = (started, true)
      }
      decide(place)
    }
    switch status {
    case BookStatus.inProgress.rawValue:
      let known = readings.firstIndex {
        $0.isOpen || $0.outcome == 0 && $0.finished == 0 && $0.started != 0
      }
      let place = known ?? readings.count
      if known == nil { readings.append(GivenReading(status)) }
      readings[place].outcome = status
      if !isStartTaken, readings[place].started == 0 { readings[place].started = started }
    case _ where finished != 0: break
    case _ where started != 0:
      let known = readings.firstIndex { $0.started == started }
      let place = known ?? readings.count
      if known == nil { readings.append(GivenReading(0, started)) }
      decide(place)
    case _ where isOver:
      let known = readings.indices.filter { has(status, readings[$0]) }
        .max { (readings[$0].day, $0) < (readings[$1].day, $1) }
      if known == nil { readings.append(GivenReading(0)) }
      decide(known ?? readings.count - 1)
    default: break
    }
    for place in readings.indices where readings[place].outcome == 0 {
      let isBegun = readings[place].started != 0 && readings[place].finished == 0
      readings[place].outcome = (isBegun ? ReadingOutcome.open : .completed).rawValue
    }
    return (readings, decided)
  }

  /// Gives a new book the status and dates of its latest reading. If a status is given, it must be
  /// the same as that of the latest reading, or on-shelf.
  package mutating func follow(_ readings: [GivenReading]) throws {
    let latest = GivenReading.latest(readings)
    let outcome = latest?.outcome ?? 0
    if given.contains(.status), int32(.status) != BookStatus.onShelf.rawValue,
      int32(.status) != outcome
    {
      let names = [int32(.status), outcome].map { BookStatus(rawValue: $0)?.name.description ?? "" }
      throw Failure(
        .invalid, "status",
        "status is \(names[0]), but the latest of the readings is \(names[1]); give both the same,"
          + " or leave out the status")
    }
    if !given.contains(.status) { give(.status, outcome) }
    given.subtract([.started, .finished])
    if let latest {
      if latest.started != 0 { give(.started, latest.started) }
      if latest.finished != 0 { give(.finished, latest.finished) }
    }
  }
}
