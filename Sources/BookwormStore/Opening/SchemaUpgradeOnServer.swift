// Upgrades a store on a server to this library's schema. A server needs no steps of its own: the
// tables, columns and indexes that a file gets by later steps are found by comparison, and added in
// the server's syntax. If a step changes rows, that change is called here.
import BookwormRecords
import BookwormStorage

extension Schema {
  /// Must be called in a write transaction. Throws if the store lacks an object of its version.
  static func upgradeOnServer(
    _ connection: Connection, from version: Int32, _ path: String
  ) throws {
    let found = try columnsFound(by: connection)
    let missing = columns(of: onServer).filter { !found.contains($0) }
    let old = try columnsInFiles(ofVersion: version)
    let added = try columnsInFiles(ofVersion: Schema.version).subtracting(old)
    if let column = missing.filter({ !added.contains(inFiles($0)) }).min() {
      throw lacks("column \(column)", path)
    }
    try connection.execute(whereMissing(tablesOnServer))
    let tables = Set(found.map(table))
    for column in missing where tables.contains(table(of: column)) {
      try connection.execute(addition(of: column))
    }
    try connection.execute(whereMissing(indexesOnServer))
    // If a column that already has texts is searched for the first time, the index lacks their
    // words.
    let isNewlySearched = SearchSQL.texts.map(BookField.name).contains {
      old.contains("books.\($0)") && !old.contains("book_search.\($0)")
    }
    if isNewlySearched { try connection.rebuildSearchIndex() }
    if version < endsVersion { try connection.splitOpenReadings() }
    try connection.setProperty(versionProperty, Int64(Schema.version))
    try checkOnServer(connection, path)
  }

  /// The columns of a file of this version, each as "table.column".
  private static func columnsInFiles(ofVersion version: Int32) throws -> Set<String> {
    try inMemory(ofVersion: version) { Set(try $0.texts(columnsOfFile)) }
  }

  private static let columnsOfFile = SQL(
    """
    SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
    WHERE t.type = 'table'
    """)

  /// The name of the column in files, which have no folded texts and search the texts themselves.
  private static func inFiles(_ column: String) -> String {
    let name = column.prefix { $0 != " " }
    let folded = "book_folded."
    return name.hasPrefix(folded) ? "books." + name.dropFirst(folded.count) : String(name)
  }

  /// The statement that adds a column from columns(of:).
  private static func addition(of column: String) -> String {
    let name = column.prefix { $0 != " " }.dropFirst(table(of: column).count + 1)
    let type = column.drop { $0 != " " }
    return "ALTER TABLE \(table(of: column)) ADD COLUMN \(name)\(type)"
      + (type == " text" ? " COLLATE \"C\"" : "")
      + (type.hasSuffix(" NOT NULL") ? " DEFAULT 0" : "")
  }

  /// The statements, changed to create only missing objects.
  private static func whereMissing(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let start = ["CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX "].first(
        where: line.hasPrefix)
      return start.map { $0 + "IF NOT EXISTS " + line.dropFirst($0.count) } ?? String(line)
    }.joined(separator: "\n")
  }
}
