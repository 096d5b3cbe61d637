// Tests that no call waits for a server for ever, and that errors stay clear until the caller has
// ended the failed transaction.
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
struct ServerPatienceTests {
  let schema: TestSchema
  let store: Store
  let id: Int64

  init() throws {
    schema = try TestSchema()
    id = try openStore(server: schema.url).create("Book")
    store = try Self.open(schema)
  }

  /// The server's own time-out is much longer than the store's. A call that it has to end would
  /// wait for ever without it.
  private static func open(_ schema: TestSchema) throws -> Store {
    var options = StoreOptions()
    options.busyTimeout = 100
    return try openStore(
      server: schema.url + "&options=-c%20statement_timeout%3D15000", options)
  }

  /// Another session locks the table until `body` returns.
  private func locking(_ table: String, _ body: () throws -> Void) throws {
    let operator_ = try RawServer()
    try operator_.execute("BEGIN; LOCK TABLE \(schema.name).\(table) IN ACCESS EXCLUSIVE MODE")
    defer { try? operator_.execute("ROLLBACK") }
    try body()
  }

  private func isBusy(_ body: () throws -> Void) -> Bool {
    let error = storageError(body)
    return error?.kind == .busy && error?.sqlState == "55P03"
  }

  // MARK: Behind an operator

  @Test func whoReadsBehindALockIsToldThatTheStoreIsBusy() throws {
    let reading = try store.begin(.read)
    let observer = try store.observe([])
    try locking("books") {
      #expect(isBusy { _ = try store.read(id) })
      #expect(isBusy { _ = try store.run(Query()) })
      #expect(isBusy { _ = try store.check() })
      #expect(isBusy { _ = try reading.read(id) })
      let stream = storageError {
        let batches = try RowStream(store, Query())
        while try batches.next(10).count > 0 {}
      }
      #expect(stream?.kind == .busy)
    }
    try locking("properties") {
      #expect(isBusy { _ = try store.begin(.read) })
      #expect(isBusy { _ = try observer.next(0) })
      #expect(isBusy { _ = try Self.open(schema) })
    }
    _ = try reading.rollBack()
    #expect(try store.read(id).rating == 0)
    try store.setRating(id, 3)
    #expect(try !observer.hear().isEmpty)
  }

  @Test(arguments: [1, 2000])
  func anObservedPageDoesNotWaitForAnOperator(books: Int) throws {
    _ = try store.createMany(books) { _ in BookFieldTests.full.draft }
    var query = try Query()
    try query.setLimit(5)
    let observer = try store.observe(query, [])
    try locking("books") {
      try RawServer().execute(
        """
        UPDATE \(schema.name).changes SET entries = '\\xFF'
        WHERE id = (SELECT max(id) FROM \(schema.name).changes);
        INSERT INTO \(schema.name).changes SELECT max(id) + 1, 0, '\\xFF', 7
        FROM \(schema.name).changes
        """)
      var error: StorageError?
      for _ in 0..<500 where error == nil {
        error = storageError { _ = try observer.next(0) }
        usleep(10_000)
      }
      #expect(error?.kind == .busy && error?.sqlState == "55P03")
    }
    #expect(try observer.next(10_000).count > 0)
  }

  // MARK: Transactions that have failed

  @Test(arguments: [Transaction.Mode.read, .write])
  func aTransactionInWhichAReadHasFailedSaysThatItMustBeEnded(mode: Transaction.Mode) throws {
    let transaction = try store.begin(mode)
    #expect(try transaction.countBooks() == 1)
    if mode == .write { try transaction.setRating(id, 4) }
    try locking("quotes") { #expect(isBusy { _ = try transaction.quotes(ofBook: id) }) }
    for refused in [
      failure { try transaction.read(id) }, failure { try transaction.begin(.read) },
      failure { try transaction.commit() },
    ] {
      #expect(refused?.kind == .transaction)
      #expect(refused?.message.contains("only a rollback is possible") == true)
    }
    _ = try transaction.rollBack()
    #expect(try store.read(id).rating == 0)
    try store.setRating(id, 5)
  }

  /// Ends the sessions of open transactions. The library has not noticed it when this returns.
  private func endSessions() throws {
    try schema.execute(
      """
      SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = '\(schema.name)' AND state = 'idle in transaction'
      """)
  }

  @Test(arguments: [Transaction.Mode.read, .write])
  func aTransactionWhoseSessionWasEndedSaysSoAtOnceAndEachTime(mode: Transaction.Mode) throws {
    let store = try openStore(server: schema.url + "&application_name=\(schema.name)")
    let transaction = try store.begin(mode)
    #expect(try transaction.read(id).rating == 0)
    if mode == .write { try transaction.setRating(id, 4) }
    try endSessions()
    for _ in 0..<2 {
      let errors = [
        mode == .write ? storageError { try transaction.create("New") } : nil,
        storageError { try transaction.read(id) }, storageError { try transaction.begin(mode) },
      ]
      for case let error? in errors { #expect(error.message.contains("connection to the server")) }
      let count = mode == .write ? 3 : 2
      #expect(errors.compactMap { $0?.kind } == Array(repeating: .inputOutput, count: count))
    }
    if mode == .write {
      #expect(storageError { try transaction.commit() }?.kind == .inputOutput)
      #expect(failure { try transaction.commit() }?.kind == .closed)
    } else {
      _ = try transaction.rollBack()
    }
    #expect(try store.read(id).rating == 0)
    try store.setRating(id, 5)
    #expect(try store.countBooks() == 1)
  }

  // MARK: Rights

  @Test(arguments: ["books", "quotes", "properties", "changes"])
  func aCopyWithoutARightToReadSaysSo(table: String) throws {
    let role = schema.name + "_user"
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT ALL ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
    let store = try openStore(server: "\(schema.url)&user=\(role)")
    try schema.execute("REVOKE SELECT ON \(table) FROM \(role)")
    let folder = TemporaryFolder()
    let error = storageError {
      let backup = try Backup(store, path: bytes(folder.file("copy")))
      _ = try backup.step(-1)
    }
    #expect(error?.kind == .notPermitted && error?.sqlState == "42501")
    #expect(error?.message.contains(table) == true)
    #expect(contents(of: folder.file("copy")) == nil)
  }
}
