// A book's status, started and finished are those of its latest reading. Setting them on the book
// changes that reading, or adds a new one. Only the status on-shelf belongs to the book itself,
// whatever readings it has.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension BookState {
  /// Returns which of status, started and finished differ from those of an earlier state of the
  /// book.
  package func followed(differingFrom old: BookState) -> BookFields {
    var fields: BookFields = []
    if status != old.status { fields.insert(.status) }
    if started != old.started { fields.insert(.started) }
    if facts.finished != old.facts.finished { fields.insert(.finished) }
    return fields
  }
}

extension Writer {
  /// Sets a book's fields from its latest reading, and counts its readings. Returns the changed
  /// fields. A book on the shelf stays there, unless `leavingShelf` is true.
  package func follow(
    _ latest: LatestReading?, _ book: Int64, leavingShelf: Bool, _ kind: UndoRecord.Kind
  ) throws -> BookFields {
    let old = try bookState(book)
    let isOnShelf = old.status == BookStatus.onShelf.rawValue && !leavingShelf
    let status = isOnShelf ? BookStatus.onShelf.rawValue : latest?.outcome ?? 0
    let count = try connection.countReadings(ofBook: book)
    var changed: BookFields = []
    if status != old.status { changed.insert(.status) }
    if latest?.started != old.started { changed.insert(.started) }
    if latest?.finished != old.facts.finished { changed.insert(.finished) }
    guard !changed.isEmpty || count != old.facts.readings else { return [] }
    try record(updateOf: .book, book, changed.rawValue, kind)
    let update = try connection.statement(ReadingSQL.follow)
    update.bind(1, book)
    update.bind(2, status)
    update.bind(3, latest?.started)
    update.bind(4, latest?.finished)
    update.bind(5, count)
    update.bind(6, changed.isEmpty || isReplaying ? old.updated : now)
    try update.run()
    return changed
  }

  /// Sets the status of a book. On-shelf changes only the book; any other status changes the
  /// reading of readingToChange(), which the book then follows. Starting sets the start date if
  /// there is none, and completing sets the finishing date if there is none. Giving up sets the
  /// finishing date if `date` is given or the book is read again; otherwise it clears the date.
  /// Returns the changed fields.
  package func setStatus(_ book: Int64, _ status: BookStatus, date: Int32?) throws -> BookFields {
    guard let outcome = ReadingOutcome(rawValue: status.rawValue) else {
      try record(updateOf: .book, book, BookFields.status.rawValue)
      let update = try connection.statement(BookSQL.setStatus)
      update.bind(1, book)
      update.bind(2, status.rawValue)
      update.bind(3, now)
      try update.run()
      return .status
    }
    let day = date ?? CalendarDate.today()
    let (latest, isAgain) = try readingToChange(ofBook: book, status, on: day)
    var draft = ReadingDraft()
    draft.give(.outcome, outcome.rawValue)
    var clear: ReadingFields = []
    switch outcome {
    case .open:
      if latest?.started == nil { draft.give(.started, day) }
    case .completed:
      if latest?.finished == nil { draft.give(.finished, day) }
    case .didNotFinish:
      if date != nil || isAgain {
        draft.give(.finished, day)
      } else if latest?.finished != nil {
        clear = .finished
      }
    }
    return try write(draft, clear: clear, to: latest, of: book, mustBeLatest: date == nil)
  }

  /// Returns the reading that a new status changes: the latest one, or nil if the book has none or
  /// is read again (`isAgain`). It is read again if the latest reading is over, the new status is
  /// not on-shelf, and one of two conditions is true: the new status is in-progress; or the book is
  /// on the shelf, and the latest reading ended (or, without an end, started) on `day` or earlier.
  private func readingToChange(
    ofBook book: Int64, _ status: BookStatus?, on day: Int32
  ) throws -> (reading: LatestReading?, isAgain: Bool) {
    let latest = try connection.latestReading(ofBook: book)
    guard let latest, let status, status != .onShelf,
      latest.outcome != ReadingOutcome.open.rawValue
    else { return (latest, false) }
    let isOnShelf = try bookState(book).status == BookStatus.onShelf.rawValue
    let isLater = day >= latest.finished ?? latest.started ?? 0
    return status == .inProgress || isOnShelf && isLater ? (nil, true) : (latest, false)
  }

  /// Applies an update of a book's status, started and finished. If the draft gives a status, the
  /// book has that status afterwards, or the update is refused. If it gives the status in-progress
  /// and a finishing date, that date is the end of an earlier reading.
  func update(_ book: Int64, followed draft: BookDraft, clear: BookFields) throws -> BookFields {
    var draft = draft
    var changed: BookFields = []
    if let earlier = draft.takeEarlierReading() {
      changed = try addEarlier(earlier, to: book, &draft)
    }
    let given = draft.given
    let status = given.contains(.status) ? BookStatus(rawValue: draft.int32(.status)) : nil
    let started = given.contains(.started) ? draft.int32(.started) : nil
    let day =
      given.contains(.finished) ? draft.int32(.finished) : started ?? CalendarDate.today()
    let target = try readingToChange(ofBook: book, status, on: day).reading
    let reading = draft.reading
    let cleared = clear.reading
    if target == nil ? draft.hasReading : !reading.given.union(cleared).isEmpty {
      changed.formUnion(
        try write(
          reading, clear: cleared, to: target, of: book, leavingShelf: status != nil,
          mustBeLatest: status != nil && status != .onShelf))
    }
    if status == .onShelf { changed.formUnion(try setStatus(book, .onShelf, date: nil)) }
    return changed
  }

  /// Adds an earlier reading to a book, unless the book already has readings with the same end. In
  /// that case, if none of these has the given start, the first of them without a start gets it. If
  /// all of them start on other days, the given start goes back into `draft`, and thus to the
  /// reading in progress.
  private func addEarlier(
    _ earlier: ReadingDraft, to book: Int64, _ draft: inout BookDraft
  ) throws -> BookFields {
    let same = try connection.storedRows(.reading, ownedBy: book)
      .filter { $0.integer("finished") == Int64(earlier.int32(.finished)) }
    guard !same.isEmpty else {
      _ = try insertReading(earlier, into: book)
      return .readings
    }
    guard let started = earlier.int32IfAny(.started),
      !same.contains(where: { $0.integer("started") == Int64(started) })
    else { return [] }
    guard let unstarted = same.first(where: { $0["started"] == nil }) else {
      draft.give(.started, started)
      return []
    }
    var start = ReadingDraft()
    start.give(.started, started)
    try update(reading: unstarted.id, start, clear: [])
    return .readings
  }

  /// Changes `reading`, or adds a reading if it is nil; then the book follows its latest reading.
  /// If the draft ends the reading without a date, and another reading would be the latest, the
  /// reading ends today, so that the other reading does not determine the book's status. If another
  /// reading still determines another status, and `mustBeLatest` is true, the change is refused.
  private func write(
    _ draft: ReadingDraft, clear: ReadingFields, to reading: LatestReading?, of book: Int64,
    leavingShelf: Bool = true, mustBeLatest: Bool = false
  ) throws -> BookFields {
    try draft.checkDays(changing: reading, clear: clear)
    let id: Int64
    var changed: BookFields = .readings
    if let reading {
      id = reading.id
      if reading.has(draft, clear) {
        changed = []
      } else {
        try update(reading: reading, draft, clear: clear)
      }
    } else {
      id = try insertReading(draft, into: book)
    }
    var latest = try connection.latestReading(ofBook: book)
    if latest?.id != id, let outcome = draft.int32IfAny(.outcome),
      outcome != ReadingOutcome.open.rawValue, !draft.given.contains(.finished)
    {
      var end = ReadingDraft()
      end.give(.finished, CalendarDate.today())
      try end.checkDays(changing: connection.reading(id), clear: [])
      try update(reading: id, end, clear: [])
      latest = try connection.latestReading(ofBook: book)
      changed = .readings
    }
    let outcome = draft.int32IfAny(.outcome) ?? draft.unsaidOutcome(isNew: reading == nil).rawValue
    if mustBeLatest, let latest, latest.outcome != outcome {
      let state =
        latest.outcome == ReadingOutcome.open.rawValue ? "is open too" : "ended as late, or later"
      throw Failure(
        .invalid, "status", "the book's reading \(latest.id) \(state); change or delete that first")
    }
    return try follow(latest, book, leavingShelf: leavingShelf, .updated).union(changed)
  }

  /// Inserts the first reading of a new book, if the draft has values for it. Undoing the book's
  /// creation also removes the reading.
  func insertFirstReading(_ draft: BookDraft, of book: Int64, rating: Int32) throws {
    let id = try writeReading(draft.reading, into: book, rating: rating)
    pending.log.addWithOwner(.reading, id)
  }

  /// Inserts all readings of a new book. Among readings that ended on the same day, the last is the
  /// latest.
  func insertFirst(_ readings: [GivenReading], of book: Int64, rating: Int32) throws {
    let now = Clock.now()
    for (place, reading) in readings.enumerated() {
      let created = min(now &+ Int64(place), Rules.instants.upperBound)
      let id = try reading.withDraft {
        try writeReading($0, into: book, rating: rating, created: created)
      }
      pending.log.addWithOwner(.reading, id)
    }
  }
}

extension ReadingDraft {
  /// Returns the default outcome of a reading: a new reading with an end is over.
  func unsaidOutcome(isNew: Bool = true) -> ReadingOutcome {
    isNew && given.contains(.finished) ? .completed : .open
  }
}

extension BookDraft {
  /// Removes the end of an earlier reading, and the start that belongs to it, from a draft of a
  /// book in progress, and returns them.
  fileprivate mutating func takeEarlierReading() -> ReadingDraft? {
    guard isReadAgain else { return nil }
    var earlier = ReadingDraft()
    earlier.give(.outcome, ReadingOutcome.completed.rawValue)
    earlier.give(.finished, int32(.finished))
    given.remove(.finished)
    if given.contains(.started), int32(.started) <= earlier.int32(.finished) {
      earlier.give(.started, int32(.started))
      given.remove(.started)
    }
    return earlier
  }

  /// A book on the shelf without dates has no reading.
  var hasReading: Bool { !given.isDisjoint(with: [.started, .finished]) || givesOutcome }

  private var givesOutcome: Bool {
    given.contains(.status) && int32(.status) != BookStatus.onShelf.rawValue
  }

  /// The values that the draft gives for a reading.
  var reading: ReadingDraft {
    var draft = ReadingDraft()
    if given.contains(.started) { draft.give(.started, int32(.started)) }
    if given.contains(.finished) { draft.give(.finished, int32(.finished)) }
    if givesOutcome { draft.give(.outcome, int32(.status)) }
    return draft
  }
}

extension BookFields {
  fileprivate var reading: ReadingFields {
    var fields: ReadingFields = []
    if contains(.started) { fields.insert(.started) }
    if contains(.finished) { fields.insert(.finished) }
    return fields
  }
}
