// Merging the books of two stores, with what belongs to them.
import BookwormStorage

extension StoreMerge {
  func mergeBooks() throws {
    if let base {
      try forEach(.book, in: base) { first in
        guard let id = first.globalID, try there.find(.book, id) == nil,
          try there.find(.merged, id) == nil
        else { return }
        try deleteBook(first)
      }
    }
    try forEach(.book, in: there) { try mergeBook($0) }
    try forEach(.merged, in: there) { try mergeMerged($0) }
    // When it is known which books there are, and which stands for which.
    try forEach(.book, in: there) { try mergeBelongings($0) }
    try deleteChildren()
  }

  /// By rising ids; each lives as long as it is looked at.
  func forEach(_ entity: Entity, in connection: Connection, _ body: (StoredRow) throws -> Void)
    throws
  {
    let select = try connection.statement(entity.descriptor.sql.document)
    defer { select.reset() }
    while try select.step() { try body(try StoredRow(select, of: entity)) }
  }

  // MARK: Books of the other store

  private func mergeBook(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID else { return }
    let first = try base?.storedRow(.book, globalID)
    if let ours = try here.storedRow(.book, globalID) { return try merge(ours, theirs, first) }
    if let merged = try here.find(.merged, globalID) {
      guard try wins(theirs, over: merged) else { return }
      _ = try writer.deleteOwned(.merged, merged)
      counts.deleted += 1
    } else if let first {
      guard try isChanged(theirs, isOurs: false, first), try stays(nil, theirs) else { return }
    }
    try insertBook(theirs)
  }

  /// Each store has merged the other's book into its own: of the two the one with the lower global
  /// id stays.
  private func wins(_ theirs: StoredRow, over merged: Int64) throws -> Bool {
    let book = try here.owner(of: .merged, merged)
    guard let own = try here.globalID(ofBook: book), let globalID = theirs.globalID,
      let opposite = try there.find(.merged, own),
      try there.ownerIfAny(of: .merged, opposite) == theirs.id
    else { return false }
    return globalID.comes(before: own)
  }

  private func insertBook(_ theirs: StoredRow) throws {
    var draft = BookDraft()
    for (place, column) in BookField.columns.enumerated()
    where BookFields.givable.subtracting(.followed).contains(column.field) {
      try draft.take(theirs.values[place], of: column)
    }
    let genres = try genres(ofTheirs: theirs.id)
    let texts = TextPairs(try there.identifiers(ofBook: theirs.id))
    let updated = theirs.integer("updated")
    try Rules.instant(updated, "updated")
    writer.changedAt = updated
    let id = try withExtendedLifetime(texts) {
      try genres.withUnsafeBufferPointer { genres in
        draft.give(.genres, genres)
        draft.given.formUnion(.identifiers)
        draft.identifiers = texts.pairs
        try draft.check()
        let identity = RowIdentity(id: try writer.nextID(.book), globalID: theirs.globalID)
        // Status and dates follow from its readings, which come next.
        return try writer.insert(draft, as: identity, updated: updated, withReading: false)
      }
    }
    counts.inserted += 1
    try insertedBooks.insert(id)
  }

  private func merge(_ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?) throws {
    let id = ours.id
    writer.changedAt = ours.integer("updated")
    let places = try taken(ours, theirs, first)
    let genres = try mergedGenres(ours, theirs, first)
    let identifiers = try mergedIdentifiers(ours, theirs, first)
    guard !places.isEmpty || genres != nil || identifiers != nil,
      try update(id, theirs, places, genres, identifiers)
    else { return }
    counts.updated += 1
    try updatedBooks.insert(id)
  }

  private func update(
    _ id: Int64, _ theirs: StoredRow, _ places: [Int], _ genres: [Int64]?,
    _ identifiers: [(scheme: [UInt8], value: [UInt8])]?
  ) throws -> Bool {
    var (draft, clear) = (BookDraft(), BookFields())
    for place in places {
      let column = BookField.columns[place]
      if theirs.values[place] == nil { clear.formUnion(column.field) }
      try draft.take(theirs.values[place], of: column)
    }
    let texts = TextPairs(identifiers ?? [])
    if identifiers != nil {
      draft.given.formUnion(.identifiers)
      draft.identifiers = texts.pairs
    }
    if genres != nil { draft.given.formUnion(.genres) }
    return try withExtendedLifetime(texts) {
      try draft.check(asChange: clear)
      return try writer.update(id, draft, clear: clear, genres.map { GenreChange(all: $0) })
    }
  }

  // MARK: What belongs to them

  private func mergeBelongings(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID, let book = try here.currentBook(globalID),
      let ours = try here.storedRow(.book, book)
    else { return }
    let first = try base?.storedRow(.book, globalID)
    let updated = ours.integer("updated")
    writer.changedAt = updated
    guard ours.globalID == globalID else {
      // It was merged into another one here.
      if first.map({ differ(theirs, $0) }) ?? true {
        try note(.book, book, theirs.id, 0, .here, nil, theirs.title)
      }
      let had = try here.bookFacts(book).readings
      try mergeChildren(theirs, into: book)
      if had == 0 { try setShelf(book, try isOnShelf(theirs, there)) }
      try setUpdated(book, updated)
      return
    }
    let shelf = try shelf(ours, theirs, first)
    try mergeChildren(theirs, into: book)
    var isChanged = try setShelf(book, shelf)
    if try setUpdated(book, max(updated, theirs.integer("updated"))) { isChanged = true }
    if isChanged, updatedBooks[book] == nil, insertedBooks[book] == nil { counts.updated += 1 }
  }

  // MARK: Status

  /// Of a book with readings, whether it stands on the shelf all the same.
  private func isOnShelf(_ row: StoredRow, _ connection: Connection) throws -> Bool? {
    if row.integer("status") != Int64(BookStatus.onShelf.rawValue) { return false }
    return try connection.bookFacts(row.id).readings > 0 ? true : nil
  }

  private func shelf(_ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?) throws -> Bool? {
    let mine = try isOnShelf(ours, here)
    let other = try isOnShelf(theirs, there)
    guard let mine, let other, mine != other else { return mine ?? other }
    let before = try first.flatMap { first in try base.flatMap { try isOnShelf(first, $0) } }
    if before == other { return mine }
    if before == mine { return other }
    guard let place = BookField.columns.firstIndex(where: { $0.field == .status }) else {
      return mine
    }
    let side = side(ours, theirs, place)
    try note(
      .book, ours.id, theirs.id, BookFields.status.rawValue, side, ours.values[place]?.text,
      theirs.values[place]?.text)
    return side == .here ? mine : other
  }

  /// Whether that changed anything.
  @discardableResult
  private func setShelf(_ book: Int64, _ isOnShelf: Bool?) throws -> Bool {
    guard let isOnShelf, let latest = try here.latestReading(ofBook: book) else { return false }
    var changed: BookFields = []
    if !isOnShelf {
      changed = try writer.follow(latest, book, leavingShelf: true, .updated)
    } else if try writer.bookState(book).status != BookStatus.onShelf.rawValue {
      changed = try writer.setStatus(book, .onShelf, date: nil)
    }
    if !changed.isEmpty { try writer.updated(book: book, changed) }
    return !changed.isEmpty
  }

  /// When the book says that it was changed last: what that was, and not the merge.
  @discardableResult
  func setUpdated(_ book: Int64, _ updated: Milliseconds) throws -> Bool {
    guard try writer.bookState(book).updated != updated else { return false }
    try writer.willUpdate(book: book, .updated)
    let update = try here.statement(StoreMergeSQL.setUpdated)
    update.bind(1, book)
    update.bind(2, updated)
    try update.run()
    try writer.updated(book: book, .updated)
    return true
  }

  // MARK: What the other store has deleted, or merged

  private func deleteBook(_ first: StoredRow) throws {
    guard let globalID = first.globalID, let ours = try here.storedRow(.book, globalID) else {
      return
    }
    if try isChanged(ours, isOurs: true, first), try stays(ours, nil) { return }
    if try writer.deleteBook(ours.id) { counts.deleted += 1 }
  }

  /// Whether a book, or what belongs to it, is not as the base has it.
  private func isChanged(_ row: StoredRow, isOurs: Bool, _ first: StoredRow) throws -> Bool {
    guard let base else { return true }
    let own = isOurs ? here : there
    if try differ(row, first) || listsDiffer(row, isOurs: isOurs, first) { return true }
    if try isOnShelf(row, own) != isOnShelf(first, base) { return true }
    for child in Entity.book.children {
      let rows = try own.storedRows(child, ownedBy: row.id)
      let before = try base.storedRows(child, ownedBy: first.id)
      let known = Dictionary(before.map { ($0.globalID, $0) }) { one, _ in one }
      let names = Set(rows.map(\.globalID))
      for row in rows {
        guard let old = known[row.globalID] else { return true }
        row.set("book", old["book"])
        if differ(row, old) { return true }
      }
      if before.contains(where: { !names.contains($0.globalID) }) { return true }
    }
    return false
  }

  /// A book that the other store has merged into another one.
  private func mergeMerged(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID,
      let into = try there.globalID(ofBook: theirs.integer("book")),
      let book = try here.currentBook(into)
    else {
      return try deleteMerged(theirs)
    }
    guard let old = try here.storedRow(.book, globalID) else {
      return try moveMerged(theirs, to: book)
    }
    guard old.id != book else { return }
    if try base?.storedRow(.book, globalID).map({ differ(old, $0) }) ?? true {
      try note(.book, old.id, theirs.id, 0, .there, old.title, nil)
    }
    let state = try writer.bookState(book)
    let shelf = try isOnShelf(old, here)
    writer.changedAt = state.updated
    try writer.moveAll(of: old, to: book)
    if state.facts.readings == 0 { try setShelf(book, shelf) }
    try setUpdated(book, state.updated)
    counts.updated += 1
    counts.deleted += 1
  }

  /// The book that it went into is gone here.
  private func deleteMerged(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID, let first = try base?.storedRow(.book, globalID) else {
      return
    }
    try deleteBook(first)
  }

  /// One that both have merged, or that was never here.
  private func moveMerged(_ theirs: StoredRow, to book: Int64) throws {
    guard let globalID = theirs.globalID else { return }
    guard let ours = try here.storedRow(.merged, globalID) else {
      try insertedBooks.insert(try insert(theirs, book: book))
      return
    }
    let owner = ours.integer("book")
    guard owner != book, let mine = try here.globalID(ofBook: owner),
      let other = try here.globalID(ofBook: book)
    else { return }
    let before = try base.flatMap { try $0.storedRow(.merged, globalID) }
      .flatMap { first in try base?.globalID(ofBook: first.integer("book")) }
      .flatMap { try here.currentBook($0) }
    if before == book { return }
    if before != owner {
      let side: Side =
        rule == .ours
        ? .here : rule == .theirs ? .there : mine.comes(before: other) ? .there : .here
      try note(
        .merged, ours.id, theirs.id, MergedBookFields.book.rawValue, side, mine.text, other.text)
      if side == .here { return }
    }
    theirs.set("book", .uuid(other))
    guard let place = MergedBookEntity.descriptor.columns.firstIndex(where: { $0.name == "book" })
    else { return }
    try update(ours, theirs, [place], owner: book)
  }
}

extension Writer {
  /// Gives all that belongs to a book to another one, which stands for it from now on.
  func moveAll(of old: StoredRow, to book: Int64) throws {
    for child in Entity.book.children { try give(all: child, of: old.id, to: book) }
    for source in try connection.ids(SourceSQL.ofBook, old.id) {
      try give(.source, source, to: book)
    }
    _ = try deleteBook(old.id)
    try insert(merged: RowIdentity(id: old.id, globalID: old.globalID), into: book)
  }
}

extension Connection {
  func globalID(ofBook id: Int64) throws -> GlobalID? {
    try globalID(StoreMergeSQL.globalIDOfBook, id)
  }

  func globalID(ofMerged id: Int64) throws -> GlobalID? {
    try globalID(StoreMergeSQL.globalIDOfMerged, id)
  }

  private func globalID(_ sql: SQL, _ id: Int64) throws -> GlobalID? {
    let select = try statement(sql)
    defer { select.reset() }
    select.bind(1, id)
    return try select.step() ? GlobalID(select.blob(0)) : nil
  }

  /// The book that has a global id, or that one which has it was merged into.
  func currentBook(_ globalID: GlobalID) throws -> Int64? {
    if let id = try find(.book, globalID) { return id }
    return try find(.merged, globalID).flatMap { try ownerIfAny(of: .merged, $0) }
  }
}

extension BookDraft {
  /// Gives what is there.
  fileprivate mutating func take(_ value: DocumentRow.Value?, of column: BookField) throws {
    switch value {
    case .integer(let value): try give(column, .integer(value))
    case .real(let value): try give(column, .real(value))
    case .text(let value): try give(column, .text(value))
    case .uuid, nil: return
    }
  }
}
