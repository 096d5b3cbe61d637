// Reads and writes a store's tables by SQL, without the library: through SQLite itself or, if the
// tests' stores are on a server, through libpq.
import CSQLite
import Glibc
import Testing

@testable import BookwormStore

package final class RawStore: @unchecked Sendable {
  package enum Value: Equatable, Sendable, CustomStringConvertible {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    package var description: String {
      switch self {
      case .null: "NULL"
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): "'\(text)'"
      case .blob(let bytes): "\(bytes)"
      }
    }
  }

  package struct Fault: Error {
    package let code: Int32
    package let message: String
  }

  private let handle: OpaquePointer?
  /// Nil if the store is a file.
  private let server: RawServer?

  /// The name of SQLite's unmodified VFS, without the library's part.
  private static let files: String? = {
    guard let ours = sqlite3_vfs_find(nil), let plain = sqlite3_vfs_find("unix-none") else {
      return nil
    }
    let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    files.initialize(to: ours.pointee)
    files.pointee.xOpen = plain.pointee.xOpen
    files.pointee.zName = UnsafePointer(strdup("plain"))
    return sqlite3_vfs_register(files, 0) == SQLITE_OK ? "plain" : nil
  }()

  private static let folding = """
    INSERT INTO counters
    SELECT kind, key, \((0...5).map { "sum(rated_\($0))" }.joined(separator: ", "))
    FROM counter_news WHERE change > coalesce(
      (SELECT value FROM properties WHERE name = 'counters_folded'), 0)
    GROUP BY kind, key
    ON CONFLICT (kind, key) DO UPDATE SET
      \((0...5).map { "rated_\($0) = counters.rated_\($0) + excluded.rated_\($0)" }
        .joined(separator: ", "));
    DELETE FROM counter_news
    """

  package init(_ path: String) throws {
    if let url = TestStore.url, TestStore.address(of: path) != nil {
      handle = nil
      let server = try RawServer(url)
      self.server = server
      let schema = TestStore.schema(of: path)
      let schemas = try server.rows("SELECT 1 FROM pg_namespace WHERE nspname = '\(schema)'")
      if schemas.isEmpty { try RawStore.cancel() }
      try server.execute("SET search_path = \(schema)")
      // Applies the latest additions to the counters, so that tests can read and change these.
      try server.execute(RawStore.folding)
      return
    }
    server = nil
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, RawStore.files)
    guard code == SQLITE_OK, let opened else { throw Fault(code: code, message: path) }
    handle = opened
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  private static func cancel() throws -> Never {
    try Test.cancel("it looks into a file, and the tests' stores are on a server")
  }

  /// Throws if the statement needs something that only a file has.
  private static func cancelIfOfFile(_ sql: String) throws {
    let words = ["PRAGMA", "pragma_", "sqlite_", "book_search", "rowid", "temp.", "AS TEXT)"]
    for word in words where sql.contains(word) { try cancel() }
  }

  /// Also throws if only SQLite accepts the statement, or a value for a column.
  private static func inWordsOfBoth<R>(
    _ sql: String, _ body: (String) throws -> R
  ) throws -> R {
    try cancelIfOfFile(sql)
    // How each engine writes bytes.
    let own = sql.replacing(" x'", with: " '\\x")
    do { return try body(own) } catch let fault as RawServer.Fault
      where ["42", "22"].contains(fault.state.prefix(2))
    {
      try Test.cancel("it asks in SQLite's words, and the tests' stores are on a server")
    }
  }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw Fault(code: code, message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "")
  }

  package func execute(_ sql: String) throws {
    if let server {
      return try RawStore.inWordsOfBoth(sql) { try server.execute($0) }
    }
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  package func rows(_ sql: String) throws -> [[Value]] {
    if let server {
      return try RawStore.inWordsOfBoth(sql) { try server.values($0) }
    }
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(prepared)
      try check(code)
      guard code == SQLITE_ROW else { return rows }
      rows.append((0..<sqlite3_column_count(prepared)).map { RawStore.value(prepared, $0) })
    }
  }

  private static func value(_ row: OpaquePointer?, _ column: Int32) -> Value {
    let count = Int(sqlite3_column_bytes(row, column))
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT:
      return .text(sqlite3_column_text(row, column).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row, column)?.assumingMemoryBound(to: UInt8.self)
      return .blob(Array(UnsafeBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  /// Adds a row to the log of changes, as another program would. `entries` are hexadecimal digits.
  package func addToLog(_ entries: String) throws {
    try execute(
      """
      INSERT INTO changes (id, committed, entries)
      SELECT coalesce(max(id), 0) + 1, 0, x'\(entries)' FROM changes
      """)
  }

  /// The tokens of its search index: book, column, place and word.
  package func tokens() throws -> [[Value]] {
    guard let server else {
      try execute("CREATE VIRTUAL TABLE temp.tokens USING fts5vocab(main, book_search, instance)")
      defer { try? execute("DROP TABLE temp.tokens") }
      return try rows("SELECT doc, col, offset, term FROM temp.tokens")
    }
    return try server.values(
      """
      SELECT w.book, p >> 27, p & 134217727, convert_from(w.word, 'UTF8')
      FROM book_words w, unnest(w.places) p
      """
    ).map { row in
      let column = WordSQL.numbered[Int(row[1].integer ?? 0)]
      return [row[0], .text(SearchSQL.columns[column].name), row[2], row[3]]
    }
  }

  /// The books that its search index contains.
  package func booksInIndex() throws -> [Int64] {
    try server.map { try $0.values("SELECT book FROM book_search").map { $0[0].integer ?? 0 } }
      ?? integers("SELECT id FROM book_search_docsize")
  }

  /// The first column of every row.
  package func integers(_ sql: String) throws -> [Int64] {
    try rows(sql).map { $0[0].integer ?? 0 }
  }
}
