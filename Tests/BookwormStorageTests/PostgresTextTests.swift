// These tests check the conversion of statements' texts for PostgreSQL, and of SQLSTATEs to errors.
import Testing

@testable import BookwormStorage

@Suite struct PostgresTextTests {
  static let texts: [(given: String, text: String, count: Int32)] = [
    ("SELECT 1", "SELECT 1", 0),
    ("SELECT ?, ?", "SELECT $1, $2", 2),
    ("UPDATE t SET a = ?2, b = ?3 WHERE id = ?1", "UPDATE t SET a = $2, b = $3 WHERE id = $1", 3),
    ("SELECT ?2, ?", "SELECT $2, $3", 3),
    ("SELECT '?', 'it''s ?', ?", "SELECT '?', 'it''s ?', $1", 1),
    ("SELECT ?12", "SELECT $12", 12),
  ]

  @Test(arguments: texts)
  func marksBecomeNumbers(given: String, text: String, count: Int32) {
    let made = PostgresText(given)
    #expect(made.text == text)
    #expect(made.count == count)
    #expect(made.arrays.isEmpty)
  }

  @Test func aTableInMemoryTakesTheParametersBehindAllOthers() {
    let made = PostgresText("SELECT * FROM unnest(?[one ad]), unnest(?[other b]) WHERE x = ?")
    #expect(made.arrays.map(\.table) == ["one", "one", "other"])
    #expect(made.arrays.map(\.column) == [0, 3, 1])
    #expect(made.count == 1)
    #expect(
      made.text == """
        SELECT * FROM unnest($2::bigint[], $3::bytea[]), unnest($4::bigint[]) WHERE x = $1
        """)
  }

  @Test(arguments: [
    ("INSERT INTO t (a, b) VALUES (?, ?)", "COPY t (a, b) FROM STDIN (FORMAT binary"),
    ("INSERT INTO t (\n  a, b\n) VALUES (?,\n?)", "COPY t (\n  a, b\n) FROM STDIN (FORMAT binary"),
    ("INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING", nil),
    ("INSERT INTO t (a, b) VALUES (?2, ?1)", nil), ("INSERT INTO t (a) VALUES (1)", nil),
    ("INSERT INTO t (a) VALUES (f(?))", nil), ("INSERT INTO t (a) SELECT ?", nil),
    ("INSERT INTO t VALUES (?)", nil), ("DELETE FROM t WHERE a = (?)", nil),
  ])
  func anInsertionOfItsParametersMayBeACopy(text: String, copy: String?) {
    #expect(PostgresText(text).ofManyRows == copy)
  }

  @Test func anInsertionOfATableInMemoryMayBeACopy() {
    let rows = PostgresDialect().allInMemory("rows", "bda")
    let made = PostgresText("INSERT INTO t " + rows)
    #expect(made.ofManyRows == "COPY t FROM STDIN (FORMAT binary")
    #expect(made.arrays.map(\.column) == [1, 3, 0])
    #expect(
      made.text == "INSERT INTO t SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bigint[])")
    for other in [
      "INSERT INTO t \(rows) WHERE 1 = 1", "INSERT INTO t \(rows.dropFirst(7))",
      "INSERT INTO t SELECT a, \(rows.dropFirst(7))", "DELETE FROM t \(rows)", rows,
    ] { #expect(PostgresText(other).ofManyRows == nil, "\(other)") }
  }

  static let kinds: [(String, PostgresText.Kind)] = [
    ("SELECT 1", .rows), ("WITH x AS (SELECT 1) SELECT * FROM x", .rows),
    ("INSERT INTO t VALUES (1)", .effect), ("SAVEPOINT step", .effect),
    ("DELETE FROM t RETURNING a, b", .visiting), ("COMMIT", .commit), ("ROLLBACK", .rollBack),
    ("ROLLBACK TO SAVEPOINT step", .rollBackTo),
    (PostgresDialect().beginWriting, .beginWriting),
    (PostgresDialect().beginReading, .beginReading),
  ]

  @Test(arguments: kinds)
  func aTextSaysWhetherItIsWaitedFor(text: String, kind: PostgresText.Kind) {
    #expect(PostgresText(text).kind == kind)
  }

  static let states: [(String, StorageError.Kind)] = [
    ("55P03", .busy), ("40001", .busy), ("40P01", .busy), ("25006", .readOnly),
    ("42501", .notPermitted), ("53300", .cannotOpen), ("28P01", .cannotOpen),
    ("3D000", .cannotOpen),
    ("57P03", .cannotOpen), ("53100", .full), ("53200", .memory), ("57014", .busy),
    ("25P03", .inputOutput), ("25P04", .inputOutput), ("57P01", .inputOutput),
    ("58030", .inputOutput),
    ("08006", .inputOutput), ("23505", .corrupt), ("42P01", .corrupt), ("54000", .corrupt),
    ("XX001", .corrupt), ("0A000", .unexpected), ("", .unexpected),
  ]

  @Test(arguments: states)
  func aStateHasItsMeaning(state: String, kind: StorageError.Kind) {
    #expect(StorageError.kind(ofSQLState: state) == kind)
  }
}
