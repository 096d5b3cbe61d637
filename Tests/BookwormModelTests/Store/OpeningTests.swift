// Tests opening: which files are stores, and that all others are refused unchanged.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct OpeningTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }
  private let newer = Schema.version + 1

  /// Checks that the file is refused, however it is opened, and not changed.
  private func expectRefusal(_ isExpected: (any Error) -> Bool) throws {
    let before = contents(of: path)
    let files = folder.files
    for (create, readOnly) in [(true, false), (false, false), (true, true)] {
      do {
        _ = try openStore(path) {
          $0.create = create
          $0.readOnly = readOnly
        }
        Issue.record("opened")
      } catch {
        #expect(isExpected(error), "\(error)")
      }
      #expect(contents(of: path) == before)
      #expect(folder.files == files)
    }
  }

  @Test(arguments: [
    ("host=127.0.0.1 dbname=library", "postgresql://USER@HOST/DATABASE"),
    (" dbname = 'x' password=secret", "postgresql://USER@HOST/DATABASE"),
    ("service=books", "postgresql://USER@HOST/DATABASE"),
    (":memory: ", "\":memory:\""), (":MEMORY:", "\":memory:\""),
    ("file::memory:", "\":memory:\""),
  ])
  func aTextThatMeansSomethingElseMakesNoFile(_ path: String, _ instead: String) throws {
    let error = failure { _ = try openStore(path) }
    #expect(error?.kind == .argument && error?.field == "path")
    #expect(error?.message.contains(instead) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("secret") == false)
  }

  @Test(arguments: ["hosts=.books", "host", "my host=x", "file:books", "port.books"])
  func aNameThatOnlyLooksLikeItIsAFile(_ name: String) throws {
    #expect(try openStore(folder.file(name)).countBooks() == 0)
    #expect(try Rules.noAddress(bytes(name)) == name)
  }

  private func isFailure(_ kind: Failure.Kind) -> (any Error) -> Bool {
    { ($0 as? Failure)?.kind == kind && ($0 as? Failure)?.field == "path" }
  }

  private func isStorageError(_ kind: StorageError.Kind) -> (any Error) -> Bool {
    { ($0 as? StorageError)?.kind == kind }
  }

  /// A sound, closed store with an empty log.
  private func makeStore() throws {
    let store = try openStore(path)
    try store.create("A")
    _ = try store.close()
  }

  @Test(.ofFiles()) func aNewStoreIsOfTheNewestVersion() throws {
    let store = try openStore(path)
    #expect(store.schemaVersion == Schema.version)
    #expect(store.sortKeyVersion == 2)
    #expect(!store.isReadOnly)
    #expect(string(store.path) == path)
    let raw = try RawStore(path)
    #expect(try raw.integers("PRAGMA user_version") == [Int64(Schema.version)])
    #expect(try raw.integers("PRAGMA application_id") == [0x4257_524D])
    #expect(try raw.rows("PRAGMA journal_mode") == [[.text("wal")]])
    #expect(
      try raw.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1").map { $0[0] }
        == [
          "book_covers", "book_genres", "book_identifiers", "book_people", "book_search",
          "book_search_config", "book_search_data", "book_search_docsize", "book_search_idx",
          "book_sources", "books", "changes", "counters", "genre_books", "genres", "history_steps",
          "merged_books", "orders", "plain_titles", "properties", "quotes", "readings", "shelves",
        ].map { .text($0) })
    #expect(try faults(inStore: path) == [])
  }

  @Test(.ofFiles()) func aStoreIsThereWhenItIsOpenedAgain() throws {
    try makeStore()
    #expect(folder.files == ["store"])
    for readOnly in [false, true] {
      let store = try openStore(path) { $0.readOnly = readOnly }
      #expect(try store.countBooks() == 1)
      #expect(store.isReadOnly == readOnly)
    }
  }

  @Test(.ofFiles()) func anAbsentStoreIsMadeOnlyIfThatIsWanted() throws {
    #expect(storageError { try openStore(path) { $0.create = false } }?.kind == .cannotOpen)
    #expect(storageError { try openStore(path) { $0.readOnly = true } }?.kind == .cannotOpen)
    let nowhere = folder.file("none/store")
    #expect(storageError { try openStore(nowhere) }?.kind == .cannotOpen)
    #expect(folder.files.isEmpty)
  }

  @Test func anEmptyFileBecomesAStoreOnlyIfThatIsWanted() throws {
    write([], to: path)
    #expect(failure { try openStore(path) { $0.create = false } }?.kind == .notAStore)
    #expect(storageError { try openStore(path) { $0.readOnly = true } }?.kind == .cannotOpen)
    #expect(contents(of: path) == [])
    #expect(try openStore(path).countBooks() == 0)
  }

  @Test func aTextFileIsRefused() throws {
    write(Array(String(repeating: "no store\n", count: 100).utf8), to: path)
    try expectRefusal(isStorageError(.notADatabase))
  }

  @Test func anotherDatabaseIsRefused() throws {
    try RawStore(path).execute("CREATE TABLE books (x); INSERT INTO books VALUES (1)")
    try expectRefusal(isFailure(.notAStore))
  }

  @Test func anotherApplicationsDatabaseIsRefused() throws {
    try makeStore()
    try RawStore(path).execute("PRAGMA journal_mode = DELETE; PRAGMA application_id = 1")
    try expectRefusal(isFailure(.notAStore))
  }

  @Test(arguments: [Schema.version + 1, Schema.version + 2, 1000, Int32.max])
  func aStoreOfANewerVersionIsRefused(version: Int32) throws {
    try makeStore()
    try RawStore(path).execute("PRAGMA journal_mode = DELETE; PRAGMA user_version = \(version)")
    try expectRefusal(isFailure(.newer))
  }

  @Test func aNewerVersionThatIsOnlyInTheLogIsRefused() throws {
    // The library must begin the log; a log of another SQLite is set aside.
    let store = try openStore(path)
    try store.create("A")
    defer { withExtendedLifetime(store) {} }
    let raw = try RawStore(path)
    try raw.execute("PRAGMA user_version = \(newer)")
    #expect(failure { try openStore(path) }?.kind == .newer)
    #expect(failure { try openStore(path) { $0.readOnly = true } }?.kind == .newer)
    #expect(try raw.integers("PRAGMA user_version") == [Int64(newer)])
  }

  @Test func aStoreThatIsUpgradedWhileItIsOpenIsNoLongerWritten() throws {
    let store = try openStore(path)
    try store.create("A")
    let raw = try RawStore(path)
    try raw.execute("PRAGMA user_version = \(newer)")
    #expect(failure { try store.create("B") }?.kind == .newer)
    #expect(failure { try store.begin(.write) }?.kind == .newer)
    try raw.execute("PRAGMA user_version = \(Schema.version)")
    try store.create("C")
    #expect(try store.countBooks() == 2)
  }

  @Test(arguments: [0, -1, Int32.min])
  func aStoreWithAVersionThatNeverWasIsCorrupt(version: Int32) throws {
    try makeStore()
    try RawStore(path).execute("PRAGMA journal_mode = DELETE; PRAGMA user_version = \(version)")
    #expect(failure { try openStore(path) }?.kind == .corrupt)
  }

  @Test(.ofFiles(), arguments: ["quotes", "orders", "changes", "properties", "counters"])
  func aStoreWithoutATableIsCorrupt(table: String) throws {
    try makeStore()
    try RawStore(path).execute("DROP TABLE \(table)")
    #expect(failure { try openStore(path) }?.kind == .corrupt)
  }

  @Test func aDirectoryIsRefused() {
    #expect(storageError { try openStore(folder.path) }?.kind == .cannotOpen)
  }

  @Test(.ofFiles()) func aStoreThatIsCutOffIsCorrupt() throws {
    try makeStore()
    let whole = try #require(contents(of: path))
    write(Array(whole[..<5000]), to: path)
    let error = storageError { try openStore(path) }
    #expect(error?.kind == .corrupt)
  }

  @Test(.ofFiles()) func aPathHasRules() throws {
    #expect(failure { try openStore("") }?.kind == .argument)
    let wrong: [([UInt8], Failure.Kind)] = [
      ([97, 0, 98], .text), ([0xFF], .text), ([UInt8](repeating: 97, count: 4096), .tooLarge),
    ]
    for (path, kind) in wrong {
      let failure = failure { try Store(path: bytes(path), options: StoreOptions()) }
      #expect(failure?.kind == kind)
      #expect(failure?.field == "path")
    }
  }

  @Test(arguments: ["postgresql://db/library", "postgres://", "postgresql://a:secret@b/c"])
  func aServersAddressIsRefusedWhereAFileIsNeeded(path: String) {
    let calls: [(Store) throws -> Void] = [
      { _ = try Backup($0, path: bytes(path)) }, { try $0.export(to: bytes(path)) },
      { try $0.importDocument(from: bytes(path)) },
      { _ in _ = try Preview.open(path: bytes(path), options: StoreOptions()) },
    ]
    for call in calls {
      let refused = failure { try call(memoryStore()) }
      #expect(refused?.field == "path")
      #expect(refused?.message.contains("server") == true)
      #expect(refused?.message.contains("secret") == false)
    }
  }

  @Test(.ofFiles()) func aSymbolicLinkLeadsToTheStore() throws {
    try makeStore()
    symlink(path, folder.file("link"))
    #expect(try openStore(folder.file("link")).countBooks() == 1)
  }

  @Test func manyMayMakeTheSameStoreAtOnce() throws {
    let path = path
    let failures = Shared<[String]>([])
    inParallel(4) { number in
      do { try openStore(path).create("Book \(number)") } catch {
        failures.with { $0.append("\(error)") }
      }
    }
    #expect(failures.value == [])
    #expect(try openStore(path).countBooks() == 4)
    #expect(try faults(inStore: path) == [])
  }

  /// The digests are FNV-1a. A new digest would mean that existing stores lack a change: append a
  /// step instead.
  @Test func aReleasedStepOfTheSchemaIsNeverChanged() {
    func digest(_ text: String) -> UInt64 {
      text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let released: [UInt64] = [17_492_207_897_781_468_966, 9_177_215_018_527_873_130]
    #expect(Schema.steps.prefix(released.count).map { digest($0) } == released)
    #expect(Schema.steps.count >= released.count)
  }
}
