// These tests check that a commit's outcome is reported correctly, wherever the connection broke.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresOutcomeTests {
  let schema: TestSchema

  init() throws {
    schema = try TestSchema()
    try schema.execute(
      """
      CREATE TABLE changes (id bigint PRIMARY KEY, receipt bigint);
      CREATE TABLE t (x bigint); INSERT INTO changes VALUES (1, 0)
      """)
  }

  private static let receipts = SQL(Receipt.question("changes"))
  private static let lastChange = SQL("SELECT coalesce(max(id), 0) FROM changes")
  private static let insert = SQL("INSERT INTO t VALUES (?)")
  private static let log = SQL("INSERT INTO changes (id, receipt) VALUES (?, ?)")

  private func open(
    _ proxy: CuttingProxy, _ words: String = "",
    _ change: (inout DatabaseOptions) -> Void = { _ in }
  ) throws -> Database {
    var options = DatabaseOptions()
    options.receipts = Self.receipts
    change(&options)
    return try Database(
      server: proxy.url(with: "bookworm_schema=\(schema.name)" + words), options: options)
  }

  private func write(
    _ database: Database, _ x: Int64, beforeCommit: () throws -> Void = {}
  ) throws {
    let writer = try database.beginWrite { try $0.statement(Self.lastChange).ask() }
    do {
      let last = try writer.statement(Self.lastChange)
      let number = try last.step() ? last.int64(0) + 1 : 1
      last.reset()
      let insert = try writer.statement(Self.insert)
      insert.bind(1, x)
      try insert.run()
      let log = try writer.statement(Self.log)
      log.bind(1, number)
      log.bind(2, writer.receipt(forNumber: number))
      try log.run()
      try beforeCommit()
    } catch {
      database.rollBack(writer)
      throw error
    }
    try database.commit(writer)
  }

  private func kept() throws -> Set<Int64> {
    Set(try schema.rows("SELECT x FROM t").compactMap { $0[0].flatMap { Int64($0) } })
  }

  /// Cuts the connection after every byte of a write, in either direction.
  @Test(arguments: CuttingProxy.Way.allCases)
  func everyOutcomeIsToldRightlyWhereverTheConnectionIsCut(way: CuttingProxy.Way) throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy)
    var expected: Set<Int64> = []
    var x: Int64 = 0
    func writeWell() throws {
      x += 1
      try write(database, x)
      expected.insert(x)
    }
    try writeWell()
    let start = proxy.count(way)
    try writeWell()
    let length = proxy.count(way) - start
    #expect(length > 100)
    var (renewed, lost) = (0, 0)
    for place in 0...length {
      proxy.cut(way, after: place)
      x += 1
      do {
        try write(database, x)
        expected.insert(x)
        renewed += proxy.isCut ? 1 : 0
      } catch let error as StorageError {
        #expect(error.kind == .inputOutput, "byte \(place): \(error)")
        lost += 1
      }
      proxy.cutNever()
      // Everything is prepared in the new session, so that the next write has the same length.
      try writeWell()
    }
    #expect(try kept() == expected)
    // The lost writes had not reached the server's COMMIT; the receipts of the others were found.
    #expect(renewed > 10, "of \(length + 1) were kept \(renewed), and lost \(lost)")
    #expect(lost > (way == .toServer ? 10 : 0))
    #expect(
      try schema.rows("SELECT max(id) - count(*), count(DISTINCT receipt) - count(*) FROM changes")
        == [["0", "0"]])
  }

  @Test(arguments: [true, false])
  func whereNoServerAnswersTheOutcomeIsUnknownUntilItIsAskedFor(reachesServer: Bool) throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy) { $0.outcomeTimeout = 200 }
    try write(database, 1)
    let error = storageError {
      try write(database, 2) {
        proxy.refuse(true)
        proxy.cut(reachesServer ? .fromServer : .toServer, after: 1)
      }
    }
    #expect(error?.kind == .outcomeUnknown)
    #expect(error?.receipt != 0)
    #expect(error?.message.contains("all of it was kept, or nothing") == true)
    // The store rejects calls while the server is away, and only then.
    #expect(storageError { try database.wasKept(receipt: error?.receipt ?? 0) } != nil)
    proxy.refuse(false)
    #expect(try database.wasKept(receipt: error?.receipt ?? 0) == reachesServer)
    #expect(try kept() == (reachesServer ? [1, 2] : [1]))
    try write(database, 3)
  }

  /// A commit is followed by a flush, a transaction that waits for the disk. The row that the flush
  /// returns proves nothing yet: only the end of its transaction waits for the disk.
  @Test func aCommitWhoseLastBytesWereNotHeardIsAskedFor() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy) { $0.outcomeTimeout = 50 }
    try write(database, 1)
    var start = 0
    try write(database, 2) { start = proxy.count(.fromServer) }
    let length = proxy.count(.fromServer) - start
    for missing in 1...12 {
      let error = storageError {
        try write(database, Int64(2 + missing)) {
          proxy.refuse(true)
          proxy.cut(.fromServer, after: length - missing)
        }
      }
      #expect(error?.kind == .outcomeUnknown, "without the last \(missing) bytes")
      proxy.refuse(false)
      proxy.cutNever()
      #expect(try database.wasKept(receipt: error?.receipt ?? 0) == true)
      // Everything is prepared in the new session.
      try write(database, Int64(100 + missing))
    }
  }

  @Test func aSessionThatItsServerHoldsToBeAliveIsEnded() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy) { $0.outcomeTimeout = 5000 }
    try write(database, 1)
    let start = Clock.monotonic()
    let error = storageError {
      try write(database, 2) { proxy.cut(.toServer, after: 1, .clientsSideOnly) }
    }
    #expect(error?.kind == .inputOutput)
    #expect(Clock.monotonic() - start < 4000)
    try write(database, 3)
    #expect(try kept() == [1, 3])
  }

  /// The server cancels the question by its time-out as long as another session holds the lock.
  @Test func aQuestionThatTheServerCancelsIsAskedAgain() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy, "&options=-c%20statement_timeout%3D1000") {
      $0.outcomeTimeout = 30_000
    }
    try write(database, 1)
    let holder = try RawServer()
    let lock = "1113018957, '\(schema.name)'::regnamespace::oid::int"
    var other: Worker<Void>?
    try write(database, 2) {
      // The next holder of the lock, which delays the question about the write.
      other = Worker {
        _ = try? holder.execute("SELECT pg_advisory_lock(\(lock)); SELECT pg_sleep(2.5)")
        _ = try? holder.execute("SELECT pg_advisory_unlock(\(lock))")
      }
      let waiting = """
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND objid = '\(schema.name)'::regnamespace::oid
        """
      while try schema.rows(waiting).isEmpty { usleep(1000) }
      proxy.cut(.fromServer, after: 1)
    }
    _ = other?.join()
    #expect(try kept() == [1, 2])
    try write(database, 3)
  }

  @Test func aLogThatNoLongerReachesBackSaysNothing() throws {
    let database = try Database(
      server: schema.url,
      options: {
        var options = DatabaseOptions()
        options.receipts = Self.receipts
        return options
      }())
    let gone = Receipt.new(forNumber: 5)
    let absent = Receipt.new(forNumber: 11)
    let next = Receipt.new(forNumber: 21)
    #expect(try database.wasKept(receipt: next) == false)
    try schema.execute(
      "DELETE FROM changes; INSERT INTO changes SELECT i, i FROM generate_series(10, 20) i")
    #expect(try database.wasKept(receipt: gone) == nil)
    #expect(try database.wasKept(receipt: absent) == false)
    #expect(try database.wasKept(receipt: next) == false)
    try schema.execute("INSERT INTO changes VALUES (21, \(next))")
    #expect(try database.wasKept(receipt: next) == true)
    // Numbers of more than 31 bits.
    let large: Int64 = 7 << 31 - 1
    try schema.execute("DELETE FROM changes; INSERT INTO changes VALUES (\(large), 0)")
    for number in [large - 1, large, large + 1] {
      let receipt = Receipt.new(forNumber: number)
      #expect(try database.wasKept(receipt: receipt) == (number < large ? nil : false))
    }
  }

  @Test func aTransactionThatHasLeftNoReceiptCannotBeFoundAgain() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let database = try open(proxy)
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    proxy.cut(.fromServer, after: 0)
    let error = storageError { try database.commit(writer) }
    #expect(error?.kind == .outcomeUnknown)
    #expect(error?.receipt == 0)
    try write(database, 2)
  }
}
