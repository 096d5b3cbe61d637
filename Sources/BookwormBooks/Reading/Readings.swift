// Adds, edits and deletes readings.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  package func addReading(_ draft: ReadingDraft, toBook book: Int64) throws -> Int64 {
    try draft.checkAsGiven()
    return try write { try $0.addReading(draft, toBook: book) }
  }

  /// Sets the fields that `draft` gives and takes away the fields in `clear`. An end closes an open
  /// reading; opening a reading again removes its end.
  package func updateReading(_ id: Int64, _ draft: ReadingDraft, clear: ReadingFields) throws {
    try draft.checkAsGiven()
    try clear.checkMayGo(.clearable)
    try clear.checkIsNotGiven(draft.given)
    try write { writer in
      let book = try writer.connection.owner(of: .reading, id)
      guard !draft.given.union(clear).isEmpty else { return }
      try writer.changingReadings(ofBook: book) {
        try writer.update(reading: id, draft, clear: clear, checkingDays: true)
        return ((), latestMayBe: id)
      }
    }
  }

  package func deleteReading(_ id: Int64) throws {
    try delete(.reading, id)
  }
}

extension ReadingDraft {
  /// Checks each field as check() does, and also that an open reading is not given an end, and that
  /// no end is before the start.
  func checkAsGiven() throws {
    try check()
    try checkEnd()
    try checkDays(changing: nil, clear: [])
  }

  /// Checks the days that a change gives, together with those that the reading keeps.
  package func checkDays(changing reading: LatestReading?, clear: ReadingFields) throws {
    guard !given.isDisjoint(with: [.started, .finished]) else { return }
    func day(_ field: ReadingFields, _ kept: Int32?) -> Int32 {
      int32IfAny(field) ?? (clear.contains(field) ? 0 : kept ?? 0)
    }
    // A reading that is opened again loses its end.
    guard int32IfAny(.outcome) != ReadingOutcome.open.rawValue else { return }
    try Rules.order(day(.started, reading?.started), day(.finished, reading?.finished))
  }

  package func checkEnd() throws {
    guard given.isSuperset(of: [.outcome, .finished]),
      int32(.outcome) == ReadingOutcome.open.rawValue
    else { return }
    throw Rules.openWithEnd
  }
}

extension Writer {
  /// `draft` must have been checked.
  func addReading(_ draft: ReadingDraft, toBook book: Int64) throws -> Int64 {
    _ = try connection.bookFacts(book)
    return try changingReadings(ofBook: book) {
      let id = try insertReading(draft, into: book)
      return (id, latestMayBe: id)
    }
  }

  /// Runs a change of a book's readings; the book then follows them. The book is taken off the
  /// shelf if its latest reading is the written one.
  fileprivate func changingReadings<R>(
    ofBook book: Int64, _ body: () throws -> (R, latestMayBe: Int64)
  ) throws -> R {
    let (result, written) = try body()
    let latest = try connection.latestReading(ofBook: book)
    let changed = try follow(latest, book, leavingShelf: latest?.id == written, .followed)
    try updated(book: book, changed.union(.readings))
    return result
  }

  /// `draft` must have been checked. This function checks that the book exists. For a missing
  /// outcome see unsaidOutcome().
  package func insertReading(
    _ draft: ReadingDraft, into book: Int64, as known: RowIdentity? = nil,
    created: Milliseconds? = nil
  ) throws -> Int64 {
    let facts = try connection.bookFacts(book)
    var created = created
    if created == nil, facts.readings > 0 {
      // Among readings that end on the same day, the reading that was added last is the latest.
      let last = try connection.ids(ReadingSQL.lastCreated, book).first ?? 0
      created = min(max(Clock.now(), last &+ 1), Rules.instants.upperBound)
    }
    let id = try writeReading(draft, into: book, rating: facts.rating, as: known, created: created)
    noteInsertion(of: .reading, id)
    return id
  }

  /// Writes only the row, and counts the reading in the month of its end.
  func writeReading(
    _ draft: ReadingDraft, into book: Int64, rating: Int32, as known: RowIdentity? = nil,
    created: Milliseconds? = nil
  ) throws -> Int64 {
    let now = Clock.now()
    let id = try known?.id ?? nextID(.reading)
    var reading = draft
    reading.give(.id, id)
    reading.give(.book, book)
    reading.give(.created, created ?? now)
    if !draft.given.contains(.outcome) {
      reading.give(.outcome, draft.unsaidOutcome().rawValue)
    }
    try insertRow(reading, known?.globalID, at: now)
    if draft.given.contains(.finished) {
      try pending.counters.countReading(finished: draft.int32(.finished), rating: rating, by: 1)
    }
    return id
  }

  package func update(
    reading id: Int64, _ draft: ReadingDraft, clear: ReadingFields, checkingDays: Bool = false
  ) throws {
    let needsReading: ReadingFields = [.outcome, .finished]
    let checked: ReadingFields = checkingDays ? .started : []
    guard draft.given.isDisjoint(with: needsReading.union(checked)) else {
      guard let reading = try connection.reading(id) else { throw Failure.no(.reading, id) }
      if checkingDays { try draft.checkDays(changing: reading, clear: clear) }
      return try update(reading: reading, draft, clear: clear)
    }
    try write(draft, clear: clear, to: id)
  }

  /// Ensures that an open reading has no end.
  func update(reading: LatestReading, _ draft: ReadingDraft, clear: ReadingFields) throws {
    var (draft, clear) = (draft, clear)
    let open = ReadingOutcome.open.rawValue
    if draft.given.contains(.outcome) {
      // The end is written too, so that undo restores both values.
      if draft.int32(.outcome) == open {
        draft.given.remove(.finished)
        clear.insert(.finished)
      } else if let end = reading.finished, !clear.contains(.finished),
        !draft.given.contains(.finished)
      {
        draft.give(.finished, end)
      } else if !draft.given.contains(.finished) {
        clear.insert(.finished)
      }
    } else if draft.given.contains(.finished), reading.outcome == open {
      draft.give(.outcome, ReadingOutcome.completed.rawValue)
    }
    try write(draft, clear: clear, to: reading.id)
  }

  /// A page or a percentage replaces the earlier progress.
  private func write(_ draft: ReadingDraft, clear: ReadingFields, to id: Int64) throws {
    let progress: ReadingFields = draft.given.isDisjoint(with: .progress) ? [] : .progress
    try update(id, draft, draft.given.union(clear).union(progress))
  }

  /// Returns the finishing date of each reading of a book that has one. Reads nothing if the book's
  /// facts contain the answer.
  func finishedDates(ofBook book: Int64, _ facts: BookFacts) throws -> [Int32] {
    guard facts.readings > 1 else { return facts.finished.map { [$0] } ?? [] }
    var dates: [Int32] = []
    try connection.each(ReadingSQL.finished, book) {
      if !$0.isNull(0) { dates.append($0.int32(0)) }
    }
    return dates
  }
}

extension Writer {
  package func splitOpenReadings() throws {
    try connection.splitOpenReadings { split in
      let identity = RowIdentity(id: try nextID(.reading), globalID: split.globalID)
      let created = split.draft.int64(.created)
      _ = try insertReading(split.draft, into: split.book, as: identity, created: created)
    }
  }
}
