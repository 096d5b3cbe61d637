// PostgreSQL's own words.

public struct PostgresDialect: Dialect {
  public init() {}

  public let schemaVersion = "SELECT value FROM properties WHERE name = 'schema_version'"
  public let integrity: String? = nil
  /// Takes the store's lock too: see PostgresConnection.
  public let beginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
  /// Every statement sees what the first one has seen.
  public let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  /// The planner chooses the order: see inOrder().
  public let joinInOrder = "JOIN"
  /// A plan for any number is not kept: the server would make a better one each time.
  public func planned(_ number: Int64) -> String? { "\(number)" }
  public let least = "least"

  public func inOrder(_ terms: @autoclosure () -> String) -> String { " ORDER BY " + terms() }
  public func inOrder(ofRowsInMemory alias: String) -> String { " ORDER BY \(alias).n" }

  public func month(ofInstant column: String) -> String {
    "to_char(to_timestamp(\(column) / 1000.0) AT TIME ZONE 'UTC', 'YYYYMM')::bigint"
  }

  public func value(of column: String, atLowest lowest: String) -> String {
    "(array_agg(\(column) ORDER BY \(lowest)))[1]"
  }

  /// Its type keeps it so.
  public func isBlob(_ column: String) -> String { "1 = 1" }

  /// Arrays are sent in place of the table: see PostgresText.
  public func rowsInMemory(_ table: String, _ columns: String) -> String {
    let names = columns.map { "\($0)" }.joined(separator: ", ")
    return "(SELECT * FROM unnest(?[\(table) \(columns)]) WITH ORDINALITY AS r (\(names), n))"
  }

  /// Sent by a COPY where they are many.
  public func allInMemory(_ table: String, _ columns: String) -> String {
    "SELECT * FROM unnest(?[\(table) \(columns)])"
  }

  public func visiting(_ first: String, _ second: String) -> String {
    " RETURNING \(first), \(second)"
  }

  /// A row of an index has at most 2,704 bytes: the index has hashes.
  public func isKey(_ column: String) -> String {
    "(sha256(\(column)) = sha256(?::bytea))"
  }

  /// The text stands folded in a table of its own.
  public func contains(_ column: String, of row: String) -> String {
    "EXISTS (SELECT 1 FROM book_folded f WHERE f.book = \(row).id AND position(? IN f.\(column)) > 0)"
  }

  public let sums = Sums.asNews
  public let receipt: String? = "receipt"

  public let fullText = FullText.rows
}
