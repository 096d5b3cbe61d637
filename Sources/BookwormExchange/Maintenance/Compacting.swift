// Compacting frees the space of deleted rows.
import BookwormStorage
import BookwormStore

extension Store {
  /// Rewrites the whole file and checkpoints the log; on a server, vacuums the tables.
  package func compact() throws {
    try withWriter { connection in
      // A server does not rewrite files, and checkpoints its own log.
      guard !isOnServer else {
        // A server would silently skip tables of other owners.
        guard try connection.integer(Compacting.mayVacuum) == 1 else {
          throw StorageError(
            .notPermitted, "only the owner of a store's tables on a server may compact them")
        }
        return try connection.vacuum(Schema.tableNamesOnServer)
      }
      // The whole operation waits at most as long as one write.
      let (begin, timeout) = (Clock.monotonic(), connection.busyTimeout)
      func waitForTheRest() {
        connection.busyTimeout = max(0, timeout &- (Clock.monotonic() &- begin))
      }
      try connection.statement(FTS5SQL.optimize).run()
      waitForTheRest()
      // SQLite's temporary copy would otherwise be in memory.
      try connection.execute("PRAGMA temp_store = FILE")
      // An error here is ignored: the caller must get the first error, and if the setting stays,
      // files in place of memory do no harm.
      defer { try? connection.execute("PRAGMA temp_store = MEMORY") }
      try connection.execute("VACUUM")
      if connection.foldWholeLog(until: begin &+ timeout) { return }
      throw StorageError(
        .busy,
        "the store is compact, but readers were in the way for longer than the busy time-out: its"
          + " file gets smaller when they end")
    }
  }
}

private enum Compacting {
  static let mayVacuum = """
    SELECT bool_and(pg_has_role(c.relowner, 'USAGE') OR pg_has_role(d.datdba, 'USAGE'))::int
    FROM pg_class c, pg_database d WHERE c.relnamespace = \(ServerAddress.ownSchema)
    AND c.relkind = 'r' AND c.\(Schema.isOurTable) AND d.datname = current_database()
    """
}
