// Tests a server whose answers are changed on their way: calls may fail, but none waits for ever.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerLyingTests {
  /// Each lie changes one byte, and their places are seven bytes apart: some are bytes of lengths,
  /// others of types, values, words or numbers.
  private static let lies = 96
  private static let threads = 12
  /// A call waits for the time-out, may start again once, and each time asks whether the server is
  /// there; the rest is for a busy machine.
  private static let longest: Milliseconds = 2 * (1000 + 2000) + 9000

  @Test func noCallWaitsForAnAnswerThatWasSpoilt() throws {
    let schema = try TestSchema()
    let id = try openStore(server: schema.url).create("Book")
    let slowest = Shared<Milliseconds>(0)
    let failures = Shared<Int>(0)
    inParallel(Self.threads) { thread in
      for lie in stride(from: thread, to: Self.lies, by: Self.threads) {
        guard let proxy = try? CuttingProxy() else { return }
        defer { proxy.stop() }
        var options = StoreOptions()
        options.busyTimeout = 1000
        let url = proxy.url(with: "bookworm_schema=\(schema.name)")
        guard let store = try? openStore(server: url, options) else { return }
        let passed = Shared<Int>(0)
        proxy.falsify { bytes in
          let place = lie * 7 - passed.value
          if bytes.indices.contains(place) { bytes[place] ^= 0x55 }
          passed.with { $0 += bytes.count }
        }
        let calls: [() throws -> Void] = [
          { _ = try store.read(id) }, { try store.setRating(id, Int32(lie % 6)) },
          { _ = try store.run(Query()) }, { _ = try store.check() }, { _ = try store.close() },
        ]
        for call in calls {
          let start = Clock.monotonic()
          if (try? call()) == nil { failures.with { $0 += 1 } }
          slowest.with { $0 = max($0, Clock.monotonic() - start) }
        }
      }
    }
    #expect(slowest.value < Self.longest)
    #expect(failures.value > 0)
    #expect(try openStore(server: schema.url).check().count == 0)
  }
}
