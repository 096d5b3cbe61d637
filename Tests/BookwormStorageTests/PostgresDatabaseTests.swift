// These tests use one schema on a server: visibility of changes, waiting for locks, and the effects
// of a lost connection.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresDatabaseTests {
  let schema: TestSchema

  init() throws {
    schema = try TestSchema()
    try schema.execute("CREATE TABLE t (x bigint)")
  }

  private func open(_ change: (inout DatabaseOptions) -> Void = { _ in }) throws -> Database {
    var options = DatabaseOptions()
    change(&options)
    return try Database(server: schema.url, options: options)
  }

  private func write(_ database: Database, _ sql: String) throws {
    let connection = try database.beginWrite()
    try connection.statement(composed: sql).run()
    try database.commit(connection)
  }

  private func count(_ database: Database) throws -> Int64? {
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    return try reader.integer("SELECT count(*) FROM t")
  }

  // MARK: Visibility

  @Test(arguments: [true, false])
  func whatIsWrittenIsSeenOnceItIsCommitted(waitsForDisk: Bool) throws {
    let database = try open { $0.syncEveryCommit = waitsForDisk }
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    #expect(try writer.integer("SELECT count(*) FROM t") == 1)
    #expect(try count(database) == 0)
    try database.commit(writer)
    #expect(try count(database) == 1)
    #expect(try schema.rows("SELECT x FROM t") == [["1"]])
  }

  @Test func whatIsRolledBackNeverWas() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try writer.statement(composed: "INSERT INTO t VALUES (1)").run()
    database.rollBack(writer)
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try schema.rows("SELECT x FROM t") == [["2"]])
  }

  @Test func aReaderCannotWrite() throws {
    let database = try open()
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    let error = storageError { try reader.statement(composed: "INSERT INTO t VALUES (1)").run() }
    #expect(error?.kind == .readOnly)
    #expect(storageError { try open { $0.readOnly = true }.beginWrite() }?.kind == .readOnly)
  }

  @Test func aTransactionThatReadsSeesOneState() throws {
    let database = try open()
    try write(database, "INSERT INTO t VALUES (1)")
    let reader = try database.borrowReader()
    try reader.statement(.beginReading).run()
    #expect(try reader.integer("SELECT count(*) FROM t") == 1)
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try reader.integer("SELECT count(*) FROM t") == 1)
    let seen = try reader.dataVersion()
    database.endSnapshot(reader)
    #expect(try count(database) == 2)
    let again = try database.borrowReader()
    #expect(try again.dataVersion() != seen)
    database.giveBack(reader: again)
  }

  // MARK: The lock

  @Test(arguments: [0, 60] as [Milliseconds])
  func anotherWriterIsWaitedForOnlyAsLongAsAskedFor(timeout: Milliseconds) throws {
    let one = try open()
    let writer = try one.beginWrite()
    let other = try open { $0.busyTimeout = timeout }
    let start = Clock.monotonic()
    let error = storageError { try other.beginWrite() }
    #expect(error?.kind == .busy)
    #expect(error?.message.contains("more than \(timeout) ms") == true)
    #expect(Clock.monotonic() - start >= timeout)
    try one.commit(writer)
    try write(try open(), "INSERT INTO t VALUES (1)")
    try write(other, "INSERT INTO t VALUES (2)")
    #expect(try count(one) == 2)
  }

  @Test func storesInTwoSchemasDoNotWaitForEachOther() throws {
    let second = try TestSchema()
    let writer = try open().beginWrite()
    var options = DatabaseOptions()
    options.busyTimeout = 0
    let other = try Database(server: second.url, options: options)
    other.rollBack(try other.beginWrite())
    #expect(writer.inTransaction)
  }

  @Test func manyWritersLoseNothingAndSeeEachOthersWork() throws {
    let databases = [try open(), try open(), try open()]
    try write(databases[0], "INSERT INTO t VALUES (0)")
    inParallel(6) { number in
      for _ in 0..<20 { try? write(databases[number % 3], "UPDATE t SET x = x + 1") }
    }
    #expect(try schema.rows("SELECT x FROM t") == [["120"]])
  }

  @Test func aWriterThatDiesLetsTheLockGo() throws {
    let writer = try open().beginWrite()
    try writer.statement(composed: "INSERT INTO t VALUES (1)").run()
    try end(writer)
    try write(try open(), "INSERT INTO t VALUES (2)")
    #expect(try schema.rows("SELECT x FROM t") == [["2"]])
  }

  // MARK: Lost connections

  /// Ends a connection's session, as the restart of a server does.
  private func end(_ connection: Connection) throws {
    let id = try connection.integer("SELECT pg_backend_pid()")
    try schema.execute("SELECT pg_terminate_backend(\(id ?? 0), 5000)")
  }

  @Test func anIdleConnectionThatDiedIsRenewedWithoutAnybodyNoticing() throws {
    let database = try open()
    try write(database, "INSERT INTO t VALUES (1)")
    let writer = try database.beginWrite()
    database.rollBack(writer)
    try end(writer)
    try write(database, "INSERT INTO t VALUES (2)")
    let reader = try database.borrowReader()
    try end(reader)
    #expect(try reader.integer("SELECT count(*) FROM t") == 2)
    try end(reader)
    try reader.statement(.beginReading).run()
    #expect(try reader.integer("SELECT count(*) FROM t") == 2)
    database.endSnapshot(reader)
    #expect(try count(database) == 2)
  }

  @Test func aTransactionThatLosesItsConnectionSaysSoAndHasWrittenNothing() throws {
    let database = try open()
    let writer = try database.beginWrite()
    try writer.statement(composed: "INSERT INTO t VALUES (1)").run()
    try end(writer)
    let error = storageError { try writer.integer("SELECT count(*) FROM t") }
    #expect(error?.kind == .inputOutput)
    #expect(!writer.inTransaction)
    database.rollBack(writer)
    #expect(try count(database) == 0)
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try count(database) == 1)
  }

  @Test func aSnapshotThatLosesItsConnectionDoesNotGoOnWithAnother() throws {
    let database = try open()
    let reader = try database.borrowReader()
    try reader.statement(.beginReading).run()
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    try end(reader)
    #expect(storageError { try reader.integer("SELECT count(*) FROM t") }?.kind == .inputOutput)
    database.endSnapshot(reader)
    #expect(try count(database) == 0)
  }

  @Test func aStatementThatAnOperatorEndsFailsAlone() throws {
    let database = try open()
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    _ = try reader.integer("SELECT length(set_config('statement_timeout', '1000', false))")
    #expect(
      storageError { _ = try reader.integer("SELECT 1 FROM pg_sleep(5)") }?.kind == .busy)
    #expect(try reader.integer("SELECT 5") == 5)
  }

  @Test func aChildLeavesItsParentsSessionAlone() throws {
    let database = try open()
    try write(database, "INSERT INTO t VALUES (1)")
    let failed = inChild {
      database.close()
      return 0
    }
    #expect(failed == 0)
    try write(database, "INSERT INTO t VALUES (2)")
    let writer = try database.beginWrite()
    // The session is the same as before.
    #expect(try writer.integer("SELECT count(*) FROM t") == 2)
    database.rollBack(writer)
  }

  // MARK: Addresses that cannot be opened

  @Test func aSchemaThatIsNotThereIsNoStore() throws {
    let database = try Database(
      server: TestServer.url(with: "bookworm_schema=not_there"), options: DatabaseOptions())
    let error = storageError { try database.beginWrite() }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("bookworm_schema=not_there") == true)
  }

  @Test(arguments: ["dbname=not_there", "user=not_there&password=secret"])
  func aServerThatRefusesIsQuotedWithoutThePassword(words: String) throws {
    let error = storageError {
      try Database(server: TestServer.url(with: words), options: DatabaseOptions())
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("not_there\" does not exist") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test func aDatabaseInAnotherEncodingIsRefused() throws {
    let server = try RawServer()
    let name = schema.name + "_latin"
    try server.execute("CREATE DATABASE \(name) ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    defer { try? server.execute("DROP DATABASE \(name)") }
    let error = storageError {
      try Database(server: TestServer.url(with: "dbname=\(name)"), options: DatabaseOptions())
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("LATIN1") == true)
  }
}
