// Tests opening a store of the third version of the schema, which library 2.0.0 wrote.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ThirdVersionTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  init() throws {
    try RawStore(path).execute(SourceTree.text(of: "Tests/stores/version-2.0.0.sql"))
  }

  /// The rows of every table except the index, in the columns that it had.
  private func rows(_ columns: [(table: String, names: String)]) throws -> [[[RawStore.Value]]] {
    let raw = try RawStore(path)
    return try columns.map { try raw.rows("SELECT \($1) FROM \($0) ORDER BY 1, 2") }
  }

  /// The columns of titles' keys are left out, because they are rebuilt.
  private func columns() throws -> [(table: String, names: String)] {
    let raw = try RawStore(path)
    let tables = try raw.rows(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'book_search%'
      ORDER BY name
      """)
    return try tables.compactMap { $0[0].text }.map { table in
      let names = try raw.rows(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'title_key' ORDER BY cid")
      return (table, names.compactMap { $0[0].text }.joined(separator: ", "))
    }
  }

  /// The log of changes keeps its last number and time, and makes observers read everything again.
  private func lastChange(of changes: [[RawStore.Value]]) -> [[RawStore.Value]] {
    changes.suffix(1).map { [$0[0], $0[1], .blob([0xFF])] }
  }

  @Test func everyRowOfItIsStillThere() throws {
    let columns = try columns()
    let before = try rows(columns)
    let filled = zip(columns, before).filter { !$1.isEmpty }.map(\.0.table)
    #expect(Set(["books", "genres", "quotes", "readings", "orders"]).isSubset(of: filled))
    let store = try openStore(path)
    #expect(store.schemaVersion == Schema.version)
    _ = try store.close()
    for ((before, after), (table, _)) in zip(zip(before, try rows(columns)), columns) {
      let wanted =
        switch table {
        case "changes": lastChange(of: before)
        case "properties":
          before.map { $0[0].text == "sort_key_version" ? [$0[0], .integer(2)] : $0 }
        default: before
        }
      #expect(after == wanted, "\(table)")
    }
    #expect(try faults(inStore: path) == [])
  }

  @Test func itsFieldsAreThoseOfANewOne() throws {
    let store = try openStore(path)
    #expect(try store.read(33).exactRating == nil)
    try store.change(33) { $0.give(.exactRating, 3.75) }
    let read = try store.read(33)
    #expect(read.title == "Kept" && read.rating == 4 && read.exactRating == 3.75)
    var query = try Query()
    try query.search(bytes("killer"), .quotes, .all)
    #expect(try store.run(query).ids == [33])
    _ = try store.close()
    #expect(try faults(inStore: path) == [])
  }

  @Test func itHasTheTablesOfANewOne() throws {
    _ = try openStore(path).close()
    let fresh = folder.file("fresh")
    _ = try openStore(fresh).close()
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2"
    #expect(try RawStore(path).rows(schema) == RawStore(fresh).rows(schema))
  }
}
