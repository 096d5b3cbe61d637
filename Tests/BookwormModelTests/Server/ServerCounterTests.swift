// Tests counters on a server: each commit leaves its additions to them as news, which are applied
// from time to time. A reader sees the right counts at every moment.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerCounterTests {
  let schema: TestSchema
  let store: Store

  init() throws {
    schema = try TestSchema()
    store = try openStore(server: schema.url)
  }

  private func ratings(_ store: any Session) throws -> [Int64] {
    let counted = try store.statistics(nil).statistics(0).ratings
    return (0..<6).map { counted[$0] }
  }

  private func number(_ sql: String) throws -> Int { Int(try schema.rows(sql)[0][0] ?? "") ?? -1 }

  @Test func newsAreCountedBeforeAndAfterTheyAreFoldedAndInATransaction() throws {
    let genre = try store.genre(named: "A")
    var book = SampleBook("Book")
    book.genres = [genre]
    let id = try store.create(book)
    let other = try openStore(server: schema.url)
    let old = try other.begin(.read)
    #expect(try ratings(old) == [1, 0, 0, 0, 0, 0])
    let folded = "SELECT value FROM properties WHERE name = 'counters_folded'"
    // Both handles commit in turn. The counts are checked after some of the commits: before, when
    // and after the news are applied.
    for step in 3...(2 * Int(CounterSQL.foldedEvery) + 3) {
      let rating = step % 5 + 1
      try (step % 2 == 0 ? store : other).setRating(id, Int32(rating))
      guard step % 32 < 2 || step % 256 < 3 else { continue }
      var expected: [Int64] = [0, 0, 0, 0, 0, 0]
      expected[rating] = 1
      #expect(try ratings(store) == expected, "after \(step) commits")
      #expect(try store.statistics(nil, by: .genre).statistics(0).ratings[rating] == 1)
      #expect(try store.countBooks() == 1)
      #expect(try number("SELECT count(*) FROM counter_news") <= 3 * 256)
      if step >= 256 { #expect(try number(folded) == step / 256 * 256) }
    }
    #expect(try ratings(old) == [1, 0, 0, 0, 0, 0])
    _ = try old.rollBack()
    let transaction = try store.begin(.write)
    try transaction.setRating(id, 5)
    #expect(try ratings(transaction)[5] == 1)
    try transaction.create("Another")
    #expect(try transaction.countBooks() == 2)
    #expect(try other.countBooks() == 1)
    try transaction.commit()
    #expect(try other.countBooks() == 2)
    #expect(try store.check().count == 0)
  }

  @Test func aDeletedGenresNewsGoWithIt() throws {
    let genre = try store.genre(named: "A")
    var book = SampleBook("Book")
    book.genres = [genre]
    try store.create(book)
    try store.deleteGenre(genre)
    #expect(try number("SELECT count(*) FROM counter_news WHERE kind = 1") == 0)
    #expect(try store.check().count == 0)
    try store.undo()
    #expect(try store.statistics(nil, by: .genre).statistics(0).books == 1)
    try store.rebuild()
    #expect(try number("SELECT count(*) FROM counter_news") == 0)
    #expect(try store.statistics(nil, by: .genre).statistics(0).books == 1)
    #expect(try store.check().count == 0)
  }
}
