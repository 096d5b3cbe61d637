// Counts the round trips to a server, which are the cost of an operation.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerWaitsTests {
  let schema: TestSchema
  let store: Store
  let writer: Connection
  let reader: Connection

  init() throws {
    schema = try TestSchema()
    store = try openStore(server: schema.url)
    writer = try store.write { $0.connection }
    reader = try store.read { $0 }
  }

  private func waits(_ connection: Connection) -> Int {
    (connection.side as? PostgresConnection)?.pipe.waits ?? -1
  }

  /// Counts an operation that is done a second time, when everything is prepared.
  private func waits(_ connection: Connection, _ work: (Int) throws -> Void) throws -> Int {
    try work(0)
    let before = waits(connection)
    try work(1)
    return waits(connection) - before
  }

  private func books(_ count: Int, genres: [Int64] = []) throws -> [Int64] {
    try (0..<count).map {
      var book = SampleBook("Book \($0)")
      book.genres = genres
      return try store.create(book)
    }
  }

  @Test func aRatingWaitsTwice() throws {
    let genres = [try store.genre(named: "A"), try store.genre(named: "B")]
    let ids = try books(2, genres: genres)
    #expect(try waits(writer) { try store.setRating(ids[$0], 4) } == 2)
    // A write that changes nothing only waits for the lock.
    #expect(try waits(writer) { _ in try store.setRating(ids[0], 4) } == 1)
    #expect(try store.statistics(nil, by: .genre).statistics(0).ratings[4] == 2)
  }

  /// The step is written together with the change. The server fills in the title and the rating.
  @Test func aStepThatIsKeptWaitsForNothing() throws {
    var options = StoreOptions()
    options.history = try StepHistory(bytes("terminal"))
    let store = try openStore(server: schema.url, options)
    let writer = try store.write { $0.connection }
    let ids = try books(3)
    #expect(try waits(writer) { try store.setRating(ids[$0], 4) } == 2)
    #expect(try waits(writer) { _ in _ = try store.create("New") } == 2)
    #expect(try store.steps().map(\.name).last == "Rate “Book 0” 4")
  }

  @Test func aNewBookAndAFavouriteWaitTwice() throws {
    #expect(try waits(writer) { _ in _ = try store.create("New") } == 2)
    #expect(try waits(writer) { _ in _ = try books(1) } == 2)
    let ids = try books(2)
    #expect(try waits(writer) { _ = try store.toggleFavourite(ids[$0]) } == 2)
  }

  @Test func aBatchWaitsTwiceHoweverManyGenresItHas() throws {
    let genres = try (0..<10).map { try store.genre(named: "Genre \($0)") }
    func make() throws {
      _ = try store.createMany(10) { number in
        var book = SampleBook("Book \(number)")
        book.genres = [genres[number]]
        return book.draft
      }
    }
    #expect(try waits(writer) { _ in try make() } == 2)
    let transaction = try store.begin(.write)
    let before = waits(writer)
    _ = try transaction.createMany(10) { number in
      var book = SampleBook("Book \(number)")
      book.genres = [genres[number]]
      return book.draft
    }
    #expect(waits(writer) == before + 1)
    try transaction.commit()
  }

  @Test func aRatingWithinATransactionWaitsOnceAndItsCommitOnce() throws {
    let ids = try books(3)
    let transaction = try store.begin(.write)
    #expect(try waits(writer) { try transaction.setRating(ids[$0], 2) } == 1)
    let before = waits(writer)
    try transaction.commit()
    #expect(waits(writer) == before + 1)
  }

  @Test func aReadByIDAndAPageWaitOnce() throws {
    let ids = try books(3)
    #expect(try waits(reader) { _ = try store.book(ids[$0], .title) } == 1)
    #expect(try waits(reader) { _ in _ = try store.run(Query()) } == 1)
    var found: RowSet?
    #expect(
      try waits(reader) { _ in
        found = try (ids + [ids[0], 99, ids[2]]).withUnsafeBufferPointer {
          try store.books($0, .title)
        }
      } == 1)
    #expect(found?.count == 5)
    #expect(try waits(reader) { _ in _ = try store.statistics(nil) } == 1)
  }
}
