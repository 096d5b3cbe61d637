// This file maps an engine's functions to SQLite's, and reports SQLite's version.
import CSQLite

extension Engine {
  nonisolated(unsafe) static let sqlite: UnsafePointer<Engine> = {
    let engine = UnsafeMutablePointer<Engine>.allocate(capacity: 1)
    engine.initialize(
      to: Engine(
        bindInt64: sqlite3_bind_int64, bindDouble: sqlite3_bind_double,
        bindNull: sqlite3_bind_null, bindText: sqlite3_bind_text64,
        bindBlob: sqlite3_bind_blob64, step: sqlite3_step, reset: sqlite3_reset,
        columnCount: sqlite3_column_count, columnType: sqlite3_column_type,
        columnInt64: sqlite3_column_int64, columnDouble: sqlite3_column_double,
        columnText: sqlite3_column_text, columnBlob: sqlite3_column_blob,
        columnBytes: sqlite3_column_bytes, columnValue: sqlite3_column_value,
        valueType: sqlite3_value_type, valueInt64: sqlite3_value_int64,
        valueDouble: sqlite3_value_double, valueText: sqlite3_value_text,
        valueBlob: sqlite3_value_blob,
        valueBytes: sqlite3_value_bytes))
    return UnsafePointer(engine)
  }()
}

public enum SQLite {
  /// Makes forks safe for SQLite's files: see descriptors.c. Not a lazy global, because a child
  /// whose parent was just setting it would wait for it forever.
  static func joinForks() {
    Fork.take(
      Fork.Steps(
        isComing: csqlite_before_fork, isOver: csqlite_after_fork, beginsChild: csqlite_in_child))
  }

  public static var version: String { String(cString: sqlite3_libversion()) }
}
