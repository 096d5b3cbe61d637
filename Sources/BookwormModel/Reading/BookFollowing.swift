// A book's status, started and finished are those of its latest reading; to set them on the book
// acts on that reading. Only on-shelf is the book's own: it stands there whatever was read before.
import BookwormStorage

extension BookFields {
  /// What a book has of its latest reading.
  static let followed: BookFields = [.status, .started, .finished]
}

extension Writer {
  /// Has a book say what its latest reading says, and counts its readings; the fields that changed.
  /// A book on the shelf stays there, unless `leavingShelf`.
  func follow(
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

  /// What a change of a book's status does to its latest reading: starting says when it was
  /// started, completing when it was finished; giving up does so where a date is given. Then the
  /// book follows it. The fields that changed.
  func setStatus(_ book: Int64, _ status: BookStatus, date: Int32?) throws -> BookFields {
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
      .union(.readings)
  }

  /// The reading on which a new status acts: the latest one, or none, where the book is read again.
  /// That is so where it is begun and the latest is over, and where it comes from the shelf, on
  /// which a reading that was over by that day has no part in what comes next.
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

  /// What an update of a book gives or takes away of its status and dates. A status that is given
  /// is the book's afterwards, or the update is refused; an import refuses none, and invents no
  /// date.
  func update(
    _ book: Int64, followed draft: BookDraft, clear: BookFields, isImport: Bool
  ) throws -> BookFields {
    let given = draft.given
    let status = given.contains(.status) ? BookStatus(rawValue: draft.int32(.status)) : nil
    let started = given.contains(.started) ? draft.int32(.started) : nil
    let day =
      given.contains(.finished) ? draft.int32(.finished) : started ?? CalendarDate.today()
    var target = try readingToChange(ofBook: book, status, on: day).reading
    var changed: BookFields = []
    var reading = draft.reading
    if isImport { try recognise(&reading, &target, ofBook: book) }
    let cleared = clear.reading
    if target == nil ? draft.hasReading : !reading.given.union(cleared).isEmpty {
      changed = try write(
        reading, clear: cleared, to: target, of: book, leavingShelf: status != nil,
        mustBeLatest: status != nil && status != .onShelf && !isImport, mayEndToday: !isImport
      )
      .union(.readings)
    }
    if status == .onShelf { changed.formUnion(try setStatus(book, .onShelf, date: nil)) }
    return changed
  }

  /// Which reading a source's finishing date belongs to: one that ended that day is recognised, and
  /// a date after the end of the latest one is of another reading.
  private func recognise(
    _ reading: inout ReadingDraft, _ target: inout LatestReading?, ofBook book: Int64
  ) throws {
    guard reading.given.contains(.finished) else { return }
    let dates = try finishedDates(ofBook: book, connection.bookFacts(book))
    if dates.contains(reading.int32(.finished)) {
      if target == nil {
        target = try connection.latestReading(ofBook: book)
      } else if target?.finished == nil {
        reading.given.remove(.finished)
      }
    } else if let latest = target, let end = latest.finished,
      reading.int32(.finished) > end
    {
      if !reading.given.contains(.outcome) { reading.give(.outcome, latest.outcome) }
      if reading.given.contains(.started), reading.int32(.started) <= end {
        reading.given.remove(.started)
      }
      target = nil
    }
  }

  /// To a reading, or to a new one where there is none; and has the book follow. One that is over
  /// on no day ends today where an earlier one would be the latest else, and the book would have
  /// its status in place of the one that is given. Where it would all the same, that is refused if
  /// what is written `mustBeLatest`.
  private func write(
    _ draft: ReadingDraft, clear: ReadingFields, to reading: LatestReading?, of book: Int64,
    leavingShelf: Bool = true, mustBeLatest: Bool = false, mayEndToday: Bool = true
  ) throws -> BookFields {
    let id: Int64
    if let reading {
      id = reading.id
      let isSame =
        draft.given == .outcome && draft.int32(.outcome) == reading.outcome && clear.isEmpty
      if !isSame { try update(reading: id, draft, clear: clear) }
    } else {
      id = try insertReading(draft, into: book)
    }
    var latest = try connection.latestReading(ofBook: book)
    if mayEndToday, latest?.id != id, draft.given.contains(.outcome),
      !draft.given.contains(.finished)
    {
      var end = ReadingDraft()
      end.give(.finished, CalendarDate.today())
      try update(reading: id, end, clear: [])
      latest = try connection.latestReading(ofBook: book)
    }
    let outcome = draft.int32IfAny(.outcome) ?? draft.unsaidOutcome(isNew: reading == nil).rawValue
    if mustBeLatest, let latest, latest.outcome != outcome {
      let state =
        latest.outcome == ReadingOutcome.open.rawValue ? "is open too" : "ended as late, or later"
      throw Failure(
        .invalid, "status", "the book's reading \(latest.id) \(state); change or delete that first")
    }
    return try follow(latest, book, leavingShelf: leavingShelf, .updated)
  }

  /// The reading that a new book comes with, if it has anything of one. It goes with the book where
  /// that is undone.
  func insertFirstReading(_ draft: BookDraft, of book: Int64, rating: Int32) throws {
    let id = try writeReading(draft.reading, into: book, rating: rating)
    pending.log.addWithOwner(.reading, id)
  }
}

extension ReadingDraft {
  /// That of a reading whose outcome is not given: a new one that has an end is over.
  func unsaidOutcome(isNew: Bool = true) -> ReadingOutcome {
    isNew && given.contains(.finished) ? .completed : .open
  }
}

extension BookDraft {
  /// Takes out of a source's row the end of a reading that is over, beside one in progress, and the
  /// start that belongs to it.
  mutating func takeEarlierReading() -> ReadingDraft? {
    guard given.isSuperset(of: [.status, .finished]),
      int32(.status) == BookStatus.inProgress.rawValue
    else { return nil }
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

  /// A book on the shelf, without dates, has no reading.
  var hasReading: Bool { !given.isDisjoint(with: [.started, .finished]) || givesOutcome }

  private var givesOutcome: Bool {
    given.contains(.status) && int32(.status) != BookStatus.onShelf.rawValue
  }

  /// What it gives for a reading.
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
