// Contains all SQL of a store that does not concern entities or counters: properties and the log.
import BookwormStorage

enum StoreSQL {
  static let property = SQL("SELECT value FROM properties WHERE name = ?")
  static let setProperty = SQL(
    """
    INSERT INTO properties (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """)

  /// The objects of the database, without those that ANALYZE in the sqlite3 shell creates.
  static let schema = SQL(
    """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT IN (\(statistics)) ORDER BY name, type LIMIT ?
    """)

  /// SQLite's tables that affect the choice of indexes.
  static let statistics = "'sqlite_stat1', 'sqlite_stat4'"
  static let countStatistics =
    "SELECT count(*) FROM sqlite_schema WHERE name IN (\(statistics))"
  static let dropStatistics =
    "DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4"

  // MARK: The log

  /// Only for stores with receipts.
  static let wasKept = SQL(Receipt.question("changes"))

  /// Selects the name and value of each property, then the last transaction and its receipt, then
  /// the receipt of the transaction in the parameter. Only for stores with receipts.
  static let state = SQL(
    """
    SELECT name, value, NULL FROM properties
    UNION ALL (SELECT 'last change', id, receipt FROM changes ORDER BY id DESC LIMIT 1)
    UNION ALL SELECT 'seen', receipt, NULL FROM changes WHERE id = ?
    """)

  static let lastChange = SQL("SELECT coalesce(max(id), 0) FROM changes")
  static let changesFrom = SQL(
    "SELECT id, committed, entries, coalesce(step, 0) FROM changes WHERE id >= ? ORDER BY id")
  /// The parameters are the columns in their order, with the receipt last if the store has
  /// receipts.
  static let insertChange = SQL { dialect in
    let receipt = dialect.receipt.map { ", \($0)" } ?? ""
    let value = receipt.isEmpty ? "" : ", ?"
    return
      "INSERT INTO changes (id, committed, entries, step\(receipt)) VALUES (?, ?, ?, ?\(value))"
  }
  /// Deletes the transactions up to the first parameter. Transactions that the steps of histories
  /// need are kept if they come after the second parameter, an older transaction.
  static let trimChanges = SQL(
    """
    DELETE FROM changes WHERE id <= ?1
      AND (id <= ?2 OR id < coalesce((SELECT min(change) FROM history_steps), ?1 + 1))
    """)
}
