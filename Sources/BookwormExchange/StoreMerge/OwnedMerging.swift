// Merges rows that belong to books (quotes and readings), and rows that may outlive their books
// (orders and sources).
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension StoreMerge {
  /// Merges the children of a book of the other store into the corresponding book here.
  func mergeChildren(_ theirs: StoredRow, into book: Int64) throws {
    for child in Entity.book.children where child != .merged {
      for row in try there.storedRows(child, ownedBy: theirs.id) {
        try mergeChild(row, of: book)
      }
    }
  }

  /// Deletes children that the other store no longer has although it has their books, or the books
  /// that replaced those. If a child was changed here, the rule decides.
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
    let before = try nameBook(of: first)
    let lead = before.flatMap { leads[$0] }
    try nameBook(of: theirs, book, before, lead?.there)
    guard let ours = try here.storedRow(theirs.entity, globalID) else {
      if let first, let before, try !wentWithBook(before) {
        guard differ(theirs, first), try stays(nil, theirs) else { return }
      }
      _ = try insert(theirs, book: try self.book(of: theirs) ?? book)
      return
    }
    let owner = ours.integer("book")
    try nameBook(of: ours, owner, before, lead?.here)
    let places = try taken(ours, theirs, first)
    let isTheirs = places.contains { theirs.entity.descriptor.columns[$0].column == "book" }
    let wanted = try self.book(of: isTheirs ? theirs : ours) ?? owner
    try keepingUpdated(of: [owner, wanted]) {
      try update(ours, theirs, places, owner: wanted)
      if !isTheirs, wanted != owner { try give(ours, to: wanted) }
    }
  }

  // MARK: Where they belong

  /// Replaces the book's id in a row with a global id, for comparisons. A row that only moved along
  /// with its book, which was merged `into` another one, keeps the global id that it has in the
  /// base.
  private func nameBook(
    of row: StoredRow, _ book: Int64, _ before: GlobalID?, _ into: GlobalID?
  ) throws {
    let name = try isAlong(book, before, into) ? before : try here.globalID(ofBook: book)
    row.set("book", name.map { .uuid($0) })
  }

  private func isAlong(_ book: Int64, _ before: GlobalID?, _ into: GlobalID?) throws -> Bool {
    for id in [before, into] {
      if let id, try here.currentBook(id) == book { return true }
    }
    return false
  }

  /// Does the same for a row in the base.
  private func nameBook(of first: StoredRow?) throws -> GlobalID? {
    let name = try first.flatMap { try base?.globalID(ofBook: $0.integer("book")) }
    first?.set("book", name.map { .uuid($0) })
    return name
  }

  /// Returns the book here for a row that identifies its book by a global id.
  private func book(of row: StoredRow) throws -> Int64? {
    guard case .uuid(let name) = row["book"], let book = try here.currentBook(name),
      goingBooks[book] == nil
    else { return nil }
    return book
  }

  /// Whether rows of a book of the base are missing here because the book was deleted.
  private func wentWithBook(_ book: GlobalID) throws -> Bool {
    if leads[book]?.here != nil { return false }
    let id = try here.find(.book, book) ?? here.find(.merged, book)
    return id.map { insertedBooks[$0] != nil } ?? true
  }

  private func deleteChild(_ first: StoredRow, _ globalID: GlobalID) throws {
    guard let ours = try here.storedRow(first.entity, globalID) else { return }
    let owner = ours.integer("book")
    let before = try nameBook(of: first)
    try nameBook(of: ours, owner, before, before.flatMap { leads[$0]?.here })
    let isKept = try differ(ours, first) && stays(ours, nil)
    let wanted = try book(of: ours) ?? owner
    try keepingUpdated(of: [owner, wanted]) {
      if isKept {
        if wanted != owner { try give(ours, to: wanted) }
      } else if try writer.deleteRow(ours.entity, ours.id) {
        counts.deleted += 1
      }
    }
  }

  /// `updated` of a book is the time of its own change, not of the merge.
  private func keepingUpdated(of books: [Int64], _ body: () throws -> Void) throws {
    let before = try books.map { try writer.bookState($0).updated }
    writer.changedAt = before.first
    try body()
    for (book, updated) in zip(books, before) { try setUpdated(book, updated) }
  }

  // MARK: Orders

  /// Orders are never deleted. A cancelled order stays cancelled, with the earlier of the two
  /// times.
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
    // A book that was deleted here and comes back from there is a new row.
    if try here.orderedBook(ours.integer("book")) == nil,
      let book = try knownBook(theirs.integer("book"))
    {
      try set(OrderSQL.setBook, book, .book)
    }
    guard !fields.isEmpty else { return }
    writer.pending.log.add(.update, .order, ours.id, fields.rawValue)
    counts.updated += 1
  }

  /// Returns the id in this store of a book that was ordered in the other store.
  private func orderedBook(_ book: Int64) throws -> Int64 {
    try knownBook(book) ?? goneBook(book)
  }

  private func knownBook(_ book: Int64) throws -> Int64? {
    guard let globalID = try there.orderedBook(book) else { return nil }
    return try here.find(.book, globalID) ?? here.find(.merged, globalID)
  }

  /// An id that no book has, for a book that is gone there or here.
  private func goneBook(_ book: Int64) throws -> Int64 {
    if let id = goneBooks[book] { return id }
    let id = try writer.nextID(.book)
    try goneBooks.update(book, first: id) { _ in }
    return id
  }

  // MARK: Sources

  /// Of two records of a source's book, the one of the later import counts.
  func mergeSources() throws {
    try forEach(.source, in: there) { theirs in
      guard let source = theirs.bytes("source"), let sourceID = theirs.bytes("source_id") else {
        return
      }
      let key = SourceBook.key(source, sourceID)
      let known = try key.withUnsafeBufferPointer { try here.id(of: .source, withKey: $0) }
      let book = try there.globalID(ofBook: theirs.integer("book"))
        .flatMap { try here.currentBook($0) }
      guard let known, let ours = try here.storedRow(.source, known) else {
        _ = try insert(theirs, book: try book ?? goneBook(theirs.integer("book")))
        return
      }
      let first = try base.flatMap { base in
        try key.withUnsafeBufferPointer { try base.id(of: .source, withKey: $0) }
          .flatMap { try base.storedRow(.source, $0) }
      }
      try merge(ours, theirs, book, before: try nameBook(of: first))
    }
  }

  private func merge(
    _ ours: StoredRow, _ theirs: StoredRow, _ book: Int64?, before: GlobalID?
  ) throws {
    if let globalID = theirs.globalID, let own = ours.globalID, globalID.comes(before: own) {
      try adopt(.source, ours.id, globalID)
    }
    let isLater = comesLater(theirs, than: ours)
    let current = ours.integer("book")
    var wanted = current
    if try !here.exists(.book, current) {
      wanted = book ?? current
    } else if let book {
      let lead = before.flatMap { leads[$0] }
      let isHere = try isAlong(current, before, lead?.here)
      let isThere = try isAlong(book, before, lead?.there)
      if isHere, isThere {
        wanted = try before.flatMap { try here.currentBook($0) } ?? current
      } else if isHere {
        wanted = book
      } else if !isThere, book != current, let mine = try here.globalID(ofBook: current),
        let other = try here.globalID(ofBook: book)
      {
        let isSame = ours["imported"] == theirs["imported"]
        if isSame ? wins(other, over: mine) : isLater { wanted = book }
      }
    }
    guard isLater || wanted != current else { return }
    let row = isLater ? theirs : ours
    let source = SourceBook(
      book: wanted, source: row.bytes("source") ?? BookDraft.nothing,
      sourceID: row.bytes("source_id") ?? BookDraft.nothing,
      taken: row.bytes("taken") ?? BookDraft.nothing, raw: row.bytes("raw"),
      imported: row.integer("imported"))
    try source.check(.row)
    var fields: SourceFields = isLater ? [.taken, .raw] : []
    if wanted != current { fields.insert(.book) }
    try writer.update(ours.id, source, fields)
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
  /// The global id of an ordered book, which may have been merged since.
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
