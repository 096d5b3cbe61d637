// Describes the reading entity: its table, its book, and the values that the book derives from it.
import BookwormStorage

public typealias ReadingDraft = Draft<ReadingFields>

enum ReadingEntity: EntityRules {
  static let descriptor = EntityDescriptor(
    ReadingFields.self, "reading", table: "readings", rows: .readings,
    fields: ReadingFields.givable.union(.book),
    owner: EntityOwner(entity: .book, column: "book", field: BookFields.readings.rawValue),
    comesWith: .followed, documentVersion: 2)

  /// The reading is counted in the month of `finished`, by its book's rating.
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

  static func willDelete(_ id: Int64, _ writer: Writer) throws {
    try count(id, writer, by: -1)
  }

  static func isBack(_ id: Int64, _ writer: Writer) throws { try count(id, writer, by: 1) }

  static func take(_ row: DocumentRow, _ writer: Writer) throws {
    let reading = try ReadingDraft(row)
    _ = try writer.connection.bookFacts(reading.int64(.book))
    _ = try writer.insertReading(
      reading, into: reading.int64(.book), as: row.identity, created: reading.int64(.created))
  }

  /// The books have been imported as written, and must match their readings.
  static func tookAll(_ writer: Writer) throws {
    try writer.splitOpenReadings()
    try writer.connection.statement(ReadingSQL.setCounts).run()
    let books = try writer.connection.statement(ReadingSQL.booksThatDisagree)
    defer { books.reset() }
    guard try books.step() else { return }
    throw Failure(
      .invalid, "readings",
      "the book \(books.int64(0)) has another status, start or end than its latest reading")
  }

  static func check(_ inspection: Inspection) throws {
    try inspection.check(ReadingFields.self) { id, reading in
      guard reading.int32IfAny(.outcome) == ReadingOutcome.open.rawValue,
        reading.given.contains(.finished)
      else { return }
      try inspection.expect(descriptor.table, id) { throw Rules.openWithEnd }
    }
    try inspection.report(.reading, "books", ReadingSQL.booksThatDisagree) { book, _ in
      "the book \(book) has another status, start or end than its latest reading"
    }
  }

  /// Removes the ends of open readings, and makes every book follow its latest reading again.
  static func rebuild(_ writer: Writer) throws {
    try writer.splitOpenReadings()
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
