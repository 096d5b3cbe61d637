// Tests a standby: it is opened for reading and polled for changes. After it has replaced its
// server, without the last commits, programs continue on the standby.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: OwnServer.isThere, Comment(rawValue: TestServer.hint)), .serialized)
struct ServerStandbyTests {
  private static let library = "bookworm_schema=library"
  let (server, standby): (OwnServer, OwnServer)
  let id: Int64

  init() throws {
    server = try OwnServer()
    try server.start()
    id = try openStore(server: server.url(with: Self.library)).create("Book")
    standby = try OwnServer(following: server)
    try standby.start()
  }

  /// Returns when the standby has what its server has now.
  private func follow() throws {
    let there = try RawServer(server.url(with: "")).rows("SELECT pg_current_wal_lsn()")[0][0] ?? ""
    let raw = try RawServer(standby.url(with: ""))
    for _ in 0..<1000 {
      if try raw.rows("SELECT pg_last_wal_replay_lsn() >= '\(there)'") == [["t"]] { return }
      usleep(20_000)
    }
    Issue.record("the standby does not follow")
  }

  @Test func itIsReadAndHeardAndNotWritten() throws {
    let store = try openStore(server: server.url(with: Self.library))
    let copy = try openStore(server: standby.url(with: Self.library))
    #expect(copy.isReadOnly)
    #expect(storageError { try copy.setRating(id, 1) }?.kind == .readOnly)
    let observer = try copy.observe([])
    let before = try copy.begin(.read)
    #expect(try before.read(id).rating == 0)
    try store.setRating(id, 4)
    #expect(try observer.next(20_000).heard == [Heard(.updated, .book, id, .rating)])
    #expect(try copy.read(id).rating == 4)
    #expect(try before.read(id).rating == 0)
    _ = try before.rollBack()
    var query = try Query()
    try query.search(bytes("book"), [], .all)
    #expect(try copy.run(query).ids == [id])
    #expect(try copy.check().count == 0)
    // Among several servers, the requested one is used.
    for (wanted, isReadOnly) in [("prefer-standby", true), ("read-write", false)] {
      let words = "\(Self.library)&target_session_attrs=\(wanted)"
      let chosen = try openStore(server: OwnServer.url(of: [server, standby], with: words))
      #expect(chosen.isReadOnly == isReadOnly)
    }
  }

  @Test func whereItTakesItsServersPlaceProgramsGoOnThere() throws {
    let words = "\(Self.library)&target_session_attrs=read-write"
    let store = try openStore(server: OwnServer.url(of: [server, standby], with: words))
    let observer = try store.observe([])
    try store.setRating(id, 1)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    try follow()
    // Commits from now on are lost with their server.
    standby.stop()
    try store.setRating(id, 2)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    server.kill()
    try standby.start()
    try standby.promote()
    #expect(try observer.hear().map(\.kind) == [.reread])
    #expect(try store.read(id).rating == 1)
    #expect(failure { try store.undo() }?.message.contains("lost commits") == true)
    try store.setRating(id, 5)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    try store.undo()
    #expect(try store.read(id).rating == 1)
    #expect(try store.check().count == 0)
  }
}
