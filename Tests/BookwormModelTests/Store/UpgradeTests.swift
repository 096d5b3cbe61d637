// Tests opening a store of an older library: it is upgraded and loses nothing.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UpgradeTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  init() throws {
    try RawStore(path).execute(SourceTree.text(of: "Tests/stores/version-1.0.0.sql"))
  }

  /// The rows of every table, with the columns that the table had in the first version.
  private func rows() throws -> [String: [[RawStore.Value]]] {
    let raw = try RawStore(path)
    let book = """
      id, rating, favourite, status, created, updated, started, finished, year, series_number,
      title, author, author_key, series, series_key, synopsis, review, notes
      """
    let columns = [
      "books": book, "genres": "id, name, colour, name_key, sort_key", "book_genres": "*",
      // Titles get new keys.
      "genre_books": "genre, book",
      "book_identifiers": "book, position, scheme, value",
      "quotes": "id, book, text, page, created", "counters": "*",
      "changes": "*",
      "properties": "*",
    ]
    var rows: [String: [[RawStore.Value]]] = [:]
    for (table, columns) in columns {
      rows[table] = try raw.rows("SELECT \(columns) FROM \(table) ORDER BY 1, 2")
    }
    return rows
  }

  @Test func everyRowOfItIsStillThere() throws {
    let before = try rows()
    #expect(before["books"]?.count == 6 && before["changes"]?.count == 10)
    let store = try openStore(path)
    #expect(store.schemaVersion == Schema.version)
    _ = try store.close()
    let after = try rows()
    for (table, rows) in before where table != "properties" && table != "changes" {
      #expect(after[table] == rows)
    }
    // The log's last row stays, and says that the changes are unknown.
    let last = try #require(before["changes"]?.last)
    #expect(after["changes"] == [[last[0], last[1], .blob([0xFF]), .null]])
    for property in before["properties"] ?? [] where property[0].text != "sort_key_version" {
      #expect(after["properties"]?.contains(property) == true, "\(property)")
    }
    #expect(try faults(inStore: path) == [])
  }

  @Test func itIsReadAsItWas() throws {
    let store = try openStore(path)
    #expect(
      try store.run(Query()).texts(.title) == [
        "Dune", "It’s 'quoted'; DROP TABLE books; --", "The Left Hand of Darkness", "Solaris",
        "Ἰλιάς", "채식주의자",
      ])
    let dune = try store.read(1)
    #expect(dune.review == "Fear is the mind-killer." && dune.finished == 20_240_229)
    #expect(dune.genres == [8, 9])
    #expect(dune.identifiers == [.init("isbn", "9780441172719"), .init("own", "A-1")])
    #expect(failure { try store.read(4) }?.kind == .notFound)
    #expect(try store.quotes(ofBook: 1).count == 0)
  }

  @Test func itIsWrittenLikeANewOne() throws {
    let store = try openStore(path)
    // Book 4 and genre 3 were deleted: their numbers are not assigned again.
    #expect(try store.create("Emma") == 8)
    #expect(try store.genre(named: "Kids") == 11)
    var quote = QuoteDraft()
    quote.given = .text
    quote.text = bytes("Fear is the mind-killer.")
    #expect(try store.addQuote(quote, toBook: 1) == 1)
    try store.deleteBook(1)
    _ = try store.close()
    #expect(try faults(inStore: path) == [])
  }

  @Test func itHasTheTablesOfANewOne() throws {
    _ = try openStore(path).close()
    let fresh = folder.file("fresh")
    _ = try openStore(fresh).close()
    let schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2"
    #expect(try RawStore(path).rows(schema) == RawStore(fresh).rows(schema))
    for pragma in ["user_version", "application_id"] {
      let sql = "PRAGMA \(pragma)"
      #expect(try RawStore(path).integers(sql) == RawStore(fresh).integers(sql))
    }
  }

  @Test func whoOnlyReadsDoesNotUpgradeIt() throws {
    let before = contents(of: path)
    let failure = failure { try openStore(path) { $0.readOnly = true } }
    #expect(failure?.kind == .readOnly && failure?.field == "path")
    #expect(contents(of: path) == before)
    _ = try openStore(path) { $0.create = false }.close()
    #expect(try openStore(path) { $0.readOnly = true }.countBooks() == 6)
  }

  @Test func whatCannotBeUpgradedStaysAsItWas() throws {
    try RawStore(path).execute("CREATE TABLE orders (mine)")
    let before = try rows()
    #expect(throws: (any Error).self) { try openStore(path) }
    #expect(try rows() == before)
    #expect(try RawStore(path).integers("PRAGMA user_version") == [1])
  }

  @Test func manyMayUpgradeItAtOnce() throws {
    let path = path
    let failures = Shared<[String]>([])
    inParallel(4) { number in
      do { try openStore(path).create("Book \(number)") } catch {
        failures.with { $0.append("\(error)") }
      }
    }
    #expect(failures.value == [])
    #expect(try openStore(path).countBooks() == 10)
    #expect(try faults(inStore: path) == [])
  }
}
