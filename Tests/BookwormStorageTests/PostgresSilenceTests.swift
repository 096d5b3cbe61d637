// These tests check that the library asks a silent server in another session whether it is working.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresSilenceTests {
  private func options(_ timeout: Milliseconds = 1000) -> DatabaseOptions {
    var options = DatabaseOptions()
    options.busyTimeout = timeout
    return options
  }

  @Test func workThatTakesLongerThanTheTimeoutIsNotCutShort() throws {
    let database = try Database(server: TestSchema().url, options: options(100))
    let reader = try database.borrowReader()
    let start = Clock.monotonic()
    #expect(try reader.integer("SELECT 1 FROM pg_sleep(3.5)") == 1)
    #expect(Clock.monotonic() - start >= 3500)
    database.giveBack(reader: reader)
    let writer = try database.beginWrite()
    #expect(try writer.integer("SELECT 1 FROM pg_sleep(2.5)") == 1)
    try database.commit(writer)
  }

  @Test func workOfAServerThatTakesNoMoreSessionsIsNotCutShort() throws {
    let (schema, proxy) = (try TestSchema(), try CuttingProxy())
    defer { proxy.stop() }
    let database = try Database(
      server: proxy.url(with: "bookworm_schema=\(schema.name)"), options: options())
    let reader = try database.borrowReader()
    proxy.refuse(true)
    #expect(try reader.integer("SELECT 1 FROM pg_sleep(3)") == 1)
    database.giveBack(reader: reader)
  }

  /// The server has done everything that it was asked for, and its answers are lost.
  @Test func anAnswerThatWasLostOnItsWayIsGivenUp() throws {
    let (schema, proxy) = (try TestSchema(), try CuttingProxy())
    defer { proxy.stop() }
    let database = try Database(
      server: proxy.url(with: "bookworm_schema=\(schema.name)"), options: options())
    let writer = try database.beginWrite()
    proxy.cut(.fromServer, after: 0, .silently)
    let start = Clock.monotonic()
    let error = storageError { try writer.integer("SELECT 1") }
    #expect(error?.kind == .inputOutput, "\(error as Any)")
    #expect(error?.message.contains("answer was lost") == true, "\(error as Any)")
    #expect(Clock.monotonic() - start < 6000)
    database.rollBack(writer)
    database.rollBack(try database.beginWrite())
  }

  @Test func aSessionIsNotWaitedForLongerThanTheTimeout() throws {
    let (schema, proxy) = (try TestSchema(), try CuttingProxy())
    defer { proxy.stop() }
    let database = try Database(
      server: proxy.url(with: "bookworm_schema=\(schema.name)"), options: options())
    database.giveBack(reader: try database.borrowReader())
    proxy.cut(.fromServer, after: 0)
    proxy.silence(true)
    let reader = try database.borrowReader()
    let start = Clock.monotonic()
    #expect(storageError { try reader.integer("SELECT 1") }?.kind == .cannotOpen)
    #expect(Clock.monotonic() - start < 4000)
    database.giveBack(reader: reader)
  }
}
