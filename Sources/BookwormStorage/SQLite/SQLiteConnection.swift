// This file defines SQLite's half of a connection: opening, waiting for locks, and our functions.
import CSQLite
import Glibc

final class SQLiteConnection: EngineConnection {
  let handle: OpaquePointer
  let path: String
  let file: Fork.OpenFile?
  /// Set if the file is read without locks.
  let still: StillFile?
  private let forks = Fork.generation
  let closing: ClosingFlag
  private var folding: LogFolding?
  private var lacksRoom = false
  var busyTimeout: Milliseconds
  var rowsToCome = RowsToCome.few
  private var busyUntil: Milliseconds = 0
  private(set) var hasMetCheckpoint = false
  private lazy var turns = WriteTurns(self)
  private var versionStatement: OpaquePointer?
  /// When to check again whether the files are in place.
  var nextLook: Milliseconds = 0
  var place = csqlite_place(
    folder: -1, is_known: false, renamed: timespec(), changed: timespec(), written: timespec())
  private var memoryTables: [String: VirtualTableSlot] = [:]
  let visits = RowVisits()

  var engine: UnsafePointer<Engine> { Engine.sqlite }
  var dialect: any Dialect { SQLiteDialect() }

  init(
    path: String, flags: Int32, busyTimeout: Milliseconds, cacheKiB: Int32, closing: ClosingFlag
  ) throws {
    (self.path, self.closing) = (path, closing)
    still = flags & SQLITE_OPEN_READONLY != 0 ? try StillFile(path) : nil
    if let file = try Fork.OpenFile(path: path) { try Fork.check(file, path: path) }
    SQLite.joinForks()
    var opened: OpaquePointer?
    let own = SQLITE_OPEN_NOMUTEX | (still == nil ? 0 : SQLITE_OPEN_URI)
    let code = sqlite3_open_v2(still?.address ?? path, &opened, flags | own, nil)
    guard code == SQLITE_OK, let opened else {
      let error = StorageError.opening(path, code, opened)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.busyTimeout = busyTimeout
    do { file = try Fork.OpenFile(path: path) } catch {
      sqlite3_close_v2(opened)
      throw error
    }
    if let file { Fork.opened(file) }
    do {
      sqlite3_extended_result_codes(handle, 0)
      sqlite3_busy_handler(handle, waitWhileBusy, Unmanaged.passUnretained(self).toOpaque())
      _ = csqlite_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
      _ = csqlite_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
      // Our schema has no triggers and views. Those that somebody has added must not run.
      _ = csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
      _ = csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
      // A plan must not depend on bound values. Otherwise FTS5's own statements, several for each
      // search, would be compiled again for nearly every value.
      _ = csqlite_db_config(handle, SQLITE_DBCONFIG_ENABLE_QPSG, 1)
      for (limit, value) in SQLiteConnection.limits { sqlite3_limit(handle, limit, value) }
      try execute("PRAGMA temp_store = MEMORY")
      setCache(cacheKiB)
      try addVisit()
    } catch {
      close()
      throw error
    }
  }

  /// Limits for statements and schemas added by others: well above the needs of our own.
  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_SQL_LENGTH, 200_000), (SQLITE_LIMIT_COLUMN, 100),
    (SQLITE_LIMIT_EXPR_DEPTH, 200), (SQLITE_LIMIT_COMPOUND_SELECT, 20),
    (SQLITE_LIMIT_VDBE_OP, 200_000), (SQLITE_LIMIT_FUNCTION_ARG, 16),
    (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
    (SQLITE_LIMIT_ATTACHED, 1),  // for VACUUM
  ]

  func close() {
    guard Fork.generation == forks else { return }
    sqlite3_finalize(versionStatement)
    csqlite_prepare_close(handle)
    sqlite3_close_v2(handle)
    if let file { Fork.closed(file) }
  }

  /// The absolute path of the database's file, with symbolic links followed; "" in memory.
  var fileName: String {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
  }

  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  // MARK: Statements

  func prepare(_ text: String) throws -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = persist {
      sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    }
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    return prepared
  }

  /// Repeats an attempt to compile a statement. SQLite gives up if other connections change the
  /// schema twice meanwhile, because the search index cannot be opened then. (Each compaction
  /// changes the schema.)
  private func persist(_ attempt: () -> Int32) -> Int32 {
    var count: Int32 = 0
    while true {
      let code = attempt()
      // The first attempts ignore the time-out: no lock is in the way.
      guard code & 0xFF == SQLITE_SCHEMA, count < 10 || keepWaiting(attempt: count &- 10) else {
        return code
      }
      count &+= 1
    }
  }

  func stepAgain(_ statement: OpaquePointer, _ code: Int32) -> Int32 {
    guard code & 0xFF == SQLITE_SCHEMA else { return code }
    return persist {
      sqlite3_reset(statement)
      return sqlite3_step(statement)
    }
  }

  func isReading(_ statement: OpaquePointer) -> Bool { sqlite3_stmt_busy(statement) != 0 }
  func discard(_ statement: OpaquePointer) { sqlite3_finalize(statement) }

  func execute(_ text: String) throws { try check(sqlite3_exec(handle, text, nil, nil, nil)) }

  func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw error(code) }
  }

  func error(_ code: Int32) -> StorageError {
    let error = StorageError.from(code, handle)
    switch error.kind {
    case .full: lacksRoom = true
    // SQLite's errors for files that are no longer the connection's own.
    case .inputOutput, .corrupt, .notADatabase, .cannotOpen, .readOnly:
      if let reason = try? whyLost(quickly: false) { return reason }
    default: break
    }
    return error
  }

  // MARK: State and results

  var inTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  var changes: Int64 { sqlite3_changes64(handle) }
  var failures: EngineFailures {
    let failures = csqlite_failures_here()
    return EngineFailures(reads: failures.reads, allocations: failures.allocations)
  }

  /// The first column of the first row, as text.
  func text(_ sql: String) throws -> String {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw error(code) }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
  }

  /// Sets up a database in memory or in a file that nobody else knows. Such a file is synced as a
  /// whole before it gets its name, and nobody relies on it until then.
  func keepsToItself() throws {
    try execute(
      """
      PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE
      """)
  }

  /// Switches a new file or a copy to a write-ahead log, so that readers and writers can work at
  /// the same time. The switch itself uses no journal on disk, because nobody would roll it back.
  /// It changes only a few of the file's first 100 bytes, and a disk writes all of these or none.
  func separateReaders() throws {
    let deadline = Clock.monotonic() &+ busyTimeout
    while true {
      do {
        try openLog()
        if csqlite_has_log(handle) { return }
        try execute("PRAGMA journal_mode = MEMORY")
        if try text("PRAGMA journal_mode = WAL") == "wal" { return }
        throw StorageError(
          .cannotOpen, "the file system cannot share memory between processes: \(path)")
      } catch let error as StorageError {
        guard error.kind == .busy, Clock.monotonic() < deadline else { throw error }
        usleep(1000)
      }
    }
  }

  /// SQLite opens the log and its index at a connection's first read; before that, a checkpoint
  /// does nothing.
  func openLog() throws { _ = try version() }

  func version() throws -> Int64 {
    let statement = try versionStatement ?? prepare("PRAGMA data_version")
    versionStatement = statement
    defer { sqlite3_reset(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else { throw error(code) }
    return sqlite3_column_int64(statement, 0)
  }

  /// From now on, this writing connection checkpoints the log.
  func foldsLog(_ wait: @escaping (Milliseconds) -> Void) {
    csqlite_limit_log(handle, Int64(LogFolding.sizeKept))
    folding = LogFolding(self, wait)
  }

  func makeRoom() {
    guard lacksRoom else { return }
    lacksRoom = false
    emptyLog()
  }

  /// Frees the log's space if nobody is in the way and the file has room to grow.
  func emptyLog() {
    busyTimeout = 0
    _ = checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
  }

  func tidyUp() { folding?.foldIfDue() }

  func inTurn(_ begin: () throws -> Void) throws {
    guard file != nil else { return try begin() }
    try turns.run(begin)
  }

  func setCache(_ kibibytes: Int32) { csqlite_set_cache(handle, kibibytes) }

  /// Sleeps before another attempt to take a lock. Returns false if the time-out is over, or if the
  /// store is being closed. SQLite's own back-off sleeps up to 100 ms at a time; with shorter
  /// sleeps, writers alternate sooner.
  fileprivate func keepWaiting(attempt: Int32) -> Bool {
    let now = Clock.monotonic()
    if attempt == 0 { (busyUntil, hasMetCheckpoint) = (Clock.end(of: busyTimeout), false) }
    let isOver = now >= busyUntil
    // Looks for a checkpoint about every 64 ms, and at the end to explain the failure.
    if !hasMetCheckpoint, isOver || attempt % 64 == 63 {
      hasMetCheckpoint = LogLock.isHeld(ofStore: fileName)
    }
    guard !isOver, !closing.isSet else { return false }
    turns.pause(attempt < 10, until: busyUntil)
    return true
  }

  func copy(to path: String) throws -> any DatabaseCopy { try SQLiteCopy(of: self, to: path) }

  // MARK: Functions that SQL calls

  func fill(_ table: String, _ rows: any MemoryRows) throws {
    if let slot = memoryTables[table] {
      slot.rows = rows
      return
    }
    let slot = VirtualTableSlot()
    try check(
      sqlite3_create_module_v2(
        handle, table, VirtualTable.module, Unmanaged.passUnretained(slot).toOpaque(), nil))
    memoryTables[table] = slot
    slot.rows = rows
  }

  func empty(_ table: String) { memoryTables[table]?.rows = nil }

  var visitor: ((Int64, Int64) -> Void)? {
    get { visits.each }
    set { visits.each = newValue }
  }

  /// Makes the predicate callable from SQL, with two texts or blobs.
  func addPredicate(_ name: String, _ predicate: Predicate) throws {
    try check(
      sqlite3_create_function_v2(
        handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
        Unmanaged.passRetained(predicate).toOpaque(), callPredicate, nil, nil, releasePredicate))
  }
}

private func waitWhileBusy(_ context: UnsafeMutableRawPointer?, _ attempt: Int32) -> Int32 {
  guard let context else { return 0 }
  let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
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
