// Tests that a store on a server reports the true outcome of a write whose connection was lost, at
// any point, and that observers and undo notice if a server has lost commits.
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStorage
@testable import BookwormStore

@Suite(.enabled(if: TestServer.isThere, Comment(rawValue: TestServer.hint)))
struct ServerOutcomeTests {
  let schema: TestSchema
  let proxy: CuttingProxy

  init() throws {
    schema = try TestSchema()
    proxy = try CuttingProxy()
  }

  /// Opens the store through the proxy, whose connections the test cuts.
  private func open() throws -> Store {
    try openStore(server: proxy.url(with: "bookworm_schema=\(schema.name)"))
  }

  private func ratings() throws -> [String?] {
    try schema.rows("SELECT rating FROM books ORDER BY id").map { $0[0] }
  }

  private func isSound(_ store: Store) throws -> Bool { try store.check().count == 0 }

  /// Each write gives the book another rating than the write before.
  @Test(arguments: CuttingProxy.Way.allCases)
  func everyOutcomeOfARatingIsToldRightlyWhereverTheConnectionIsCut(
    way: CuttingProxy.Way
  ) throws {
    defer { proxy.stop() }
    let store = try open()
    let genre = try store.genre(named: "A")
    let ids = try store.createMany(2) { _ in
      var book = SampleBook("Book")
      book.genres = [genre]
      return book.draft
    }
    var rating: Int32 = 0
    func rate() throws {
      rating = rating % 5 + 1
      try store.setRating(ids[0], rating)
    }
    for _ in 0..<3 { try rate() }
    let start = proxy.count(way)
    try rate()
    let length = proxy.count(way) - start
    #expect(length > 300)
    var (renewed, lost) = (0, 0)
    // Not every byte: neighbouring bytes are in the same message.
    for place in stride(from: 0, through: length, by: 3) {
      let before = try ratings()[0]
      proxy.cut(way, after: place)
      do {
        try rate()
        #expect(try ratings()[0] == "\(rating)", "byte \(place)")
        renewed += proxy.isCut ? 1 : 0
      } catch let error as StorageError {
        #expect(error.kind == .inputOutput, "byte \(place): \(error)")
        #expect(try ratings()[0] == before, "byte \(place)")
        lost += 1
      }
      proxy.cutNever()
      try rate()
    }
    #expect(renewed > 5, "of \(length / 3) were kept \(renewed), and lost \(lost)")
    // If the way from the server is cut, the server has the write. Or only a read was cut, which is
    // repeated.
    #expect(way == .toServer ? lost > 5 : lost == 0)
    #expect(try schema.rows("SELECT max(id) - count(*) FROM changes") == [["0"]])
    #expect(try isSound(store))
    let counted = try store.statistics(nil).statistics(0)
    #expect(counted.ratings[Int(rating)] == 1 && counted.ratings[0] == 1 && counted.books == 2)
  }

  @Test func anOutcomeThatNobodyTellsIsAskedForLater() throws {
    defer { proxy.stop() }
    var options = DatabaseOptions(StoreOptions())
    options.outcomeTimeout = 200
    _ = try open().close()
    let url = proxy.url(with: "bookworm_schema=\(schema.name)")
    let database = try Database(server: url, options: options)
    let stored = try schema.rows("SELECT value FROM properties WHERE name = 'store_id'")[0][0]
    let number = try #require(stored.flatMap { Int64($0) })
    let versions = Store.Versions(
      schema: Schema.version, sortKeys: Int64(sortKeyRules), storeID: number)
    let store = Store(url, StoreOptions(), .all, database, versions)
    let id = try store.create("Book")
    try store.setRating(id, 1)
    var told: [Int64] = []
    for reachesServer in [true, false] {
      let transaction = try store.begin(.write)
      try transaction.setRating(id, reachesServer ? 2 : 3)
      proxy.refuse(true)
      proxy.cut(reachesServer ? .fromServer : .toServer, after: 1)
      let error = storageError { try transaction.commit() }
      #expect(error?.kind == .outcomeUnknown)
      told.append(error?.receipt ?? 0)
      #expect(storageError { try store.wasKept(receipt: told.last ?? 0) } != nil)
      proxy.refuse(false)
      #expect(try store.wasKept(receipt: told.last ?? 0) == reachesServer)
      #expect(try ratings() == ["2"])
    }
    // Any other handle may ask too.
    #expect(try open().wasKept(receipt: told[0]))
    #expect(failure { try store.wasKept(receipt: 0) }?.field == "receipt")
    let inMemory = try Store(path: bytes(":memory:"), options: StoreOptions())
    #expect(failure { try inMemory.wasKept(receipt: 5) }?.field == "receipt")
    // If the log no longer goes back far enough, the outcome is not found.
    try store.setRating(id, 4)
    try schema.execute("DELETE FROM changes WHERE id < (SELECT max(id) FROM changes)")
    #expect(failure { try store.wasKept(receipt: told[0]) }?.kind == .notFound)
  }

  @Test func aReadTransactionThatLosesItsConnectionReadsNoOtherState() throws {
    defer { proxy.stop() }
    let store = try open()
    let id = try store.create("Book")
    let transaction = try store.begin(.read)
    #expect(try transaction.read(id).rating == 0)
    proxy.cut(.toServer, after: 1)
    #expect(storageError { try transaction.read(id) }?.kind == .inputOutput)
    proxy.cutNever()
    try store.setRating(id, 5)
    #expect(storageError { try transaction.read(id) }?.kind == .inputOutput)
    try transaction.rollBack()
    #expect(try store.read(id).rating == 5)
  }

  @Test func aTransactionThatLosesItsConnectionSaysSoAndHasWrittenNothing() throws {
    defer { proxy.stop() }
    let store = try open()
    let id = try store.create("Book")
    let transaction = try store.begin(.write)
    try transaction.setRating(id, 1)
    proxy.cut(.toServer, after: 1)
    #expect(storageError { try transaction.read(id) }?.kind == .inputOutput)
    #expect(storageError { try transaction.setRating(id, 2) }?.kind == .inputOutput)
    #expect(storageError { try transaction.commit() }?.kind == .inputOutput)
    #expect(failure { try transaction.read(id) }?.kind == .closed)
    #expect(try ratings() == ["0"])
    // An idle session is replaced silently.
    try store.setRating(id, 2)
    proxy.cut(.toServer, after: 0)
    try store.setRating(id, 3)
    #expect(try ratings() == ["3"])
    #expect(try store.read(id).rating == 3)
  }

  // MARK: Commits that a server has lost

  /// Removes the last commits, as a failover may.
  private func lose(_ changes: Int, _ book: Int64, rating: Int) throws {
    try schema.execute(
      """
      DELETE FROM changes WHERE id > (SELECT max(id) FROM changes) - \(changes);
      UPDATE books SET rating = \(rating) WHERE id = \(book)
      """)
  }

  @Test(arguments: [false, true])
  func lostCommitsMakeObserversReadAgainAndEndTheStepsToUndo(goesOn: Bool) throws {
    defer { proxy.stop() }
    let store = try open()
    let id = try store.create("Book")
    let observer = try store.observe([])
    var firstBooks = try Query()
    try firstBooks.setLimit(10)
    try firstBooks.setFields([.id, .rating])
    let page = try store.observe(firstBooks, [])
    let quiet = try open()
    let other = try open()
    let far = try quiet.observe(book: id, [])
    for rating: Int32 in 1...3 { try store.setRating(id, rating) }
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
    while try !observer.hear().isEmpty {}
    while try !page.hear().isEmpty {}
    while try !far.hear().isEmpty {}
    #expect(try store.undoInfo().undoCount == 4)
    try lose(2, id, rating: 1)
    if goesOn {
      // Other commits get the same numbers, and more.
      for rating: Int32 in [4, 5, 4] { try other.setRating(id, rating) }
      #expect(try other.undoInfo().undoCount == 3)
    }
    for observer in [observer, page, far] {
      #expect(try observer.hear().map(\.kind) == [.reread])
      #expect(try observer.hear() == [])
    }
    #expect(SampleBook(try page.page(), 0).rating == (goesOn ? 4 : 1))
    try store.setGenres(array([]), ofBook: id)
    #expect(try store.undoInfo().undoCount == 0)
    #expect(failure { try store.undo() }?.message.contains("lost commits") == true)
    try store.setRating(id, 2)
    #expect(try observer.hear() == [Heard(.updated, .book, id, .rating)])
  }
}
