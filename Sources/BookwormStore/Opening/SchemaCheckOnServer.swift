// Compares a store's schema on a server with the schema that this library creates.
import BookwormRecords
import BookwormStorage

extension Schema {
  /// Throws if a column or an index is missing, if a column is different, or if others have added a
  /// column, or a trigger or rule that could change the effect of the library's statements.
  static func checkOnServer(_ connection: Connection, _ path: String) throws {
    if let fault = try faultOnServer(connection) { throw altered(fault, path) }
  }

  /// Returns the first fault, such as a missing column.
  package static func faultOnServer(_ connection: Connection) throws -> String? {
    let found = try columnsFound(by: connection)
    let wanted = Set(columns(of: onServer))
    let indexes = Set(try connection.texts(ServerSchemaSQL.indexes))
    let ours = Set(names(after: "INDEX", in: onServer + Schema.indexes))
    let others = try connection.texts(ServerSchemaSQL.triggers)
    let foreign = found.subtracting(wanted)
    if let column = wanted.subtracting(found).min() { return "lacks the column \(column)" }
    if let column = foreign.min() { return "has a column \(column), not of this library" }
    if let index = ours.subtracting(indexes).min() { return "lacks the index \(index)" }
    return others.first.map { "has a trigger or a rule \($0), not of this library" }
  }

  /// The tables to compare. Other tables in the schema are ignored.
  package static let tableNamesOnServer = names(after: "TABLE", in: onServer)

  static func columnsFound(by connection: Connection) throws -> Set<String> {
    Set(try connection.texts(ServerSchemaSQL.columns))
  }

  static func lacks(_ what: String, _ path: String) -> Failure {
    altered("lacks the \(what)", path)
  }

  private static func altered(_ fault: String, _ path: String) -> Failure {
    Failure(.corrupt, "path", "the schema \(fault): \(path)")
  }

  static func table(of column: String) -> String {
    String(column.prefix { $0 != "." })
  }

  /// A condition on rows of pg_class in the store's schema.
  package static let isOurTable =
    "relname IN (" + tableNamesOnServer.map { "'\($0)'" }.joined(separator: ", ") + ")"

  /// The columns in the text of the tables, each as "table.column type", with NOT NULL if required.
  static func columns(of text: String) -> [String] {
    var table: Substring?
    var columns: [String] = []
    for line in text.split(separator: "\n") {
      let words = line.split { " ,".contains($0) }
      if words.count > 2, words[0] == "CREATE", words[1] == "TABLE" {
        table = words[2]
      } else if words.first?.hasPrefix(")") == true {
        table = nil
      } else if let table, words.count > 1, words[0] != "PRIMARY", words[0] != "--" {
        let type = words[1] == "double" ? "double precision" : words[1]
        let isNeeded = words.contains("NOT") || words.contains("PRIMARY")
        columns.append("\(table).\(words[0]) \(type)" + (isNeeded ? " NOT NULL" : ""))
      }
    }
    return columns
  }

  /// The names created by CREATE TABLE, or by CREATE INDEX and CREATE UNIQUE INDEX.
  private static func names(after kind: Substring, in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.first == "CREATE", let place = words.firstIndex(of: kind) else { return nil }
      let name = words.index(after: place)
      return name < words.endIndex ? String(words[name]) : nil
    }
  }
}

private enum ServerSchemaSQL {
  private static let ours = """
    \(ServerAddress.tables(of: ServerAddress.ownSchema)) AND d.objid IN (
      SELECT oid FROM pg_class WHERE \(Schema.isOurTable))
    """

  static let columns = SQL(
    """
    SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.oid IN (\(ours)) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
    """)
  static let indexes = SQL(
    """
    SELECT c.relname::text FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
    WHERE i.indrelid IN (\(ours)) AND i.indisvalid
    """)
  static let triggers = SQL(
    """
    SELECT t.tgname::text FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
    WHERE c.oid IN (\(ours)) AND c.relkind = 'r' AND NOT t.tgisinternal
    UNION SELECT r.rulename::text FROM pg_class c JOIN pg_rewrite r ON r.ev_class = c.oid
    WHERE c.oid IN (\(ours)) AND c.relkind = 'r' ORDER BY 1
    """)
}

extension Connection {
  /// The first column of each row.
  func texts(_ sql: SQL) throws -> [String] {
    var texts: [String] = []
    try each(sql) { texts.append(String(decoding: $0.text(0), as: UTF8.self)) }
    return texts
  }
}
