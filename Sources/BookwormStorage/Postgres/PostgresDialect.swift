// This file defines PostgreSQL's dialect.

public struct PostgresDialect: Dialect {
  public init() {}

  public let schemaVersion = "SELECT value FROM properties WHERE name = 'schema_version'"
  public let integrity: String? = nil
  /// PostgresConnection also takes the store's lock. The text does not say READ WRITE, which would
  /// override an operator's default_transaction_read_only.
  public let beginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED"
  /// Every statement sees the same state as the first one.
  public let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  /// The planner chooses the order of the join, so inOrder() adds an ORDER BY.
  public let joinInOrder = "JOIN"
  /// The number is part of the text, so the server can keep a plan that is right for this number.
  /// If it were a parameter, the server would plan each execution again.
  public func planned(_ number: Int64) -> String? { "\(number)" }
  /// With IN, the planner would take the SELECT for a table with many rows.
  public let isAmong = (before: " = ANY (ARRAY(", after: "))")
  public let least = "least"

  public func inOrder(_ terms: @autoclosure () -> String) -> String { " ORDER BY " + terms() }
  public func inOrder(ofRowsInMemory alias: String) -> String { " ORDER BY \(alias).n" }

  public func month(ofInstant column: String) -> String {
    "to_char(to_timestamp(\(column) / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')::bigint"
  }

  /// Always true, because the column's type ensures it.
  public func isBlob(_ column: String) -> String { "1 = 1" }

  /// Arrays are sent instead of the table: see PostgresText.
  public func rowsInMemory(_ table: String, _ columns: String) -> String {
    let names = columns.map { "\($0)" }.joined(separator: ", ")
    return "(SELECT * FROM unnest(?[\(table) \(columns)]) WITH ORDINALITY AS r (\(names), n))"
  }

  /// Many rows are sent by a COPY.
  public func allInMemory(_ table: String, _ columns: String) -> String {
    "SELECT * FROM unnest(?[\(table) \(columns)])"
  }

  public func visiting(_ first: String, _ second: String) -> String {
    " RETURNING \(first), \(second)"
  }

  /// A row of an index has at most 2,704 bytes, so the index stores hashes.
  public func isKey(_ column: String) -> String {
    "(sha256(\(column)) = sha256(?::bytea))"
  }

  /// The folded text is in a separate table.
  public func contains(_ column: String, of row: String) -> String {
    "EXISTS (SELECT 1 FROM book_folded f WHERE f.book = \(row).id AND position(? IN f.\(column)) > 0)"
  }

  public func equals(_ column: String, of row: String) -> String {
    "EXISTS (SELECT 1 FROM book_folded f WHERE f.book = \(row).id AND f.\(column) = ?)"
  }

  public func holds(_ column: String) -> String { "position(? IN \(column)) > 0" }

  public let sums = Sums.asNews
  public let receipt: String? = "receipt"

  public let fullText = FullText.rows
}
