// A change batch holds the changes that observers report.
import BookwormRecords
import BookwormStorage

/// The result of one look at the log.
struct ChangeBatch {
  /// The rows of one transaction, or of several under the number of the last one.
  let rows: RowSet
  /// Whether there may be more to report.
  var more: Bool

  static func reread(_ transaction: Int64, _ committed: Milliseconds) throws -> ChangeBatch {
    let rows = try RowSet.changes(.reread, transaction: transaction, committed: committed)
    return ChangeBatch(rows: rows, more: false)
  }
}
