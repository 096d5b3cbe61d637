// Readings: adding, editing, deleting.
import BookwormStorage

extension Session {
  public func addReading(_ draft: ReadingDraft, toBook book: Int64) throws -> Int64 {
    try draft.check()
    var draft = draft
    if !draft.given.contains(.outcome) { draft.give(.outcome, ReadingOutcome.open.rawValue) }
    return try write { try $0.addReading(draft, toBook: book) }
  }

  /// Sets what `draft` gives and takes away what `clear` names.
  public func updateReading(_ id: Int64, _ draft: ReadingDraft, clear: ReadingFields) throws {
    try draft.check()
    try clear.checkMayGo(.clearable)
    try clear.checkIsNotGiven(draft.given)
    try write { writer in
      let book = try writer.connection.owner(of: .reading, id)
      guard !draft.given.union(clear).isEmpty else { return }
      try writer.changingReadings(ofBook: book) {
        try writer.update(reading: id, draft, clear: clear)
        return ((), latestMayBe: id)
      }
    }
  }

  public func deleteReading(_ id: Int64) throws {
    try delete(.reading, id)
  }
}

extension Writer {
  /// `draft` has been checked.
  func addReading(_ draft: ReadingDraft, toBook book: Int64) throws -> Int64 {
    _ = try connection.bookFacts(book)
    return try changingReadings(ofBook: book) {
      let id = try insertReading(draft, into: book)
      return (id, latestMayBe: id)
    }
  }

  /// Runs what changes a book's readings, which the book then follows. Taken off the shelf where
  /// its latest reading is the one that was written.
  fileprivate func changingReadings<R>(
    ofBook book: Int64, _ body: () throws -> (R, latestMayBe: Int64)
  ) throws -> R {
    let (result, written) = try body()
    let latest = try connection.latestReading(ofBook: book)
    let changed = try follow(latest, book, leavingShelf: latest?.id == written, .followed)
    try updated(book: book, changed.union(.readings))
    return result
  }

  /// `draft` has been checked; whether the book is there, too.
  func insertReading(
    _ draft: ReadingDraft, into book: Int64, as known: RowIdentity? = nil,
    created: Milliseconds? = nil
  ) throws -> Int64 {
    let facts = try connection.bookFacts(book)
    var created = created
    if created == nil, facts.readings > 0 {
      // Of those that end on the same day, the one that was added last is the latest.
      let last = try connection.ids(ReadingSQL.lastCreated, book).first ?? 0
      created = min(max(Clock.now(), last &+ 1), Rules.instants.upperBound)
    }
    let id = try writeReading(draft, into: book, rating: facts.rating, as: known, created: created)
    noteInsertion(of: .reading, id)
    return id
  }

  /// The row and its month alone.
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

  /// A page or a percentage replaces what it had come to.
  func update(reading id: Int64, _ draft: ReadingDraft, clear: ReadingFields) throws {
    let progress: ReadingFields = draft.given.isDisjoint(with: .progress) ? [] : .progress
    try update(id, draft, draft.given.union(clear).union(progress))
  }

  /// When each reading of a book was finished; without a look where the book says it.
  func finishedDates(ofBook book: Int64, _ facts: BookFacts) throws -> [Int32] {
    guard facts.readings > 1 else { return facts.finished.map { [$0] } ?? [] }
    let select = try connection.statement(ReadingSQL.finished)
    defer { select.reset() }
    select.bind(1, book)
    var dates: [Int32] = []
    while try select.step() { if !select.isNull(0) { dates.append(select.int32(0)) } }
    return dates
  }
}
