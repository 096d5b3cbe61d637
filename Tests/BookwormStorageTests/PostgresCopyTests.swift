// These tests send many rows to a server together: see Connection.rowsToCome.
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresCopyTests {
  let schema: TestSchema
  let database: Database
  let connection: Connection

  init() throws {
    schema = try TestSchema()
    try schema.execute(
      """
      CREATE TABLE t (id bigint PRIMARY KEY, a text, b bytea, c float8, d bigint DEFAULT 7);
      CREATE TABLE places (word bytea, at integer[]);
      CREATE TABLE pairs (a bigint, word bytea, b bigint)
      """)
    database = try Database(server: schema.url, options: DatabaseOptions())
    connection = try database.beginWrite()
    connection.rowsToCome = .many
  }

  private static let insert = SQL("INSERT INTO t (id, a, b, c) VALUES (?, ?, ?, ?)")
  private static let insertPlaces = SQL("INSERT INTO places (word, at) VALUES (?, ?)")

  private func insert(_ ids: ClosedRange<Int64>, text: String = "text") throws {
    for id in ids {
      let insert = try connection.statement(Self.insert)
      insert.bind(1, id)
      try insert.bind(2, id % 3 == 0 ? .null : .text(Array("\(text) \(id)".utf8)))
      try insert.bind(3, .blob(id % 5 == 0 ? [] : [0, UInt8(id % 256)]))
      insert.bind(4, Double(id) / 4)
      try insert.run()
    }
  }

  private var waits: Int { (connection.side as? PostgresConnection)?.pipe.waits ?? -1 }

  @Test(arguments: [1, 5, 100, 20_000] as [Int64])
  func rowsAreAsTheyWereBound(count: Int64) throws {
    try insert(1...count)
    try database.commit(connection)
    let sums = "count(*), count(a), sum(id), sum(length(b)), sum(c), min(d), max(d)"
    let expected = try schema.rows(
      """
      SELECT count(*), count(*) FILTER (WHERE i % 3 <> 0), sum(i),
        sum(CASE WHEN i % 5 = 0 THEN 0 ELSE 2 END), sum(i::float8 / 4), 7, 7
      FROM generate_series(1, \(count)) i
      """)
    #expect(try schema.rows("SELECT \(sums) FROM t") == expected)
    #expect(try schema.rows("SELECT id FROM t WHERE a <> 'text ' || id") == [])
    #expect(try schema.rows("SELECT id FROM t WHERE get_byte(b, 1) <> id % 256 AND b <> ''") == [])
  }

  @Test func fewRowsWaitForNothing() throws {
    _ = try connection.integer("SELECT 1")
    let before = waits
    try insert(1...5)
    #expect(waits == before)
    #expect(try connection.integer("SELECT count(*) FROM t") == 5)
    #expect(waits == before + 1)
    connection.rowsToCome = .few
    try insert(6...100)
    #expect(waits == before + 1)
    #expect(try connection.integer("SELECT count(*) FROM t") == 100)
    database.rollBack(connection)
  }

  @Test func whatIsSentNextSeesThem() throws {
    try insert(1...3)
    try connection.statement(composed: "UPDATE t SET a = 'new' WHERE id = 2").run()
    try insert(4...50)
    try connection.statement(composed: "DELETE FROM t WHERE id > 45").run()
    #expect(connection.changes == 5)
    #expect(try connection.integer("SELECT count(*) FROM t WHERE id = 2 AND a = 'new'") == 1)
    try insert(51...52)
    try connection.execute("DELETE FROM t WHERE id = 51")
    #expect(try connection.integer("SELECT max(id) FROM t") == 52)
    #expect(try connection.integer("SELECT count(*) FROM t") == 46)
    database.rollBack(connection)
    #expect(try schema.rows("SELECT count(*) FROM t") == [["0"]])
  }

  @Test func aSavepointTakesThemBack() throws {
    try insert(1...40)
    try connection.statement(.savepoint).run()
    try insert(41...90)
    try connection.statement(.rollBackTo).run()
    try connection.statement(.release).run()
    try insert(91...92)
    try database.commit(connection)
    #expect(try schema.rows("SELECT count(*), max(id) FROM t") == [["42", "92"]])
  }

  @Test(arguments: [2, 200] as [Int64])
  func aRowThatIsRefusedFailsTheTransaction(count: Int64) throws {
    try insert(1...count)
    try insert(1...1)
    #expect(storageError { try connection.integer("SELECT 1") }?.kind == .corrupt)
    database.rollBack(connection)
    let again = try database.beginWrite()
    #expect(again.rowsToCome == .few)
    #expect(try again.integer("SELECT count(*) FROM t") == 0)
    database.rollBack(again)
  }

  @Test func aFailureAmongThemIsTakenBackByASavepoint() throws {
    try insert(1...2)
    try connection.statement(.savepoint).run()
    _ = try connection.integer("SELECT 1")
    try insert(10...100)
    try insert(10...10)
    #expect(storageError { try connection.integer("SELECT 1") } != nil)
    if connection.inTransaction {
      try connection.statement(.rollBackTo).run()
      #expect(try connection.integer("SELECT count(*) FROM t") == 2)
    }
    database.rollBack(connection)
  }

  @Test func aLargeRowGoesAtOnce() throws {
    let text = String(repeating: "x", count: 1 << 20)
    try insert(1...40, text: "small")
    try insert(41...41, text: text)
    try insert(42...43, text: "small")
    try database.commit(connection)
    #expect(try schema.rows("SELECT count(*), max(length(a)) FROM t") == [["43", "1048579"]])
  }

  private final class Pairs: MemoryRows {
    let count: Int
    init(_ count: Int) { self.count = count }
    func integer(_ row: Int, _ column: Int) -> Int64 { Int64(row) << (40 * column) - 1 }
    func blob(_ row: Int) -> Bytes { Self.words[row % 3].bytes }
    static let words: [StaticString] = ["", "one", "three"]
  }

  /// Many rows are sent together, after the rows collected before them.
  @Test(arguments: [0, 1, 31, 32, 50_000])
  func aTableInMemoryIsAsItIs(count: Int) throws {
    try insert(1...40)
    let pairs = connection.dialect.allInMemory("pairs_in_memory", "adb")
    try connection.withTable("pairs_in_memory", Pairs(count)) {
      try connection.statement(composed: "INSERT INTO pairs \(pairs)").run()
      let sent = try connection.integer("SELECT count(*) FROM pg_prepared_statements") ?? 0
      let isPrepared = try connection.integer(
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT INTO pairs %'")
      #expect(sent > 0)
      #expect(isPrepared == (count < 32 ? 1 : 0))
    }
    #expect(try connection.integer("SELECT count(*) FROM t") == 40)
    try database.commit(connection)
    #expect(try schema.rows("SELECT count(DISTINCT a) FROM pairs") == [["\(count)"]])
    let wrong = try schema.rows(
      """
      SELECT * FROM pairs WHERE a NOT BETWEEN -1 AND \(count - 2) OR b <> ((a + 1) << 40) - 1
      OR convert_from(word, 'UTF8') <> (ARRAY['', 'one', 'three'])[(a + 1) % 3 + 1] LIMIT 3
      """)
    #expect(wrong == [])
  }

  @Test(arguments: [1, 100])
  func arraysOfIntegersGoIntoTheirColumn(rows: Int) throws {
    let insert = try connection.statement(Self.insertPlaces)
    for row in 0..<rows {
      try insert.bind(1, .blob(Array("w\(row)".utf8)))
      try insert.bindIntegers(2, count: row % 4) { Int32($0 - row) }
      try insert.run()
    }
    try database.commit(connection)
    let found = try schema.rows("SELECT at::text FROM places ORDER BY length(word), word")
    #expect(
      found.map { $0[0] }
        == (0..<rows).map { row in
          "{\((0..<row % 4).map { "\($0 - row)" }.joined(separator: ","))}"
        })
  }
}
