// Tests the tables of a store on a server: the same as in a file, in the server's types.
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerSchemaTests {
  /// Each column as "table.column type, NOT NULL".
  private func columnsInAFile() throws -> Set<String> {
    let folder = TemporaryFolder()
    _ = try openStore(folder.file("store")).close()
    let types = [
      "INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea",
    ]
    let rows = try RawStore(folder.file("store")).rows(
      """
      SELECT t.name, c.name, c.type, c."notnull" OR c.pk > 0
      FROM sqlite_schema t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT LIKE 'book_search%'
      """)
    return Set(
      rows.map { row in
        let type = types[row[2].text ?? ""] ?? "?"
        let need = row[3].integer == 1 ? "NOT NULL" : "NULL"
        return "\(row[0].text ?? "").\(row[1].text ?? "") \(type) \(need)"
      })
  }

  @Test func aServersTablesHaveTheColumnsOfAFiles() throws {
    let schema = try TestSchema()
    try schema.execute(Schema.onServer)
    let rows = try schema.rows(
      """
      SELECT table_name || '.' || column_name || ' ' || data_type || ' '
        || CASE is_nullable WHEN 'NO' THEN 'NOT NULL' ELSE 'NULL' END
      FROM information_schema.columns
      WHERE table_schema = '\(schema.name)' AND table_name NOT LIKE 'book_search%'
        AND table_name NOT IN ('book_words', 'book_folded', 'counter_news')
        AND column_name <> 'receipt'
      """)
    let onServer = Set(rows.compactMap { $0[0] })
    let inFile = try columnsInAFile()
    #expect(inFile.count > 50)
    #expect(inFile.subtracting(onServer) == [], "to be added to SchemaOnServer.swift")
    #expect(onServer.subtracting(inFile) == [], "to be taken from SchemaOnServer.swift")
  }

  @Test func everyTextThatIsLookedIntoStandsFolded() throws {
    let schema = try TestSchema()
    try schema.execute(Schema.onServer)
    let rows = try schema.rows(
      """
      SELECT column_name FROM information_schema.columns
      WHERE table_schema = '\(schema.name)' AND table_name = 'book_folded'
        AND column_name <> 'book'
      """)
    var query = try Query()
    let wanted = BookField.columns.filter { column in
      let refusal = failure { try query.filter(column.field, contains: bytes("a")) }
      return column.rule != .language && refusal == nil
    }
    #expect(Set(rows.compactMap { $0[0] }) == Set(wanted.map(\.name.description)))
  }

  @Test func everyTableHasAKeyOrTellsItsRowsApartByAllTheyHave() throws {
    let schema = try TestSchema()
    try schema.execute(Schema.onServer)
    let others = try schema.rows(
      """
      SELECT c.relname FROM pg_class c WHERE c.relnamespace = '\(schema.name)'::regnamespace
        AND c.relkind = 'r' AND c.relreplident <> 'f'
        AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
      """)
    #expect(others == [])
  }

  /// A name may have 16 KiB.
  @Test func aGenresNameMayBeLong() throws {
    let schema = try TestSchema()
    try schema.execute(Schema.onServer)
    let insert = """
      INSERT INTO genres (id, name, colour, name_key, sort_key)
        VALUES (%, 'x', '#FF0000', decode(repeat('ab', 20000), 'hex'), '')
      """
    func insertion(_ id: Int) -> String {
      insert.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\(id)")
    }
    try schema.execute(insertion(1))
    #expect(throws: RawServer.Fault.self) { try schema.execute(insertion(2)) }
  }
}
