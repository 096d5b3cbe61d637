// Giving back the space of what has been deleted.
import BookwormStorage

extension Store {
  /// Writes the whole file anew, and folds the log into it.
  public func compact() throws {
    try withWriter { connection in
      try connection.statement(SearchSQL.optimize).run()
      // Otherwise the copy that SQLite makes in between would lie in memory.
      try connection.execute("PRAGMA temp_store = FILE")
      // What went wrong first is what the caller must hear; files in place of memory do no harm.
      defer { try? connection.execute("PRAGMA temp_store = MEMORY") }
      try connection.execute("VACUUM")
      guard try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") ?? 0 == 0 else {
        throw StorageError(
          .busy, "the store is compact, but its file cannot get smaller while others read it")
      }
    }
  }
}
