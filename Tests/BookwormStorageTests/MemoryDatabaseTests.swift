// These tests check ":memory:", a single connection that serves all callers in turn.
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct MemoryDatabaseTests {
  private func open(timeout: Milliseconds = 600_000) throws -> Database {
    var options = DatabaseOptions()
    options.busyTimeout = timeout
    let database = try Database(path: ":memory:", options: options)
    let writer = try database.beginWrite()
    try writer.execute("CREATE TABLE t (x)")
    try database.commit(writer)
    return database
  }

  @Test func readersAndWritersUseOneConnection() throws {
    let database = try open()
    #expect(database.hasOneConnection)
    let writer = try database.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    try database.commit(writer)
    let reader = try database.borrowReader()
    #expect(reader === writer)
    #expect(try reader.integer("SELECT count(*) FROM t") == 1)
    database.giveBack(reader: reader)
  }

  @Test func aReaderKeepsTheOthersWaiting() throws {
    let database = try open(timeout: 0)
    let reader = try database.borrowReader()
    #expect(storageError { try database.beginWrite() }?.kind == .busy)
    #expect(storageError { try database.borrowReader() }?.kind == .busy)
    database.giveBack(reader: reader)
    database.rollBack(try database.beginWrite())
  }

  @Test func threadsTakeTurns() throws {
    let database = try open()
    inParallel(4) { _ in
      for _ in 0..<50 {
        guard let writer = try? database.beginWrite() else { return }
        try? writer.execute("INSERT INTO t SELECT count(*) FROM t")
        try? database.commit(writer)
      }
    }
    let reader = try database.borrowReader()
    defer { database.giveBack(reader: reader) }
    #expect(try reader.integer("SELECT count(DISTINCT x) FROM t") == 200)
  }

  @Test func twoDatabasesInMemoryHaveNothingInCommon() throws {
    let (one, other) = (try open(), try open())
    let writer = try one.beginWrite()
    try writer.execute("INSERT INTO t VALUES (1)")
    try one.commit(writer)
    let reader = try other.borrowReader()
    #expect(try reader.integer("SELECT count(*) FROM t") == 0)
    other.giveBack(reader: reader)
  }

  @Test func closingDropsItAll() throws {
    let database = try open()
    database.close()
    #expect(storageError { try database.borrowReader() }?.kind == .closed)
    #expect(storageError { try database.beginWrite() }?.kind == .closed)
  }
}
