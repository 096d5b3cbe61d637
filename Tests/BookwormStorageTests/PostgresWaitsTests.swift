// These tests count the round trips to a server, which are the cost of an operation there.
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresWaitsTests {
  let schema: TestSchema
  let database: Database

  init() throws {
    schema = try TestSchema()
    try schema.execute(
      """
      CREATE TABLE books (id bigint PRIMARY KEY, rating bigint, title text);
      CREATE TABLE links (book bigint, genre bigint);
      CREATE TABLE changes (id bigint PRIMARY KEY, receipt bigint);
      INSERT INTO books SELECT i, 0, 'book ' || i FROM generate_series(1, 100) i;
      INSERT INTO links SELECT i, i % 3 FROM generate_series(1, 100) i
      """)
    database = try Database(server: schema.url, options: DatabaseOptions())
  }

  private func waits(_ connection: Connection) -> Int {
    (connection.side as? PostgresConnection)?.pipe.waits ?? -1
  }

  private static let lastChange = SQL("SELECT coalesce(max(id), 0) FROM changes")
  private static let book = SQL("SELECT rating, title FROM books WHERE id = ?")
  private static let links = SQL("SELECT genre FROM links WHERE book = ?")
  private static let rate = SQL("UPDATE books SET rating = ? WHERE id = ?")
  private static let log = SQL("INSERT INTO changes (id, receipt) VALUES (?, ?)")
  private static let page = SQL("SELECT id, title FROM books WHERE id > ? ORDER BY id LIMIT 50")

  private func integers(_ statement: Statement) throws -> [Int64] {
    defer { statement.reset() }
    var found: [Int64] = []
    while try statement.step() { found.append(statement.int64(0)) }
    return found
  }

  /// Works like the model: it asks for its reads together with the lock.
  private func rate(_ id: Int64, _ rating: Int64, asking: Bool = true) throws -> Int {
    var before = 0
    let writer = try database.beginWrite { connection in
      before = waits(connection)
      guard asking else { return }
      try connection.statement(Self.lastChange).ask()
      for sql in [Self.book, Self.links] {
        let question = try connection.statement(sql)
        question.bind(1, id)
        try question.ask()
      }
    }
    let last = try integers(try writer.statement(Self.lastChange))[0]
    for sql in [Self.book, Self.links] {
      let question = try writer.statement(sql)
      question.bind(1, id)
      #expect(try integers(question).count == 1)
    }
    let update = try writer.statement(Self.rate)
    update.bind(1, rating)
    update.bind(2, id)
    try update.run()
    let log = try writer.statement(Self.log)
    log.bind(1, last + 1)
    log.bind(2, writer.receipt(forNumber: last + 1))
    try log.run()
    try database.commit(writer)
    return waits(writer) - before
  }

  @Test func aRatingWaitsTwice() throws {
    _ = try rate(1, 1)
    for rating: Int64 in 2...5 { #expect(try rate(rating, rating) == 2) }
    // Without asking in advance, each statement waits.
    #expect(try rate(7, 5, asking: false) == 5)
    #expect(try schema.rows("SELECT count(*), max(id) FROM changes") == [["6", "6"]])
  }

  @Test func aReadByIDAndAPageWaitOnce() throws {
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    for id: Int64 in 1...3 {
      let before = waits(reader)
      let book = try reader.statement(Self.book)
      book.bind(1, id)
      #expect(try integers(book) == [0])
      #expect(waits(reader) == before + 1)
      let page = try reader.statement(Self.page)
      page.bind(1, id)
      #expect(try integers(page).count == 50)
      #expect(waits(reader) == before + 2)
    }
  }

  @Test func aSnapshotWaitsForNothingOfItsOwn() throws {
    for _ in 0..<3 {
      let reader = try database.borrowReader()
      let before = waits(reader)
      try reader.statement(.beginReading).run()
      let page = try reader.statement(Self.page)
      page.bind(1, 0 as Int64)
      #expect(try integers(page).count == 50)
      database.endSnapshot(reader)
      #expect(waits(reader) == before + 1)
    }
    // It no longer holds its snapshot.
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    #expect(
      try reader.integer(
        "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%' AND pid <> "
          + "pg_backend_pid() AND query LIKE '%\(schema.name)%'") == 0)
  }

  @Test func aTransactionThatChangesNothingWaitsOnce() throws {
    for _ in 0..<2 {
      var before = 0
      let writer = try database.beginWrite { before = waits($0) }
      try database.commit(writer)
      // The first one also looks up the schema.
      #expect(waits(writer) - before <= 2)
      #expect(!writer.inTransaction)
    }
    let other = try Database(server: schema.url, options: DatabaseOptions())
    other.rollBack(try other.beginWrite())
  }

  // MARK: Asking never changes an answer

  @Test func anAnswerFromBeforeAChangeIsAskedForAnew() throws {
    let writer = try database.beginWrite {
      let book = try $0.statement(Self.book)
      book.bind(1, 1 as Int64)
      try book.ask()
    }
    try writer.execute("UPDATE books SET rating = 4 WHERE id = 1")
    #expect(try integers(try writer.statement(Self.book)) == [4])
    database.rollBack(writer)
  }

  @Test func anAnswerToOtherValuesIsAskedForAnew() throws {
    let writer = try database.beginWrite {
      let links = try $0.statement(Self.links)
      links.bind(1, 1 as Int64)
      try links.ask()
    }
    let links = try writer.statement(Self.links)
    links.bind(1, 2 as Int64)
    #expect(try integers(links) == [2])
    database.rollBack(writer)
  }

  @Test func anAnswerIsNotKeptForALaterTransaction() throws {
    let writer = try database.beginWrite { try $0.statement(Self.lastChange).ask() }
    database.rollBack(writer)
    try schema.execute("INSERT INTO changes VALUES (7, 0)")
    let again = try database.beginWrite()
    #expect(try integers(try again.statement(Self.lastChange)) == [7])
    database.rollBack(again)
  }

  @Test func severalQuestionsWithinATransactionShareAWait() throws {
    let reader = try database.borrowReader()
    try reader.statement(.beginReading).run()
    let before = waits(reader)
    let (book, links) = (try reader.statement(Self.book), try reader.statement(Self.links))
    for statement in [book, links] {
      statement.bind(1, 5 as Int64)
      try statement.ask()
    }
    #expect(try integers(links) == [2])
    #expect(try integers(book) == [0])
    #expect(waits(reader) == before + 1)
    // A question that nobody steps is harmless.
    try book.ask()
    book.reset()
    #expect(try integers(book) == [0])
    database.endSnapshot(reader)
  }

  @Test func aQuestionThatFailsIsToldByTheBeginning() throws {
    let error = storageError {
      try database.beginWrite { try $0.statement(composed: "SELECT id FROM absent").ask() }
    }
    #expect(error?.kind == .corrupt)
    database.rollBack(try database.beginWrite())
  }
}
