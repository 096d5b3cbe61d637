// Tests opening a store of the second version of the schema, which library 1.1.0 wrote.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct SecondVersionTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  init() throws {
    try RawStore(path).execute(SourceTree.text(of: "Tests/stores/version-1.1.0.sql"))
  }

  private static let tables = [
    "books", "genres", "book_genres", "genre_books", "book_identifiers", "quotes", "counters",
    "orders", "properties",
  ]

  /// The columns of every table, as they are now, without the keys of titles, which are rebuilt.
  private func columns() throws -> [String: String] {
    let raw = try RawStore(path)
    return try Dictionary(
      uniqueKeysWithValues: Self.tables.map { table in
        let names = try raw.rows(
          "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'title_key' ORDER BY cid")
        return (table, names.compactMap { $0[0].text }.joined(separator: ", "))
      })
  }

  private func rows(_ columns: [String: String]) throws -> [String: [[RawStore.Value]]] {
    let raw = try RawStore(path)
    return try Dictionary(
      uniqueKeysWithValues: columns.map { table, columns in
        (table, try raw.rows("SELECT \(columns) FROM \(table) ORDER BY 1, 2"))
      })
  }

  @Test func everyRowOfItIsStillThere() throws {
    let columns = try columns()
    let before = try rows(columns)
    #expect(before["books"]?.count == 7 && before["orders"]?.count == 2)
    let store = try openStore(path)
    #expect(store.schemaVersion == Schema.version)
    _ = try store.close()
    let after = try rows(columns)
    for (table, rows) in before where table != "properties" { #expect(after[table] == rows) }
    for property in before["properties"] ?? [] where property[0].text != "sort_key_version" {
      #expect(after["properties"]?.contains(property) == true, "\(property)")
    }
    #expect(try faults(inStore: path) == [])
  }

  @Test func itIsReadAndSearchedAsItWas() throws {
    let store = try openStore(path)
    let emma = try store.read(8)
    #expect(emma.title == "Emma" && emma.price == .init(990, "GBP") && emma.favourite == 1)
    #expect(emma.series == "Novels" && emma.identifiers == [.init("isbn", "9780141439587")])
    #expect(try store.quotes(ofBook: 8).count == 2)
    var query = try Query()
    try query.search(bytes("sensible"), .quotes, .all)
    #expect(try store.run(query).ids == [8])
    #expect(try store.orders(after: 0, limit: -1).count == 2)
  }

  @Test func itsLogIsForgottenButGoesOn() throws {
    let last = try #require(
      try RawStore(path).rows("SELECT id, committed FROM changes ORDER BY id").last)
    let store = try openStore(path)
    #expect(
      try RawStore(path).rows("SELECT * FROM changes")
        == [[last[0], last[1], .blob([0xFF]), .null]])
    let observer = try store.observe([])
    try store.setRating(8, 1)
    #expect(try observer.hear() == [Heard(.updated, .book, 8, .rating)])
    #expect(
      try RawStore(path).integers("SELECT max(id) FROM changes") == [
        try #require(last[0].integer) + 1
      ])
  }

  @Test func itHasTheTablesOfANewOne() throws {
    _ = try openStore(path).close()
    let fresh = folder.file("fresh")
    _ = try openStore(fresh).close()
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2"
    #expect(try RawStore(path).rows(schema) == RawStore(fresh).rows(schema))
  }
}
