// Creating books, one or many.
import BookwormStorage

extension Session {
  public func createBook(_ draft: BookDraft) throws -> Int64 {
    try draft.check()
    return try write { try $0.insert(draft) }
  }

  /// All or nothing. `next` is asked for one book after the other, each before it is written, until
  /// it gives nil.
  public func createBooks(
    next: () throws -> BookDraft?, created: (Int64) throws -> Void
  ) throws {
    try write(.batch) { writer in
      let links = PendingBookGenres()
      writer.pendingLinks = links
      defer { writer.pendingLinks = nil }
      var row = 0
      while try inRow(row, { try writer.insertNext(next, created) }) {
        row += 1
        if links.isFull { try links.write(to: writer.connection) }
      }
      try links.write(to: writer.connection)
    }
  }
}

extension Writer {
  /// False at the end.
  fileprivate func insertNext(
    _ next: () throws -> BookDraft?, _ created: (Int64) throws -> Void
  ) throws -> Bool {
    guard let draft = try next() else { return false }
    try draft.check()
    try created(try insert(draft))
    return true
  }

  /// `draft` has been checked. With `id` and `updated` where they are not to be given now.
  func insert(
    _ draft: BookDraft, as known: RowIdentity? = nil, updated: Milliseconds? = nil,
    withReading: Bool = true
  ) throws -> Int64 {
    try draft.checkIsWhole()
    let now = Clock.now()
    let given = draft.given
    let facts = BookFacts(
      rating: given.contains(.rating) ? draft.rating : 0,
      created: given.contains(.created) ? draft.created : now,
      finished: given.contains(.finished) ? draft.finished : nil,
      readings: withReading && draft.hasReading ? 1 : 0)
    try checkGenresExist(draft.givenGenres)
    let id = try known?.id ?? nextID(.book)

    try Keys.sort(draft.title, into: &titleKey)
    try Keys.sort(draft.author, into: &authorKey)
    let hasSeries = given.contains(.series)
    if hasSeries { try Keys.sort(draft.series, into: &otherKey) }
    let insert = try connection.statement(BookSQL.insert)
    insert.bind(1, id)
    insert.bind(2, facts.rating)
    insert.bind(3, given.contains(.favourite) ? draft.favourite : 0)
    insert.bind(4, given.contains(.status) ? draft.status : 0)
    insert.bind(5, facts.created)
    insert.bind(6, updated ?? now)
    insert.bind(7, given.contains(.started) ? draft.started : nil)
    insert.bind(8, facts.finished)
    insert.bind(9, given.contains(.year) ? draft.year : nil)
    if given.contains(.seriesNumber) {
      insert.bind(10, draft.seriesNumber)
    } else {
      insert.bindNull(10)
    }
    try insert.bindText(11, draft.title)
    try insert.bindText(12, draft.author)
    try insert.bindBlob(13, titleKey.bytes)
    try insert.bindBlob(14, authorKey.bytes)
    try insert.bindText(15, hasSeries ? draft.series : nil)
    try insert.bindBlob(16, hasSeries ? otherKey.bytes : nil)
    try insert.bindText(17, given.contains(.synopsis) ? draft.synopsis : nil)
    try insert.bindText(18, given.contains(.review) ? draft.review : nil)
    try insert.bindText(19, given.contains(.notes) ? draft.notes : nil)
    if given.contains(.price) {
      insert.bind(20, draft.price)
      try insert.bindText(21, draft.currencyCode)
    } else {
      insert.bindNull(20)
      insert.bindNull(21)
    }
    insert.bind(22, facts.readings)
    try run(insert, globalID: 23, known?.globalID, at: now)

    try addIdentifiers(draft.givenIdentifiers, to: id)
    pending.counters.count(facts, genres: EmptyCollection(), by: 1)
    pendingLinks?.beginBook(titleKey: titleKey.bytes)
    let book = LinkedBook(id: id, titleKey: titleKey.bytes, rating: facts.rating)
    var position: Int64 = 0
    for genre in draft.givenGenres where try link(book, genre, at: position) { position += 1 }
    for name in draft.givenGenreNames {
      let genre = try findOrCreateGenre(name).id
      if try link(book, genre, at: position) { position += 1 }
    }
    if facts.readings > 0 { try insertFirstReading(draft, of: id, rating: facts.rating) }
    try inserted(book: id, draft)
    return id
  }

  func addIdentifiers(_ identifiers: [(scheme: Bytes, value: Bytes)], to book: Int64) throws {
    for (position, identifier) in identifiers.enumerated() {
      let insert = try connection.statement(BookSQL.addIdentifier)
      insert.bind(1, book)
      insert.bind(2, Int64(position))
      try insert.bindText(3, identifier.scheme)
      try insert.bindText(4, identifier.value)
      try insert.run()
    }
  }
}
