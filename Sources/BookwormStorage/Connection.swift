// One SQLite connection with its prepared statements. Used by one thread at a time: its owner sees
// to that.
import CSQLite
import Glibc
import Synchronization

extension SQL {
  fileprivate static let dataVersion = SQL("PRAGMA data_version")
}

public final class Connection: @unchecked Sendable {
  let handle: OpaquePointer
  private var fixed: [OpaquePointer?] = []
  private var composed: [String: OpaquePointer] = [:]
  private var memoryTables: [String: MemoryTableSlot] = [:]
  let visits = RowVisits()
  private let forks = Fork.generation
  let file: Fork.OpenFile?
  /// How long a lock of another process is waited for.
  public var busyTimeout: Milliseconds
  private var busySince: Milliseconds = 0
  private let closing: ClosingFlag
  private var folding: LogFolding?
  /// In which texts are composed for this connection.
  public var dialect: any Dialect { SQLiteDialect() }

  /// Composed statements kept prepared; a program asks the same few queries again and again.
  private static let composedLimit = 64

  init(
    path: String, flags: Int32, busyTimeout: Milliseconds, cacheKiB: Int32, closing: ClosingFlag
  ) throws {
    self.closing = closing
    if let file = Fork.OpenFile(path: path) { try Fork.check(file, path: path) }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let error = StorageError.opening(path, code, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.busyTimeout = busyTimeout
    file = Fork.OpenFile(path: path)
    if let file { Fork.opened(file) }
    sqlite3_extended_result_codes(handle, 0)
    sqlite3_busy_handler(handle, waitWhileBusy, Unmanaged.passUnretained(self).toOpaque())
    _ = csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = csqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    // Ours has none: one that somebody has put into the file must not run.
    _ = csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    _ = csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
    try execute("PRAGMA temp_store = MEMORY")
    try setCache(cacheKiB)
  }

  /// How much of the database's pages is kept in memory.
  public func setCache(_ kibibytes: Int32) throws {
    try execute("PRAGMA cache_size = -\(kibibytes)")
  }

  deinit { close() }

  private func close() {
    // In a forked child its files are closed already, and its memory may be half-way changed.
    guard Fork.generation == forks else { return }
    for statement in fixed { sqlite3_finalize(statement) }
    for statement in composed.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
    if let file { Fork.closed(file) }
  }

  /// Why a call failed. Who is told that somebody else has the lock while the database is being
  /// closed would have waited otherwise.
  func failure(_ code: Int32) -> StorageError {
    closing.isSet && code & 0xFF == SQLITE_BUSY ? .closed : .from(code, handle)
  }

  public func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  public func statement(_ sql: SQL) throws -> Statement {
    if sql.number < fixed.count, let prepared = fixed[sql.number] {
      return Statement(handle: prepared, connection: self)
    }
    let prepared = try prepare(sql.text(dialect))
    while fixed.count <= sql.number { fixed.append(nil) }
    fixed[sql.number] = prepared
    return Statement(handle: prepared, connection: self)
  }

  /// A statement composed of fixed fragments; never of a caller's text.
  public func statement(composed sql: String) throws -> Statement {
    if let prepared = composed[sql] { return Statement(handle: prepared, connection: self) }
    if composed.count >= Connection.composedLimit {
      let idle = composed.filter { sqlite3_stmt_busy($0.value) == 0 }
      for (text, statement) in idle {
        composed[text] = nil
        sqlite3_finalize(statement)
      }
    }
    let prepared = try prepare(sql)
    composed[sql] = prepared
    return Statement(handle: prepared, connection: self)
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(code) }
    return prepared
  }

  /// The first column of the first row as text, or nil where there is no row.
  func text(_ sql: String) throws -> String? {
    let statement = try statement(composed: sql)
    defer { statement.reset() }
    return try statement.step() ? String(decoding: statement.text(0), as: UTF8.self) : nil
  }

  /// The first column of the first row, or nil where there is no row.
  public func integer(_ sql: String) throws -> Int64? {
    let statement = try statement(composed: sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  func memoryTable(_ name: String) throws -> MemoryTableSlot {
    if let slot = memoryTables[name] { return slot }
    let slot = MemoryTableSlot()
    let code = sqlite3_create_module_v2(
      handle, name, MemoryTable.module, Unmanaged.passUnretained(slot).toOpaque(), nil)
    guard code == SQLITE_OK else { throw failure(code) }
    memoryTables[name] = slot
    return slot
  }

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  public var changes: Int64 { sqlite3_changes64(handle) }

  /// The id of the row that the last INSERT put into a table with ids.
  public var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

  public var inTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The absolute path of the database's file, with symbolic links followed; "" in memory.
  var fileName: String {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
  }

  /// A number that changes when another connection commits.
  public func dataVersion() throws -> Int64 {
    let statement = try statement(.dataVersion)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : 0
  }

  /// From now on this connection, which writes, folds the log; see LogFolding.
  func foldsLog() throws {
    try execute("PRAGMA journal_size_limit = \(LogFolding.sizeKept)")
    folding = LogFolding(handle)
  }

  /// Called after a commit.
  func foldLogIfDue() { folding?.foldIfDue { busyTimeout = $0 } }

  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// SQLite's own back-off sleeps up to 100 ms at a time; waiting writers take turns sooner so.
  fileprivate func keepWaiting(attempt: Int32) -> Bool {
    let now = Clock.monotonic()
    if attempt == 0 { busySince = now }
    guard now - busySince < busyTimeout, !closing.isSet else { return false }
    usleep(attempt < 10 ? 200 : 1000)
    return true
  }

  /// Makes a function of two texts or blobs that answers true or false callable from SQL.
  public func addPredicate(_ name: String, _ predicate: Predicate) throws {
    let code = sqlite3_create_function_v2(
      handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passRetained(predicate).toOpaque(), callPredicate, nil, nil, releasePredicate)
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

/// Set when a database is being closed: then nobody waits for another process's lock any more.
final class ClosingFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

public final class Predicate {
  let call: (Bytes, Bytes) -> Bool?
  /// `call` answers nil where memory does not suffice.
  public init(_ call: @escaping (Bytes, Bytes) -> Bool?) { self.call = call }
}

private func waitWhileBusy(_ context: UnsafeMutableRawPointer?, _ attempt: Int32) -> Int32 {
  guard let context else { return 0 }
  let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
  return connection.keepWaiting(attempt: attempt) ? 1 : 0
}

private func callPredicate(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = sqlite3_user_data(context), count == 2, let arguments else { return }
  let predicate = Unmanaged<Predicate>.fromOpaque(data).takeUnretainedValue()
  let left = bytes(of: arguments[0])
  let right = bytes(of: arguments[1])
  guard let answer = predicate.call(left, right) else {
    return sqlite3_result_error_nomem(context)
  }
  sqlite3_result_int(context, answer ? 1 : 0)
}

private func bytes(of value: OpaquePointer?) -> Bytes {
  guard let start = sqlite3_value_blob(value) else { return Bytes(start: nil, count: 0) }
  return Bytes(
    start: start.assumingMemoryBound(to: UInt8.self), count: Int(sqlite3_value_bytes(value)))
}

private func releasePredicate(_ context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<Predicate>.fromOpaque(context).release() }
}

public enum SQLite {
  public static var version: String { String(cString: sqlite3_libversion()) }
}
