// Carries out one import, row by row. Each row is compared with the values last taken from its
// source, then written.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

/// One import, under the write lock.
final class BookImport {
  private let writer: Writer
  private let source: Bytes
  private let fields: BookFields
  private let options: ImportOptions
  private let result: RowSet
  private let hasRaw: Bool
  /// The range of books and sources that existed before.
  private let before: BookRange
  private var lastSource: Int64 { before.lastSource }
  /// For each row of `book_sources`, the import's row that gave it.
  private var seen = CheckedMap<Int64, Int>()
  /// For a complete import: the rows of `book_sources` that the import's own rows name. A row of
  /// the import counts even if it is refused.
  private var there = CheckedMap<Int64, Int>()
  /// The books that rows name by their global ids, and that already have all values of these rows.
  private var unchanged = CheckedMap<Int64, Int>()
  private var row = 0
  /// Buffers for the current row: the values that it gives, the earlier values with these merged
  /// into them, and its identifiers.
  private var text = ByteBuffer()
  private var merged = ByteBuffer()
  private var identifiers = ByteBuffer()
  /// The fields that the current row has.
  private var spoken: BookFields = []
  /// Whether the current row gives a status.
  private var hasStatus = false
  /// The global id that the current row gives its book.
  private var globalID: GlobalID?
  private let now = Clock.now()

  init(
    _ writer: Writer, _ source: Bytes, _ fields: BookFields, _ options: ImportOptions,
    _ result: RowSet
  ) throws {
    (self.writer, self.source, self.options, self.result) = (writer, source, options, result)
    self.fields = fields.subtracting(.ofSource)
    hasRaw = fields.contains(.raw)
    before = BookRange(
      source: source, lastBook: try writer.lastID(.book), lastSource: try writer.lastID(.source))
  }

  /// A row of `book_sources`.
  private struct Known {
    let id: Int64
    let book: Int64
    let isThere: Bool
  }

  /// The work for a row, after all of its checks.
  private enum Plan {
    case nothing(ImportedRow)
    case create(SourceBook, Known?)
    /// The new link and the old one, the columns that change, and the book's change.
    case change(SourceBook, Known?, SourceFields, BookChange)
  }

  func run(_ status: (Failure) -> Int32, _ next: (inout BookDraft) throws -> Bool) throws {
    let links = PendingBookGenres()
    var draft = BookDraft()
    while true {
      (draft.given, draft.silent) = ([], [])
      do {
        guard let plan = try plan(&draft, next) else { break }
        try inRow(row) { try result.append(carryOut(plan, draft, links)) }
      } catch let refused as Refused {
        if !options.skipsRefused { try inRow(row) { throw refused.failure } }
        try result.append(refused: refused.failure, status: status(refused.failure))
      }
      row += 1
    }
    try links.write(to: writer.connection)
    if options.isComplete { try reportMissing() }
    // Recorded together, so that the log has one run of sources and another of books.
    for id in lastSource..<(try writer.lastID(.source)) {
      writer.noteInsertion(of: .source, id + 1)
    }
  }

  /// Reports the books that this source gave before, that still exist, and that have no row now.
  private func reportMissing() throws {
    let select = try writer.connection.statement(SourceSQL.ofSource)
    defer { select.reset() }
    try select.bindText(1, source)
    select.bind(2, lastSource)
    while try select.step() {
      guard there[select.int64(0)] == nil else { continue }
      try result.append(missing: select.int64(1), sourceID: select.text(2))
    }
  }

  // MARK: Looking

  /// The failure of a row that has not changed anything yet.
  private struct Refused: Error {
    let failure: Failure
  }

  /// Returns nil at the end.
  private func plan(
    _ draft: inout BookDraft, _ next: (inout BookDraft) throws -> Bool
  ) throws -> Plan? {
    do {
      guard try next(&draft) else { return nil }
      return try plan(&draft)
    } catch let failure as Failure where failure.isOfRow { throw Refused(failure: failure) }
  }

  private func plan(_ draft: inout BookDraft) throws -> Plan {
    guard draft.given.contains(.sourceID), !UTF8Text.isBlank(draft.text(.sourceID)) else {
      throw Failure.blank(
        "source_id", "source_id is missing or blank; each row needs the id that the source uses")
    }
    let (sourceID, raw) = (
      draft.text(.sourceID), draft.given.contains(.raw) ? draft.text(.raw) : nil
    )
    var fields = fields.subtracting(draft.silent)
    globalID = draft.given.contains(.globalID) ? draft.globalID : nil
    guard globalID != GlobalID.none else {
      throw Failure(.invalid, "global_id", "global_id is all zeros; leave it out if there is none")
    }
    draft.given.subtract(.ofSource)
    if fields.contains(.exactRating) { fields.insert(.rating) }
    draft.giveWholeRating()
    draft.readSpreadsheetIdentifiers()
    try Rules.name(sourceID, "source_id", limit: Rules.sourceLimit)
    if options.isComplete { try noteAsThere(sourceID) }
    if let raw { try Rules.text(raw, "raw") }
    draft.leaveOutBlankAuthor()
    try draft.check(.importable)
    if let whole = try draft.withAuthor() {
      fields.formUnion(whole.given.intersection([.author, .authorSort]))
      draft = whole
    }
    if !fields.isDisjoint(with: .required.subtracting(draft.given)) { try draft.checkIsWhole() }
    hasStatus = draft.given.contains(.status)
    for field in fields.intersection(.zeroByDefault).subtracting(draft.given).bits {
      draft.give(field, 0)
    }
    // An import never clears the time when a book was entered.
    spoken = draft.given.contains(.created) ? fields : fields.subtracting(.created)
    try SourceValues.write(draft, of: spoken, into: &text)
    try Keys.check(text)
    let book = SourceBook(
      book: 0, source: source, sourceID: sourceID, taken: text.bytes, raw: raw, imported: now)
    return try plan(draft, book)
  }

  /// A refused row still counts as present at the source.
  private func noteAsThere(_ sourceID: Bytes) throws {
    let key = SourceBook.key(source, sourceID)
    let known = try key.withUnsafeBufferPointer {
      try writer.connection.id(of: .source, withKey: $0)
    }
    if let known { try there.update(known, first: row) { _ in } }
  }

  private func plan(_ draft: BookDraft, _ new: SourceBook) throws -> Plan {
    let select = try writer.connection.statement(SourceSQL.byKey)
    defer { select.reset() }
    let key = SourceBook.key(new.source, new.sourceID)
    let isKnown = try key.withUnsafeBufferPointer {
      try select.bindBlob(1, $0)
      return try select.step()
    }
    guard isKnown else { return try identify(draft, new) }
    let known = Known(id: select.int64(0), book: select.int64(1), isThere: !select.isNull(4))
    if let before = seen[known.id] {
      let id = String(decoding: new.sourceID.prefix(80), as: UTF8.self)
      throw Failure(
        .invalid, "source_id", "source_id \"\(id)\" has come before, in row \(before)")
    }
    try seen.update(known.id, first: row) { _ in }
    guard known.isThere else {
      guard options.recreatesDeleted else {
        return .nothing(ImportedRow(outcome: .deleted, book: known.book))
      }
      try draft.checkIsWhole()
      return .create(try withReadings(new, draft), known)
    }
    var changed: SourceFields = []
    let oldRaw = select.isNull(3) ? nil : select.text(3)
    if hasRaw, !draft.silent.contains(.raw), !isSame(new.raw, oldRaw) { changed.insert(.raw) }
    var new = new
    let link = ComparedLink(book: known.book, id: known.id)
    let change = try compare(draft, &new, with: SourceValues(select.text(2)), link)
    if !select.text(2).elementsEqual(new.taken) { changed.insert(.taken) }
    guard !changed.isEmpty else {
      return .nothing(ImportedRow(outcome: .unchanged, book: known.book, kept: change.kept))
    }
    return .change(new, known, changed, change)
  }

  /// Works out the change of the book. `new` gets the values that are now taken; fields that this
  /// row does not mention keep their earlier values.
  private func compare(
    _ draft: BookDraft, _ new: inout SourceBook, with old: SourceValues, _ link: ComparedLink
  ) throws -> BookChange {
    let given = try SourceValues(new.taken)
    let change = try writer.connection.compare(draft, given, of: spoken, with: old, link)
    old.write(with: given, change.own, into: &merged)
    try Keys.check(merged)
    new.taken = merged.bytes
    return change
  }

  /// Returns the record of a new book, with the readings of the draft's lists among its values.
  private func withReadings(_ new: SourceBook, _ draft: BookDraft) throws -> SourceBook {
    guard draft.listsReadings else { return new }
    let readings = draft.allReadings().readings
    // The row of a new book is refused if its status contradicts its readings. For an existing
    // book, see applyReadings().
    var book = draft
    try book.follow(readings)
    let given = try SourceValues(new.taken)
    var own = OwnValues()
    let all = readings.map { SourceReading($0) }
    if all != given.followedReadings() { own.readings = all }
    own.listsChecksum = draft.listsChecksum
    try SourceValues(BookDraft.nothing).write(with: given, own, into: &merged)
    try Keys.check(merged)
    var new = new
    new.taken = merged.bytes
    return new
  }

  private func isSame(_ one: Bytes?, _ other: Bytes?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.elementsEqual(other)
  }

  /// Plans a row that the source has not given before. If the row names its book by the global id,
  /// and its values are the book's, nothing is written, not even the link.
  private func identify(_ draft: BookDraft, _ new: SourceBook) throws -> Plan {
    let named = try globalID.flatMap { try writer.connection.findMerged($0) }
    let own = try IdentifierKey.make(new.source, new.sourceID)
    let found = try named ?? writer.connection.find(draft, options.identity, before, own: own)
    guard let found else {
      try draft.checkIsWhole()
      return .create(try withReadings(new, draft), nil)
    }
    // Two ids of one source are two books, and choosing one of them would be a guess.
    guard unchanged[found] == nil, try !isLinked(found) else {
      throw Failure(
        .exists, "source_id",
        "another row matches the book \(found) too; create a book for one of the two rows, or leave"
          + " one out")
    }
    var new = new
    new.book = found
    let link = ComparedLink(book: found, id: 0)
    let change = try compare(draft, &new, with: SourceValues(BookDraft.nothing), link)
    if named != nil, change.changed.isEmpty, change.kept.isEmpty {
      try unchanged.update(found, first: row) { _ in }
      return .nothing(ImportedRow(outcome: .unchanged, book: found))
    }
    return .change(new, nil, [], change)
  }

  private func isLinked(_ book: Int64) throws -> Bool {
    let select = try writer.connection.statement(SourceSQL.isLinked)
    defer { select.reset() }
    select.bind(1, book)
    try select.bindText(2, source)
    return try select.step()
  }

  // MARK: Writing

  private func carryOut(
    _ plan: Plan, _ draft: BookDraft, _ links: PendingBookGenres
  ) throws -> ImportedRow {
    switch plan {
    case .nothing(let row): return row
    case .create(var new, let known):
      writer.pendingLinks = links
      defer { writer.pendingLinks = nil }
      var book = draft
      if !hasStatus { book.given.remove(.status) }
      let isFree = try globalID.map { try writer.connection.findMerged($0) == nil } ?? false
      new.book = try writer.insertRead(book, globalID: isFree ? globalID : nil)
      if links.isFull { try links.write(to: writer.connection) }
      try link(new, known, .changing)
      return row(.created, new.book)
    case .change(var new, let known, let columns, var change):
      new.book = known?.book ?? new.book
      try apply(&change, draft, to: new.book)
      try link(new, known, columns)
      let outcome: ImportOutcome =
        known == nil ? .merged : change.changed.isEmpty ? .unchanged : .updated
      return row(outcome, new.book, change)
    }
  }

  /// A book that a dry run would create has no id.
  private func row(
    _ outcome: ImportOutcome, _ book: Int64, _ change: BookChange = BookChange()
  ) -> ImportedRow {
    let isMade = outcome == .created && options.isDryRun
    return ImportedRow(
      outcome: outcome, book: isMade ? 0 : book, changed: change.changed, kept: change.kept)
  }

  private func link(_ new: SourceBook, _ known: Known?, _ columns: SourceFields) throws {
    guard let known else {
      let id = try writer.nextID(.source)
      try seen.update(id, first: row) { _ in }
      return try writer.insert(new, as: id)
    }
    try writer.update(known.id, new, hasRaw ? columns : columns.subtracting(.raw))
  }

  private func apply(_ change: inout BookChange, _ draft: BookDraft, to book: Int64) throws {
    guard !change.changed.isEmpty else { return }
    var update = draft
    let taken = change.taken.subtracting(.followed)
    update.given.formIntersection(taken)
    let clear = taken.subtracting(update.given)
    if let identifiers = change.identifiers {
      update.identifiers = try bytes(of: identifiers)
      update.given.formUnion(.identifiers)
    }
    try (change.genres?.gone ?? []).withUnsafeBufferPointer { gone in
      if let names = change.genres?.names {
        update.genreNames = []
        update.give(.removeGenres, gone)
        update.give(.addGenreNames, names)
      }
      let genres = try writer.genreChange(update, clear: clear)
      _ = try writer.update(book, update, clear: clear, genres)
    }
    try applyReadings(&change, draft, to: book)
  }

  /// Applies the readings of a row to an existing book, and also the status that follows from them.
  /// A status that does not fit is not an error here, unlike for a new book: if the row did not
  /// give the book's latest reading, the book keeps its status.
  private func applyReadings(
    _ change: inout BookChange, _ draft: BookDraft, to book: Int64
  ) throws {
    guard let readings = change.readings else { return }
    let isTaken = change.taken.contains(.status)
    change.taken.subtract(.followed)
    let status = isTaken ? BookStatus(rawValue: draft.int32(.status)) : nil
    guard isTaken || !readings.isEmpty else { return }
    let leavesShelf = status.map { $0 != .onShelf } ?? (hasStatus ? false : nil)
    change.taken.formUnion(try writer.apply(readings, to: book, leavingShelf: leavesShelf))
    guard let status else { return }
    if status == .onShelf, try writer.bookState(book).status != status.rawValue {
      change.taken.formUnion(try writer.setStatus(book, .onShelf, date: nil))
      try writer.updated(book: book, .status)
    }
    if try writer.bookState(book).status != status.rawValue { change.kept.insert(.status) }
  }

  /// The bytes are valid until the next row.
  private func bytes(
    of list: [(scheme: [UInt8], value: [UInt8])]
  ) throws -> [(scheme: Bytes, value: Bytes)] {
    identifiers.removeAll()
    for (scheme, value) in list {
      scheme.withUnsafeBufferPointer { identifiers.append($0) }
      value.withUnsafeBufferPointer { identifiers.append($0) }
    }
    try Keys.check(identifiers)
    var start = 0
    func next(_ count: Int) -> Bytes {
      defer { start += count }
      return Bytes(rebasing: identifiers.bytes[start..<start + count])
    }
    return list.map { (next($0.scheme.count), next($0.value.count)) }
  }
}
