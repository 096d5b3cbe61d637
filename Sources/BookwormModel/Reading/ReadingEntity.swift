// What a reading is to the store: its table, that it belongs to a book, and what the book has of
// it.
import BookwormStorage

enum ReadingEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    .reading, "reading", table: "readings",
    [
      EntityColumn("id", .int64, ReadingFields.id),
      EntityColumn("book", .int64, ReadingFields.book),
      EntityColumn("outcome", .int32, ReadingFields.outcome),
      EntityColumn("started", .int32, ReadingFields.started, optional: true),
      EntityColumn("finished", .int32, ReadingFields.finished, optional: true),
      EntityColumn("page", .int32, ReadingFields.page, optional: true),
      EntityColumn("percent", .double, ReadingFields.percent, optional: true),
      EntityColumn("note", .text, ReadingFields.note, optional: true, limit: Rules.textLimit),
      EntityColumn("created", .int64, ReadingFields.created),
      EntityColumn("global_id", .uuid, ReadingFields.globalID),
    ], fields: ReadingFields.givable.union(.book),
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.readings.rawValue),
    comesWith: .followed, documentVersion: 2)

  /// The month of `finished` counts it, by its book's rating.
  static func updating(
    _ id: Int64, _ fields: UInt64, _ writer: Writer, _ change: () throws -> Void
  ) throws {
    guard !ReadingFields(rawValue: fields).isDisjoint(with: [.book, .finished]) else {
      return try change()
    }
    try count(id, writer, by: -1)
    try change()
    try count(id, writer, by: 1)
  }

  private static func count(_ id: Int64, _ writer: Writer, by step: Int64) throws {
    let select = try writer.connection.statement(ReadingSQL.bookAndFinished)
    defer { select.reset() }
    select.bind(1, id)
    guard try select.step(), !select.isNull(1) else { return }
    let rating = try writer.connection.bookFacts(select.int64(0)).rating
    try writer.pending.counters.countReading(finished: select.int32(1), rating: rating, by: step)
  }

  static func delete(_ id: Int64, _ writer: Writer) throws -> Bool {
    try writer.deleteOwned(.reading, id)
  }

  static func willDelete(_ id: Int64, _ writer: Writer) throws {
    try count(id, writer, by: -1)
  }

  static func isBack(_ id: Int64, _ writer: Writer) throws { try count(id, writer, by: 1) }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let (book, created) = (try row.integer("book"), try row.integer("created"))
    try Rules.instant(created, "created")
    var draft = ReadingDraft()
    draft.outcome = try row.int32("outcome") ?? 0
    draft.given = .outcome
    if let started = try row.int32("started") {
      (draft.started, draft.given) = (started, draft.given.union(.started))
    }
    if let finished = try row.int32("finished") {
      (draft.finished, draft.given) = (finished, draft.given.union(.finished))
    }
    if let page = try row.int32("page") {
      (draft.page, draft.given) = (page, draft.given.union(.page))
    }
    if case .real(let percent) = row.values["percent"] {
      (draft.percent, draft.given) = (percent, draft.given.union(.percent))
    }
    if let note = row.optionalText("note") {
      (draft.note, draft.given) = (note, draft.given.union(.note))
    }
    try draft.check()
    _ = try writer.connection.bookFacts(book)
    _ = try writer.insertReading(draft, into: book, as: row.identity, created: created)
  }

  /// Their books have been taken as they were written: they must be as the readings say.
  static func tookAll(_ writer: Writer) throws {
    try writer.connection.statement(ReadingSQL.setCounts).run()
    let books = try writer.connection.statement(ReadingSQL.booksThatDisagree)
    defer { books.reset() }
    guard try books.step() else { return }
    throw Failure(
      .invalid, "readings",
      "the book \(books.int64(0)) has another status, start or end than its latest reading")
  }

  static func check(_ inspection: Inspection) throws {
    let select = try inspection.connection.statement(ReadingSQL.allToCheck)
    defer { select.reset() }
    while try select.step() {
      try inspection.expect("readings", select.int64(0)) {
        var draft = ReadingDraft()
        let fields: [ReadingFields] = [.outcome, .started, .finished, .page, .percent, .note]
        for (place, field) in fields.enumerated() where !select.isNull(Int32(place + 1)) {
          draft.given.insert(field)
        }
        (draft.outcome, draft.started) = (select.int32(1), select.int32(2))
        (draft.finished, draft.page) = (select.int32(3), select.int32(4))
        (draft.percent, draft.note) = (select.double(5), select.text(6))
        try draft.check()
        try Rules.instant(select.int64(7), "created")
      }
    }
    try inspection.report(.reading, "books", ReadingSQL.booksThatDisagree) { book, _ in
      "the book \(book) has another status, start or end than its latest reading"
    }
  }

  /// Every book follows its latest reading again.
  static func rebuild(_ writer: Writer) throws {
    let books = try writer.connection.statement(ReadingSQL.booksThatDisagree)
    var ids = IDList()
    while try books.step() { try ids.append(books.int64(0)) }
    books.reset()
    for book in ids.ids {
      let latest = try writer.connection.latestReading(ofBook: book)
      _ = try writer.follow(latest, book, leavingShelf: false, .followed)
    }
  }
}
