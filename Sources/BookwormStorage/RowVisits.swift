// A function that SQL calls for each row that a statement visits, so that a DELETE tells what it
// deletes. RETURNING would gather the rows in a table first, and take twice as long as the DELETE.
import CSQLite

extension Connection {
  /// Runs a statement in whose WHERE `visit(a, b)` stands, which holds for every row, and calls
  /// `body` with each pair of integers.
  public func run(_ statement: Statement, visiting body: (Int64, Int64) -> Void) throws {
    try withoutActuallyEscaping(body) { body in
      visits.body = body
      defer { visits.body = nil }
      try statement.run()
    }
  }

  /// Makes a function callable from SQL by which statements are run(visiting:).
  public func addVisit(_ name: String) throws {
    let code = sqlite3_create_function_v2(
      handle, name, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, Unmanaged.passUnretained(visits).toOpaque(),
      visit, nil, nil, nil)
    guard code == SQLITE_OK else { throw StorageError.from(code, handle) }
  }
}

/// What the function looks into; it lives as long as its connection.
final class RowVisits {
  fileprivate var body: ((Int64, Int64) -> Void)?
}

private func visit(
  _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
) {
  guard let data = sqlite3_user_data(context), count == 2, let arguments else { return }
  let visits = Unmanaged<RowVisits>.fromOpaque(data).takeUnretainedValue()
  visits.body?(sqlite3_value_int64(arguments[0]), sqlite3_value_int64(arguments[1]))
  sqlite3_result_int(context, 1)
}
