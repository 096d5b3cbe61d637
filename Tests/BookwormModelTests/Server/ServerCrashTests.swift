// Tests that a killed server keeps every acknowledged commit, and that observers read again after a
// server was set back to an earlier state.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: OwnServer.isThere, Comment(rawValue: TestServer.hint)), .serialized)
struct ServerCrashTests {
  private static let kills =
    getenv("BW_SERVER_KILLS").flatMap { Int(String(cString: $0)) } ?? 20

  private func open(_ server: OwnServer) throws -> Store {
    try openStore(server: server.url(with: "bookworm_schema=library"))
  }

  /// The outcome of each book, by its title, as reported to its writer.
  private struct Told {
    var kept: Set<String> = []
    var lost: Set<String> = []
    var unknown: [String: Int64] = [:]
    var isOver = false
  }

  /// Creates one book after another until one fails. A writer whose connection was idle at the kill
  /// notices nothing.
  private func write(_ store: Store, _ name: String, _ told: Shared<Told>) {
    for number in 0... {
      if told.value.isOver { return }
      let title = "\(name) \(number)"
      do {
        try store.create(title)
        told.with { _ = $0.kept.insert(title) }
      } catch {
        let storage = error as? StorageError
        told.with {
          if storage?.kind == .outcomeUnknown {
            $0.unknown[title] = storage?.receipt
          } else {
            $0.lost.insert(title)
          }
        }
        return
      }
    }
  }

  @Test func aKilledServerHasKeptWhatItAcknowledged() throws {
    let server = try OwnServer()
    try server.start()
    _ = try open(server).close()
    var kept = 0
    for round in 0..<Self.kills {
      let told = Shared(Told())
      let stores = try (0..<3).map { _ in try open(server) }
      let workers = stores.enumerated().map { number, store in
        Worker { write(store, "\(round) \(number)", told) }
      }
      usleep(.random(in: 30_000...200_000))
      server.kill()
      try server.start()
      told.with { $0.isOver = true }
      for worker in workers { _ = worker.join() }
      let raw = try RawServer(server.url(with: ""))
      let titles = Set(try raw.rows("SELECT title FROM library.books").compactMap { $0[0] })
      let missing = told.value.kept.subtracting(titles)
      #expect(missing == [], "acknowledged and lost in round \(round)")
      #expect(told.value.lost.intersection(titles) == [], "refused and kept in round \(round)")
      for (title, receipt) in told.value.unknown {
        #expect(try stores[0].wasKept(receipt: receipt) == titles.contains(title))
      }
      kept += told.value.kept.count
    }
    #expect(kept > Self.kills)
    let store = try open(server)
    #expect(try store.check().count == 0)
    let raw = try RawServer(server.url(with: ""))
    #expect(try raw.rows("SELECT max(id) FROM library.books")[0][0] == "\(try store.countBooks())")
  }

  @Test func anObservedPageIsRightAgainAfterKillsThoughAThreadOfTheLibraryRunsItsQuery() throws {
    let server = try OwnServer()
    try server.start()
    let (store, other) = (try open(server), try open(server))
    let ids = try other.createMany(2200) { SampleBook("Book \($0)").draft }
    var query = try Query()
    try query.setLimit(20)
    try query.setFields([.id, .rating])
    let observer = try store.observe(query, [])
    var (failed, seen) = (0, try observer.page().ids)
    for round in 0..<5 {
      // All books that the page knows leave it, so its query runs again.
      let gone = ids[(round * 200)..<(round * 200 + 200)]
      #expect(try other.deleteBooks(array(Array(gone))) == 200)
      let killer = Worker {
        usleep(UInt32.random(in: 0...20_000))
        server.kill()
        try? server.start()
      }
      let wanted = Array(ids[(round * 200 + 200)..<(round * 200 + 220)])
      for _ in 0..<2000 where seen != wanted {
        do {
          _ = try observer.hear()
          seen = try observer.page().ids
        } catch {
          #expect([.inputOutput, .cannotOpen].contains((error as? StorageError)?.kind))
          failed += 1
          usleep(10_000)
        }
      }
      _ = killer.join()
      #expect(seen == wanted)
    }
    #expect(failed > 0)
    #expect(try store.check().count == 0)
  }

  @Test func aServerThatIsPutBackMakesObserversReadAgainAndEndsTheStepsToUndo() throws {
    let server = try OwnServer()
    try server.start()
    let store = try open(server)
    let id = try store.create("Book")
    let observer = try store.observe([])
    try store.setRating(id, 1)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    server.stop()
    try server.save()
    try server.start()
    // The connection is replaced silently.
    try store.setRating(id, 2)
    try store.setRating(id, 3)
    for _ in 0..<2 { #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)]) }
    #expect(try store.undoInfo().undoCount == 4)
    server.stop()
    try server.putBack()
    try server.start()
    let other = try open(server)
    try other.setRating(id, 5)
    #expect(try observer.hear().map(\.kind) == [.reread])
    #expect(try store.undoInfo().undoCount == 0)
    #expect(failure { try store.undo() }?.message.contains("lost commits") == true)
    #expect(try store.read(id).rating == 5)
    try store.setRating(id, 4)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    #expect(try store.check().count == 0)
  }
}
