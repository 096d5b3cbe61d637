// Works out how a source's row changes a book's readings: the readings that the source has given
// before, those that already exist here, and new ones. A reading is deleted only if it becomes the
// same as another one. Dates are never made up.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

/// A reading of an existing book.
struct HereReading {
  let id: Int64
  let value: GivenReading
}

struct ReadingChange {
  /// The readings here that change, with their new values. 0 and an empty note clear a field.
  private(set) var updates: [(id: Int64, value: GivenReading, fields: ReadingFields)] = []
  private(set) var added: [GivenReading] = []
  /// Updated readings that become the same as another one, each with the id of that one.
  private(set) var joined: [(id: Int64, into: Int64)] = []
  /// All readings that the source has given, now and before.
  private(set) var known: [SourceReading]
  /// The fields of readings here that stay different from the source's.
  private(set) var kept: ReadingFields = []

  var isEmpty: Bool { updates.isEmpty && added.isEmpty }

  /// The row and its fields.
  struct Row {
    var readings: [GivenReading]
    /// The reading whose outcome comes only from the row's status.
    var isStatus: Int?
    var spoken: BookFields
    /// The status of the row; 0 if there is none.
    var status: Int32
    /// Whether the status differs from the source's last one.
    var isNewStatus: Bool

    /// Whether the row lists the readings; otherwise it has the status and dates of one reading.
    var isList: Bool { !spoken.isDisjoint(with: .readingLists) }
    var isOver: Bool { status > BookStatus.inProgress.rawValue }
  }

  private let row: Row
  private let here: [HereReading]
  /// For each reading that the source gave before, the reading here that matches it. The key is an
  /// index of `known`, the value an index of `here`.
  private var claims: [Int: Int] = [:]

  init(_ row: Row, _ before: [SourceReading], _ here: [HereReading]) {
    (self.row, known, self.here) = (row, before, here)
    claim()
    var given = row.readings
    let partners = partners(&given)
    var taken = Set(claims.values)
    for (place, reading) in given.enumerated() {
      if let partner = partners[place] {
        take(reading, partner, &taken)
      } else {
        add(reading, &taken)
      }
    }
  }

  // MARK: Matching readings

  /// For each reading that the source gave before, finds the reading here that matches it,
  /// preferably an unchanged one.
  private mutating func claim() {
    func match(_ isMatch: (GivenReading, GivenReading) -> Bool) {
      for (place, old) in known.enumerated() where claims[place] == nil {
        claims[place] = here.indices.first {
          !claims.values.contains($0) && isMatch(old.value, here[$0].value)
        }
      }
    }
    match { $0.hasDates(of: $1) && $0.outcome == $1.outcome }
    match { $0.isOpen && $1.isOpen && $0.mayBegin(with: $1) }
    match { $0.hasDates(of: $1) }
  }

  /// For each reading that the source gives now, returns the place of the earlier reading that it
  /// continues. Adds readings to `given` that were in progress at the source and must now be over,
  /// without a known date.
  private func partners(_ given: inout [GivenReading]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    func match(_ isMatch: (GivenReading, GivenReading) -> Bool) {
      for (place, new) in given.enumerated() where partners[place] == nil {
        partners[place] = known.indices.last {
          let old = known[$0].value
          let mayBe = new.id.isEmpty || old.id.isEmpty || new.id == old.id
          return mayBe && !partners.values.contains($0) && isMatch(new, old)
        }
      }
    }
    match { !$0.id.isEmpty && $0.id == $1.id }
    match { $0.hasDates(of: $1) && $0.outcome == $1.outcome }
    match { $0.hasDates(of: $1) && $0.isOpen == $1.isOpen }
    match { !$0.isOpen && !$1.isOpen && $0.finished != 0 && $0.finished == $1.finished }
    match { !$0.isOpen && !$1.isOpen && $0.started != 0 && $0.started == $1.started }
    match { $0.isOpen && $1.isOpen }
    // A reading in progress is now over. Readings with a date are matched first.
    match { !$0.isOpen && $1.isOpen && $0.started != 0 && $0.started == $1.started }
    match { !$0.isOpen && $1.isOpen && $0.finished != 0 && $0.mayBegin(with: $1) }
    match { !$0.isOpen && $1.isOpen && $0.isUndated }
    // The date has become known, or is not given any more.
    match { !$0.isOpen && !$1.isOpen && $1.isUndated }
    match { !$0.isOpen && !$1.isOpen && $0.isUndated }
    if !row.isList {
      // An earlier date corrects the previous date; a later date belongs to another reading.
      match { !$0.isOpen && !$1.isOpen && $0.finished != 0 && $0.finished < $1.finished }
    } else if let (new, old) = correction(in: given, partners) {
      partners[new] = old
    }
    if let place = row.isStatus, !row.isNewStatus, let partner = partners[place],
      !known[partner].value.isOpen
    {
      // The row still has its earlier status. It may describe another reading, which was in
      // progress at that time.
      given[place].outcome = known[partner].value.outcome
    }
    guard row.isOver else { return partners }
    for (place, old) in known.enumerated()
    where old.value.isOpen && !partners.values.contains(place) {
      if let other = row.isStatus, let partner = partners[other] {
        // The row's status describes the reading that was in progress.
        given[other].outcome = known[partner].value.outcome
      }
      var over = old.value
      over.outcome = row.status
      partners[given.count] = place
      given.append(over)
    }
    return partners
  }

  /// If a list has as many readings as before, and a single reading with an end has been replaced,
  /// its date was corrected. Returns the places of the reading in the list and among the known
  /// ones.
  private func correction(
    in given: [GivenReading], _ partners: [Int: Int]
  ) -> (new: Int, old: Int)? {
    let new = given.indices.filter { partners[$0] == nil }
    let old = known.indices.filter { !partners.values.contains($0) }
    guard given.count == known.count, new.count == 1, old.count == 1 else { return nil }
    let pair = (given[new[0]], known[old[0]].value)
    let areOver = !pair.0.isOpen && !pair.1.isOpen
    let haveIDs = !pair.0.id.isEmpty && !pair.1.id.isEmpty
    return areOver && !haveIDs ? (new[0], old[0]) : nil
  }

  // MARK: Changing them

  /// Applies a reading that the source gave before.
  private mutating func take(_ reading: GivenReading, _ place: Int, _ taken: inout Set<Int>) {
    let old = known[place].value
    var new = reading
    // Only a row with one reading clears a date that it does not give.
    let mayClear = !row.isList && row.readings.count == 1
    if new.started == 0, !mayClear || !row.spoken.contains(.started) { new.started = old.started }
    if new.finished == 0, !new.isOpen, !mayClear || !row.spoken.contains(.finished) {
      new.finished = old.finished
    }
    if !row.spoken.contains(.readingNotes) { new.note = old.note }
    if new.id.isEmpty { new.id = old.id }
    defer { known[place].value = new }
    guard let claim = claims[place] else {
      if !here.contains(where: { $0.value.hasDates(of: new) }) { kept.formUnion(new.fields) }
      return
    }
    let mine = here[claim].value
    guard !known[place].isOwn else { return fill(claim, with: new) }
    var fields: ReadingFields = []
    for field in GivenReading.compared where !new.has(field, of: mine) {
      if mine.has(field, of: old), !new.has(field, of: old) {
        fields.formUnion(field)
      } else {
        kept.formUnion(field)
      }
    }
    if fields.contains(.outcome) {
      if new.isOpen, kept.contains(.finished) || mine.finished != 0 && !fields.contains(.finished) {
        // A reading that ended here on another date is not in progress.
        fields.remove(.outcome)
        kept.formUnion(.outcome)
      }
    } else if mine.isOpen {
      fields.remove(.finished)
    }
    guard !fields.isEmpty else { return }
    updates.append((here[claim].id, new, fields))
    let result = mine.with(fields, of: new)
    let same = here.indices.first { !taken.contains($0) && here[$0].value.isSame(as: result) }
    guard let same else { return }
    joined.append((here[claim].id, into: here[same].id))
    taken.insert(same)
    known[place].isOwn = true
  }

  /// Applies a reading that the source gives for the first time. The book may already have such a
  /// reading, which then gets only missing values.
  private mutating func add(_ new: GivenReading, _ taken: inout Set<Int>) {
    func find(_ isMatch: (GivenReading) -> Bool) -> Int? {
      here.indices.last { !taken.contains($0) && isMatch(here[$0].value) }
    }
    let found =
      find { new.hasDates(of: $0) && new.outcome == $0.outcome }
      ?? find { new.hasDates(of: $0) && new.isOpen == $0.isOpen }
      ?? find { !new.isOpen && !$0.isOpen && new.finished != 0 && new.finished == $0.finished }
      ?? find { new.isOpen && $0.isOpen && new.mayBegin(with: $0) }
      ?? find { !new.isOpen && new.outcome == $0.outcome && $0.isUndated }
      ?? find { !new.isOpen && !$0.isOpen && new.isUndated }
    known.append(SourceReading(new, isOwn: found != nil))
    guard let found else { return added.append(new) }
    taken.insert(found)
    fill(found, with: new)
  }

  /// Fills in missing values of a reading that did not come from the source.
  private mutating func fill(_ place: Int, with new: GivenReading) {
    let mine = here[place].value
    var fields: ReadingFields = []
    for field in GivenReading.compared where !new.has(field, of: mine) {
      if mine.lacks(field) {
        fields.formUnion(field)
      } else if !new.lacks(field) {
        kept.formUnion(field)
      }
    }
    if mine.isOpen { fields.remove(.finished) }
    if !fields.isEmpty { updates.append((here[place].id, new, fields)) }
  }
}

extension GivenReading {
  fileprivate static let compared: [ReadingFields] = [.outcome, .started, .finished, .note]

  fileprivate func hasDates(of other: GivenReading) -> Bool {
    started == other.started && finished == other.finished
  }

  fileprivate func mayBegin(with other: GivenReading) -> Bool {
    started == other.started || started == 0 || other.started == 0
  }

  fileprivate func has(_ field: ReadingFields, of other: GivenReading) -> Bool {
    switch field {
    case .outcome: outcome == other.outcome
    case .started: started == other.started
    case .finished: finished == other.finished
    default: note == other.note
    }
  }

  fileprivate func with(_ fields: ReadingFields, of other: GivenReading) -> GivenReading {
    var result = self
    if fields.contains(.outcome) { result.outcome = other.outcome }
    if fields.contains(.started) { result.started = other.started }
    if fields.contains(.finished) { result.finished = other.finished }
    if fields.contains(.note) { result.note = other.note }
    return result
  }

  /// Whether two readings ended on the same day in the same way, or are both in progress, and do
  /// not contradict each other.
  fileprivate func isSame(as other: GivenReading) -> Bool {
    (isOpen || finished != 0) && finished == other.finished && outcome == other.outcome
      && mayBegin(with: other) && (note == other.note || note.isEmpty || other.note.isEmpty)
  }

  fileprivate func lacks(_ field: ReadingFields) -> Bool {
    switch field {
    case .outcome: false
    case .started: started == 0
    case .finished: finished == 0
    default: note.isEmpty
    }
  }

  /// The fields that the reading has.
  fileprivate var fields: ReadingFields {
    GivenReading.compared.reduce(into: []) { if !lacks($1) { $0.formUnion($1) } }
  }
}

extension Writer {
  /// Applies an import's changes of a book's readings, and returns the book's changed fields. If
  /// `leavingShelf` is nil, the book leaves the shelf if its latest reading was added or changed.
  func apply(
    _ change: ReadingChange, to book: Int64, leavingShelf: Bool?
  ) throws -> BookFields {
    let old = change.joined.isEmpty ? nil : try bookState(book)
    var written: Set<Int64> = []
    for (id, value, fields) in change.updates {
      try value.withDraft { whole in
        var draft = whole
        draft.given.formIntersection(fields)
        try update(reading: id, draft, clear: fields.subtracting(draft.given))
      }
      written.insert(id)
    }
    for reading in change.added {
      written.insert(try reading.withDraft { try insertReading($0, into: book) })
    }
    for (id, same) in change.joined {
      try joinReading(id, into: same)
      written.insert(same)
    }
    let latest = try connection.latestReading(ofBook: book)
    let leavesShelf = leavingShelf ?? latest.map { written.contains($0.id) } ?? false
    var changed = try follow(latest, book, leavingShelf: leavesShelf, .updated)
    // Joining the readings has already made the book follow them.
    if let old { changed = try bookState(book).followed(differingFrom: old) }
    let all = change.isEmpty ? changed : changed.union(.readings)
    if !all.isEmpty { try updated(book: book, all) }
    return changed
  }
}
