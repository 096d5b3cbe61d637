// These tests run statements: values come back unchanged, and prepared statements are kept.
import CSQLite
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct StatementTests {
  let database: Database
  let connection: Connection

  init() throws {
    var options = DatabaseOptions()
    options.contains = { Predicate { $0.count == $1.count } }
    database = try Database(path: ":memory:", options: options)
    connection = try database.beginWrite()
  }

  private static let echo = SQL("SELECT ?1")
  private static let other = SQL("SELECT ?1 || 'x'")
  private static let findWord = SQL("SELECT rowid FROM words WHERE words MATCH ?")

  static let values: [Statement.Value] = [
    .null, .integer(0), .integer(.min), .integer(.max), .real(1.5), .real(-.infinity), .text([]),
    .text(Array("Łódź".utf8)), .text([65, 0, 66]), .blob([]), .blob([0, 255, 0]),
  ]

  @Test(arguments: values)
  func aValueComesBackAsItWas(value: Statement.Value) throws {
    let echo = try connection.statement(Self.echo)
    defer { echo.reset() }
    try echo.bind(1, value)
    #expect(try echo.step())
    #expect(echo.value(0) == value)
    #expect(echo.isNull(0) == (value == .null))
  }

  /// This includes the statements that an index of words keeps for itself.
  @Test func noStatementIsCompiledAnewForWhatIsBound() throws {
    let folder = TemporaryFolder()
    // Each commit adds a segment to the index, and searches find the segment by its number.
    try RawStore(folder.file("database")).execute(
      """
      PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE words USING fts5(text);
      INSERT INTO words VALUES ('dune'); INSERT INTO words VALUES ('emma');
      INSERT INTO words VALUES ('solaris')
      """)
    let database = try Database(path: folder.file("database"), options: DatabaseOptions())
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    let select = try reader.statement(Self.findWord)
    for word in ["dune", "emma", "solaris", "dune"] {
      try select.bind(1, .text(Array(word.utf8)))
      #expect(try select.step())
      select.reset()
    }
    let side = try #require(reader.side as? SQLiteConnection)
    var statement = sqlite3_next_stmt(side.handle, nil)
    var lookups = 0
    while let each = statement {
      let text = String(cString: sqlite3_sql(each))
      #expect(sqlite3_stmt_status(each, SQLITE_STMTSTATUS_REPREPARE, 0) == 0, "\(text)")
      if text.contains("words_idx") { lookups += 1 }
      statement = sqlite3_next_stmt(side.handle, each)
    }
    #expect(lookups == 1)
  }

  @Test func anEmptyTextWithoutAnAddressIsNotNull() throws {
    let echo = try connection.statement(Self.echo)
    let nothing = Bytes(start: nil, count: 0)
    try echo.bindText(1, nothing)
    _ = try echo.step()
    #expect(echo.value(0) == .text([]))
    echo.reset()
    try echo.bindBlob(1, nothing)
    _ = try echo.step()
    #expect(echo.value(0) == .blob([]))
    echo.reset()
    try echo.bindText(1, nil)
    _ = try echo.step()
    #expect(echo.isNull(0))
    #expect(echo.text(0).isEmpty)
    #expect(echo.blob(0).isEmpty)
  }

  @Test func anOptionalNumberThatIsAbsentIsNull() throws {
    let echo = try connection.statement(Self.echo)
    echo.bind(1, nil as Int32?)
    _ = try echo.step()
    #expect(echo.isNull(0))
    echo.reset()
    echo.bind(1, Optional(Int32.min))
    _ = try echo.step()
    #expect(echo.int32(0) == Int32.min)
  }

  @Test func aNumberTooLargeForItsColumnDoesNotTrap() throws {
    let echo = try connection.statement(Self.echo)
    echo.bind(1, Int64.max)
    _ = try echo.step()
    #expect(echo.int32(0) == -1)
  }

  @Test func bindingBeyondTheParametersIsAnError() throws {
    let echo = try connection.statement(Self.echo)
    #expect(storageError { try echo.bindText(2, bytes("a")) }?.code == SQLITE_RANGE)
  }

  @Test func aFixedStatementIsPreparedOnce() throws {
    let first = try connection.statement(Self.echo).handle
    #expect(try connection.statement(Self.other).handle != first)
    #expect(try connection.statement(Self.echo).handle == first)
  }

  @Test func aComposedStatementIsPreparedOnce() throws {
    let first = try connection.statement(composed: "SELECT 1").handle
    #expect(try connection.statement(composed: "SELECT 2").handle != first)
    #expect(try connection.statement(composed: "SELECT 1").handle == first)
  }

  private var prepared: Int {
    var count = 0
    let handle = connection.sqlite?.handle
    var statement = sqlite3_next_stmt(handle, nil)
    while statement != nil {
      count += 1
      statement = sqlite3_next_stmt(handle, statement)
    }
    return count
  }

  @Test func composedStatementsDoNotPileUp() throws {
    let before = prepared
    for number in 0..<1000 { _ = try connection.integer("SELECT \(number)") }
    #expect(prepared - before <= 64)
    #expect(try connection.integer("SELECT 7") == 7)
  }

  @Test func aStatementThatIsBeingReadOutlivesTheOthers() throws {
    let reading = try connection.statement(composed: "SELECT 1 UNION ALL SELECT 2")
    #expect(try reading.step())
    for number in 0..<200 { _ = try connection.integer("SELECT \(number)") }
    #expect(try reading.step())
    #expect(reading.int64(0) == 2)
    #expect(try !reading.step())
  }

  @Test func aStatementThatIsHeldOutlivesTheOthers() throws {
    let held = try connection.statement(composed: "SELECT ?1 + 1")
    for number in 0..<200 {
      #expect(try connection.integer("SELECT \(number)") == Int64(number))
      held.bind(1, Int64(number))
      #expect(try held.step())
      #expect(held.int64(0) == Int64(number) + 1)
      held.reset()
    }
    #expect(prepared <= 66)
  }

  @Test func runResetsEvenAfterAnError() throws {
    try connection.execute("CREATE TABLE t (x PRIMARY KEY)")
    let insert = try connection.statement(composed: "INSERT INTO t VALUES (?)")
    insert.bind(1, 1 as Int64)
    try insert.run()
    #expect(connection.changes == 1)
    #expect(storageError { try insert.run() } != nil)
    insert.bind(1, 2 as Int64)
    try insert.run()
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
  }

  @Test func aPredicateIsCalledFromSQL() throws {
    func sameLength(_ left: Statement.Value, _ right: Statement.Value) throws -> Int64 {
      let contains = connection.dialect.contains("x", of: "t")
      let select = try connection.statement(
        composed: "SELECT \(contains) FROM (SELECT ? AS x) t")
      defer { select.reset() }
      try select.bind(1, right)
      try select.bind(2, left)
      return try select.step() ? select.int64(0) : -1
    }
    #expect(try sameLength(.text([65, 66]), .blob([0, 0])) == 1)
    #expect(try sameLength(.text([65, 66]), .text([65])) == 0)
    #expect(try sameLength(.null, .text([])) == 1)
  }

  @Test func aDeletionTellsOfEachRowThatGoesAndOnlyWhileSomebodyListens() throws {
    let visiting = connection.dialect.visiting("a", "b")
    try connection.execute(
      """
      CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, c INTEGER);
      INSERT INTO t VALUES (1, 10, 0), (2, 20, 1), (3, 30, 0), (4, 40, 1);
      """)
    var seen: [[Int64]] = []
    try connection.visiting({ seen.append([$0, $1]) }) {
      try connection.execute("DELETE FROM t WHERE c = 1" + visiting)
    }
    #expect(seen.sorted { $0[0] < $1[0] } == [[2, 20], [4, 40]])
    #expect(try connection.integer("SELECT count(*) FROM t") == 2)
    try connection.execute("DELETE FROM t WHERE a > 0" + visiting)
    #expect(seen.count == 2)
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
  }

  @Test func noRowIsNoNumber() throws {
    #expect(try connection.integer("SELECT 1 WHERE 0") == nil)
  }

  @Test func theLibrarySaysWhichSQLiteItRunsWith() {
    #expect(SQLite.version.split(separator: ".").count == 3)
  }
}
