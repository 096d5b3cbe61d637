// A store's tables as SQL sees them, through SQLite itself and nothing of the library.
import CSQLite

public final class RawStore: @unchecked Sendable {
  public enum Value: Equatable, Sendable, CustomStringConvertible {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }

    public var description: String {
      switch self {
      case .null: "NULL"
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): "'\(text)'"
      case .blob(let bytes): "\(bytes)"
      }
    }
  }

  public struct Fault: Error {
    public let code: Int32
    public let message: String
  }

  private let handle: OpaquePointer

  public init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened else { throw Fault(code: code, message: path) }
    handle = opened
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw Fault(code: code, message: sqlite3_errmsg(handle).map { String(cString: $0) } ?? "")
  }

  public func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  public func rows(_ sql: String) throws -> [[Value]] {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
    defer { sqlite3_finalize(prepared) }
    var rows: [[Value]] = []
    while true {
      let code = sqlite3_step(prepared)
      try check(code)
      guard code == SQLITE_ROW else { return rows }
      rows.append((0..<sqlite3_column_count(prepared)).map { RawStore.value(prepared, $0) })
    }
  }

  private static func value(_ row: OpaquePointer?, _ column: Int32) -> Value {
    let count = Int(sqlite3_column_bytes(row, column))
    switch sqlite3_column_type(row, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(row, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(row, column))
    case SQLITE_TEXT:
      return .text(sqlite3_column_text(row, column).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(row, column)?.assumingMemoryBound(to: UInt8.self)
      return .blob(Array(UnsafeBufferPointer(start: start, count: count)))
    default: return .null
    }
  }

  /// The first column of every row.
  public func integers(_ sql: String) throws -> [Int64] {
    try rows(sql).map { $0[0].integer ?? 0 }
  }
}
