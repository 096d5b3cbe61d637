// Tests a store whose schema is dropped, moved or replaced while it is open: acknowledged commits
// are where the program wrote them, and nothing goes into another store.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerPlaceTests {
  let schema: TestSchema
  let store: Store
  let id: Int64

  init() throws {
    schema = try TestSchema()
    store = try openStore(server: schema.url)
    id = try store.create("Book")
  }

  private func drop() throws { try schema.execute("DROP SCHEMA \(schema.name) CASCADE") }

  private func move() throws {
    try schema.execute("ALTER SCHEMA \(schema.name) RENAME TO \(schema.name)_old")
  }

  /// Returns the rating in the store whose schema has this name.
  private func rating(in name: String) throws -> String? {
    try schema.rows("SELECT rating FROM \(name).books WHERE id = \(id)").first?[0]
  }

  private func isGone(_ error: StorageError?) -> Bool {
    error?.kind == .cannotOpen && error?.message.contains(schema.name) == true
  }

  @Test(arguments: [true, false])
  func aStoreThatIsGoneIsToldSo(isDropped: Bool) throws {
    let observer = try store.observe([])
    if isDropped { try drop() } else { try move() }
    #expect(isGone(storageError { try store.setRating(id, 1) }))
    #expect(isGone(storageError { try store.read(id) }))
    #expect(isGone(storageError { try store.begin(.read) }))
    #expect(isGone(storageError { try store.check() }))
    #expect(isGone(storageError { try store.compact() }))
    #expect(isGone(storageError { try observer.hear() }))
    guard !isDropped else { return }
    try schema.execute("ALTER SCHEMA \(schema.name)_old RENAME TO \(schema.name)")
    try store.setRating(id, 1)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [true, false])
  func anotherStoreInItsPlaceIsNeitherWrittenNorReadOn(isDropped: Bool) throws {
    let observer = try store.observe([])
    if isDropped { try drop() } else { try move() }
    let other = try openStore(server: schema.url)
    #expect(try other.create("Theirs") == id)
    let refused = storageError { try store.setRating(id, 1) }
    #expect(isGone(refused))
    #expect(refused?.message.contains("another store") == true)
    #expect(isGone(storageError { try store.create("Ours") }))
    #expect(isGone(storageError { try store.begin(.write) }))
    #expect(isGone(storageError { try store.begin(.read) }))
    #expect(isGone(storageError { try observer.hear() }))
    #expect(isGone(storageError { try store.compact() }))
    #expect(isGone(storageError { try store.check() }))
    #expect(isGone(storageError { try store.wasKept(receipt: 7) }))
    #expect(try other.countBooks() == 1)
    try other.setRating(id, 2)
    #expect(try rating(in: schema.name) == "2")
    #expect(try other.check().count == 0)
    if !isDropped { #expect(try rating(in: schema.name + "_old") == "0") }
  }

  @Test func aStoreThatIsMovedInTheMiddleOfATransactionGetsNothingOfItNorDoesTheNewOne() throws {
    let transaction = try store.begin(.write)
    try transaction.setRating(id, 1)
    _ = try transaction.read(id)
    try move()
    let other = try openStore(server: schema.url)
    #expect(try other.create("Theirs") == id)
    #expect(isGone(storageError { try transaction.commit() }))
    #expect(try rating(in: schema.name) == "0")
    #expect(try rating(in: schema.name + "_old") == "0")
    #expect(try other.check().count == 0)
    try other.setRating(id, 2)
    #expect(try rating(in: schema.name) == "2")
  }

  /// The schema is replaced, as by an operator who restores a dump. The new schema has its own
  /// lock, which a writer must hold.
  @Test func aStoreThatWasPutBackIsWrittenOnlyUnderItsOwnLock() throws {
    var options = StoreOptions()
    options.busyTimeout = 50
    let store = try openStore(server: schema.url, options)
    try store.setRating(id, 0)
    try move()
    try schema.execute(
      """
      CREATE SCHEMA \(schema.name);
      DO $$ DECLARE t text; BEGIN
        FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = '\(schema.name)_old' LOOP
          EXECUTE format('CREATE TABLE \(schema.name).%I (LIKE \(schema.name)_old.%I INCLUDING ALL)', t, t);
          EXECUTE format('INSERT INTO \(schema.name).%I SELECT * FROM \(schema.name)_old.%I', t, t);
        END LOOP;
      END $$
      """)
    #expect(isGone(storageError { try store.setRating(id, 1) }))
    #expect(try rating(in: schema.name) == "0")
    try store.setRating(id, 2)
    #expect(try rating(in: schema.name) == "2")
    #expect(try rating(in: schema.name + "_old") == "0")
    let lock = "1113018957, '\(schema.name)'::regnamespace::oid::int"
    try schema.execute("SELECT pg_advisory_lock(\(lock))")
    #expect(storageError { try store.setRating(id, 3) }?.kind == .busy)
    try schema.execute("SELECT pg_advisory_unlock(\(lock))")
    try store.setRating(id, 3)
    #expect(try rating(in: schema.name) == "3")
  }

  @Test func aStoreIsTheSameByHoweverManyAddresses() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let addresses = [
      schema.url + "&application_name=again",
      proxy.url(with: "bookworm_schema=\(schema.name)"),
    ]
    for address in addresses {
      let again = try openStore(server: address)
      let refused = failure { try store.mergeStore(again, base: nil, .later, preview: true) }
      #expect(refused?.kind == .argument && refused?.field == "other")
    }
    let other = try openStore(server: try TestSchema().url)
    _ = try other.create("Other")
    #expect(try store.mergeStore(other, base: nil, .later, preview: true).counts.inserted == 1)
  }

  @Test(arguments: [
    "book_words", "book_search", "book_folded", "book_search_total", "changes", "counter_news",
  ])
  func aTableOfNoEntityThatIsMissingIsAProblem(table: String) throws {
    try schema.execute("DROP TABLE \(table)")
    #expect(try store.check().count > 0)
  }

  @Test func aTableThatIsMissingIsDamageOfWhichTheCheckTellsWithAllElse() throws {
    try schema.execute("DROP TABLE quotes; UPDATE books SET rating = 4")
    let error = storageError { try store.addQuote("A", to: id) }
    #expect(error?.kind == .corrupt)
    #expect(error?.message.contains("quotes") == true)
    let problems = try store.check()
    let found = (0..<problems.count).map { problems.problem($0) }
    let missing = found.filter { $0.kind == .file }.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(!missing.isEmpty && missing.allSatisfy { $0.contains("quotes") })
    // The check continues after a missing table, too.
    #expect(found.contains { $0.kind == .counter })
    try store.setRating(id, 3)
  }

  // MARK: Rights

  @Test func rightsToReadThatAreTakenAwayAreToldByName() throws {
    let role = schema.name + "_reader"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
    let store = try openStore(server: "\(schema.url)&user=\(role)")
    try schema.execute("REVOKE SELECT ON books FROM \(role)")
    let table = storageError { try store.read(id) }
    #expect(table?.kind == .notPermitted && table?.sqlState == "42501")
    #expect(table?.message.contains("books") == true)
    #expect(storageError { try store.setRating(id, 1) }?.kind == .notPermitted)
    let refused = storageError { try openStore(server: "\(schema.url)&user=\(role)") }
    #expect(refused?.kind == .notPermitted)
    try schema.execute(
      "GRANT SELECT ON books TO \(role); REVOKE USAGE ON SCHEMA \(schema.name) FROM \(role)")
    let inside = storageError { try store.read(id) }
    #expect(inside?.kind == .notPermitted)
    #expect(inside?.message.contains("may not use the schema") == true)
    #expect(storageError { try store.setRating(id, 1) }?.kind == .notPermitted)
    try schema.execute("GRANT USAGE ON SCHEMA \(schema.name) TO \(role)")
    try store.setRating(id, 1)
    #expect(try rating(in: schema.name) == "1")
  }
}
