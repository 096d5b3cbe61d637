// Tests that the search index follows its rows, can be checked, rebuilt, and read without the
// library.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct SearchIndexTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  private func check() throws -> [String] {
    try store.read { try $0.checkSearchIndex().map(\.text) }
  }

  private func rebuild() throws { try store.write { try $0.connection.rebuildSearchIndex() } }

  // MARK: Following the rows

  @Test func theIndexFollowsEveryChangeOfABook() throws {
    let id = try store.create("Alpha", by: "Beta")
    #expect(try store.search("alpha beta") == [id])
    try store.change(id) {
      $0.given = [.title, .notes]
      $0.title = bytes("Gämma")
      $0.notes = bytes("delta")
    }
    #expect(try store.search("alpha") == [] && store.search("gamma beta delta") == [id])
    try store.change(id, clear: .notes) { _ in }
    #expect(try store.search("delta") == [])
    try store.setRating(id, 3)
    try store.setStatus(id, 2, date: nil)
    #expect(try store.search("gamma") == [id])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
    try store.deleteBook(id)
    #expect(try store.search("gamma") == [])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
  }

  @Test func theIndexFollowsEveryChangeOfAQuote() throws {
    let id = try store.create("A")
    let first = try store.addQuote("one two", to: id)
    let second = try store.addQuote("three", to: id)
    #expect(try store.search("one three") == [id])
    // No phrase extends from one quote to the next.
    #expect(try store.search("\"two three\"") == [] && store.search("\"one two\"") == [id])
    var draft = QuoteDraft()
    draft.given = .text
    draft.text = bytes("four")
    try store.updateQuote(first, draft, clear: [])
    #expect(try store.search("one") == [] && store.search("four three") == [id])
    try store.deleteQuote(second)
    #expect(try store.search("three") == [] && store.search("four") == [id])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
    try store.deleteBook(id)
    #expect(try store.search("four") == [])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
  }

  @Test func whatIsRolledBackIsNotFound() throws {
    let id = try store.create("Alpha")
    let outer = try store.begin(.write)
    try outer.create("Beta")
    let inner = try outer.begin(.write)
    try inner.create("Gamma")
    try inner.deleteBook(id)
    #expect(try inner.search("alpha") == [] && inner.search("beta gamma", [], .any).count == 2)
    #expect(try store.search("gamma beta", [], .any) == [])
    try inner.rollBack()
    #expect(try outer.search("alpha beta gamma", [], .any) == [1, 2])
    // A batch that fails half-way is rolled back within its transaction.
    #expect(
      failure {
        try outer.createMany(3) { row in
          if row == 2 { throw Failure(.invalid, "", "") }
          return SampleBook("Delta \(row)").draft
        }
      } != nil)
    #expect(try outer.search("delta") == [] && outer.search("beta") == [2])
    try outer.commit()
    #expect(try store.search("alpha beta gamma delta", [], .any) == [1, 2])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
    let lost = try store.begin(.write)
    try lost.create("Epsilon")
    try lost.rollBack()
    #expect(try store.search("epsilon") == [])
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
  }

  @Test func manyChangesInAnyOrderKeepItTrue() throws {
    var dice = Dice(61)
    let words = ["alpha", "Bêta", "東京都", "도서관", "delta-epsilon", "z", "กิน", "Ω"]
    func text() -> String {
      (0..<Int.random(in: 1...6, using: &dice)).map { _ in dice.pick(words) }.joined(separator: " ")
    }
    var ids: [Int64] = []
    for _ in 0..<30 {
      let session = try store.begin(.write)
      for _ in 0..<12 {
        switch Int.random(in: 0..<6, using: &dice) {
        case 0, 1: ids.append(try session.create(text(), by: text()))
        case 2 where !ids.isEmpty:
          let id = ids.remove(at: Int.random(in: 0..<ids.count, using: &dice))
          try session.deleteBook(id)
        case 3 where !ids.isEmpty: try session.addQuote(text(), to: dice.pick(ids))
        case 4 where !ids.isEmpty:
          try session.change(dice.pick(ids)) {
            $0.given = .review
            $0.review = bytes(text())
          }
        default: break
        }
      }
      try session.commit()
    }
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
    for word in words { #expect(try !store.search(word).isEmpty, "\(word)") }
    try rebuild()
    #expect(try faults(inStore: path) == [])
    #expect(try check() == [])
    try RawStore(path).execute("INSERT INTO book_search (book_search) VALUES ('integrity-check')")
  }

  @Test func aWordBeyondWhatTheIndexTakesIsIndexedByItsBeginning() throws {
    let long = String(repeating: "a", count: 100_000)
    let id = try store.create(SampleBook("A").with { $0.notes = "\(long) end é" })
    #expect(try store.search("aaaa*") == [id] && store.search("end") == [id])
    #expect(try check() == [])
    try store.deleteBook(id)
    #expect(try check() == [] && store.search("end") == [])
  }

  // MARK: Checking and rebuilding

  @Test(arguments: [
    ("UPDATE books SET synopsis = 'x' WHERE id = 2", ["other words than the book 2"]),
    ("UPDATE books SET notes = 'x' WHERE id = 1", ["other words than the book 1"]),
    ("UPDATE quotes SET text = 'x'", ["other words than the book 3"]),
    (
      "INSERT INTO book_search (rowid, title) VALUES (70000, 'x')",
      ["that does not exist, with the id 70000", "other words than the book 70000"]
    ),
    (
      "DELETE FROM book_search_docsize WHERE id = 2", ["lacks the book 2"]
    ),
    ("INSERT INTO book_search (rowid, title) VALUES (2, 'x')", ["other words than the book 2"]),
    (
      "INSERT INTO book_search (book_search) VALUES ('delete-all')",
      [
        "lacks the book 1", "lacks the book 2", "lacks the book 3", "than the book 1",
        "than the book 2",
        "than the book 3",
      ]
    ),
  ])
  func whatIsWrongIsToldAndMended(spoil: String, expected: [String]) throws {
    for title in ["Alpha", "Beta", "東京"] { try store.create(title) }
    try store.addQuote("Gamma", to: 3)
    #expect(try check() == [])
    try RawStore(path).execute(spoil)
    let found = try check()
    #expect(found.count == expected.count, "\(found)")
    for (sentence, part) in zip(found, expected) { #expect(sentence.hasSuffix(part), "\(found)") }
    #expect(try !faults(inStore: path).isEmpty)
    try rebuild()
    #expect(try check() == [] && faults(inStore: path) == [])
  }

  @Test func aDamagedIndexIsToldAndMended() throws {
    for number in 0..<50 { try store.create("Book \(number)") }
    try RawStore(path).execute("UPDATE book_search_data SET block = x'0102' WHERE id > 10")
    let found = try check()
    #expect(found.contains { $0.contains("damaged") }, "\(found)")
    #expect(storageError { try store.search("book") }?.message.contains("rebuild") == true)
    try rebuild()
    #expect(try check() == [] && faults(inStore: path) == [])
    #expect(try store.search("book").count == 50)
  }

  @Test(.ofFiles()) func aStoreThatIsOnlyReadIsCheckedToo() throws {
    try store.create("Alpha")
    let reader = try openStore(path) { $0.readOnly = true }
    #expect(try reader.read { try $0.checkSearchIndex() } == [])
    #expect(try reader.search("alpha") == [1])
    // The reader's connections still refuse to write.
    let transaction = try store.begin(.read)
    #expect(try transaction.read { try $0.checkSearchIndex() } == [])
    #expect(try store.read { try $0.integer("PRAGMA query_only") } == 1)
    let tables = "SELECT count(*) FROM sqlite_temp_schema"
    #expect(try store.read { try $0.integer(tables) } == 0)
  }

  @Test func newerRulesOfFoldingMakeTheIndexAnew() throws {
    try store.create("Alpha")
    _ = try store.close()
    try RawStore(path).execute(
      """
      INSERT INTO book_search (book_search) VALUES ('delete-all');
      UPDATE properties SET value = 0 WHERE name = 'sort_key_version'
      """)
    #expect(try openStore(path).search("alpha") == [1])
    #expect(try faults(inStore: path) == [])
  }

  // MARK: Without the library

  @Test func anyProgramWithSQLiteReadsTheIndex() throws {
    let id = try store.create("Łódź 東京", by: "Beta")
    let raw = try RawStore(path)
    #expect(
      try raw.integers("SELECT rowid FROM book_search WHERE book_search MATCH 'lodz AND 東京'")
        == [id])
    #expect(try raw.rows("PRAGMA integrity_check") == [[.text("ok")]])
  }

  // MARK: Plans

  /// Returns how SQLite executes a query's list.
  private func plan(_ change: (inout Query) throws -> Void) throws -> String {
    var query = try Query()
    try query.search(bytes("alpha"), [], .all)
    try change(&query)
    return try store.read { connection in
      try connection.walks(query).map { $0.joined(separator: "; ") }.joined(separator: " | ")
    }
  }

  @Test(.ofFiles("SQLite's plans")) func aPageByIDIsReadOffTheIndex() throws {
    for descending in [false, true] {
      let order = SortTerm(.id, descending: descending)
      let first = try plan { try $0.sort(by: order) }
      let after = try plan { query in
        try query.sort(by: order)
        query.cursor = Cursor(order: query.order, values: [], id: 3)
      }
      for plan in [first, after] {
        #expect(plan.hasPrefix("SCAN s VIRTUAL TABLE"), "\(plan)")
        #expect(plan.contains("SEARCH b USING INTEGER PRIMARY KEY"), "\(plan)")
        #expect(!plan.contains("B-TREE") && !plan.contains("|"), "\(plan)")
      }
    }
  }

  @Test(.ofFiles("SQLite's plans")) func aPageByRankIsRankedBeforeItsBooksAreRead() throws {
    let plan = try plan { try $0.sort(by: SortTerm(.rank, descending: false)) }
    #expect(plan.hasPrefix("CO-ROUTINE") || plan.hasPrefix("MATERIALIZE"), "\(plan)")
    #expect(!plan.contains("SCAN b"), "\(plan)")
  }

  @Test(.ofFiles("SQLite's plans")) func inOtherOrdersTheMatchingBooksAreLookedUp() throws {
    let plan = try plan { try $0.sort(by: SortTerm(.rating, descending: false)) }
    #expect(plan.contains("SEARCH b USING INTEGER PRIMARY KEY"), "\(plan)")
  }
}
