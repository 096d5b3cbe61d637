// Tests that a failure has a clear status and leaves nothing half-done, whether the server refuses
// the work, gives it up or has no room for it; and that the next attempt works.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerFailureTests {
  let schema: TestSchema
  let store: Store
  let id: Int64

  init() throws {
    schema = try TestSchema()
    store = try openStore(server: schema.url)
    id = try store.create("Book")
  }

  private func rating() throws -> String? { try schema.rows("SELECT rating FROM books")[0][0] }

  /// Opens the store with a setting that its sessions have from their beginning.
  private func open(setting: String, to value: String) throws -> Store {
    try openStore(server: schema.url + "&options=-c%20\(setting)%3D\(value)")
  }

  /// Another session locks the table until `body` returns.
  private func locking(_ table: String, _ body: () throws -> Void) throws {
    let operator_ = try RawServer()
    try operator_.execute("BEGIN; LOCK TABLE \(schema.name).\(table) IN ACCESS EXCLUSIVE MODE")
    defer { try? operator_.execute("ROLLBACK") }
    try body()
  }

  /// Checks that the store is still sound and can be written.
  private func goesOn(_ store: Store) throws -> Bool {
    try store.setRating(id, 5)
    return try rating() == "5" && store.check().count == 0
      && schema.rows("SELECT max(id) - count(*) FROM changes") == [["0"]]
  }

  @Test(arguments: ["book_words", "book_search"])
  func aBatchThatFailsLeavesNothingForTheNext(table: String) throws {
    var options = StoreOptions()
    options.busyTimeout = 200
    let hasty = try openStore(server: schema.url, options)
    func createBooks(_ word: String, in store: Store) throws -> [Int64] {
      try store.createMany(50) { number in
        var draft = BookDraft()
        draft.given = [.title, .author]
        (draft.title, draft.author) = (bytes("\(word) \(number)"), bytes("A"))
        return draft
      }
    }
    try locking(table) {
      #expect(storageError { _ = try createBooks("Lost", in: hasty) }?.kind == .busy)
    }
    // The ids of the lost books are assigned to other books, which are soon deleted.
    let others = try createBooks("Other", in: store)
    _ = try others.withUnsafeBufferPointer { try store.deleteBooks($0) }
    _ = try createBooks("Kept", in: hasty)
    #expect(try store.check().count == 0)
    #expect(try store.countBooks() == 51)
  }

  // MARK: Time-outs and operators

  @Test func whoIsIdleInATransactionForTooLongLosesItAndTheLock() throws {
    let slow = try open(setting: "idle_in_transaction_session_timeout", to: "1000")
    let transaction = try slow.begin(.write)
    try transaction.setRating(id, 1)
    // Waits for the lock until its holder is terminated.
    try store.setRating(id, 2)
    #expect(storageError { try transaction.commit() }?.kind == .inputOutput)
    #expect(try rating() == "2")
    #expect(try goesOn(slow))
  }

  @Test func aWriterWhoseHostIsGoneIsEndedWhenItsServerNoticesAndKeptNothing() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let words = "bookworm_schema=\(schema.name)"
    let setting = "&options=-c%20idle_in_transaction_session_timeout%3D300"
    let gone = try openStore(server: proxy.url(with: words + setting))
    var options = StoreOptions()
    options.busyTimeout = 10
    let impatient = try openStore(server: schema.url, options)
    try impatient.setRating(id, 0)
    let transaction = try gone.begin(.write)
    try transaction.setRating(id, 1)
    #expect(try transaction.read(id).rating == 1)
    // The connection's server is not notified.
    proxy.cut(.toServer, after: 0, .clientsSideOnly)
    #expect(storageError { try transaction.read(id) }?.kind == .inputOutput)
    #expect(storageError { try impatient.setRating(id, 3) }?.kind == .busy)
    try store.setRating(id, 2)
    #expect(try rating() == "2")
    #expect(try goesOn(store))
  }

  @Test func aStatementThatTakesTooLongIsToldAndNothingIsKept() throws {
    // Long enough for a statement that waits for nobody, on a busy machine too.
    let hasty = try open(setting: "statement_timeout", to: "1000")
    try locking("books") {
      let error = storageError { try hasty.setRating(id, 1) }
      #expect(error?.kind == .busy)
      #expect(error?.sqlState == "57014")
      #expect(error?.message.contains("statement timeout") == true)
      #expect(storageError { try hasty.read(id) }?.kind == .busy)
    }
    try locking("properties") {
      let opening = storageError { try open(setting: "statement_timeout", to: "1000") }
      #expect(opening?.kind == .busy && opening?.sqlState == "57014")
    }
    #expect(try rating() == "0")
    #expect(try goesOn(hasty))
  }

  @Test func aStoreThatARolesTimeOutLeavesNoTimeToMakeIsToldAndNothingOfItIsMade() throws {
    let role = schema.name + "_hasty"
    try schema.execute(
      "CREATE ROLE \(role) LOGIN SUPERUSER; ALTER ROLE \(role) SET statement_timeout = 1000")
    let url = TestServer.url(with: "user=\(role)&bookworm_schema=\(role)")
    // A program that creates a store waits for all others that do.
    let other = try RawServer()
    try other.execute("BEGIN; SELECT pg_advisory_xact_lock(\(0x4257_524D), 0)")
    let error = storageError { try openStore(server: url) }
    #expect(error?.kind == .busy && error?.sqlState == "57014")
    #expect(error?.message.contains("its statement_timeout or an operator") == true)
    #expect(try schema.rows("SELECT 1 FROM pg_namespace WHERE nspname = '\(role)'") == [])
    try other.execute("ROLLBACK")
    try schema.execute("ALTER ROLE \(role) RESET statement_timeout")
    #expect(try openStore(server: url).create("Book") == 1)
  }

  @Test func aTableThatAnOperatorHasIsBusy() throws {
    var options = StoreOptions()
    options.busyTimeout = 100
    let store = try openStore(server: schema.url, options)
    try locking("books") {
      #expect(storageError { try store.setRating(id, 1) }?.kind == .busy)
    }
    try locking("changes") {
      #expect(storageError { try store.setRating(id, 1) }?.kind == .busy)
    }
    #expect(try rating() == "0")
    #expect(try goesOn(store))
  }

  @Test(arguments: ["pg_cancel_backend", "pg_terminate_backend"])
  func aWriteThatAnOperatorEndsIsToldAndNotKept(function: String) throws {
    let found = Shared<StorageError?>(nil)
    try locking("counter_news") {
      inParallel(2) { number in
        if number == 0 {
          let error = storageError { try store.setRating(id, 1) }
          found.with { $0 = error }
        } else {
          let waiting = """
            SELECT \(function)(pid) FROM pg_locks WHERE NOT granted
            AND relation = '\(schema.name).counter_news'::regclass
            """
          for _ in 0..<500 where (try? schema.rows(waiting).isEmpty) != false { usleep(10_000) }
        }
      }
    }
    #expect(found.value?.kind == (function == "pg_cancel_backend" ? .busy : .inputOutput))
    #expect(try rating() == "0")
    #expect(try goesOn(store))
  }

  // MARK: Limits and rights

  @Test func aServerWithoutRoomForMoreSessionsSaysSo() throws {
    let role = schema.name + "_crowd"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN CONNECTION LIMIT 3; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
    let store = try openStore(server: "\(schema.url)&user=\(role)")
    let (first, second) = (try store.begin(.read), try store.begin(.read))
    #expect(try first.read(id).rating == 0)
    let error = storageError { try store.begin(.read) }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("too many connections") == true)
    #expect(try second.read(id).rating == 0)
    #expect(try goesOnAfter(second, in: store))
    _ = try first.rollBack()
  }

  private func goesOnAfter(_ transaction: Transaction, in store: Store) throws -> Bool {
    _ = try transaction.rollBack()
    return try goesOn(store)
  }

  @Test func rightsThatAreTakenAwayAreToldAndNothingIsKept() throws {
    let role = schema.name + "_writer"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
    let store = try openStore(server: "\(schema.url)&user=\(role)")
    try store.setRating(id, 1)
    for table in ["changes", "counter_news"] {
      try schema.execute("REVOKE INSERT ON \(table) FROM \(role)")
      let error = storageError { try store.setRating(id, 2) }
      #expect(error?.kind == .notPermitted)
      #expect(error?.sqlState == "42501")
      #expect(error?.message.contains(table) == true)
      #expect(try rating() == "1")
      try schema.execute("GRANT INSERT ON \(table) TO \(role)")
    }
    #expect(try goesOn(store))
  }

  /// A tablespace on a disk of two megabytes, which only root may mount.
  @Test(.enabled(if: geteuid() == 0, "only root may mount a small disk"))
  func aServersFullDiskIsFullAndWhatItHadNoRoomForIsNotKept() throws {
    let folder = "/tmp/bookworm-small-\(schema.name)"
    mkdir(folder, 0o755)
    defer { rmdir(folder) }
    guard mount("none", folder, "tmpfs", 0, "size=2m,mode=777") == 0 else { return }
    defer { umount2(folder, Int32(MNT_DETACH)) }
    let user = getpwnam("postgres")
    mkdir(folder + "/space", 0o700)
    chown(folder + "/space", user?.pointee.pw_uid ?? 0, user?.pointee.pw_gid ?? 0)
    try schema.execute("CREATE TABLESPACE \(schema.name) LOCATION '\(folder)/space'")
    try schema.execute("ALTER TABLE quotes SET TABLESPACE \(schema.name)")
    let long = String((0..<200_000).map { _ in Character(UnicodeScalar(.random(in: 32...126))) })
    var error: StorageError?
    var count = 0
    while error == nil, count < 100 {
      error = storageError { try store.addQuote(long + "\(count)", to: id) }
      if error == nil { count += 1 }
    }
    #expect(error?.kind == .full)
    #expect(error?.sqlState == "53100")
    #expect(count > 0)
    #expect(try schema.rows("SELECT count(*) FROM quotes") == [["\(count)"]])
    // Work that needs no room continues. Once there is room again, all work does.
    #expect(try goesOn(store))
    try schema.execute("ALTER TABLE quotes SET TABLESPACE pg_default")
    _ = try store.addQuote(long, to: id)
    #expect(try goesOn(store))
    try schema.execute("DROP TABLESPACE \(schema.name)")
  }

  @Test func anAnswerAgainstTheProtocolIsNoWantOfMemory() throws {
    let proxy = try CuttingProxy()
    defer { proxy.stop() }
    let store = try openStore(server: proxy.url(with: "bookworm_schema=\(schema.name)"))
    _ = try store.read(id)
    // A row consists of "D", its length, and the number of its columns, which is falsified.
    proxy.falsify { bytes in
      var place = 0
      while place + 7 <= bytes.count {
        let length = bytes[place + 1...place + 4].reduce(0) { $0 << 8 | Int($1) }
        if bytes[place] == UInt8(ascii: "D") { bytes[place + 6] &+= 1 }
        place += 1 + length
      }
    }
    let error = storageError { _ = try store.read(id) }
    #expect(error?.kind == .inputOutput)
    #expect(error?.message.hasPrefix("the server's answer cannot be read: ") == true)
    proxy.falsify(nil)
    #expect(try goesOn(self.store))
  }
}
