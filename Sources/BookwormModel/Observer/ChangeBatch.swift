// What observers are told from.
import BookwormStorage

/// What a look at the log has brought.
struct ChangeBatch {
  /// Of one transaction, or of several that are told together, under the last one's number.
  let rows: RowSet
  /// There may be more to tell.
  var more: Bool

  static func reread(_ transaction: Int64, _ committed: Milliseconds) throws -> ChangeBatch {
    let rows = try RowSet.changes(.reread, transaction: transaction, committed: committed)
    return ChangeBatch(rows: rows, more: false)
  }
}
