// Tests that searches on a server and in a file give the same books, in the same order, with the
// same ranks.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerSearchTests {
  private static let words = [
    "dune", "Dune", "spice", "desert", "the", "of", "Łódź", "lodz", "fear", "mind", "killer",
    "messiah", "東京都", "O'Brien", "naïve", "b2", "42", "d",
  ]

  private static func text(_ most: Int, _ dice: inout Dice) -> String {
    (0..<Int.random(in: 1...most, using: &dice)).map { _ in dice.pick(words) }
      .joined(separator: " ")
  }

  private static func some(_ most: Int, _ dice: inout Dice) -> String? {
    Bool.random(using: &dice) ? text(most, &dice) : nil
  }

  /// Creates the same books in each store, and changes them in the same way.
  private func fill(_ store: Store) throws {
    var dice = Dice(7)
    for _ in 0..<60 {
      var book = SampleBook(Self.text(3, &dice), by: Self.text(2, &dice))
      book.review = Self.some(300, &dice)
      book.series = Self.some(2, &dice)
      book.publisher = Self.some(2, &dice)
      try store.create(book)
    }
    for book in 1...20 as ClosedRange<Int64> {
      for _ in 0..<Int.random(in: 0...3, using: &dice) {
        try store.addQuote(Self.text(6, &dice), to: book)
      }
    }
    for book in 10...15 as ClosedRange<Int64> {
      let (title, series) = (bytes(Self.text(2, &dice)), bytes(Self.text(2, &dice)))
      try store.change(book) {
        $0.give(.title, title)
        $0.give(.series, series)
      }
    }
    for book in [3, 5, 21] as [Int64] { try store.deleteBook(book) }
    try store.undo()
  }

  private func stores() throws -> (file: Store, server: Store) {
    let stores = (try memoryStore(), try openStore(server: TestSchema().url))
    try fill(stores.0)
    try fill(stores.1)
    return stores
  }

  @Test func theSameBooksAreFoundAndRankedAlike() throws {
    let (file, server) = try stores()
    var dice = Dice(11)
    for _ in 0..<300 {
      var query = try Query()
      for _ in 0..<Int.random(in: 1...2, using: &dice) {
        var text = Self.text(3, &dice)
        switch Int.random(in: 0...3, using: &dice) {
        case 0: text = "\"\(text)\""
        case 1: text += "*"
        default: break
        }
        let fields: [BookFields] = [[], [], .title, .quotes, [.review, .publisher]]
        try query.search(bytes(text), dice.pick(fields), dice.pick([.all, .any, .none]))
      }
      if Bool.random(using: &dice) {
        try query.filter(dice.pick([.title, .series, .publisher]), contains: bytes("D"))
      }
      try query.setFields([.id, .rank])
      try query.sort(by: SortTerm(dice.pick([.rank, .id, .title]), descending: false))
      let (found, same) = (try file.run(query), try server.run(query))
      #expect(found.ids == same.ids)
      for row in 0..<found.count {
        let (rank, other) = (found.rank(row), same.rank(row))
        #expect(abs((rank ?? 0) - (other ?? 0)) <= 1e-12 * abs(rank ?? 0))
        #expect((rank == nil) == (other == nil))
      }
      #expect(try file.count(query) == server.count(query))
    }
  }

  private func problems(_ store: Store) throws -> [String] {
    let found = try store.check()
    return (0..<found.count).map { string(found.problem($0).text) }
  }

  @Test func theIndexIsSoundAndComesBackWhenItIsDamaged() throws {
    let (_, server) = try stores()
    let none = try problems(server)
    #expect(none == [])
    let schema = try TestSchema()
    let store = try openStore(server: schema.url)
    try fill(store)
    try schema.execute("UPDATE book_words SET places = '{7}' WHERE word = 'dune' AND book = 1")
    try schema.execute("DELETE FROM book_search WHERE book = 2")
    try schema.execute("UPDATE book_folded SET title = 'x' WHERE book = 4")
    #expect(
      try problems(store) == [
        "the search index lacks the book 2", "the folded texts of the book 4 are wrong",
        "the search index holds other words than the book 1",
      ])
    try store.rebuild()
    #expect(try problems(store) == [])
  }

  /// The index has the total numbers of books and words, which ranks need. These must be right
  /// whatever is written and rolled back, even within a transaction.
  @Test func theWordsOfAllBooksAreCounted() throws {
    let schema = try TestSchema()
    let store = try openStore(server: schema.url)
    func isRight(_ rows: Int) throws -> Bool {
      let total = try schema.rows(
        "SELECT count(*) <= \(rows), sum(books), sum(words) FROM book_search_total")
      let counted = try schema.rows("SELECT true, count(*), sum(words) FROM book_search")
      return total == counted
    }
    _ = try store.createMany(300) { SampleBook("Book number \($0)", by: "One Author").draft }
    #expect(try isRight(1))
    try fill(store)
    #expect(try isRight(1000))
    let transaction = try store.begin(.write)
    _ = try transaction.createMany(3) { SampleBook("Dune \($0)", by: "dune spice").draft }
    var ranked = try Query()
    try ranked.search(bytes("dune"), [], .all)
    try ranked.setFields([.id, .rank])
    func ranks(_ session: any Session) throws -> [Double?] {
      let rows = try session.run(ranked)
      return (0..<rows.count).map { rows.rank($0) }
    }
    let within = try ranks(transaction)
    let inner = try transaction.begin(.write)
    _ = try inner.createMany(40) { SampleBook("Desert \($0)", by: "A B C").draft }
    try inner.deleteBook(7)
    #expect(try ranks(inner) != within)
    try inner.rollBack()
    #expect(try ranks(transaction) == within)
    try transaction.commit()
    #expect(try isRight(1000))
    #expect(try ranks(store) == within)
    try store.undo()
    #expect(try isRight(1000))
    try store.rebuild()
    #expect(try isRight(1))
  }

  @Test func aLongTextIsFoundAsAWhole() throws {
    let store = try openStore(server: TestSchema().url)
    var book = SampleBook("Long")
    book.review =
      String(repeating: "the ", count: 200_000) + "end "
      + String(
        repeating: "x", count: 5000)
    let id = try store.create(book)
    for text in [
      "end", "\"the end\"", "\"the the end\"", "x*", String(repeating: "x", count: 5000),
    ] {
      #expect(try store.search(text) == [id], "\(text.prefix(20))")
    }
    #expect(try store.search("\"end the\"") == [])
    try store.deleteBook(id)
    #expect(try store.search("end") == [])
  }

  @Test func moreWordsThanAServerTakesAreRefused() throws {
    let store = try openStore(server: TestSchema().url)
    let id = try store.create("w1 w2")
    let many = (0..<100).map { "w\($0)" }.joined(separator: " ")
    #expect(try store.search(many, [], .any) == [id])
    #expect(try store.search(many, [], .all) == [])
    #expect(try store.search("\"\(many)\"", [], .all) == [])
    #expect(failure { try store.search(many + " more") }?.kind == .tooLarge)
  }
}
