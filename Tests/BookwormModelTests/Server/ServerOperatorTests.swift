// Tests that the settings of a server's operator, and the operator's own tables in a store's
// schema, are respected or named in an error.
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
struct ServerOperatorTests {
  let schema: TestSchema
  let role: String

  init() throws {
    schema = try TestSchema()
    role = schema.name + "_user"
    try openStore(server: schema.url).create("Book")
    try schema.execute(
      """
      CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema.name) TO \(role);
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name) TO \(role)
      """)
  }

  private func open(_ words: String = "") throws -> Store {
    try openStore(server: "\(schema.url)&user=\(role)\(words)")
  }

  // MARK: A freeze

  @Test func aDatabaseThatIsFrozenIsReadAndNotWritten() throws {
    try schema.execute("ALTER ROLE \(role) SET default_transaction_read_only = on")
    let store = try open()
    #expect(try store.countBooks() == 1)
    let errors = [
      storageError { try store.create("New") }, storageError { _ = try store.begin(.write) },
    ]
    for error in errors {
      #expect(error?.kind == .readOnly)
      #expect(error?.message.contains("default_transaction_read_only") == true)
      #expect(error?.message.contains("RESET") == true)
    }
    #expect(try store.countBooks() == 1)
    try schema.execute("ALTER ROLE \(role) RESET default_transaction_read_only")
    try store.create("New")
    #expect(try store.countBooks() == 2)
  }

  @Test func noStoreIsMadeInADatabaseThatIsFrozen() throws {
    let other = try TestSchema()
    try schema.execute(
      """
      GRANT ALL ON SCHEMA \(other.name) TO \(role);
      ALTER ROLE \(role) SET default_transaction_read_only = on
      """)
    let error = storageError { try openStore(server: "\(other.url)&user=\(role)") }
    #expect(error?.kind == .readOnly)
    #expect(error?.message.contains("default_transaction_read_only") == true)
  }

  // MARK: Settings

  @Test func aServerThatQuotesAllNamesIsOpened() throws {
    try schema.execute("ALTER ROLE \(role) SET quote_all_identifiers = on")
    let store = try open()
    try store.create("New")
    #expect(try store.check().count == 0)
  }

  @Test(arguments: [true, false])
  func aStreamThatIsIdleTooLongEndsWithTheServersReason(isLookedAt: Bool) throws {
    try schema.execute("ALTER ROLE \(role) SET idle_in_transaction_session_timeout = 100")
    let store = try open()
    let ids = try openStore(server: schema.url).createMany(3000) { SampleBook("B \($0)").draft }
    #expect(ids.count == 3000)
    let stream = try RowStream(store, Query())
    #expect(try stream.next(10).count == 10)
    usleep(400_000)
    if isLookedAt { _ = try? store.countBooks() }
    let error = storageError { while try stream.next(1000).count > 0 {} }
    #expect(error?.kind == .inputOutput && error?.sqlState == "25P03", "\(error as Any)")
    #expect(error?.message.contains("idle-in-transaction timeout") == true, "\(error as Any)")
    #expect(try store.countBooks() == 3001)
  }

  @Test func rowLevelSecurityIsRefused() throws {
    try schema.execute("ALTER TABLE books ENABLE ROW LEVEL SECURITY")
    let error = storageError { try open().run(Query()) }
    #expect(error?.kind == .notPermitted)
    #expect(error?.message.contains("row-level security") == true, "\(error as Any)")
  }

  // MARK: Tables of the operator's own

  @Test func aTableOfTheOperatorsOwnIsInNobodysWay() throws {
    try schema.execute(
      """
      CREATE TABLE notes (x bigint);
      CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
      CREATE TRIGGER noted AFTER INSERT ON notes FOR EACH ROW EXECUTE FUNCTION seen();
      CREATE VIEW titles AS SELECT title FROM books
      """)
    let store = try open()
    #expect(!store.isReadOnly)
    try store.create("New")
    #expect(try store.check().count == 0)
    try openStore(server: schema.url).compact()
  }

  @Test func aTableThatMayNotBeReadIsNamed() throws {
    try schema.execute("REVOKE SELECT ON quotes, shelves FROM \(role)")
    let error = storageError { try open() }
    #expect(error?.kind == .notPermitted)
    #expect(error?.message.contains("the tables quotes, shelves of") == true, "\(error as Any)")
  }
}
