// Creates books, one or many.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension BookDraft {
  /// Checks the draft of a new book.
  package mutating func prepareToCreate() throws {
    leaveOutBlankAuthor()
    try check(.creatable)
    try checkDays()
  }
}

extension Session {
  package func createBook(_ draft: BookDraft) throws -> Int64 {
    var draft = draft
    try draft.prepareToCreate()
    return try write(asking: { connection in
      let genre = draft.givenGenres.first
      if let genre { try connection.ask(Entity.genre.descriptor.sql.exists, genre) }
    }) { try $0.insertRead(draft) }
  }

  /// Creates all books or none. `next` is called for each book in turn, before the book is written,
  /// until it returns false. It always gets the same draft; only `given` is emptied before each
  /// call.
  package func createBooks(
    next: (inout BookDraft) throws -> Bool, created: (Int64) throws -> Void
  ) throws {
    try write(.batch, asking: { try $0.statement(GenreSQL.some).ask() }) { writer in
      if writer.connection.asksEarly { try writer.knowSomeGenres() }
      let links = PendingBookGenres()
      writer.pendingLinks = links
      defer { writer.pendingLinks = nil }
      var draft = BookDraft()
      var row = 0
      while try inRow(row, { try writer.insertNext(&draft, next, created) }) {
        row += 1
        if links.isFull { try links.write(to: writer.connection) }
      }
      try links.write(to: writer.connection)
    }
  }
}

extension Writer {
  /// Returns false at the end.
  fileprivate func insertNext(
    _ draft: inout BookDraft, _ next: (inout BookDraft) throws -> Bool,
    _ created: (Int64) throws -> Void
  ) throws -> Bool {
    draft.given = []
    guard try next(&draft) else { return false }
    try draft.prepareToCreate()
    try created(try insertRead(draft))
    return true
  }

  /// Inserts a book with all readings that the draft gives. If the draft gives no status, the book
  /// has the status of its latest reading. If `globalID` is nil, a new global id is assigned.
  package func insertRead(_ draft: BookDraft, globalID: GlobalID? = nil) throws -> Int64 {
    let known = try globalID.map { RowIdentity(id: try nextID(.book), globalID: $0) }
    guard draft.listsReadings || draft.isReadAgain else {
      guard let status = draft.given.statusByDates else { return try insert(draft, as: known) }
      var book = draft
      book.give(.status, status.rawValue)
      return try insert(book, as: known)
    }
    let readings = draft.allReadings().readings
    var book = draft
    try book.follow(readings)
    return try insert(book, as: known, readings: readings)
  }

  /// Inserts a draft that has been checked. `known` gives the ids, and `updated` the time of
  /// change; if they are nil, new ones are assigned. `readings` replaces the reading derived from
  /// status and dates.
  package func insert(
    _ draft: BookDraft, as known: RowIdentity? = nil, updated: Milliseconds? = nil,
    withReading: Bool = true, readings: [GivenReading]? = nil
  ) throws -> Int64 {
    if let rated = draft.withWholeRating {
      return try insert(
        rated, as: known, updated: updated, withReading: withReading, readings: readings)
    }
    if let whole = try draft.withAuthor() {
      return try insert(
        whole, as: known, updated: updated, withReading: withReading, readings: readings)
    }
    try draft.checkIsWhole()
    let now = Clock.now()
    let given = draft.given
    let facts = BookFacts(
      rating: given.contains(.rating) ? draft.int32(.rating) : 0,
      created: given.contains(.created) ? draft.int64(.created) : now,
      finished: given.contains(.finished) ? draft.int32(.finished) : nil,
      readings: readings.map { Int32(clamping: $0.count) }
        ?? (withReading && draft.hasReading ? 1 : 0))
    try checkGenresExist(draft.givenGenres)
    let identity = RowIdentity(id: try known?.id ?? nextID(.book), globalID: known?.globalID)
    let id = identity.id
    let titleKey = try insertRow(draft, identity, facts, updated: updated, at: now)

    try addIdentifiers(draft.givenIdentifiers, to: id)
    if given.contains(.contributorNames) {
      try add(contributors: draft.storedContributors(), to: id)
    }
    try pending.counters.count(facts, genres: EmptyCollection(), by: 1)
    pendingLinks?.beginBook(titleKey: titleKey)
    let book = LinkedBook(id: id, titleKey: titleKey, rating: facts.rating)
    var position: Int64 = 0
    for genre in draft.givenGenres where try link(book, genre, at: position) { position += 1 }
    for name in draft.givenGenreNames {
      let genre = try findOrCreateGenre(name, isTyped: draft.hasTypedGenres).id
      if try link(book, genre, at: position) { position += 1 }
    }
    if let readings {
      try insertFirst(readings, of: id, rating: facts.rating)
    } else if facts.readings > 0 {
      try insertFirstReading(draft, of: id, rating: facts.rating)
    }
    try index(book: id, draft)
    noteInsertion(of: .book, id)
    return id
  }

  func addIdentifiers(_ identifiers: [(scheme: Bytes, value: Bytes)], to book: Int64) throws {
    for (position, identifier) in identifiers.enumerated() {
      let insert = try connection.statement(BookSQL.addIdentifier)
      insert.bind(1, book)
      insert.bind(2, Int64(position))
      try insert.bindText(3, identifier.scheme)
      try insert.bindText(4, identifier.value)
      try insert.bind(5, .blob(try IdentifierKey.make(identifier.scheme, identifier.value)))
      try insert.run()
    }
  }
}
