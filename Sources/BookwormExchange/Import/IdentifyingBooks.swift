// Finds the book that a draft means: by its identifiers, then by its title and author, and never by
// a guess.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// Returns the book that the draft means, or a new book.
  package func findOrCreateBook(_ draft: BookDraft) throws -> (id: Int64, created: Bool) {
    var draft = draft
    try draft.prepareToCreate()
    if let whole = try draft.withAuthor() { draft = whole }
    try draft.checkIsWhole()
    return try write { [draft] writer in
      let found = try writer.connection.find(draft, .titleAndAuthor, .everything)
      if let found { return (found, false) }
      return (try writer.insertRead(draft), true)
    }
  }
}

extension Connection {
  /// Throws if identifiers lead to several books. `own` is the id that the source gives to the
  /// book, as the key of an identifier: a book that came from elsewhere may have this identifier.
  func find(
    _ draft: BookDraft, _ identity: BookIdentity, _ range: BookRange, own: [UInt8]? = nil
  ) throws -> Int64? {
    guard identity != .sourceID, range.lastBook > 0 else { return nil }
    let keys = try draft.givenIdentifiers.map { try IdentifierKey.make($0.scheme, $0.value) }
      .filter(IdentifierKey.identifies)
    for (sql, keys) in [
      (SourceSQL.booksByIdentifier, keys), (SourceSQL.booksByIdentifier, own.map { [$0] } ?? []),
      (SourceSQL.booksBySource, keys),
    ] {
      if let book = try find(sql, keys, range) { return book }
    }
    guard identity == .titleAndAuthor, draft.given.isSuperset(of: .required) else { return nil }
    return try find(draft, keys, range)
  }

  private func find(_ sql: SQL, _ keys: [[UInt8]], _ range: BookRange) throws -> Int64? {
    var found: Set<Int64> = []
    for key in keys {
      try books(sql, key, range) { row in
        found.insert(row.int64(0))
        guard found.count < 2 else {
          let ids = found.sorted().map { "\($0)" }.joined(separator: " and ")
          throw Failure(
            .exists, "identifiers",
            "the books \(ids) have these identifiers; merge them, or correct one")
        }
      }
    }
    return found.first
  }

  /// Searches by title and author. Finds a book if it is the only one with them and its identifiers
  /// do not contradict the draft's.
  private func find(
    _ draft: BookDraft, _ keys: [[UInt8]], _ range: BookRange
  ) throws -> Int64? {
    let (title, author) = (
      try Keys.sort(draft.text(.title)), try Keys.sort(draft.text(.author))
    )
    var key = ByteBuffer()
    var alike: [Int64] = []
    try books(SourceSQL.booksByTitle, title, range) { row in
      guard alike.count < 2 else { return }
      try Keys.sort(row.text(1), into: &key)
      guard key.bytes.elementsEqual(author) else { return }
      try Keys.sort(row.text(2), into: &key)
      if key.bytes.elementsEqual(title) { alike.append(row.int64(0)) }
    }
    guard alike.count == 1, let book = alike.first else { return nil }
    return try hasIdentifier(book, ofSchemesIn: keys) ? nil : book
  }

  private func books(
    _ sql: SQL, _ key: [UInt8], _ range: BookRange, _ each: (Statement) throws -> Void
  ) throws {
    let select = try statement(sql)
    defer { select.reset() }
    try key.withUnsafeBufferPointer {
      try select.bindBlob(1, $0)
      select.bind(2, range.lastBook)
      try select.bindText(3, range.source)
      select.bind(4, range.lastSource)
      while try select.step() { try each(select) }
    }
  }

  /// Whether the book has another value of one of the schemes. It is then another edition.
  private func hasIdentifier(_ book: Int64, ofSchemesIn keys: [[UInt8]]) throws -> Bool {
    guard !keys.isEmpty else { return false }
    let select = try statement(SourceSQL.identifierKeys)
    defer { select.reset() }
    select.bind(1, book)
    while try select.step() {
      guard IdentifierKey.identifies(select.blob(0)) else { continue }
      let scheme = select.blob(0).prefix { $0 != 0 }
      if keys.contains(where: { $0.prefix { $0 != 0 }.elementsEqual(scheme) }) { return true }
    }
    return false
  }
}
