// Tests a server without room on its disk or for sessions, and a server that ends idle sessions.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: OwnServer.isThere, Comment(rawValue: TestServer.hint)), .serialized)
struct ServerLimitTests {
  private func open(_ server: OwnServer, _ words: String = "") throws -> Store {
    try openStore(server: server.url(with: "bookworm_schema=library" + words))
  }

  /// The server's write-ahead log has no room either, and a server cannot continue without its log.
  @Test(.enabled(if: OwnServer.mayHaveDisk, "only root may mount a small disk"))
  func aServerWhoseWholeDiskIsFullKeepsWhatItAcknowledged() throws {
    let server = try OwnServer(disk: 128)
    server.settings = ["min_wal_size=32MB", "max_wal_size=32MB"]
    try server.start()
    let store = try open(server)
    let id = try store.create("Book")
    try server.fillDisk(leaving: 8 << 20)
    let long = String((0..<100_000).map { _ in Character(UnicodeScalar(.random(in: 32...126))) })
    var (kept, error) = (0, StorageError?.none)
    while error == nil, kept < 2000 {
      error = storageError { try store.addQuote(long + "\(kept)", to: id) }
      if error == nil { kept += 1 }
    }
    #expect(kept > 0)
    // The server may already be starting again, and refuse connections.
    let kinds = [StorageError.Kind.full, .inputOutput, .outcomeUnknown, .cannotOpen]
    #expect(kinds.contains { $0 == error?.kind }, "\(error as Any)")
    server.makeRoomOnDisk()
    server.stop()
    try server.start()
    if let error, error.kind == .outcomeUnknown, try store.wasKept(receipt: error.receipt) {
      kept += 1
    }
    let raw = try RawServer(server.url(with: ""))
    let quotes = try raw.rows("SELECT count(*) FROM library.quotes")
    #expect(quotes == [["\(kept)"]])
    _ = try store.addQuote(long, to: id)
    #expect(try store.check().count == 0)
  }

  @Test func aServerThatHasNoMoreSessionsSaysSoAndThoseThatAreOpenGoOn() throws {
    let server = try OwnServer()
    server.settings = ["max_connections=12", "superuser_reserved_connections=1"]
    try server.start()
    var stores = [try open(server)]
    let id = try stores[0].create("Book")
    let observer = try stores[0].observe([])
    var error: StorageError?
    while error == nil, stores.count < 20 {
      error = storageError { stores.append(try open(server)) }
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("too many clients") == true)
    try stores[0].setRating(id, 1)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    try stores[1].setRating(id, 2)
    #expect(try stores[0].read(id).rating == 2)
    _ = try stores.removeLast().close()
    #expect(try open(server).read(id).rating == 2)
  }

  /// The server has had the time-out since PostgreSQL 14.
  @Test func whoWasIdleForTooLongIsConnectedAgainWithoutAnybodyNoticing() throws {
    let server = try OwnServer()
    try server.start()
    let raw = try RawServer(server.url(with: ""))
    guard Int(try raw.rows("SHOW server_version_num")[0][0] ?? "") ?? 0 >= 140_000 else { return }
    let store = try open(server, "&options=-c%20idle_session_timeout%3D50")
    let other = try open(server)
    let id = try store.create("Book")
    let observer = try store.observe([])
    let idle = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
    for rating: Int32 in 1...3 {
      // Waits until only the other store's sessions and this one remain.
      while Int(try raw.rows(idle)[0][0] ?? "") ?? 0 > 3 { usleep(10_000) }
      try other.setRating(id, rating)
      #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
      #expect(try store.read(id).rating == rating)
      try store.setRating(id, 5)
      #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    }
    #expect(try store.undoInfo().undoCount == 4)
    while Int(try raw.rows(idle)[0][0] ?? "") ?? 0 > 3 { usleep(10_000) }
    #expect(try store.check().count == 0)
  }
}
