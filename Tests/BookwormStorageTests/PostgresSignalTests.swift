// These tests check that observers are notified of other programs' commits through the server.
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct PostgresSignalTests {
  let schema: TestSchema

  init() throws {
    schema = try TestSchema()
    try schema.execute("CREATE TABLE t (x bigint)")
  }

  private func open(_ url: String? = nil) throws -> Database {
    try Database(server: url ?? schema.url, options: DatabaseOptions())
  }

  private func write(_ database: Database) throws {
    let writer = try database.beginWrite()
    try writer.statement(composed: "INSERT INTO t VALUES (1)").run()
    try database.commit(writer)
  }

  /// Returns whether the handle is signalled within this time. The default is too short for the
  /// timer's check.
  private func hears(_ handle: WaitHandle, within wait: Milliseconds = 500) throws -> Bool {
    try handle.wait(until: Clock.monotonic() + wait)
  }

  @Test func aCommitOfAnotherProgramIsHeardOf() throws {
    let (ours, others) = (try open(), try open())
    let (signal, handle) = (CommitSignal(ours), try WaitHandle())
    try signal.add(handle)
    try write(others)
    for _ in 0..<5 {
      signal.clear(handle)
      // The notification comes long before the timer's next check.
      let start = Clock.monotonic()
      try write(others)
      #expect(try hears(handle))
      #expect(Clock.monotonic() - start < 500)
    }
    signal.remove(handle)
    signal.close()
  }

  @Test func aCommitToAnotherStoreIsNot() throws {
    let other = try TestSchema()
    try other.execute("CREATE TABLE t (x bigint)")
    let (signal, handle) = (CommitSignal(try open()), try WaitHandle())
    try signal.add(handle)
    signal.clear(handle)
    try write(try open(other.url))
    #expect(try !hears(handle, within: 200))
    signal.close()
    #expect(try hears(handle))
  }

  @Test func whatIsNotHeardOfIsLookedForEachSecond() throws {
    let (signal, handle) = (CommitSignal(try open()), try WaitHandle())
    try signal.add(handle)
    let start = Clock.monotonic()
    #expect(try hears(handle, within: 3000))
    #expect(Clock.monotonic() - start >= 900)
    signal.clear(handle)
    #expect(try !hears(handle, within: 100))
    signal.close()
  }

  @Test func whereTheConnectionIsLostItIsHeardAgain() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let url = proxy.url(with: "bookworm_schema=\(schema.name)")
    let others = try open()
    let (signal, handle) = (CommitSignal(try open(url)), try WaitHandle())
    try signal.add(handle)
    signal.clear(handle)
    proxy.cut(.fromServer, after: 0)
    try write(others)
    // The cut itself counts as news, because changes may have been missed.
    #expect(try hears(handle))
    signal.clear(handle)
    try write(others)
    #expect(try hears(handle))
    signal.clear(handle)
    // Without a server, only the timer's check remains.
    proxy.refuse(true)
    proxy.cut(.fromServer, after: 0)
    try write(others)
    #expect(try hears(handle))
    signal.clear(handle)
    #expect(try !hears(handle, within: 100))
    #expect(try hears(handle, within: 3000))
    signal.close()
  }

  @Test func aReadOnlyStoreHearsToo() throws {
    var options = DatabaseOptions()
    options.readOnly = true
    let ours = try Database(server: schema.url, options: options)
    let (signal, handle) = (CommitSignal(ours), try WaitHandle())
    try signal.add(handle)
    signal.clear(handle)
    try write(try open())
    #expect(try hears(handle))
    signal.close()
  }
}
