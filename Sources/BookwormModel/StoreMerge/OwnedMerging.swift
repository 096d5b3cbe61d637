// Merging what belongs to books: quotes and readings. And what outlives them: orders, and what is
// kept of their sources.
import BookwormStorage

extension StoreMerge {
  /// Those that the other store has of a book, into the one that it is here.
  func mergeChildren(_ theirs: StoredRow, into book: Int64) throws {
    for child in Entity.book.children where child != .merged {
      for row in try there.storedRows(child, ownedBy: theirs.id) {
        try mergeChild(row, of: book)
      }
    }
  }

  /// Those that the other store has no more, while it has their books, or what these are now.
  func deleteChildren() throws {
    guard let base else { return }
    for child in Entity.book.children where child != .merged {
      try forEach(child, in: base) { first in
        guard let id = first.globalID, try there.find(child, id) == nil,
          let book = try base.globalID(ofBook: first.integer("book")),
          try there.currentBook(book) != nil
        else { return }
        try deleteChild(first, id)
      }
    }
  }

  private func mergeChild(_ theirs: StoredRow, of book: Int64) throws {
    guard let globalID = theirs.globalID else { return }
    let first = try base?.storedRow(theirs.entity, globalID)
    theirs.set("book", try here.globalID(ofBook: book).map { .uuid($0) })
    let before = first?.integer("book") ?? 0
    if let first { try nameBook(of: first, in: base) }
    guard let ours = try here.storedRow(theirs.entity, globalID) else {
      if let first, try !wentWithBook(before) {
        guard differ(theirs, first), try stays(nil, theirs) else { return }
      }
      _ = try insert(theirs, book: book)
      return
    }
    try nameBook(of: ours, in: here)
    let places = try taken(ours, theirs, first)
    try keepingUpdated(of: [try here.owner(of: ours.entity, ours.id), book]) {
      try update(ours, theirs, places, owner: book)
    }
  }

  /// Says the book by the global id that it has here, as it can be compared.
  private func nameBook(of row: StoredRow, in connection: Connection?) throws {
    guard let globalID = try connection?.globalID(ofBook: row.integer("book")) else {
      return row.set("book", nil)
    }
    let current = try here.currentBook(globalID).flatMap { try here.globalID(ofBook: $0) }
    row.set("book", .uuid(current ?? globalID))
  }

  /// Whether what belonged to a book of the base is not here because the book was deleted.
  private func wentWithBook(_ book: Int64) throws -> Bool {
    guard let globalID = try base?.globalID(ofBook: book) else { return false }
    let id = try here.find(.book, globalID) ?? here.find(.merged, globalID)
    return id.map { insertedBooks[$0] != nil } ?? true
  }

  private func deleteChild(_ first: StoredRow, _ globalID: GlobalID) throws {
    guard let ours = try here.storedRow(first.entity, globalID) else { return }
    try nameBook(of: first, in: base)
    let owner = ours.integer("book")
    try nameBook(of: ours, in: here)
    if differ(ours, first), try stays(ours, nil) { return }
    try keepingUpdated(of: [owner]) {
      if try writer.deleteOwned(ours.entity, ours.id) { counts.deleted += 1 }
    }
  }

  /// A book says when it was changed itself, and not when it was merged.
  private func keepingUpdated(of books: [Int64], _ body: () throws -> Void) throws {
    let before = try books.map { try writer.bookState($0).updated }
    writer.changedAt = before.first
    try body()
    for (book, updated) in zip(books, before) { try setUpdated(book, updated) }
  }

  // MARK: Orders

  /// They are never deleted. One that was cancelled stays so, from the first time on.
  func mergeOrders() throws {
    try forEach(.order, in: there) { theirs in
      guard let globalID = theirs.globalID else { return }
      guard let ours = try here.storedRow(.order, globalID) else {
        _ = try insert(theirs, book: try orderedBook(theirs.integer("book")))
        return
      }
      try merge(ours, theirs)
    }
  }

  private func merge(_ ours: StoredRow, _ theirs: StoredRow) throws {
    var fields: OrderFields = []
    func set(_ sql: SQL, _ value: Int64, _ field: OrderFields) throws {
      let update = try here.statement(sql)
      update.bind(1, ours.id)
      update.bind(2, value)
      try update.run()
      fields.insert(field)
    }
    if case .integer(let cancelled) = theirs["cancelled"],
      ours["cancelled"] == nil || cancelled < ours.integer("cancelled")
    {
      try Rules.instant(cancelled, "cancelled")
      try set(OrderSQL.cancel, cancelled, .cancelled)
    }
    // A book that was deleted here, and is back from there, is another row than it was.
    if try here.orderedBook(ours.integer("book")) == nil,
      let book = try knownBook(theirs.integer("book"))
    {
      try set(OrderSQL.setBook, book, .book)
    }
    guard !fields.isEmpty else { return }
    writer.pending.log.add(.update, .order, ours.id, fields.rawValue)
    counts.updated += 1
  }

  /// The id by which an ordered book of the other store is known here, under which it was ordered.
  private func orderedBook(_ book: Int64) throws -> Int64 {
    try knownBook(book) ?? goneBook(book)
  }

  private func knownBook(_ book: Int64) throws -> Int64? {
    guard let globalID = try there.orderedBook(book) else { return nil }
    return try here.find(.book, globalID) ?? here.find(.merged, globalID)
  }

  /// An id that no book has, for one that is gone there or here.
  private func goneBook(_ book: Int64) throws -> Int64 {
    if let id = goneBooks[book] { return id }
    let id = try writer.nextID(.book)
    try goneBooks.update(book, first: id) { _ in }
    return id
  }

  // MARK: Sources

  /// What was taken last of a source's book is what the import says that came last.
  func mergeSources() throws {
    try forEach(.source, in: there) { theirs in
      guard let source = theirs.bytes("source"), let sourceID = theirs.bytes("source_id") else {
        return
      }
      let key = SourceBook.key(source, sourceID)
      let known = try key.withUnsafeBufferPointer { try here.row(of: .source, with: $0) }
      let book = try there.globalID(ofBook: theirs.integer("book"))
        .flatMap { try here.currentBook($0) }
      guard let known, let ours = try here.storedRow(.source, known) else {
        _ = try insert(theirs, book: try book ?? goneBook(theirs.integer("book")))
        return
      }
      try merge(ours, theirs, book)
    }
  }

  private func merge(_ ours: StoredRow, _ theirs: StoredRow, _ book: Int64?) throws {
    if let globalID = theirs.globalID, let own = ours.globalID, globalID.comes(before: own) {
      try adopt(.source, ours.id, globalID)
    }
    let isLater = comesLater(theirs, than: ours)
    let current = ours.integer("book")
    let isThere = try here.exists(.book, current)
    var wanted = current
    if let book, book != current {
      if !isThere { wanted = book }
      if isThere, let mine = try here.globalID(ofBook: current),
        let other = try here.globalID(ofBook: book)
      {
        let isSame = ours["imported"] == theirs["imported"]
        if isSame ? mine.comes(before: other) : isLater { wanted = book }
      }
    }
    guard isLater || wanted != current else { return }
    let row = isLater ? theirs : ours
    let source = SourceBook(
      book: wanted, source: row.bytes("source") ?? BookDraft.nothing,
      sourceID: row.bytes("source_id") ?? BookDraft.nothing,
      taken: row.bytes("taken") ?? BookDraft.nothing, raw: row.bytes("raw"),
      imported: row.integer("imported"))
    try source.check()
    var fields: SourceFields = isLater ? [.taken, .raw] : []
    if wanted != current { fields.insert(.book) }
    try writer.update(source: ours.id, source, fields)
    counts.updated += 1
  }

  private func comesLater(_ one: StoredRow, than other: StoredRow) -> Bool {
    for name in ["imported", "taken", "raw"] where one[name] != other[name] {
      return comes(other[name], before: one[name])
    }
    return false
  }
}

extension Connection {
  /// The global id of a book that was ordered, which may have been merged since.
  fileprivate func orderedBook(_ id: Int64) throws -> GlobalID? {
    try globalID(ofBook: id) ?? globalID(ofMerged: id)
  }
}

extension StoredRow {
  /// Borrowed from the row.
  fileprivate func bytes(_ name: String) -> Bytes? {
    if case .text(let text) = self[name] { text } else { nil }
  }
}
