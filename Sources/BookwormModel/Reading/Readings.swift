// Readings: adding, editing, deleting.
import BookwormStorage

extension Session {
  public func addReading(_ draft: ReadingDraft, toBook book: Int64) throws -> Int64 {
    try draft.check()
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
    try write { writer in
      guard try writer.deleteOwned(.reading, id) else { throw Failure.no(.reading, id) }
    }
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
    inserted(.reading, id)
    return id
  }

  /// The row and its month alone.
  func writeReading(
    _ draft: ReadingDraft, into book: Int64, rating: Int32, as known: RowIdentity? = nil,
    created: Milliseconds? = nil
  ) throws -> Int64 {
    let now = Clock.now()
    let id = try known?.id ?? nextID(.reading)
    let given = draft.given
    let insert = try connection.statement(ReadingSQL.insert)
    insert.bind(1, id)
    insert.bind(2, book)
    insert.bind(3, draft.outcome)
    insert.bind(4, given.contains(.started) ? draft.started : nil)
    insert.bind(5, given.contains(.finished) ? draft.finished : nil)
    insert.bind(6, given.contains(.page) ? draft.page : nil)
    if given.contains(.percent) { insert.bind(7, draft.percent) } else { insert.bindNull(7) }
    try insert.bindText(8, given.contains(.note) ? draft.note : nil)
    insert.bind(9, created ?? now)
    try run(insert, globalID: 10, known?.globalID, at: now)
    if given.contains(.finished) {
      try pending.counters.countReading(finished: draft.finished, rating: rating, by: 1)
    }
    return id
  }

  func update(reading id: Int64, _ draft: ReadingDraft, clear: ReadingFields) throws {
    let changed = draft.changed(clearing: clear)
    try willUpdate(.reading, id, changed)
    try ReadingEntity.updating(id, changed.rawValue, self) {
      let columns = Entity.reading.descriptor.columns.filter { $0.field & changed.rawValue != 0 }
      let update = try connection.statement(
        composed: EntitySQL.update(columns.map(\.name), of: Entity.reading.descriptor.table))
      update.bind(1, id)
      for (place, column) in columns.enumerated() {
        try draft.bind(column.field, to: update, Int32(place + 2))
      }
      try update.run()
    }
    try updated(.reading, id, changed)
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

extension ReadingDraft {
  /// Nothing where the field is not given.
  fileprivate func bind(_ field: UInt64, to statement: Statement, _ place: Int32) throws {
    let field = ReadingFields(rawValue: field)
    guard given.contains(field) else { return statement.bindNull(place) }
    switch field {
    case .outcome: statement.bind(place, outcome)
    case .started: statement.bind(place, started)
    case .finished: statement.bind(place, finished)
    case .page: statement.bind(place, page)
    case .percent: statement.bind(place, percent)
    case .note: try statement.bindText(place, note)
    default: statement.bindNull(place)
    }
  }
}
