// Tests a store on a server: creating and opening it, and genres, which need no index of words.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerStoreTests {
  let schema: TestSchema
  let store: Store

  init() throws {
    schema = try TestSchema()
    store = try openStore(server: schema.url)
  }

  private func open(_ change: (inout StoreOptions) -> Void = { _ in }) throws -> Store {
    var options = StoreOptions()
    change(&options)
    return try openStore(server: schema.url, options)
  }

  private func names(_ store: any Session) throws -> [String?] {
    try store.allGenres().texts(.name)
  }

  // MARK: Opening

  @Test func aNewStoreIsOfTheNewestVersionAndIsThereWhenItIsOpenedAgain() throws {
    #expect(store.schemaVersion == Schema.version)
    #expect(store.sortKeyVersion == Int32(sortKeyRules))
    _ = try store.genre(named: "A")
    _ = try store.close()
    #expect(try names(try open()) == ["A"])
    #expect(try names(try open { $0.readOnly = true }) == ["A"])
  }

  @Test func aSchemaIsMadeOnlyIfThatIsWanted() throws {
    let url = TestServer.url(with: "bookworm_schema=made_\(UInt32.random(in: 0 ... .max))")
    var options = StoreOptions()
    options.create = false
    #expect(storageError { try openStore(server: url, options) }?.kind == .cannotOpen)
    options.create = true
    #expect(try names(try openStore(server: url, options)) == [])
  }

  /// Names that would mean another schema, or none, without quotes.
  @Test(arguments: ["Made", "made with space", "made.dot", "Mäde", "made\"quote", "made-1"])
  func aSchemaMayHaveAnyName(name: String) throws {
    let schema = "\(name) \(UInt32.random(in: 0 ... .max))"
    var address = ""
    for byte in schema.utf8 { address += "%" + String(256 + Int(byte), radix: 16).dropFirst() }
    let url = TestServer.url(with: "bookworm_schema=\(address)")
    let store = try openStore(server: url)
    let observer = try store.observe([])
    let id = try openStore(server: url).genre(named: "A")
    #expect(try observer.hear() == [Heard(.inserted, .genre, id)])
    #expect(try store.check().count == 0)
  }

  @Test func manyMayMakeTheSameStoreAtOnce() throws {
    let url = TestServer.url(with: "bookworm_schema=made_\(UInt32.random(in: 0 ... .max))")
    let made = Shared(0)
    inParallel(4) { _ in
      if (try? openStore(server: url)) != nil { made.with { $0 += 1 } }
    }
    #expect(made.value == 4)
  }

  @Test func aSchemaOfSomebodyElsesIsRefusedAndLeftAsItIs() throws {
    let other = try TestSchema()
    try other.execute("CREATE TABLE theirs (x bigint)")
    #expect(failure { try openStore(server: other.url) }?.kind == .notAStore)
    let tables = try other.rows(
      "SELECT tablename FROM pg_tables WHERE schemaname = '\(other.name)'")
    #expect(tables == [["theirs"]])
  }

  @Test func aNewerStoreIsRefusedAndNoLongerWritten() throws {
    try schema.execute("UPDATE properties SET value = 99 WHERE name = 'schema_version'")
    #expect(failure { try open() }?.kind == .newer)
    #expect(failure { try store.genre(named: "A") }?.kind == .newer)
    #expect(try schema.rows("SELECT count(*) FROM genres") == [["0"]])
  }

  /// Executes the commands of the page for operators, with roles of this test's own.
  private func giveRights() throws {
    let blocks = SourceTree.text(of: "bindings/server.md").split(separator: "```sql\n").dropFirst()
    let block = try #require(blocks.first?.split(separator: "```").first)
    try schema.execute(
      String(block).replacing("library_", with: "\(schema.name)_")
        .replacing("NOLOGIN", with: "LOGIN")
        .replacing("SCHEMA bookworm ", with: "SCHEMA \(schema.name) "))
  }

  @Test func whoMayOnlyReadReads() throws {
    _ = try store.genre(named: "A")
    try giveRights()
    var options = StoreOptions()
    options.readOnly = true
    let url = "\(schema.url)&user=\(schema.name)_reader"
    #expect(try names(try openStore(server: url, options)) == ["A"])
    options.readOnly = false
    let store = try openStore(server: url, options)
    #expect(store.isReadOnly)
    #expect(storageError { try store.genre(named: "B") }?.kind == .readOnly)
    #expect(try names(store) == ["A"])
  }

  @Test(arguments: [
    ("ALTER TABLE books DROP COLUMN price", "lacks the column books.price bigint"),
    ("ALTER TABLE books ADD COLUMN x text", "has a column books.x text"),
    ("DROP TABLE quotes", "lacks the column quotes."),
    ("DROP INDEX quotes_by_book", "lacks the index quotes_by_book"),
    ("CREATE RULE r AS ON DELETE TO books DO INSTEAD NOTHING", "has a trigger or a rule r"),
  ])
  func aSchemaThatSomebodyHasAlteredIsRefused(sql: String, fault: String) throws {
    try schema.execute(sql)
    let refused = failure { try open() }
    #expect(refused?.kind == .corrupt)
    #expect(refused?.message.split(separator: fault).count == 2)
  }

  @Test func whoHasNoRightsIsToldSo() throws {
    let role = schema.name + "_nobody"
    try schema.execute("CREATE ROLE \(role) LOGIN")
    let url = "\(schema.url)&user=\(role)"
    #expect(storageError { try openStore(server: url) }?.kind == .notPermitted)
    try schema.execute("GRANT USAGE ON SCHEMA \(schema.name) TO \(role)")
    #expect(storageError { try openStore(server: url) }?.kind == .notPermitted)
    try schema.execute("GRANT SELECT ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)")
    #expect(try openStore(server: url).isReadOnly)
  }

  @Test func whoMayNotMakeAStoreIsToldSoAndNothingIsMade() throws {
    let role = schema.name + "_maker"
    let made = "made_\(UInt32.random(in: 0 ... .max))"
    try schema.execute("CREATE ROLE \(role) LOGIN")
    let url = TestServer.url(with: "user=\(role)&bookworm_schema=\(made)")
    let refused = storageError { try openStore(server: url) }
    #expect(refused?.kind == .notPermitted)
    #expect(refused?.sqlState == "42501")
    #expect(refused?.message.contains(made) == true)
    #expect(try schema.rows("SELECT 1 FROM pg_namespace WHERE nspname = '\(made)'") == [])
    // Nothing is created in an existing schema that this user may only read, either.
    try schema.execute("CREATE SCHEMA \(made); GRANT USAGE ON SCHEMA \(made) TO \(role)")
    #expect(storageError { try openStore(server: url) }?.kind == .notPermitted)
    #expect(try schema.rows("SELECT 1 FROM pg_tables WHERE schemaname = '\(made)'") == [])
    try schema.execute("GRANT CREATE ON SCHEMA \(made) TO \(role)")
    #expect(try names(try openStore(server: url)) == [])
  }

  @Test(arguments: [
    ("CREATE TABLE books (id bigint)", Failure.Kind.notAStore),
    ("CREATE TABLE properties (name text, value bigint)", .notAStore),
    ("CREATE VIEW books AS SELECT 1 AS id", .notAStore),
  ])
  func whatIsHalfMadeIsRefusedAndLeftAsItIs(sql: String, kind: Failure.Kind) throws {
    let other = try TestSchema()
    try other.execute(sql)
    let tables =
      "SELECT relname FROM pg_class WHERE relnamespace = '\(other.name)'::regnamespace ORDER BY 1"
    let before = try other.rows(tables)
    #expect(failure { try openStore(server: other.url) }?.kind == kind)
    #expect(try other.rows(tables) == before)
  }

  @Test func aWriterIsNoOwner() throws {
    try giveRights()
    let writer = try openStore(server: "\(schema.url)&user=\(schema.name)_writer")
    #expect(!writer.isReadOnly)
    let observer = try store.observe([])
    let id = try writer.create(SampleBook("A"))
    #expect(try !observer.hear().isEmpty)
    try writer.deleteBook(id)
    try writer.undo()
    try writer.rebuild()
    #expect(try writer.check().count == 0)
    #expect(storageError { try writer.compact() }?.kind == .notPermitted)
    try store.compact()
  }

  @Test func whatIsToldOfAStoresPlaceHasNoPassword() throws {
    let store = try openStore(server: schema.url + "&password=secret")
    let path = String(decoding: store.path, as: UTF8.self)
    #expect(path.hasPrefix("postgresql://"))
    #expect(path.hasSuffix(schema.name))
    #expect(!path.contains("secret"))
  }

  @Test func itIsCompacted() throws {
    _ = try store.genre(named: "A")
    try store.compact()
    #expect(try names(store) == ["A"])
  }

  /// Planning such a query took the server longer in proportion to the number of filters.
  @Test func aQueryOfManyFiltersIsAnswered() throws {
    let store = try openStore(server: schema.url + "&options=-c%20statement_timeout%3D30000")
    let ids = try ["Abc", "Bcd"].map { try store.create($0) }
    let genre = try store.genre(named: "Horror")
    for id in ids { try store.set(genres: [genre], of: id) }
    var query = try Query()
    for _ in 0..<12 {
      try query.filterGenres(.all, [genre])
      try query.filter(.title, contains: bytes("a"))
    }
    #expect(try store.run(query).ids == [ids[0]])
  }

  @Test func namesMayBeLongAndSortByTheirBeginnings() throws {
    let long = String(repeating: "Ünd 12 ", count: 2000)
    let ids = try ["B" + long, "A" + long + "2", "A" + long + "1"].map { try store.create($0) }
    try store.set(genres: [try store.genre(named: long)], of: ids[0])
    #expect(try store.run(Query()).ids.last == ids[0])
    #expect(try store.create(SampleBook("A" + long + "1")) > 0)
    #expect(try store.check().count == 0)
  }

  // MARK: Genres

  @Test func genresAreMadeFoundChangedAndDeleted() throws {
    let (zoo, apple) = (try store.genre(named: "Zoo"), try store.genre(named: "apple 10"))
    #expect([zoo, apple] == [1, 2])
    #expect(failure { try store.createGenre(bytes("ZOO"), colour: nil) }?.kind == .exists)
    try store.renameGenre(zoo, bytes("Apple 2"))
    try store.setGenreColour(apple, bytes("00ff00"))
    #expect(try names(store) == ["Apple 2", "apple 10"])
    #expect(try store.genre(apple).texts(.colour) == ["#00FF00"])
    try store.deleteGenre(apple)
    #expect(try store.count(.genre) == 1)
    #expect(failure { try store.deleteGenre(apple) }?.kind == .notFound)
    // The id is never assigned again, not even through another handle.
    #expect(try open().genre(named: "New") == 3)
  }

  @Test func aNameMayBeAsLongAsInAFile() throws {
    let name = String(repeating: "ŁÓDŹ 12 ", count: 1200)
    let id = try store.genre(named: name)
    #expect(try store.findGenre(bytes(name)) == id)
  }

  @Test func aStepComesBackAndGoesAgain() throws {
    let id = try store.genre(named: "A")
    try store.renameGenre(id, bytes("B"))
    try store.undo()
    #expect(try names(store) == ["A"])
    try store.undo()
    #expect(try names(store) == [])
    try store.redo()
    try store.redo()
    #expect(try names(store) == ["B"])
    try open().renameGenre(id, bytes("C"))
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try names(store) == ["C"])
  }

  @Test func aTransactionIsKeptOrNotAsAWhole() throws {
    let other = try open()
    let outer = try store.begin(.write)
    _ = try outer.genre(named: "A")
    let inner = try outer.begin(.write)
    _ = try inner.genre(named: "B")
    _ = try inner.rollBack()
    #expect(failure { try outer.genre(named: " ") }?.kind == .invalid)
    _ = try outer.genre(named: "C")
    #expect(try names(outer) == ["A", "C"])
    #expect(try names(other) == [])
    let before = try other.begin(.read)
    #expect(try names(before) == [])
    try outer.commit()
    #expect(try names(other) == ["A", "C"])
    #expect(try names(before) == [])
    _ = try before.rollBack()
    _ = try store.begin(.write).rollBack()
    #expect(try schema.rows("SELECT id FROM changes") == [["1"]])
  }

  @Test func aStoreIsBusyWhileAnotherHandleWrites() throws {
    let writing = try store.begin(.write)
    let other = try open { $0.busyTimeout = 20 }
    #expect(storageError { try other.genre(named: "A") }?.kind == .busy)
    _ = try writing.rollBack()
    #expect(try other.genre(named: "A") == 1)
  }

  @Test func theLogHasNoGapAndIdsNoDoubleHoweverManyWrite() throws {
    let stores = [store, try open(), try open()]
    inParallel(6) { number in
      for step in 0..<10 { _ = try? stores[number % 3].genre(named: "\(number) \(step)") }
    }
    let sixty = (1...60).map { ["\($0)"] as [String?] }
    #expect(try schema.rows("SELECT id FROM genres ORDER BY id") == sixty)
    #expect(try schema.rows("SELECT id FROM changes ORDER BY id") == sixty)
    #expect(
      try schema.rows("SELECT value FROM properties WHERE name = 'last_genre_id'") == [["60"]])
  }

  @Test func aHandleHearsOfItsOwnChangesInTheirOrder() throws {
    let observer = try store.observe([])
    let id = try store.genre(named: "A")
    #expect(try observer.hear() == [Heard(.inserted, .genre, id)])
    try store.renameGenre(id, bytes("B"))
    #expect(try observer.hear() == [Heard(.updated, .genre, id, .name)])
  }
}
