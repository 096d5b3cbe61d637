// Tests that a store on a server from an older library is upgraded completely or not at all. The
// second version represents any older one: the tests remove what the third version added.
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
struct ServerUpgradeTests {
  let schema: TestSchema
  let ids: [Int64]

  init() throws {
    schema = try TestSchema()
    let store = try openStore(server: schema.url)
    ids = [try store.create("Dune", by: "Herbert"), try store.create("Emma", by: "Austen")]
    try store.setRating(ids[0], 4)
    _ = try store.addQuote("Fear is the mind-killer.", to: ids[0])
    _ = try store.close()
    try schema.execute(
      """
      ALTER TABLE books DROP COLUMN subtitle, DROP COLUMN pages, DROP COLUMN publisher_key,
        DROP COLUMN reading_count;
      ALTER TABLE book_folded DROP COLUMN subtitle;
      DROP TABLE shelves, merged_books;
      DROP INDEX books_by_updated, quotes_by_global_id;
      UPDATE properties SET value = 2 WHERE name = 'schema_version'
      """)
  }

  private func open(
    as role: String? = nil, _ change: (inout StoreOptions) -> Void = { _ in }
  ) throws -> Store {
    var options = StoreOptions()
    options.oldestOnServer = 1
    change(&options)
    return try openStore(server: schema.url + (role.map { "&user=\($0)" } ?? ""), options)
  }

  /// The columns of everything in the schema, the books, and the properties.
  private func state() throws -> [[String?]] {
    try schema.rows(
      """
      SELECT c.relname || '.' || a.attname || ' ' || a.atttypid::regtype || a.attnotnull
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
      WHERE c.relnamespace = '\(schema.name)'::regnamespace ORDER BY 1
      """) + books() + schema.rows("SELECT name || value FROM properties ORDER BY 1")
  }

  private func books() throws -> [[String?]] {
    try schema.rows("SELECT id, title, author, rating, created, global_id FROM books ORDER BY id")
  }

  private func version() throws -> String? {
    try schema.rows("SELECT value FROM properties WHERE name = 'schema_version'")[0][0]
  }

  private func found(_ word: String, _ fields: BookFields, in store: Store) throws -> [Int64] {
    var query = try Query()
    try query.search(bytes(word), fields, .all)
    return try store.run(query).ids
  }

  // MARK: Results of an upgrade

  @Test func itIsBroughtUpAndLosesNothing() throws {
    let before = try books()
    let store = try open()
    #expect(store.schemaVersion == Schema.version && !store.isReadOnly)
    #expect(try version() == "\(Schema.version)")
    #expect(try books() == before)
    #expect(try store.check().count == 0)
    #expect(try found("killer", .quotes, in: store) == [ids[0]])
    #expect(try found("dune", .title, in: store) == [ids[0]])
  }

  @Test func whatIsNewIsUsedAsInANewStore() throws {
    let store = try open()
    let book = try store.create(BookFieldTests.full)
    #expect(try store.read(book).subtitle == "There and Back Again")
    #expect(try found("again", .subtitle, in: store) == [book])
    #expect(try found("again", .title, in: store) == [])
    var query = try Query()
    try query.filter(.subtitle, contains: bytes("back"))
    #expect(try store.run(query).ids == [book])
    try store.setStatus(ids[1], 1, date: nil)
    #expect(try store.check().count == 0)
    #expect(try openStore(server: schema.url).countBooks() == 3)
  }

  @Test func whatHasBecomeSearchedIsIndexed() throws {
    // The first version had no index of words.
    try schema.execute(
      """
      UPDATE properties SET value = 1 WHERE name = 'schema_version';
      DELETE FROM book_words; DELETE FROM book_search; DELETE FROM book_search_total
      """)
    let store = try open()
    #expect(try found("killer", .quotes, in: store) == [ids[0]])
    #expect(try store.check().count == 0)
  }

  /// Numbers in stores must keep their meaning.
  @Test func theColumnsOfTheIndexKeepTheirNumbers() {
    let names = WordSQL.numbered.map { SearchSQL.columns[$0].name }
    let first = [
      "title", "author", "synopsis", "review", "notes", "quotes", "subtitle", "publisher",
    ]
    #expect(Array(names.prefix(first.count)) == first)
    #expect(WordSQL.numbers.map { WordSQL.numbered[$0] } == Array(WordSQL.numbers.indices))
  }

  /// Tests/stores/make made the store.
  @Test func theFirstOneOnAServerIsOpenedAndUsed() throws {
    let kept = try TestSchema()
    try kept.execute(SourceTree.text(of: "Tests/stores/server-2.0.0.sql"))
    try kept.execute(OpenReadings.withEnds)
    let store = try openStore(server: kept.url)
    #expect(store.schemaVersion == Schema.version)
    #expect(try store.check().count == 0)
    #expect(try store.countBooks() == 33)
    #expect(try store.read(33).title == "Kept")
    try OpenReadings.expectSplit(in: store)
    #expect(try found("killer", .quotes, in: store) == [33])
    #expect(try found("nobody", .author, in: store) == [33])
    let book = try store.create(BookFieldTests.full)
    #expect(try found("again", .subtitle, in: store) == [book])
    #expect(try store.read(33).exactRating == nil)
    try store.change(33) { $0.give(.exactRating, 3.75) }
    #expect(try store.read(33).exactRating == 3.75)
    #expect(try store.check().count == 0)
  }

  /// The privileges are those of bindings/server.md.
  @Test func whoHasTheDefaultPrivilegesMayUseTheTablesOfAnUpgrade() throws {
    let role = schema.name + "_writer"
    let rights = "SELECT, INSERT, UPDATE, DELETE"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT \(rights) ON ALL TABLES IN SCHEMA \(schema.name) TO \(role);
      ALTER DEFAULT PRIVILEGES IN SCHEMA \(schema.name) GRANT \(rights) ON TABLES TO \(role)
      """)
    _ = try open().close()
    let store = try open(as: role)
    #expect(!store.isReadOnly)
    try store.create("New")
    #expect(try store.check().count == 0)
  }

  @Test func manyMayBringItUpAtOnce() throws {
    let failures = Shared<[String]>([])
    inParallel(4) { number in
      do { _ = try open().create("Book \(number)") } catch {
        failures.with { $0.append("\(error)") }
      }
    }
    #expect(failures.value == [])
    let store = try open()
    #expect(try store.countBooks() == 6)
    #expect(try store.check().count == 0)
  }

  // MARK: Refused upgrades

  @Test(arguments: [
    ("ALTER TABLE books DROP COLUMN series", "lacks the column books.series text"),
    ("DROP TABLE book_search_total", "lacks the column book_search_total.books"),
    ("DROP TABLE counter_news", "lacks the column counter_news."),
    ("ALTER TABLE book_folded DROP COLUMN title", "lacks the column book_folded.title"),
    ("ALTER TABLE books ADD COLUMN x text", "has a column books.x text"),
    ("ALTER TABLE books ADD COLUMN pages text", "column \"pages\""),
    ("UPDATE properties SET value = 0 WHERE name = 'schema_version'", "version 0, which no"),
  ])
  func oneThatSomebodyHasAlteredIsRefusedAndLeftAsItIs(sql: String, fault: String) throws {
    try schema.execute(sql)
    let before = try state()
    do {
      _ = try open()
      Issue.record("it was opened")
    } catch let error as Failure {
      #expect(error.kind == .corrupt && error.message.contains(fault), "\(error.message)")
    } catch let error as StorageError {
      #expect(error.kind == .corrupt && error.message.contains(fault), "\(error.message)")
    }
    #expect(try state() == before)
  }

  @Test func whoMayNotAlterItIsToldToOpenItAsOwner() throws {
    let role = schema.name + "_user"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
    let before = try state()
    // A user who only reads, one who writes, and one who may create tables.
    for more in [
      "SELECT 1", "GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)",
      "GRANT CREATE ON SCHEMA \(schema.name) TO \(role)",
    ] {
      try schema.execute(more)
      let refused = storageError { try open(as: role) }
      #expect(refused?.kind == .notPermitted)
      #expect(refused?.message.contains("open it once as its owner") == true)
      #expect(try state() == before)
    }
    _ = try open().close()
    try schema.execute("GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)")
    #expect(try open(as: role).create("Book") == 3)
  }

  @Test func whoOnlyReadsDoesNotBringItUp() throws {
    let before = try state()
    let refused = failure { try open { $0.readOnly = true } }
    #expect(refused?.kind == .readOnly && refused?.field == "path")
    #expect(refused?.message.contains("for writing, as its owner") == true)
    #expect(try state() == before)
    _ = try open { $0.create = false }.close()
    #expect(try open { $0.readOnly = true }.countBooks() == 2)
  }

  /// Locks a table so that an upgrade stops half-way, when it has altered the tables before it.
  private func locking(_ body: () throws -> Void) throws {
    let operator_ = try RawServer()
    try operator_.execute("BEGIN; LOCK TABLE \(schema.name).readings IN ACCESS EXCLUSIVE MODE")
    defer { try? operator_.execute("ROLLBACK") }
    try body()
  }

  @Test func whoWaitsForATableHalfWayIsToldAndNothingIsChanged() throws {
    let before = try state()
    try locking {
      #expect(storageError { try open { $0.busyTimeout = 100 } }?.kind == .busy)
    }
    #expect(try state() == before)
    #expect(try open().check().count == 0)
  }

  @Test func whoIsEndedHalfWayLeavesTheOldStore() throws {
    let before = try state()
    let found = Shared<StorageError?>(nil)
    try locking {
      inParallel(2) { number in
        if number == 0 {
          let error = storageError { try open() }
          found.with { $0 = error }
        } else {
          let waiting = """
            SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted
            AND relation = '\(schema.name).readings'::regclass
            """
          for _ in 0..<500 where (try? schema.rows(waiting).isEmpty) != false { usleep(10_000) }
        }
      }
    }
    #expect(found.value?.kind == .inputOutput)
    #expect(try state() == before)
    #expect(try open().check().count == 0)
  }

  // MARK: Programs of the older library

  /// Upgrades the store as a newer library would: adds a table and a searched field, and indexes a
  /// word of that field.
  private func makeNewer() throws {
    try schema.execute(
      """
      CREATE TABLE loans (id bigint PRIMARY KEY);
      ALTER TABLE books ADD COLUMN mood text COLLATE "C";
      ALTER TABLE book_folded ADD COLUMN mood bytea;
      UPDATE properties SET value = \(Schema.version + 1) WHERE name = 'schema_version';
      UPDATE books SET mood = 'gloomy' WHERE id = \(ids[1]);
      INSERT INTO book_words VALUES ('gloomy', \(ids[1]), ARRAY[\(SearchSQL.columns.count) << 27]);
      """)
  }

  @Test func whoHasItOpenReadsOnRightlyAndIsToldWhenItWrites() throws {
    let store = try open()
    let observer = try store.observe([])
    let before = try store.read(ids[1])
    #expect(try found("emma", .title, in: store) == [ids[1]])
    try makeNewer()
    #expect(try store.read(ids[1]) == before)
    #expect(try found("emma", .title, in: store) == [ids[1]])
    #expect(try found("killer", .quotes, in: store) == [ids[0]])
    #expect(try found("gloomy", .searched, in: store) == [ids[1]])
    #expect(try found("gloomy", .quotes, in: store) == [])
    #expect(try observer.next(0).count == 0)
    let refusals = [
      failure { try store.setRating(ids[0], 1) }, failure { try store.begin(.write) },
      failure { try store.check() },
      failure { try store.createMany(50) { _ in BookFieldTests.full.draft } },
    ]
    for refused in refusals {
      #expect(refused?.kind == .newer)
      let words = "a newer library has upgraded the store to schema version \(Schema.version + 1)"
      #expect(refused?.message == words)
    }
    #expect(failure { try open() }?.kind == .newer)
    #expect(failure { try open { $0.readOnly = true } }?.kind == .newer)
    #expect(try books().count == 2)
  }
}
