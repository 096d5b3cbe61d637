// Tests that a publication of all tables, which an upgrade by logical replication needs, blocks no
// write. The server refuses to delete from a published table whose rows have no identity.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite(.enabled(if: OwnServer.isThere, Comment(rawValue: TestServer.hint)), .serialized)
struct ServerPublicationTests {
  private static let schema = "bookworm_schema=library"
  let server: OwnServer

  init() throws {
    server = try OwnServer()
    server.settings = ["wal_level=logical"]
    try server.start()
  }

  private func execute(_ sql: String) throws { try RawServer(server.url(with: "")).execute(sql) }

  private func open(_ change: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    change(&options)
    return try openStore(server: server.url(with: Self.schema), options)
  }

  private func work(in store: Store) throws {
    let ids = try store.createMany(40) { SampleBook("Book \($0)").draft }
    let genre = try store.genre(named: "Fantasy")
    _ = try store.addGenre(genre, toBook: ids[0])
    // Makes so many changes that the news of the counters and of the index are applied.
    for step in 0..<Int(CounterSQL.foldedEvery) + 10 {
      try store.setRating(ids[step % 40], Int32(step % 5 + 1))
    }
    try store.deleteGenre(genre)
    try ids.withUnsafeBufferPointer { _ = try store.deleteBooks($0) }
    try store.undo()
    try store.rebuild()
    try store.compact()
    #expect(try store.check().count == 0)
  }

  @Test func aPublishedStoreIsWritten() throws {
    try execute("CREATE PUBLICATION everything FOR ALL TABLES")
    try work(in: try open())
  }

  /// Tests/stores/make made the store.
  @Test func aStoreOfTheFirstVersionOnAServerIsWrittenOnceItIsBroughtUp() throws {
    let kept = SourceTree.text(of: "Tests/stores/server-2.0.0.sql")
    try execute(
      """
      CREATE SCHEMA library; SET search_path = library; \(kept);
      CREATE PUBLICATION everything FOR ALL TABLES
      """)
    try work(in: try open())
  }

  @Test func aStoreOfAnOlderVersionIsWrittenOnceItIsBroughtUp() throws {
    try work(in: try open())
    try execute(
      """
      ALTER TABLE library.counter_news REPLICA IDENTITY DEFAULT;
      ALTER TABLE library.book_search_total REPLICA IDENTITY DEFAULT;
      UPDATE library.properties SET value = 2 WHERE name = 'schema_version';
      CREATE PUBLICATION everything FOR ALL TABLES
      """)
    try work(in: try open { $0.oldestOnServer = 1 })
  }
}
