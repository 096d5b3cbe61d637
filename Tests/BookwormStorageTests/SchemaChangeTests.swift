// These tests compile statements while other connections change the schema, as a compaction does.
import CSQLite
import Glibc
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct SchemaChangeTests {
  let folder = TemporaryFolder()
  private static let select = SQL("SELECT rowid FROM words WHERE words MATCH 'dune'")

  private func opened(_ timeout: Milliseconds) throws -> Database {
    let path = folder.file("database")
    try RawStore(path).execute(
      """
      PRAGMA journal_mode = WAL; CREATE VIRTUAL TABLE words USING fts5(text);
      INSERT INTO words VALUES ('dune')
      """)
    var options = DatabaseOptions()
    options.busyTimeout = timeout
    return try Database(path: path, options: options)
  }

  /// Each time that the connection opens the index, another connection changes the schema before
  /// the index reads its configuration, this many times. SQLite allows a hundred attempts.
  private func disturb(_ reader: Connection, _ times: Int, _ body: () throws -> Void) throws {
    let side = try #require(reader.side as? SQLiteConnection)
    let changes = try SchemaChanges(RawStore(folder.file("database")), times)
    sqlite3_set_authorizer(
      side.handle,
      { context, action, table, column, _, _ in
        if let context, action == SQLITE_READ, let table, strcmp(table, "words_config") == 0,
          let column, strcmp(column, "k") == 0
        {
          Unmanaged<SchemaChanges>.fromOpaque(context).takeUnretainedValue().change()
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(changes).toOpaque())
    defer { sqlite3_set_authorizer(side.handle, nil, nil) }
    try body()
    #expect(changes.done > 0)
  }

  @Test func aStatementIsPreparedAlthoughTheSchemaChangesAgainAndAgain() throws {
    let database = try opened(0)
    let reader = try database.borrowReader()
    try disturb(reader, 300) { () throws in
      let select = try reader.statement(Self.select)
      #expect(try select.step())
      select.reset()
    }
    database.giveBack(reader: reader)
  }

  @Test func aPreparedStatementGoesOnAlthoughTheSchemaChangesAgainAndAgain() throws {
    let database = try opened(0)
    let reader = try database.borrowReader()
    let select = try reader.statement(Self.select)
    #expect(try select.step())
    select.reset()
    try RawStore(folder.file("database")).execute("VACUUM")
    try disturb(reader, 300) { () throws in
      #expect(try select.step())
      #expect(select.int64(0) == 1)
      #expect(try !select.step())
      select.reset()
    }
    database.giveBack(reader: reader)
  }

  @Test func whoseSchemaNeverComesToRestIsTold() throws {
    let database = try opened(20)
    let reader = try database.borrowReader()
    try disturb(reader, .max) { () throws in
      let error = storageError { try reader.statement(Self.select) }
      #expect(error?.kind == .busy)
      #expect(error?.code == SQLITE_SCHEMA)
    }
    let select = try reader.statement(Self.select)
    #expect(try select.step())
    select.reset()
    database.giveBack(reader: reader)
  }
}

private final class SchemaChanges {
  private let store: RawStore
  private var left: Int
  private(set) var done = 0

  init(_ store: RawStore, _ times: Int) throws {
    (self.store, left) = (store, times)
    try store.execute("PRAGMA synchronous = OFF")
  }

  func change() {
    guard left > 0 else { return }
    (left, done) = (left - 1, done + 1)
    try? store.execute("PRAGMA schema_version = \(done + 1000)")
  }
}
