// These tests check that a server's refusals have clear statuses and leave nothing half-done.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresFailureTests {
  let schema: TestSchema

  init() throws {
    schema = try TestSchema()
    try schema.execute("CREATE TABLE t (x bigint)")
  }

  private func open(_ words: String = "") throws -> Database {
    try Database(server: schema.url + words, options: DatabaseOptions())
  }

  private func write(_ database: Database, _ sql: String) throws {
    let writer = try database.beginWrite()
    do { try writer.statement(composed: sql).run() } catch {
      database.rollBack(writer)
      throw error
    }
    try database.commit(writer)
  }

  private func rows() throws -> [[String?]] { try schema.rows("SELECT x FROM t ORDER BY x") }

  /// Sets a parameter in the session of a connection, within a transaction or outside.
  private func set(_ connection: Connection, _ name: String, _ value: String) throws {
    _ = try connection.integer("SELECT length(set_config('\(name)', '\(value)', false))")
  }

  // MARK: Time-outs and operators

  @Test func aTransactionThatIsIdleTooLongSaysSoAndHasWrittenNothing() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try set(writer, "idle_in_transaction_session_timeout", "30")
    try writer.execute("INSERT INTO t VALUES (1)")
    usleep(200_000)
    #expect(storageError { try writer.integer("SELECT 1") }?.kind == .inputOutput)
    database.rollBack(writer)
    #expect(try rows() == [])
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try rows() == [["2"]])
  }

  @Test func aTransactionThatIsIdleTooLongBeforeItsCommitIsNotKept() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try set(writer, "idle_in_transaction_session_timeout", "30")
    try writer.execute("INSERT INTO t VALUES (1)")
    usleep(200_000)
    let error = storageError { try database.commit(writer) }
    // It may have been the commit that was lost, and it left no receipt.
    #expect(error?.kind == .inputOutput || error?.kind == .outcomeUnknown)
    #expect(try rows() == [])
    try write(database, "INSERT INTO t VALUES (2)")
  }

  @Test func aSessionThatIsIdleTooLongIsRenewedWithoutAnybodyNoticing() throws {
    let database = try open()
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    guard try reader.integer("SELECT current_setting('server_version_num')::bigint") ?? 0 >= 140_000
    else { return }
    try set(reader, "idle_session_timeout", "30")
    usleep(200_000)
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    #expect(try reader.integer("SELECT length(current_setting('idle_session_timeout'))") == 1)
  }

  @Test func aWriteThatAnOperatorEndsIsRolledBackAsAWhole() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    try set(writer, "statement_timeout", "30")
    try writer.statement(composed: "INSERT INTO t SELECT 2 FROM pg_sleep(5)").run()
    let error = storageError { try database.commit(writer) }
    #expect(error?.kind == .busy)
    #expect(error?.sqlState == "57014")
    #expect(!writer.inTransaction)
    #expect(try rows() == [])
  }

  // MARK: Limits and rights

  @Test func aServerWithoutRoomForAnotherSessionCannotBeOpened() throws {
    let role = schema.name + "_crowd"
    try schema.execute("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 0 PASSWORD 'secret'")
    let error = storageError { try open("&user=\(role)&password=secret") }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("too many connections") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test func aUserWithoutRightsIsToldSo() throws {
    let role = schema.name + "_guest"
    try schema.execute("CREATE ROLE \(role) LOGIN")
    let stranger = storageError { try write(try open("&user=\(role)"), "INSERT INTO t VALUES (1)") }
    #expect(stranger != nil)
    try schema.execute(
      "GRANT USAGE ON SCHEMA \(schema.name) TO \(role); GRANT SELECT ON t TO \(role)")
    let database = try open("&user=\(role)")
    let reader = try database.borrowReader()
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    database.giveBack(reader: reader)
    let error = storageError { try write(database, "INSERT INTO t VALUES (1)") }
    #expect(error?.kind == .notPermitted)
    #expect(error?.sqlState == "42501")
    try schema.execute("GRANT INSERT ON t TO \(role)")
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try rows() == [["2"]])
  }

  @Test func aServerWithoutRoomOnItsDiskIsFull() throws {
    let database = try open()
    let writer = try database.beginWrite()
    // The space that a session may use on a disk.
    try set(writer, "temp_file_limit", "64kB")
    try set(writer, "work_mem", "64kB")
    try writer.execute("INSERT INTO t VALUES (1)")
    let error = storageError {
      try writer.integer(
        "SELECT count(*) FROM (SELECT i FROM generate_series(1, 200000) i ORDER BY -i) s")
    }
    #expect(error?.kind == .full)
    #expect(error?.sqlState == "53400")
    database.rollBack(writer)
    #expect(try rows() == [])
  }

  @Test func aServerThatOnlyReadsSaysSo() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try writer.statement(composed: "SET TRANSACTION READ ONLY").run()
    try writer.statement(composed: "INSERT INTO t VALUES (1)").run()
    #expect(storageError { try database.commit(writer) }?.kind == .readOnly)
    #expect(try rows() == [])
  }

  // MARK: Passwords

  @Test(arguments: [
    "postgresql://me:secret@[::1/db", "postgresql://me:secret@db:port/", "postgresql://me:secret@%",
    "postgresql://me:secret@db/?sslmode=never", "postgresql://me:secret@127.0.0.1:1/db",
    "postgresql://me@127.0.0.1:1/db?password=secret", "postgresql://:secret@127.0.0.1:1/db",
    "postgresql://me:sec?ret@127.0.0.1:1/db?bookworm_schema=pg_x",
    "postgresql://me:secret@nowhere.invalid/db?connect_timeout=2",
    "postgresql://me:secret@127.0.0.1:1/db?sslpassword=secret&sslmode=require",
  ])
  func aPasswordIsInNoMessage(url: String) {
    let error = storageError { try Database(server: url, options: DatabaseOptions()) }
    #expect(error?.kind == .cannotOpen)
    #expect(error.map { "\($0)".contains("secret") || "\($0)".contains("sec?ret") } == false)
  }
}
