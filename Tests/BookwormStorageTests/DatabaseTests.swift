// These tests use one database file: visibility of changes, waiting for locks, and closing.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct DatabaseTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("database") }

  private func open(_ change: (inout DatabaseOptions) -> Void = { _ in }) throws -> Database {
    var options = DatabaseOptions()
    options.syncEveryCommit = false
    change(&options)
    return try Database(path: path, options: options)
  }

  private func opened() throws -> Database {
    try RawStore(path).execute("PRAGMA journal_mode = WAL")
    let database = try open()
    try write(database, "CREATE TABLE t (x)")
    return database
  }

  private func write(_ database: Database, _ sql: String) throws {
    let connection = try database.beginWrite()
    try connection.execute(sql)
    try database.commit(connection)
  }

  private func count(_ database: Database) throws -> Int64? {
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    return try reader.integer("SELECT count(*) FROM t")
  }

  @Test func whatIsWrittenIsSeenOnceItIsCommitted() throws {
    let database = try opened()
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    #expect(try writer.integer("SELECT count(*) FROM t") == 1)
    #expect(try count(database) == 0)
    try database.commit(writer)
    #expect(try count(database) == 1)
  }

  @Test func whatIsRolledBackNeverWas() throws {
    let database = try opened()
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    database.rollBack(writer)
    #expect(try count(database) == 0)
    try write(database, "INSERT INTO t VALUES (2)")
    #expect(try count(database) == 1)
  }

  @Test func aCommitThatFailsLeavesNothingBehindAndTheStoreUsable() throws {
    let database = try opened()
    let writer = try database.beginWrite()
    try writer.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
    try writer.execute("CREATE TABLE c (p REFERENCES p DEFERRABLE INITIALLY DEFERRED)")
    try database.commit(writer)
    let connection = try database.borrowReader()
    database.giveBack(reader: connection)
    // The pragma has an effect only outside of a transaction.
    let second = try open()
    try second.withWriter { try $0.execute("PRAGMA foreign_keys = ON") }
    let failing = try second.beginWrite()
    try failing.execute("INSERT INTO c VALUES (1); INSERT INTO t VALUES (1)")
    #expect(storageError { try second.commit(failing) } != nil)
    #expect(try count(second) == 0)
    try write(second, "INSERT INTO t VALUES (2)")
    #expect(try count(database) == 1)
  }

  @Test func nobodyIsToldThatItIsLockedBeforeItsTime() throws {
    let (one, other) = (try opened(), try open { $0.busyTimeout = 3 })
    let writer = try one.beginWrite()
    for _ in 0..<50 {
      let start = ContinuousClock.now
      #expect(storageError { try other.beginWrite() }?.kind == .busy)
      #expect(ContinuousClock.now - start >= .milliseconds(3))
    }
    one.rollBack(writer)
  }

  @Test func aReaderCannotWrite() throws {
    let database = try opened()
    let reader = try database.borrowReader()
    let error = storageError { try reader.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.kind == .readOnly)
  }

  @Test func readingGoesOnWhileAnotherDatabaseWrites() throws {
    let (one, other) = (try opened(), try open())
    let writer = try other.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    #expect(try count(one) == 0)
    try other.commit(writer)
    #expect(try count(one) == 1)
  }

  @Test func anotherDatabaseThatWritesIsWaitedForOnlyAsLongAsAskedFor() throws {
    let one = try opened()
    let writer = try one.beginWrite()
    for timeout: Milliseconds in [0, 40] {
      let other = try open { $0.busyTimeout = timeout }
      let start = Clock.monotonic()
      #expect(storageError { try other.beginWrite() }?.kind == .busy)
      #expect(Clock.monotonic() - start >= timeout)
    }
    try one.commit(writer)
    try write(try open { $0.busyTimeout = 0 }, "INSERT INTO t VALUES (1)")
    #expect(try count(one) == 1)
  }

  @Test func anotherThreadThatWritesIsWaitedForOnlyAsLongAsAskedFor() throws {
    _ = try opened()
    let database = try open { $0.busyTimeout = 40 }
    let writer = try database.beginWrite()
    let start = Clock.monotonic()
    let error = storageError { try database.beginWrite() }
    #expect(error?.kind == .busy)
    #expect(error?.message.contains("more than 40 ms") == true)
    #expect(Clock.monotonic() - start >= 39)
    database.rollBack(writer)
    try write(database, "INSERT INTO t VALUES (1)")
  }

  @Test func aWriterThatWaitsGetsItsTurn() throws {
    let one = try opened()
    let other = try open { $0.busyTimeout = 600_000 }
    let writer = try one.beginWrite()
    let waiting = Worker { try? write(other, "INSERT INTO t VALUES (1)") }
    try writer.execute("INSERT INTO t VALUES (2)")
    try one.commit(writer)
    #expect(waiting.join() != nil)
    #expect(try count(one) == 2)
  }

  @Test func manyWritersLoseNothing() throws {
    let databases = [try opened(), try open()]
    inParallel(4) { number in
      for _ in 0..<25 { try? write(databases[number % 2], "INSERT INTO t VALUES (1)") }
    }
    #expect(try count(databases[0]) == 100)
  }

  @Test func aReadOnlyDatabaseIsNotWritten() throws {
    try write(try opened(), "INSERT INTO t VALUES (1)")
    let database = try open { $0.readOnly = true }
    #expect(try count(database) == 1)
    #expect(storageError { try database.beginWrite() }?.kind == .readOnly)
  }

  @Test(arguments: [true, false])
  func aDatabaseThatIsAbsentIsNotMade(readOnly: Bool) {
    #expect(storageError { try open { $0.readOnly = readOnly } }?.kind == .cannotOpen)
    #expect(folder.files.isEmpty)
  }

  @Test func theOptionsReachEveryConnection() throws {
    try opened().close()
    for (sync, expected) in [(true, Int64(2)), (false, 1)] {
      let database = try open {
        $0.syncEveryCommit = sync
        $0.cacheKiB = 777
      }
      let writer = try database.beginWrite()
      let reader = try database.borrowReader()
      #expect(try writer.integer("PRAGMA synchronous") == expected)
      for connection in [writer, reader] {
        #expect(try connection.integer("PRAGMA cache_size") == -777)
        #expect(try connection.integer("PRAGMA secure_delete") == 0)
        #expect(try connection.integer("PRAGMA trusted_schema") == 0)
      }
      database.giveBack(reader: reader)
      database.rollBack(writer)
    }
  }

  @Test func aReaderIsLentAgainAndOnlyAFewAreKept() throws {
    let database = try opened()
    let first = try database.borrowReader()
    database.giveBack(reader: first)
    #expect(try database.borrowReader() === first)
    weak var last: Connection?
    do {
      let readers = try (0..<9).map { _ in try database.borrowReader() }
      last = readers.last
      for reader in readers { database.giveBack(reader: reader) }
    }
    #expect(last == nil)
  }

  @Test func aSnapshotThatEndsIsOver() throws {
    let database = try opened()
    let reader = try database.borrowReader()
    try reader.execute("BEGIN; SELECT count(*) FROM t")
    try write(database, "INSERT INTO t VALUES (1)")
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    database.endSnapshot(reader)
    #expect(!reader.inTransaction)
    #expect(try count(database) == 1)
  }

  @Test func smallCommitsAreFoldedIntoTheFileSeldom() throws {
    let database = try opened()
    func commit(_ times: Int) throws {
      for _ in 0..<times { try write(database, "INSERT INTO t VALUES (zeroblob(400000))") }
    }
    var file = stat()
    // Each commit writes a hundred pages; by default, SQLite checkpoints after a thousand.
    try commit(20)
    #expect(stat(path, &file) == 0 && file.st_size < 400_000)
    try commit(30)
    #expect(stat(path, &file) == 0 && file.st_size > 10_000_000)
  }

  // MARK: Closing

  @Test func aClosedDatabaseTurnsCallsAway() throws {
    let database = try opened()
    database.close()
    #expect(storageError { try database.borrowReader() }?.kind == .closed)
    #expect(storageError { try database.beginWrite() }?.kind == .closed)
    #expect(storageError { try database.checkIsOpen() }?.kind == .closed)
    database.close()
    #expect(folder.files == ["database"])
  }

  @Test func aReaderThatIsLentOutlivesTheClose() throws {
    let database = try opened()
    var reader: Connection? = try database.borrowReader()
    weak let lent = reader
    database.close()
    #expect(try reader?.integer("SELECT count(*) FROM t") == 0)
    if let reader { database.giveBack(reader: reader) }
    reader = nil
    #expect(lent == nil)
  }

  @Test func whoWaitsForALockIsToldOfTheClose() throws {
    try RawStore(path).execute("CREATE TABLE t (x)")
    let database = try open()
    let reader = try database.borrowReader()
    // Without a write-ahead log, a writer blocks readers.
    let other = try open()
    let writer = try other.beginWrite()
    try writer.execute("COMMIT; BEGIN EXCLUSIVE")
    let waiting = Worker { storageError { try reader.integer("SELECT count(*) FROM t") }?.kind }
    usleep(20_000)
    database.close()
    #expect(waiting.join() == .closed)
    other.rollBack(writer)
  }

  @Test func closingWaitsForAWriteThatIsUnderWay() throws {
    let database = try opened()
    let writer = try database.beginWrite()
    let closing = Worker { database.close() }
    try writer.execute("INSERT INTO t VALUES (1)")
    try database.commit(writer)
    #expect(closing.join() != nil)
    #expect(try count(try open()) == 1)
  }
}
