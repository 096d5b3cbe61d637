// This file defines SQLite's dialect. Some fragments call functions defined on every connection.

public struct SQLiteDialect: Dialect {
  public init() {}

  public let schemaVersion = "PRAGMA user_version"
  public let integrity: String? = "PRAGMA integrity_check(1001)"
  public let beginWriting = "BEGIN IMMEDIATE"
  public let beginReading = "BEGIN"
  public let joinInOrder = "CROSS JOIN"
  public func inOrder(_ terms: @autoclosure () -> String) -> String { "" }
  public func inOrder(ofRowsInMemory alias: String) -> String { "" }
  public func planned(_ number: Int64) -> String? { nil }
  public let isAmong = (before: " IN (", after: ")")
  public let least = "min"

  public func month(ofInstant column: String) -> String {
    "CAST(strftime('%Y%m', \(column) / 1000.0, 'unixepoch') AS INTEGER)"
  }

  public func isBlob(_ column: String) -> String { "typeof(\(column)) = 'blob'" }
  public func rowsInMemory(_ table: String, _ columns: String) -> String { table }
  public func allInMemory(_ table: String, _ columns: String) -> String {
    "SELECT \(columns.map { "\($0)" }.joined(separator: ", ")) FROM \(table)"
  }

  public func isKey(_ column: String) -> String { "\(column) = ?" }

  static let visit = "bookworm_visit"
  public func visiting(_ first: String, _ second: String) -> String {
    " AND \(SQLiteDialect.visit)(\(first), \(second))"
  }

  public static let contains = "bookworm_contains"
  public func contains(_ column: String, of row: String) -> String {
    "\(SQLiteDialect.contains)(\(row).\(column), ?)"
  }
  static let equals = "bookworm_equals"
  public func equals(_ column: String, of row: String) -> String {
    "\(SQLiteDialect.equals)(\(row).\(column), ?)"
  }
  public func holds(_ column: String) -> String { "instr(\(column), ?) > 0" }
  public let sums = Sums.inPlace
  public let receipt: String? = nil

  public let fullText = FullText.fts5
}
