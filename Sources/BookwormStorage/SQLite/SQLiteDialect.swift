// SQLite's own words, some of which call functions that every connection is given.

public struct SQLiteDialect: Dialect {
  public init() {}

  public let beginWriting = "BEGIN IMMEDIATE"
  public let joinInOrder = "CROSS JOIN"
  public let least = "min"

  public func month(ofInstant column: String) -> String {
    "CAST(strftime('%Y%m', \(column) / 1000.0, 'unixepoch') AS INTEGER)"
  }

  /// A bare column is taken from the row that min() has found.
  public func value(of column: String, atLowest lowest: String) -> String { column }

  public func rowsInMemory(_ table: String) -> String { table }

  static let visit = "bookworm_visit"
  public func visiting(_ first: String, _ second: String) -> String {
    " AND \(SQLiteDialect.visit)(\(first), \(second))"
  }

  public static let contains = "bookworm_contains"
  public func contains(_ column: String) -> String { "\(SQLiteDialect.contains)(\(column), ?)" }

  /// The index's name, also as a column.
  public func matches(_ index: String) -> String { "\(index) MATCH ?" }
  public let matchedID = "rowid"
  /// The sign keeps FTS5 from taking a comparison for the name of a ranking function.
  public func rank(_ index: String) -> String { "+\(index).rank" }
}
