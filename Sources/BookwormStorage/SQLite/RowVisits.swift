// This file defines a function that SQL calls for each row that a statement visits, so that a
// DELETE reports the rows it deletes. RETURNING would first gather the rows in a table, which takes
// longer than the DELETE.
import CSQLite

extension SQLiteConnection {
  /// Makes the function callable from SQL.
  func addVisit() throws {
    try check(
      sqlite3_create_function_v2(
        handle, SQLiteDialect.visit, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY,
        Unmanaged.passUnretained(visits).toOpaque(), visit, nil, nil, nil))
  }
}

/// The function's context; it lives as long as its connection.
final class RowVisits {
  var each: ((Int64, Int64) -> Void)?
}

private func visit(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = sqlite3_user_data(context), count == 2, let arguments else { return }
  let visits = Unmanaged<RowVisits>.fromOpaque(data).takeUnretainedValue()
  visits.each?(sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[1]))
  sqlite3_result_int(context, 1)
}
