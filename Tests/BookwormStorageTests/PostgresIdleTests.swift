// These tests check that idle sessions are closed.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresIdleTests {
  private let schema: TestSchema
  private let database: Database

  init() throws {
    schema = try TestSchema()
    var options = DatabaseOptions()
    options.timeOfIdleReaders = 500
    database = try Database(
      server: schema.url + "&application_name=\(schema.name)", options: options)
  }

  private func sessions() throws -> Int {
    let rows = try schema.rows(
      "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(schema.name)'")
    return rows[0][0].flatMap(Int.init) ?? -1
  }

  private func becomes(_ count: Int) throws -> Bool {
    for _ in 0..<100 {
      if try sessions() == count { return true }
      usleep(50_000)
    }
    return false
  }

  /// Uses that many readers at once, and then releases them.
  private func use(_ count: Int) throws {
    let readers = try (0..<count).map { _ in try database.borrowReader() }
    for reader in readers { #expect(try reader.integer("SELECT 1") == 1) }
    for reader in readers { database.giveBack(reader: reader) }
  }

  @Test func readersThatNobodyUsesAreClosed() throws {
    try use(3)
    #expect(try sessions() == 4)
    // The writer's session stays.
    #expect(try becomes(1))
    try use(1)
    #expect(try sessions() == 2)
    #expect(try becomes(1))
    database.close()
    #expect(try becomes(0))
  }

  @Test func aReaderInUseStays() throws {
    let used = try database.borrowReader()
    try use(1)
    #expect(try becomes(2))
    #expect(try used.integer("SELECT 1") == 1)
    database.giveBack(reader: used)
  }

  @Test func theLastUseCounts() throws {
    for _ in 0..<8 {
      let reader = try database.borrowReader()
      #expect(try reader.integer("SELECT 1") == 1)
      #expect(try sessions() == 2)
      database.giveBack(reader: reader)
      usleep(150_000)
    }
    database.close()
  }
}
