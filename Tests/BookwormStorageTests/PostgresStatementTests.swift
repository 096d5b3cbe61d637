// These tests run statements on a server: values come back unchanged, and writes do not wait.
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresStatementTests {
  let schema: TestSchema
  let database: Database
  let connection: Connection

  init() throws {
    schema = try TestSchema()
    try schema.execute("CREATE TABLE t (id bigint PRIMARY KEY, a text, b bytea, c float8)")
    database = try Database(server: schema.url, options: DatabaseOptions())
    connection = try database.beginWrite()
  }

  static let values: [Statement.Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(1.5), .real(-.infinity),
    .real(-0.0), .text([]), .text(Array("Łódź".utf8)), .blob([]), .blob([0, 255, 0]),
  ]

  private static let echo = SQL("SELECT ?1")

  @Test(arguments: values)
  func aValueComesBackAsItWas(value: Statement.Value) throws {
    let echo = try connection.statement(Self.echo)
    defer { echo.reset() }
    try echo.bind(1, value)
    #expect(try echo.step())
    #expect(echo.value(0) == value)
    #expect(echo.isNull(0) == (value == .null))
    #expect(try !echo.step())
  }

  @Test func aStatementIsPreparedAnewForAnotherTypeAndForNoOther() throws {
    let echo = try connection.statement(Self.echo)
    for value in Self.values + Self.values {
      try echo.bind(1, value)
      #expect(try echo.step())
      #expect(echo.value(0) == value)
      echo.reset()
    }
    try database.commit(connection)
    let prepared = try schemaRows("SELECT count(*) FROM pg_prepared_statements")
    // The connection's own statements: to begin, its settings, the lock, to commit, and the
    // question about a commit.
    #expect(prepared <= 12)
  }

  /// Returns the number that a SELECT returns in a new transaction of the connection.
  private func schemaRows(_ sql: String) throws -> Int64 {
    let writer = try database.beginWrite()
    defer { database.rollBack(writer) }
    return try writer.integer(sql) ?? -1
  }

  @Test func aBorrowedTextIsSentAsItIsWhenTheStatementRuns() throws {
    let insert = try connection.statement(composed: "INSERT INTO t (id, a, b) VALUES (?, ?, ?)")
    for id in 1...3 {
      var text = Array("text \(id)".utf8)
      try text.withUnsafeMutableBufferPointer { buffer in
        insert.bind(1, Int64(id))
        try insert.bindText(2, Bytes(buffer))
        try insert.bindBlob(3, Bytes(buffer))
        try insert.run()
        buffer.update(repeating: 0)
      }
    }
    let select = try connection.statement(composed: "SELECT a, b FROM t ORDER BY id")
    var found: [String] = []
    while try select.step() {
      #expect(Array(select.text(0)) == Array(select.blob(1)))
      found.append(String(decoding: select.text(0), as: UTF8.self))
    }
    #expect(found == ["text 1", "text 2", "text 3"])
  }

  @Test func anEmptyValueWithoutAnAddressIsNotNull() throws {
    let echo = try connection.statement(Self.echo)
    defer { echo.reset() }
    try echo.bindText(1, Bytes(start: nil, count: 0))
    #expect(try echo.step())
    #expect(echo.value(0) == .text([]))
    #expect(echo.cell(0).isNull == false)
  }

  @Test func cellsStayUntilTheNextRow() throws {
    let select = try connection.statement(
      composed: "SELECT id, 'a' || id, id / 2.0::float8, NULL::bytea FROM generate_series(1, 2) id")
    #expect(try select.step())
    let cells = (0..<4).map { select.cell($0) }
    #expect(cells[0].int64 == 1)
    #expect(Array(cells[1].text) == Array("a1".utf8))
    #expect(cells[2].double == 0.5)
    #expect(cells[3].isNull && cells[3].blob.isEmpty)
    #expect(try select.step())
    #expect(select.cell(0).int32 == 2)
  }

  @Test func shortIntegersAndTruthsAreNumbersToo() throws {
    let select = try connection.statement(composed: "SELECT 7, -7::int2, true, count(*) FROM t")
    #expect(try select.step())
    #expect((0..<4).map { select.int64($0) } == [7, -7, 1, 0])
    #expect((0..<4).allSatisfy { select.kind($0) == .integer })
  }

  @Test func aColumnOfATypeThatIsNotReadIsAnError() throws {
    let error = storageError { try connection.integer("SELECT sum(id) FROM t") }
    #expect(error?.kind == .unexpected)
    #expect(error?.message.contains("1700") == true)
  }

  @Test func bindingBeyondTheParametersIsAnError() throws {
    let echo = try connection.statement(Self.echo)
    #expect(storageError { try echo.bindText(2, bytes("a")) }?.kind == .unexpected)
  }

  @Test func composedStatementsDoNotPileUpOnTheServer() throws {
    for number in 0..<200 { _ = try connection.integer("SELECT \(number)") }
    try database.commit(connection)
    #expect(try schemaRows("SELECT count(*) FROM pg_prepared_statements") < 100)
  }

  // MARK: Statements without a wait

  @Test func aFailureIsToldByTheNextWaitAndTakesTheTransactionWithIt() throws {
    try connection.execute("INSERT INTO t (id) VALUES (1)")
    let insert = try connection.statement(composed: "INSERT INTO t (id) VALUES (?)")
    for id: Int64 in [2, 1, 3] {
      insert.bind(1, id)
      try insert.run()
    }
    let error = storageError { try connection.integer("SELECT count(*) FROM t") }
    #expect(error?.kind == .corrupt)
    #expect(error?.message.hasPrefix("PostgreSQL: duplicate key") == true)
    #expect(error?.sqlState == "23505")
    #expect(error?.code == 0)
    #expect(!connection.inTransaction)
    database.rollBack(connection)
    #expect(try schemaRows("SELECT count(*) FROM t") == 0)
  }

  @Test func aFailureIsToldByTheCommitAtTheLatest() throws {
    let insert = try connection.statement(composed: "INSERT INTO t (id) VALUES (1)")
    try insert.run()
    try insert.run()
    #expect(storageError { try database.commit(connection) }?.kind == .corrupt)
    #expect(try schemaRows("SELECT count(*) FROM t") == 0)
  }

  @Test func aStepThatFailsGoesBackToItsSavepoint() throws {
    try connection.execute("INSERT INTO t (id) VALUES (1)")
    try connection.statement(.savepoint).run()
    try connection.execute("INSERT INTO t (id) VALUES (2)")
    #expect(storageError { try connection.integer("SELECT id FROM absent") }?.kind == .corrupt)
    #expect(connection.inTransaction)
    try connection.statement(.rollBackTo).run()
    try connection.statement(.release).run()
    try database.commit(connection)
    #expect(try schemaRows("SELECT sum(id)::bigint FROM t") == 1)
  }

  @Test func thousandsOfWritesAreNotWaitedForOneByOne() throws {
    let insert = try connection.statement(composed: "INSERT INTO t (id, a) VALUES (?, ?)")
    let text = String(repeating: "x", count: 1000)
    for id: Int64 in 1...5000 {
      insert.bind(1, id)
      try insert.bindText(2, bytes(text))
      try insert.run()
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 5000)
    try connection.statement(composed: "DELETE FROM t WHERE id > 100").run()
    #expect(connection.changes == 4900)
  }

  // MARK: Tables in memory, and visits

  private final class Rows: MemoryRows {
    let count: Int
    init(_ count: Int) { self.count = count }
    func integer(_ row: Int, _ column: Int) -> Int64 { Int64(1000 * column - row) }
    func blob(_ row: Int) -> Bytes {
      let blobs: [StaticString] = ["", "one", "two"]
      return blobs[row % 3].bytes
    }
  }

  @Test(arguments: [0, 1, 1000])
  func rowsInMemoryAreATable(count: Int) throws {
    let dialect = connection.dialect
    try connection.withTable("numbers", Rows(count)) {
      let table = dialect.rowsInMemory("numbers", "abcd")
      let select = try connection.statement(
        composed: "SELECT i.a, i.b, i.c, i.d FROM \(table) i WHERE i.c > ?"
          + dialect.inOrder(ofRowsInMemory: "i"))
      defer { select.reset() }
      select.bind(1, 0 as Int64)
      var row = 0
      while try select.step() {
        #expect((0..<3).map { select.int64($0) } == [0, 1, 2].map { Int64(1000 * $0 - row) })
        #expect(Array(select.blob(3)) == Array(Rows(count).blob(row)))
        row += 1
      }
      #expect(row == count)
    }
  }

  @Test func aDeletionTellsOfEachRowThatGoes() throws {
    try connection.execute("INSERT INTO t (id) SELECT * FROM generate_series(1, 4)")
    var seen: [[Int64]] = []
    try connection.visiting({ seen.append([$0, $1]) }) {
      try connection.statement(
        composed: "DELETE FROM t WHERE id > 2" + connection.dialect.visiting("id", "id * 10")
      ).run()
    }
    #expect(seen.sorted { $0[0] < $1[0] } == [[3, 30], [4, 40]])
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }
}
