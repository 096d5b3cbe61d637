// This file converts SQLite's result codes to errors with a meaning. No other file does this.
import CSQLite
import Glibc

extension StorageError {
  static func from(_ code: Int32, _ database: OpaquePointer?) -> StorageError {
    let extended = database.map { sqlite3_extended_errcode($0) } ?? code
    let detail = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let text = detail.map { String(cString: $0) } ?? "unknown error"
    let matches = extended & 0xFF == code & 0xFF
    if matches, extended == Int32(CSQLITE_CORRUPT_TABLE) {
      // The tables that the index is built from may be sound.
      return StorageError(
        .corrupt, code: extended, "the search index is damaged; a rebuild repairs it")
    }
    if code & 0xFF == SQLITE_NOMEM, !csqlite_memory_was_short() {
      return StorageError(.corrupt, code: code, "SQLite: a row is larger than its limit")
    }
    if code & 0xFF == SQLITE_SCHEMA {
      // A statement can get this result when it is compiled: see SQLiteConnection.persist().
      return StorageError(
        .busy, code: code, "other programs compacted the store all the time while it was read")
    }
    if code & 0xFF == SQLITE_BUSY {
      // If a write waited, Database replaces this message. A read waits only for a program that has
      // the store to itself.
      return StorageError(
        .busy, code: matches ? extended : code,
        "another program had the store to itself for longer than the time-out, for example to"
          + " restore a backup")
    }
    // A virtual table hides why it could not be opened.
    let hides = code & 0xFF == SQLITE_ERROR && database.map { sqlite3_system_errno($0) } ?? 0 != 0
    // The search index hides that memory was short for a journal in memory.
    if extended == SQLITE_IOERR, csqlite_memory_was_short() {
      return StorageError(.memory, code: extended, "SQLite: \(text)")
    }
    return StorageError(
      hides ? .inputOutput : hasNoRoom(code, database) ? .full : kind(of: code & 0xFF),
      code: matches ? extended : code, "SQLite: \(text)")
  }

  /// SQLite detects a full disk only by one of the system's error numbers, and only when writing
  /// pages.
  private static func hasNoRoom(_ code: Int32, _ database: OpaquePointer?) -> Bool {
    let reason = database.map { sqlite3_system_errno($0) } ?? errno
    return code & 0xFF == SQLITE_IOERR && [ENOSPC, EDQUOT, EFBIG].contains(reason)
  }

  static func opening(_ path: String, _ code: Int32, _ database: OpaquePointer?) -> StorageError {
    let reason = sqlite3_system_errno(database)
    guard code & 0xFF == SQLITE_CANTOPEN, reason != 0 else { return from(code, database) }
    return StorageError.cannotOpen(reason, path, code: sqlite3_extended_errcode(database))
  }

  private static func kind(of primary: Int32) -> Kind {
    switch primary {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_READONLY: .readOnly
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .cannotOpen
    case SQLITE_NOTADB: .notADatabase
    // Our statements are fixed and our values are checked. If they do not fit, the tables are not
    // as this library makes them.
    case SQLITE_CORRUPT, SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG: .corrupt
    case SQLITE_FULL: .full
    case SQLITE_IOERR: .inputOutput
    case SQLITE_NOMEM: .memory
    default: .unexpected
    }
  }
}
