// Tests checking and rebuilding a store, including stores damaged without the library.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

extension RowSet {
  /// Each problem as "kind table id: text".
  var told: [String] {
    (0..<count).map { row in
      let problem = problem(row)
      return "\(problem.kind) \(problem.table.map(string) ?? "-") \(problem.id):"
        + " \(string(problem.text))"
    }
  }
}

@Suite struct MaintenanceTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("store") }

  /// A closed store with rows in every table.
  private func sample() throws {
    let store = try openStore(path)
    let genres = try ["Fantasy", "łuk"].map { try store.genre(named: $0) }
    for (number, rating) in [(1, Int32(5)), (2, 0), (3, 3)] {
      try store.create(
        SampleBook("Book \(number)", by: "Author").with {
          $0.rating = rating
          $0.created = 1_772_323_200_000  // 2026-03-01T00:00:00Z
          $0.genres = number == 3 ? [genres[1]] : genres
          $0.finished = number == 1 ? 2026_01_31 : nil
          $0.series = number == 2 ? "Series" : nil
          $0.price = .init(500, "EUR")
          $0.identifiers = [.init("isbn", "\(number)"), .init("doi", "\(number)")]
        })
    }
    var quote = QuoteDraft()
    quote.given = [.text, .page]
    (quote.text, quote.page) = (bytes("A quote"), bytes("xii"))
    _ = try store.addQuote(quote, toBook: 1)
    for quantity in 1...3 { _ = try store.placeOrder(ofBook: 2, quantity: Int32(quantity)) }
    _ = try store.close()
  }

  private func problems() throws -> [String] {
    let store = try openStore(path)
    defer { _ = try? store.close() }
    return try store.check().told
  }

  @Test func aSoundStoreHasNoProblems() throws {
    #expect(try memoryStore().check().count == 0)
    try sample()
    #expect(try problems() == [])
    #expect(try faults(inStore: path) == [])
  }

  /// A change made without the library, the report of the check, and whether a rebuild repairs it.
  static let damages: [(String, [String], Bool)] = [
    (
      "UPDATE books SET title_key = x'41' WHERE id = 3",
      [
        "key books 3: title_key is not the key of the name",
        "link genre_books 3: the list of the genre 2 lacks the book 3, or has it at a wrong place",
        "link genre_books 3: the list of the genre 2 has the book 3, which should not be in it",
      ], true
    ),
    (
      "UPDATE books SET author_key = 'x', series_key = NULL WHERE id = 2",
      [
        "key books 2: author_key is not the key of the name",
        "key books 2: series_key is not the key of the name",
      ], true
    ),
    (
      "UPDATE genres SET sort_key = x'01', name_key = x'02' WHERE id = 2",
      [
        "key genres 2: name_key is not the key of the name",
        "key genres 2: sort_key is not the key of the name",
      ], true
    ),
    (
      "DELETE FROM genre_books WHERE book = 1 AND genre = 1",
      ["link genre_books 1: the list of the genre 1 lacks the book 1, or has it at a wrong place"],
      true
    ),
    (
      "INSERT INTO genre_books VALUES (1, x'41', 77)",
      [
        "link genre_books 77: the list of the genre 1 has the book 77, which should not be in it"
      ],
      true
    ),
    (
      "UPDATE counters SET rated_5 = rated_5 + 1",
      [
        "counter counters 0: the counter of the store is wrong",
        "counter counters 1: the counter of the genre 1 is wrong",
        "counter counters 2: the counter of the genre 2 is wrong",
        "counter counters 202603: the counter of books added in the month 202603 is wrong",
        "counter counters 202601: the counter of books finished in the month 202601 is wrong",
      ], true
    ),
    (
      "DELETE FROM counters WHERE kind = 0; INSERT INTO counters VALUES (9, 4, 1, 0, 0, 0, 0, 0)",
      [
        "counter counters 4: the counter of an unknown kind, 9, is wrong",
        "counter counters 0: the counter of the store is wrong",
      ], true
    ),
    (
      "INSERT INTO counters VALUES (1, 8, 0, 0, 0, 0, 0, 0)",
      ["counter counters 8: the counter of the genre 8 is wrong"], true
    ),
    (
      "UPDATE properties SET value = 1 WHERE name IN ('last_book_id', 'last_genre_id')",
      [
        "lastID properties 3: last_book_id is below the id 3, which is in use",
        "lastID properties 2: last_genre_id is below the id 2, which is in use",
      ], true
    ),
    (
      "DELETE FROM properties WHERE name = 'last_quote_id'",
      ["lastID properties 1: last_quote_id is below the id 1, which is in use"], true
    ),
    (
      "UPDATE books SET status = 4 WHERE id = 2",
      [
        "value books 2: status is 4; it must be 0 (on shelf), 1 (in progress), 2 (completed) or"
          + " 3 (did not finish)",
        "reading books 2: the book 2 has another status, start or end than its latest reading",
      ], true
    ),
    (
      "UPDATE books SET favourite = 4294967297 WHERE id = 2",
      ["value books 2: favourite is 4294967297, which is out of range"], false
    ),
    (
      "UPDATE books SET year = 'soon' WHERE id = 2",
      ["value books 2: year is stored as text, which is not its type"], false
    ),
    (
      "UPDATE books SET synopsis = CAST(x'ff' AS TEXT) WHERE id = 2",
      ["value books 2: synopsis is not valid UTF-8 at byte 0"], false
    ),
    (
      "UPDATE books SET updated = 9223372036854775807 WHERE id = 2",
      [
        "value books 2: updated is 9223372036854775807 ms; it must be in the years 1 to 9999, that"
          + " is in -62135596800000...253402300799999"
      ], false
    ),
    (
      "UPDATE genres SET colour = '#ff0000' WHERE id = 1",
      ["value genres 1: colour is not in capitals after a #"], false
    ),
    (
      "UPDATE genres SET colour = 'pink' WHERE id = 1",
      ["value genres 1: colour is \"pink\"; it must be #RRGGBB, six hexadecimal digits"], false
    ),
    (
      "UPDATE book_identifiers SET value = ' ' WHERE book = 1 AND position = 0",
      [
        "value book_identifiers 1: identifier_values must contain a visible character"
      ],
      false
    ),
    (
      "DELETE FROM book_identifiers WHERE book = 1 AND position = 0",
      ["value book_identifiers 1: the identifiers of the book 1 have gaps in their order"], false
    ),
    (
      "UPDATE quotes SET text = ''",
      [
        "value quotes 1: text must contain a visible character",
        "searchIndex book_search 1: the search index holds other words than the book 1",
      ], false
    ),
    (
      "UPDATE books SET price = NULL WHERE id = 3",
      ["value books 3: price is missing; a currency alone is not a price"], false
    ),
    (
      "UPDATE orders SET total = 7 WHERE id = 2",
      ["value orders 2: total is 7, not 2 times 500"], false
    ),
    (
      "DELETE FROM orders WHERE id = 2",
      ["value orders 3: there is no order 2 before it"], false
    ),
    (
      "UPDATE orders SET book = 4 WHERE id = 1",
      ["reference orders 1: the ordered book 4 never existed"], false
    ),
    (
      "UPDATE book_genres SET position = 0 WHERE book = 1",
      [
        "value book_genres 1: the genres of the book 1 have no clear order at position 0"
      ], false
    ),
    (
      "UPDATE quotes SET book = 50",
      [
        "reference quotes 1: there is no book 50, which the quote is from",
        "searchIndex book_search 1: the search index holds other words than the book 1",
      ], false
    ),
    (
      "UPDATE books SET notes = 'another word' WHERE id = 2",
      ["searchIndex book_search 2: the search index holds other words than the book 2"], true
    ),
    (
      "DELETE FROM book_search_docsize WHERE id = 2",
      ["searchIndex book_search 2: the search index lacks the book 2"], true
    ),
    (
      "UPDATE book_search_data SET block = x'0102' WHERE id > 10",
      ["searchIndex book_search 0: the search index is damaged; a rebuild repairs it"], true
    ),
    (
      "INSERT INTO book_identifiers VALUES (9, 0, 'isbn', '1', x'6973626E0031')",
      ["reference book_identifiers 9: book 9 has identifiers, but does not exist"], false
    ),
    (
      "INSERT INTO book_genres VALUES (9, 1, 0), (1, 7, 5)",
      [
        "reference book_genres 9: book 9 has the genre 1, but does not exist",
        "reference book_genres 1: book 1 has the genre 7, which does not exist",
        "link genre_books 1: the list of the genre 7 lacks the book 1, or has it at a wrong place",
      ], false
    ),
  ]

  @Test(arguments: damages)
  func whatIsDamagedIsToldAndRebuiltWhereItCanBe(
    damage: String, told: [String], mends: Bool
  ) throws {
    try sample()
    try RawStore(path).execute(damage)
    #expect(try problems() == told)
    let store = try openStore(path)
    try store.rebuild()
    let left = try store.check().told
    #expect(left.isEmpty == mends, "\(left)")
    if mends { #expect(try faults(inStore: path) == []) }
    #expect(try RawStore(path).integers("SELECT count(*) FROM changes") == [10])
  }

  @Test func genresWithOneNameAreToldBeforeTheyAreRebuilt() throws {
    try sample()
    try RawStore(path).execute("UPDATE genres SET name = 'FANTASY' WHERE id = 2")
    let store = try openStore(path)
    #expect(try store.check().told.map { $0.prefix(12) } == ["key genres 2", "key genres 2"])
    #expect(failure { try store.rebuild() }?.kind == .exists)
    #expect(try store.findGenre(bytes("łuk")) == 2)
    try store.renameGenre(2, bytes("Horror"))
    try store.rebuild()
    #expect(try store.check().count == 0)
  }

  @Test func genresThatHaveEachOthersKeysAreRebuilt() throws {
    try sample()
    try RawStore(path).execute(
      """
      CREATE TABLE k AS SELECT id, name_key FROM genres; UPDATE genres SET name_key = id;
      UPDATE genres SET name_key = (SELECT name_key FROM k WHERE k.id = 3 - genres.id); DROP TABLE k
      """)
    let store = try openStore(path)
    #expect(try store.findGenre(bytes("fantasy")) == 2)
    try store.rebuild()
    #expect(try store.findGenre(bytes("fantasy")) == 1)
    #expect(try faults(inStore: path) == [])
  }

  /// A query by rating ends when the counters say that no more rows follow.
  @Test func countersThatAreTooLowHideBooksUntilARebuild() throws {
    try sample()
    try RawStore(path).execute("UPDATE counters SET rated_3 = 0, rated_5 = 0")
    let store = try openStore(path)
    var rated = try Query()
    try rated.filterRating(1, 5, orNotRated: 0)
    #expect(try store.run(rated).ids == [])
    #expect(try store.run(Query()).ids == [1, 2, 3])
    try store.rebuild()
    #expect(try store.run(rated).ids == [1, 3])
    #expect(try store.count(rated) == 2)
  }

  @Test func noMoreThanAThousandProblemsAreTold() throws {
    let store = try openStore(path)
    try store.createMany(1500) { SampleBook("Book \($0)", by: "Author").draft }
    try RawStore(path).execute("UPDATE books SET title_key = x'00'")
    let told = try store.check().told
    #expect(told.count == 1001)
    #expect(told.last == "more - 0: there are more problems than these 1000")
    try store.rebuild()
    #expect(try store.check().count == 0)
  }

  @Test(.ofFiles()) func aFileThatIsDamagedIsReportedAndNoError() throws {
    let store = try openStore(path)
    try store.createMany(2000) { SampleBook("Book \($0)", by: "Author").draft }
    _ = try store.close()
    var file = try #require(contents(of: path))
    for page in 3..<file.count / 4096 where page % 3 == 0 {
      for byte in 0..<4096 { file[page * 4096 + byte] = UInt8(truncatingIfNeeded: byte &* 31) }
    }
    write(file, to: path)
    let told = try problems()
    #expect(told.count > 0)
    #expect(told.first?.hasPrefix("file - 0: SQLite: ") == true, "\(told)")
  }

  @Test func aCheckSeesOneStateWhileOthersWrite() throws {
    let store = try openStore(path)
    try store.createMany(300) { SampleBook("Book \($0)", by: "Author").draft }
    let stop = Shared(false)
    let writer = Worker { [path] in
      guard let other = try? openStore(path) else { return }
      while !stop.value { _ = try? other.setRating(.random(in: 1...300), .random(in: 0...5)) }
    }
    for _ in 0..<20 { #expect(try store.check().told == []) }
    stop.with { $0 = true }
    _ = writer.join()
  }

  @Test func aStoreThatIsReadOnlyIsCheckedButNotChanged() throws {
    try sample()
    let store = try openStore(path) { $0.readOnly = true }
    #expect(try store.check().count == 0)
    #expect(storageError { try store.rebuild() }?.kind == .readOnly)
    #expect(storageError { try store.compact() }?.kind == .readOnly)
  }
}
