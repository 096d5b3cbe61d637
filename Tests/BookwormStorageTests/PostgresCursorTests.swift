// These tests read a server's rows a piece at a time: see Statement.readInPieces().
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresCursorTests {
  let schema: TestSchema
  let database: Database
  let connection: Connection

  init() throws {
    schema = try TestSchema()
    try schema.execute(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, a text);
      INSERT INTO t SELECT i, repeat('x', (i % 7)::int * 100) FROM generate_series(1, 20000) i
      """)
    database = try Database(server: schema.url, options: DatabaseOptions())
    connection = try database.borrowReader()
  }

  private static let all = SQL("SELECT id, a FROM t WHERE id > ? ORDER BY id")

  /// The number of rows, and the largest number in memory at one time.
  private func read(after first: Int64, pausing: (Int) throws -> Void = { _ in }) throws
    -> (rows: Int, most: Int32)
  {
    let select = try connection.statement(Self.all)
    defer { select.reset() }
    select.bind(1, first)
    select.readInPieces()
    var (rows, most) = (0, Int32(0))
    while try select.step() {
      rows += 1
      #expect(select.int64(0) == first + Int64(rows))
      #expect(select.text(1).count == Int((first + Int64(rows)) % 7) * 100)
      most = max(most, PostgresStatement.of(select.handle).rowCount)
      try pausing(rows)
    }
    return (rows, most)
  }

  @Test(arguments: [0, 19_000, 19_936, 19_999, 20_000, 30_000] as [Int64])
  func allOfThemComeInTheirOrder(first: Int64) throws {
    try connection.statement(.beginReading).run()
    let found = try read(after: first)
    #expect(found.rows == max(0, 20_000 - Int(first)))
    #expect(found.most < 10_000)
    #expect(try read(after: first).rows == found.rows)
    database.endSnapshot(connection)
  }

  @Test func othersRunInBetween() throws {
    try connection.statement(.beginReading).run()
    let found = try read(after: 0) { row in
      guard row % 1000 == 1 else { return }
      let other = try connection.integer("SELECT \(row)")
      #expect(other == Int64(row))
    }
    #expect(found.rows == 20_000)
    database.endSnapshot(connection)
  }

  @Test func oneThatIsLeftHalfWayBeginsAnew() throws {
    try connection.statement(.beginReading).run()
    struct Enough: Error {}
    #expect(throws: Enough.self) { try read(after: 0) { if $0 == 500 { throw Enough() } } }
    #expect(try read(after: 7).rows == 19_993)
    database.endSnapshot(connection)
    // Outside of a transaction all rows come together.
    let other = try database.borrowReader()
    defer { database.giveBack(reader: other) }
    let select = try other.statement(Self.all)
    defer { select.reset() }
    select.bind(1, 0 as Int64)
    select.readInPieces()
    #expect(try select.step())
    #expect(PostgresStatement.of(select.handle).rowCount == 20_000)
  }

  @Test func aFailureHalfWayIsTold() throws {
    try connection.statement(.beginReading).run()
    let select = try connection.statement(
      composed: "SELECT sqrt(5000 - id) FROM t WHERE id > ? ORDER BY id")
    select.bind(1, 0 as Int64)
    select.readInPieces()
    var rows = 0
    #expect(storageError { while try select.step() { rows += 1 } }?.sqlState == "2201F")
    #expect(rows > 0 && rows <= 5000)
    select.reset()
    database.endSnapshot(connection)
  }
}
