// These tests check the order of writers: SQLite's write lock has no queue.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct WriteTurnsTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("database") }

  private func opened(busyTimeout: Milliseconds = 5000) throws -> Database {
    var options = DatabaseOptions()
    options.busyTimeout = busyTimeout
    options.syncEveryCommit = false
    try RawStore(path).execute("PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (x)")
    let database = try Database(path: path, options: options)
    try write(database)
    return database
  }

  private func write(_ database: Database) throws {
    let connection = try database.beginWrite()
    try connection.execute("INSERT INTO t VALUES (1)")
    try database.commit(connection)
  }

  private func turn(_ database: Database) throws -> Int64 {
    try database.withWriter { LogLock.turn(try #require($0.sqlite).handle) }
  }

  @Test func whoHasWaitedForLongGoesFirst() throws {
    let (one, other) = (try opened(), try opened())
    let writing = try one.beginWrite()
    let waiting = HelperThread { [self] in try? write(other) }
    var turn: Int64 = -1
    for _ in 0..<1000 where turn < 0 {
      turn = LogLock.turn(try #require(writing.sqlite).handle)
      usleep(5000)
    }
    #expect(turn >= 0)
    one.rollBack(writing)
    // This connection released the lock only for a moment, and comes second nevertheless.
    let second = try one.beginWrite()
    #expect(try second.integer("SELECT count(*) FROM t") == 3)
    one.rollBack(second)
    waiting?.join()
    #expect(try self.turn(one) < 0)
  }

  @Test func aTurnThatIsNotUsedKeepsNobodyFromWriting() throws {
    let database = try opened(busyTimeout: 60_000)
    // Simulates a stopped program.
    let stopped = try #require(LogLock(ofStore: path))
    #expect(stopped.takeTurn())
    #expect(try milliseconds { try write(database) } >= WriteTurns.most)
    // Others wait for it only once.
    let again = try milliseconds { for _ in 0..<100 { try write(database) } }
    #expect(again < 100 * WriteTurns.most)
  }

  @Test func turnsAreToldApartAndOnlyOneHasItsTurn() throws {
    let database = try opened()
    var turns: Set<Int64> = []
    for _ in 0..<10 {
      let lock = try #require(LogLock(ofStore: path))
      #expect(lock.takeTurn())
      #expect(try #require(LogLock(ofStore: path)).takeTurn() == false)
      turns.insert(try turn(database))
    }
    #expect(turns.count == 10)
    #expect(try turn(database) < 0)
  }

  @Test func aWriteWaitsForTurnsNoLongerThanItsTimeOut() throws {
    let database = try opened(busyTimeout: 20)
    let stopped = try #require(LogLock(ofStore: path))
    #expect(stopped.takeTurn())
    try write(database)
  }
}
