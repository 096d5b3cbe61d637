// Giving back the space of what has been deleted.
import BookwormStorage
import Glibc

extension Store {
  /// Writes the whole file anew, and folds the log into it; on a server, vacuums the tables.
  public func compact() throws {
    try withWriter { connection in
      // A server writes no file anew, and looks after its log.
      guard !isOnServer else {
        // It would pass over tables of others without a word.
        guard try connection.integer(Compacting.mayVacuum) == 1 else {
          throw StorageError(
            .notPermitted, "only who owns the tables of a store on a server may compact them")
        }
        return try connection.execute(Compacting.onServer)
      }
      try connection.statement(FTS5SQL.optimize).run()
      // Otherwise the copy that SQLite makes in between would lie in memory.
      try connection.execute("PRAGMA temp_store = FILE")
      // What went wrong first is what the caller must hear; files in place of memory do no harm.
      defer { try? connection.execute("PRAGMA temp_store = MEMORY") }
      try connection.execute("VACUUM")
      try connection.foldWholeLog()
    }
  }
}

extension Connection {
  /// Folds the log into the file, which takes that nobody reads. Who waits for that holds the write
  /// lock: readers are waited for a little at a time, and writers let in between.
  fileprivate func foldWholeLog() throws {
    let deadline = Clock.monotonic() &+ busyTimeout
    repeat {
      busyTimeout = min(busyTimeout, Compacting.patience)
      if try integer("PRAGMA wal_checkpoint(TRUNCATE)") ?? 0 == 0 { return }
      usleep(Compacting.pause)
    } while Clock.monotonic() < deadline
    throw StorageError(
      .busy, "the store is compact, but its file cannot get smaller while others read it")
  }
}

private enum Compacting {
  /// What has been deleted has room for new rows from now on.
  static let onServer =
    "VACUUM (ANALYZE) "
    + (Entity.allCases.map(\.descriptor.table) + Schema.ofNoEntity).joined(separator: ", ")

  static let mayVacuum = """
    SELECT bool_and(pg_has_role(c.relowner, 'USAGE') OR pg_has_role(d.datdba, 'USAGE'))::int
    FROM pg_class c, pg_database d WHERE c.relnamespace = \(ServerAddress.ownSchema)
    AND c.relkind = 'r' AND d.datname = current_database()
    """

  static let patience: Milliseconds = 200
  /// Longer than those who wait for the write lock sleep.
  static let pause: UInt32 = 10_000
}
