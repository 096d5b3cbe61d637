// Tests copying a store from one engine to another.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite(
  .enabled(
    if: TestServer.isThere && !TestStore.isOnServer, Comment(rawValue: TestServer.hint)))
struct StoreCopyTests {
  let folder = TemporaryFolder()
  let schema: TestSchema
  var path: String { folder.file("store") }
  var url: String { schema.url }

  init() throws { schema = try TestSchema() }

  private func begin(_ store: Store, to path: String) throws -> Backup {
    try Backup(store, path: bytes(path), mayBeAddress: true)
  }

  private func copy(_ store: Store, to path: String, step: Int32 = 0) throws {
    let copy = try begin(store, to: path)
    while try copy.step(step).left > 0 {}
  }

  /// Rows of every kind, in many transactions, with gaps where rows were deleted.
  private func fill(_ store: Store, books: Int = 300) throws {
    try DocumentTests().fill(store)
    let genres = try ["Łódź", "Fantasy", "Science Fiction"].map { try store.genre(named: $0) }
    let samples = catalogue(books, genres: genres, seed: 7)
    let ids = try store.createMany(books) { samples[$0].draft }
    for id in ids.prefix(books / 3) {
      try store.quote("Fear is the mind-killer \(id)", of: id)
    }
    for (place, size) in [0, 70_000, 300_000].enumerated() {
      try store.setCover(ofBook: ids[5 + place], bytes(SamplePicture.numbered(place, size: size)))
    }
    _ = try store.mergeBook(ids[1], into: ids[0], taking: [], preview: false)
  }

  /// Every row of a file, except empty counters.
  private func rows(of path: String) throws -> [String: [[RawStore.Value]]] {
    let raw = try RawStore(path)
    let names = try raw.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'book_search%'
      """)
    return try names.compactMap { $0[0].text }.reduce(into: [:]) { tables, name in
      let rows = try raw.rows("SELECT * FROM \(name)").filter { row in
        name != "counters" || row[2...].contains { $0.integer != 0 }
      }
      tables[name] = rows.sorted { "\($0)" < "\($1)" }
    }
  }

  private var tables: [[String?]] {
    get throws {
      try schema.rows("SELECT tablename FROM pg_tables WHERE schemaname = '\(schema.name)'")
    }
  }

  // MARK: Contents of a copy

  @Test func theStepsOfAHistoryAreUndoneInTheCopy() throws {
    let store = try openStore(path, history: "terminal")
    let book = try store.create("Dune")
    try store.setRating(book, 4)
    try store.setRating(book, 5)
    try copy(store, to: url)
    var options = StoreOptions()
    options.history = try StepHistory(bytes("terminal"))
    let there = try openStore(server: url, options)
    #expect(try there.steps().map(\.name) == store.steps().map(\.name))
    try there.undo()
    #expect(try there.read(book).rating == 4)
    let back = folder.file("back")
    try copy(there, to: back)
    let third = try openStore(back, history: "terminal")
    try third.undo()
    try third.redo()
    try third.redo()
    #expect(try third.read(book).rating == 5)
  }

  @Test(arguments: [1, 100, 0] as [Int32])
  func whatGoesToAServerAndBackIsTheSame(step: Int32) throws {
    let store = try openStore(path, history: "terminal")
    try fill(store)
    try copy(store, to: url, step: step)
    let there = try openStore(server: url)
    #expect(try there.check().count == 0)
    let back = folder.file("back")
    try copy(there, to: back, step: step)
    _ = try store.close()
    #expect(try rows(of: path).count == 18)
    #expect(try differences(rows(of: path), rows(of: back)) == [])
    #expect(try faults(inStore: back) == [])
    let documents = try [openStore(path), there, openStore(back)].enumerated().map {
      try $1.export(to: bytes(folder.file("\($0).json")))
      return contents(of: folder.file("\($0).json"))
    }
    #expect(documents[0] != nil)
    #expect(documents[0] == documents[1])
    #expect(documents[0] == documents[2])
  }

  @Test func aCopyGoesOnWhereItsStoreWas() throws {
    let store = try openStore(path)
    let book = try store.create("Dune")
    let place = try store.observe([]).transaction
    try copy(store, to: url)
    let there = try openStore(server: url)
    try there.setRating(book, 4)
    #expect(try there.create("Emma") == book + 1)
    let observer = try there.observe([])
    try observer.resume(after: place)
    #expect(try observer.hear().map(\.id) == [book])
    #expect(try observer.hear().map(\.id) == [book + 1])
  }

  @Test func wordsAreFoundAsInTheFile() throws {
    let store = try openStore(path)
    try fill(store)
    let long = String(repeating: "x", count: 15_000)
    try store.create(SampleBook("Long").with { $0.notes = "\(long) WORD Word \(long)a ŁÓDŹ" })
    try copy(store, to: url)
    let there = try openStore(server: url)
    #expect(try there.check().count == 0)
    for text in ["mind killer", "word", "łódź", long + "a", "fear \"is the\"", "a"] {
      var query = try Query()
      try query.search(bytes(text), .searched, .all)
      let found = try store.run(query).ids
      #expect(try there.run(query).ids == found, "\(text.prefix(20))")
      #expect(!found.isEmpty, "\(text.prefix(20))")
    }
  }

  @Test func aServersStoreIsCopiedToAnotherSchema() throws {
    let store = try openStore(path)
    try fill(store)
    try copy(store, to: url)
    let other = TestServer.url(with: "bookworm_schema=\(schema.name)_other")
    try copy(try openStore(server: url), to: other)
    let copied = try openStore(server: other)
    #expect(try copied.check().count == 0)
    try copy(copied, to: folder.file("back"))
    #expect(try differences(rows(of: path), rows(of: folder.file("back"))) == [])
  }

  @Test func aStoreInMemoryIsCopiedToo() throws {
    let store = try Preview.open(path: bytes(":memory:"), options: StoreOptions())
    let copy = try begin(store, to: url)
    try store.create("Before the first step")
    #expect(try copy.step(1).left == 0)
    let there = try openStore(server: url)
    #expect(try there.countBooks() == store.countBooks())
    #expect(try there.check().count == 0)
  }

  @Test func aBackupOfAServersStoreIsAFile() throws {
    let store = try openStore(server: url)
    try fill(store)
    let backup = try Backup(store, path: bytes(path))
    #expect(folder.files.allSatisfy { $0.hasPrefix("store-part-") })
    while try backup.step(50).left > 0 {}
    #expect(folder.files == ["store"])
    #expect(contents(of: path).map { Array($0[18...19]) } == [1, 1])
    #expect(try faults(inStore: path) == [])
    #expect(try openStore(path).run(Query()).books == store.run(Query()).books)
  }

  @Test func itIsOfTheMomentWhenItBegan() throws {
    let store = try openStore(path)
    try fill(store)
    let before = try store.countBooks()
    let copy = try begin(store, to: url)
    while try copy.step(50).left > 0 { try store.create("Later") }
    let there = try openStore(server: url)
    #expect(try there.countBooks() == before)
    let back = try Backup(there, path: bytes(folder.file("back")))
    while try back.step(50).left > 0 { try there.create("Later still") }
    #expect(try openStore(folder.file("back")).countBooks() == before)
  }

  @Test func progressCountsEveryRow() throws {
    let store = try openStore(path)
    try fill(store)
    let raw = try RawStore(path)
    let all = try rows(of: path).keys.reduce(0) {
      try $0 + Int(raw.integers("SELECT count(*) FROM \($1)")[0])
    }
    for target in [url, folder.file("back")] {
      let source = target == url ? store : try openStore(server: url)
      // On a server, the properties include the schema's version and the store's number.
      let total = target == url ? all : all + 2
      let copy = try begin(source, to: target)
      var last = total
      while true {
        let progress = try copy.step(40)
        #expect(progress.total == total)
        #expect(progress.left < last && progress.left >= last - 40)
        last = progress.left
        if last == 0 { break }
      }
    }
  }

  // MARK: Refused copies, which leave nothing

  @Test func aCopyThatIsGivenUpLeavesNothing() throws {
    let store = try openStore(path)
    try fill(store)
    do {
      let copy = try begin(store, to: url)
      #expect(try copy.step(800).left > 0)
      #expect(try tables == [])
    }
    #expect(try tables == [])
    try copy(store, to: url)
    do {
      let copy = try begin(try openStore(server: url), to: folder.file("back"))
      #expect(try copy.step(800).left > 0)
    }
    #expect(folder.files == ["store", "store-shm", "store-wal"])
  }

  @Test func whatIsThereIsNotReplaced() throws {
    let store = try openStore(path)
    _ = try openStore(server: url).genre(named: "Theirs")
    #expect(storageError { try begin(store, to: url) }?.kind == .exists)
    #expect(try schema.rows("SELECT name FROM genres") == [["Theirs"]])
    let other = try TestSchema()
    try other.execute("CREATE TABLE theirs (x bigint)")
    #expect(storageError { try begin(store, to: other.url) }?.kind == .exists)
    #expect(storageError { try begin(try openStore(server: url), to: path) }?.kind == .exists)
  }

  @Test func ofTwoThatCopyToOneSchemaOneDoes() throws {
    let store = try openStore(path)
    try fill(store)
    let first = try begin(store, to: url)
    inParallel(2) { number in
      guard number == 0 else {
        while (try? first.step(20).left) ?? 0 > 0 {}
        return
      }
      #expect(storageError { try begin(store, to: url) }?.kind == .exists)
    }
    #expect(try openStore(server: url).check().count == 0)
  }

  @Test func whoMayNotMakeTablesIsToldSo() throws {
    let store = try openStore(path)
    let role = schema.name + "_nobody"
    try schema.execute("CREATE ROLE \(role) LOGIN")
    #expect(storageError { try begin(store, to: "\(url)&user=\(role)") }?.kind == .notPermitted)
    try schema.execute("GRANT USAGE ON SCHEMA \(schema.name) TO \(role)")
    let refused = storageError { try begin(store, to: "\(url)&user=\(role)") }
    #expect(refused?.kind == .notPermitted && refused?.sqlState == "42501")
    let absent = TestServer.url(with: "bookworm_schema=absent_\(schema.name)&user=\(role)")
    #expect(storageError { try begin(store, to: absent) }?.kind == .notPermitted)
    try schema.execute("GRANT CREATE ON SCHEMA \(schema.name) TO \(role)")
    try copy(store, to: "\(url)&user=\(role)")
  }

  @Test func aSessionThatIsEndedHalfWayLeavesNothing() throws {
    let store = try openStore(path)
    try fill(store)
    let copy = try begin(store, to: url + "&application_name=\(schema.name)")
    #expect(try copy.step(500).left > 0)
    try schema.execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = '\(schema.name)'
      """)
    #expect(storageError { while try copy.step(100).left > 0 {} }?.kind == .inputOutput)
    #expect(storageError { try copy.step(1) }?.kind == .inputOutput)
    #expect(try tables == [])
    try self.copy(store, to: url)
  }

  @Test func aSchemaIsThereOnlyWithAllThatIsCopiedIntoIt() throws {
    let store = try openStore(path)
    try fill(store)
    let name = "made_\(schema.name)"
    let url = TestServer.url(with: "bookworm_schema=\(name)")
    let isThere = "SELECT 1 FROM pg_namespace WHERE nspname = '\(name)'"
    let copy = try begin(store, to: url + "&application_name=\(name)")
    #expect(try copy.step(500).left > 0)
    #expect(try schema.rows(isThere) == [])
    try schema.execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '\(name)'")
    #expect(storageError { while try copy.step(100).left > 0 {} }?.kind == .inputOutput)
    #expect(try schema.rows(isThere) == [])
    try self.copy(store, to: url)
    #expect(try openStore(server: url).check().count == 0)
  }

  @Test func aDamagedValueEndsIt() throws {
    let store = try openStore(path)
    try fill(store)
    try RawStore(path).execute("UPDATE books SET pages = 'many' WHERE id = 9")
    let refused = storageError { try copy(store, to: url) }
    #expect(refused?.kind == .corrupt)
    #expect(refused?.message == "books.pages has a value that is text, not integer")
    try RawStore(path).execute("UPDATE books SET pages = NULL, title = CAST(x'80' AS TEXT)")
    #expect(storageError { try copy(store, to: url) }?.kind == .corrupt)
    #expect(try tables == [])
  }

  @Test func aFileIsNoTargetWhereAServerWasMeant() throws {
    let store = try openStore(path)
    #expect(failure { try Backup(store, path: bytes(url)) }?.field == "path")
    #expect(failure { try begin(store, to: ":memory:") }?.field == "path")
    #expect(failure { try begin(store, to: "") }?.field == "path")
  }
}
