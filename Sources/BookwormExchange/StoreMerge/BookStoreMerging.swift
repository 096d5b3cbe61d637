// Merges the books of two stores, with the rows that belong to them.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension StoreMerge {
  func mergeBooks() throws {
    try findLeads()
    if let base {
      try forEach(.book, in: base) { first in
        guard let id = first.globalID, try there.find(.book, id) == nil,
          try there.find(.merged, id) == nil
        else { return }
        try deleteBook(first)
      }
    }
    try forEach(.book, in: there) { try mergeBook($0) }
    try moveMerged()
    // This must come after the books have been merged, and after it is known which books replace
    // others.
    try forEach(.book, in: there) { try mergeBelongings($0) }
    try deleteChildren()
    try mergeGroups()
    // These books are deleted last, because the records of books that were merged into them may be
    // needed until then.
    try goingBooks.forEach { id, _ in
      if try writer.deleteBook(id) { counts.deleted += 1 }
    }
  }

  /// Passes all rows of an entity, in ascending order of ids. A row is valid only during the call
  /// of `body`.
  func forEach(_ entity: Entity, in connection: Connection, _ body: (StoredRow) throws -> Void)
    throws
  {
    try connection.each(entity.descriptor.sql.document) { try body(try StoredRow($0, of: entity)) }
  }

  // MARK: Books of the other store

  private func mergeBook(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID, leads[globalID]?.target == nil else { return }
    let first = try base?.storedRow(.book, globalID)
    if let ours = try here.storedRow(.book, globalID) { return try merge(ours, theirs, first) }
    if leads[globalID] == nil, let first {
      guard try isChanged(theirs, isOurs: false, first), try stays(nil, theirs) else { return }
    }
    try stand(theirs)
  }

  /// Inserts a book of the other store. If it was merged into another book here, the record of that
  /// is deleted.
  func stand(_ theirs: StoredRow) throws {
    if let id = theirs.globalID, let merged = try here.find(.merged, id) {
      if try writer.deleteRow(.merged, merged) { counts.deleted += 1 }
    }
    try insertBook(theirs)
  }

  private func insertBook(_ theirs: StoredRow) throws {
    var draft = BookDraft()
    for (place, column) in BookField.columns.enumerated()
    where BookFields.givable.subtracting(.followed).contains(column.field) {
      try draft.take(theirs.values[place], of: column)
    }
    let genres = try genres(ofTheirs: theirs.id)
    let texts = HeldTexts(try there.identifiers(ofBook: theirs.id))
    let people = HeldTexts(try there.contributors(ofBook: theirs.id))
    let updated = theirs.integer("updated")
    try Rules.instant(updated, "updated")
    writer.changedAt = updated
    let id = try withExtendedLifetime((texts, people)) {
      try genres.withUnsafeBufferPointer { genres in
        draft.give(.genres, genres)
        draft.given.formUnion(BookFields.identifiers.union(.contributors))
        draft.identifiers = texts.pairs
        draft.contributors = people.contributors
        try draft.check()
        let identity = RowIdentity(id: try writer.nextID(.book), globalID: theirs.globalID)
        // Status and dates follow from its readings, which come next.
        return try writer.insert(draft, as: identity, updated: updated, withReading: false)
      }
    }
    if try there.cover(ofBook: theirs.id) != nil {
      try writer.copyCover(ofBook: theirs.id, in: there, to: id)
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
    let contributors = try mergedContributors(ours, theirs, first)
    let takesCover = try takesCover(ours, theirs, first)
    let hasMore =
      !places.isEmpty || genres != nil || identifiers != nil || contributors != nil
    let isUpdated =
      try hasMore && update(ours, theirs, places, genres, identifiers, contributors)
    if takesCover { try writer.copyCover(ofBook: theirs.id, in: there, to: id) }
    guard isUpdated || takesCover else { return }
    counts.updated += 1
    try updatedBooks.insert(id)
  }

  private func update(
    _ ours: StoredRow, _ theirs: StoredRow, _ places: [Int], _ genres: [Int64]?,
    _ identifiers: [(scheme: [UInt8], value: [UInt8])]?, _ contributors: [Contributor]?
  ) throws -> Bool {
    var (draft, clear) = (BookDraft(), BookFields())
    for place in places {
      let column = BookField.columns[place]
      if theirs.values[place] == nil { clear.formUnion(column.field) }
      try draft.take(theirs.values[place], of: column)
    }
    let (texts, people) = (HeldTexts(identifiers ?? []), HeldTexts(contributors ?? []))
    if identifiers != nil {
      draft.given.formUnion(.identifiers)
      draft.identifiers = texts.pairs
    }
    if contributors != nil {
      draft.given.formUnion(.contributors)
      draft.contributors = people.contributors
      // The author is merged as a separate field, and does not follow from the contributors.
      if !draft.given.contains(.author), case .text(let author) = ours["author"] {
        draft.give(.author, author)
      }
    }
    if genres != nil { draft.given.formUnion(.genres) }
    return try withExtendedLifetime((texts, people)) {
      try draft.check(asChange: clear)
      return try writer.update(ours.id, draft, clear: clear, genres.map { GenreChange(all: $0) })
    }
  }

  // MARK: Rows that belong to them

  private func mergeBelongings(_ theirs: StoredRow) throws {
    guard let globalID = theirs.globalID, let book = try here.currentBook(globalID),
      goingBooks[book] == nil, let ours = try here.storedRow(.book, book)
    else { return }
    let first = try base?.storedRow(.book, globalID)
    let updated = ours.integer("updated")
    writer.changedAt = updated
    guard ours.globalID == globalID else {
      // The book was merged into another one here.
      if first.map({ differ(theirs, $0) }) ?? true {
        try note(.book, book, theirs.id, 0, .here, nil, theirs.title)
      }
      try mergeChildren(theirs, into: book)
      try setUpdated(book, updated)
      return
    }
    let isAlone = groups[book] == nil
    let shelf = try isAlone ? shelf(ours, theirs, first) : nil
    try mergeChildren(theirs, into: book)
    var isChanged = try setShelf(book, shelf)
    if try setUpdated(book, max(updated, theirs.integer("updated"))) { isChanged = true }
    try count(book, isChanged)
  }

  func count(_ book: Int64, _ isChanged: Bool) throws {
    guard isChanged, insertedBooks[book] == nil, try updatedBooks.insert(book) else { return }
    counts.updated += 1
  }

  // MARK: Status

  private func standing(_ row: StoredRow, _ connection: Connection) throws -> Standing {
    var standing = Standing()
    try standing.add(row, connection)
    standing.updated = row.integer("updated")
    return standing
  }

  private func shelf(_ ours: StoredRow, _ theirs: StoredRow, _ first: StoredRow?) throws -> Bool? {
    let before = try first.flatMap { first in try base.map { try standing(first, $0) } }
    return try shelf(
      try standing(ours, here), try standing(theirs, there), before ?? Standing(), ours.id,
      theirs.id)
  }

  /// Whether a book with readings is on the shelf regardless of them.
  func shelf(
    _ ours: Standing, _ theirs: Standing, _ first: Standing, _ id: Int64, _ otherID: Int64
  ) throws -> Bool? {
    guard let mine = ours.isOnShelf, let other = theirs.isOnShelf, mine != other else {
      return ours.isOnShelf ?? theirs.isOnShelf
    }
    if let before = first.isOnShelf { return !before }
    let side: Side =
      switch rule {
      case .ours: .here
      case .theirs: .there
      case .later:
        ours.updated == theirs.updated
          ? mine ? .there : .here : ours.updated < theirs.updated ? .there : .here
      }
    try note(
      .book, id, otherID, BookFields.status.rawValue, side, Array("\(ours.status)".utf8),
      Array("\(theirs.status)".utf8))
    return side == .here ? mine : other
  }

  /// Returns whether the book changed.
  @discardableResult
  func setShelf(_ book: Int64, _ isOnShelf: Bool?) throws -> Bool {
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

  /// Sets `updated` of the book to the time of its last change, because the merge is not one.
  @discardableResult
  func setUpdated(_ book: Int64, _ updated: Milliseconds) throws -> Bool {
    guard try writer.bookState(book).updated != updated else { return false }
    try writer.willUpdate(book: book, .updated)
    let update = try here.statement(BookSQL.setUpdated)
    update.bind(1, book)
    update.bind(2, updated)
    try update.run()
    try writer.updated(book: book, .updated)
    return true
  }

  // MARK: Deletions and merges of the other store

  func deleteBook(_ first: StoredRow) throws {
    guard let globalID = first.globalID, let ours = try here.storedRow(.book, globalID) else {
      return
    }
    if try isChanged(ours, isOurs: true, first), try stays(ours, nil) { return }
    try goingBooks.insert(ours.id)
  }

  /// Whether a book, or a row that belongs to it, differs from the base.
  func isChanged(_ row: StoredRow, isOurs: Bool, _ first: StoredRow) throws -> Bool {
    guard let base else { return true }
    let own = isOurs ? here : there
    if try differ(row, first) || listsDiffer(row, isOurs: isOurs, first) { return true }
    if try standing(row, own).isOnShelf != standing(first, base).isOnShelf { return true }
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
}

extension Writer {
  /// Moves everything that a book owns to another book, which replaces it from now on.
  func moveAll(of old: StoredRow, to book: Int64) throws {
    for child in Entity.book.children { try give(all: child, of: old.id, to: book) }
    for source in try connection.ids(SourceSQL.ofBook, old.id) {
      try give(.source, source, to: book)
    }
    try joinCover(of: old.id, into: book)
    _ = try deleteBook(old.id)
    try insert(merged: RowIdentity(id: old.id, globalID: old.globalID), into: book)
  }
}

extension Connection {
  package func globalID(ofBook id: Int64) throws -> GlobalID? {
    try globalID(StoreMergeSQL.globalIDOfBook, id)
  }

  func globalID(ofMerged id: Int64) throws -> GlobalID? {
    try globalID(StoreMergeSQL.globalIDOfMerged, id)
  }

  private func globalID(_ sql: SQL, _ id: Int64) throws -> GlobalID? {
    try first(sql, id) { GlobalID($0.blob(0)) } ?? nil
  }

  /// The book with a global id, or the book that it was merged into.
  func currentBook(_ globalID: GlobalID) throws -> Int64? {
    if let id = try find(.book, globalID) { return id }
    return try find(.merged, globalID).flatMap { try ownerIfAny(of: .merged, $0) }
  }
}

extension BookDraft {
  /// Gives the value, if there is one.
  fileprivate mutating func take(_ value: FieldValue?, of column: BookField) throws {
    switch value {
    case .integer(let value): try give(column, .integer(value))
    case .real(let value): try give(column, .real(value))
    case .text(let value): try give(column, .text(value))
    case .uuid, nil: return
    }
  }
}
