// All SQL of what a store keeps beside its entities' rows and the counters: properties, the log.
import BookwormStorage

enum StoreSQL {
  static let property = SQL("SELECT value FROM properties WHERE name = ?")
  static let setProperty = SQL(
    """
    INSERT INTO properties (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    """)

  /// What the database consists of, but for what ANALYZE in the sqlite3 shell leaves.
  static let schema = SQL(
    """
    SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT IN (\(statistics)) ORDER BY name, type LIMIT ?
    """)

  /// Tables of SQLite's that change which index a query takes.
  static let statistics = "'sqlite_stat1', 'sqlite_stat4'"
  static let countStatistics =
    "SELECT count(*) FROM sqlite_schema WHERE name IN (\(statistics))"
  static let dropStatistics =
    "DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4"

  // MARK: The log

  /// Only where there are receipts.
  static let wasKept = SQL(Receipt.question("changes"))

  /// Name, value, and beside the last transaction its receipt. The parameter is a transaction whose
  /// receipt is wanted. Only where there are receipts.
  static let state = SQL(
    """
    SELECT name, value, NULL FROM properties
    UNION ALL (SELECT 'last change', id, receipt FROM changes ORDER BY id DESC LIMIT 1)
    UNION ALL SELECT 'seen', receipt, NULL FROM changes WHERE id = ?
    """)

  static let lastChange = SQL("SELECT coalesce(max(id), 0) FROM changes")
  static let changesFrom = SQL(
    "SELECT id, committed, entries FROM changes WHERE id >= ? ORDER BY id")
  /// The parameters are the columns in their order, last the receipt where there is one.
  static let insertChange = SQL { dialect in
    let receipt = dialect.receipt.map { ", \($0)" } ?? ""
    let value = receipt.isEmpty ? "" : ", ?"
    return "INSERT INTO changes (id, committed, entries\(receipt)) VALUES (?, ?, ?\(value))"
  }
  static let trimChanges = SQL("DELETE FROM changes WHERE id <= ?")
}
