// Rebuilds all values that are derived from the rows: sort keys, each genre's list of books, the
// search index, counters, and the last ids.
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Store {
  /// Rebuilds everything in one step. Earlier steps of all handles can no longer be undone, because
  /// they hold old keys. Other handles learn this from the log, which reports that too much has
  /// changed.
  package func rebuild() throws {
    try write { writer in
      try writer.forgetSteps()
      try writer.connection.rebuildKeys(refusesSameNames: true)
      for entity in Entity.allCases { try entity.checkRules.rebuild(writer) }
      try writer.connection.rebuildCounters()
      for entity in Entity.withLastIDs {
        guard let missed = try writer.connection.idAbove(entity) else { continue }
        try writer.connection.setProperty(entity.descriptor.lastID, missed)
      }
    }
  }
  /// Sets whether titles sort with articles last. If this changes the rule, the sort keys of all
  /// books are rebuilt in the same step, and all undo steps end, as in rebuild().
  package func setArticlesLast(_ isOn: Bool) throws {
    try write { writer in
      guard try writer.setArticlesLast(isOn) else { return }
      try writer.forgetSteps()
      try writer.connection.rebuildBookSortKeys()
    }
  }
}

extension Session {
  /// Whether titles are sorted with a leading article last.
  package func articlesLast() throws -> Bool { try read { try $0.articlesLast() } }
}

extension Writer {
  /// Ends the steps of all handles and histories: they hold keys that are about to change.
  fileprivate func forgetSteps() throws {
    isUndoable = false
    forgetsSteps = true
    try connection.statement(HistorySQL.clearAll).run()
    pending.log.addTooMuch()
  }
}

extension Connection {
  /// No book has, or had, a higher id.
  func highestBook() throws -> Int64 {
    try idAbove(.book) ?? property(Entity.book.descriptor.lastID) ?? 0
  }

  /// Returns the highest id of a table if it is above the last id given; otherwise nil.
  func idAbove(_ entity: Entity) throws -> Int64? {
    let last = try property(entity.descriptor.lastID) ?? 0
    let highest = try number(entity.descriptor.sql.highestID)
    return highest > last ? highest : nil
  }
}
