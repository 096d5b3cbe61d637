// Tests reading a query a piece at a time: all pieces are from one snapshot, except in memory.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StreamTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws {
    store = try openStore(folder.file("store"))
    try Self.fill(store)
  }

  private static func fill(_ session: any Session) throws {
    let genre = try session.genre(named: "G")
    try session.createMany(100) { i in SampleBook("Book \(i)").with { $0.genres = [genre] }.draft }
  }

  private func rest(_ stream: RowStream, by size: Int64) throws -> [SampleBook] {
    var books: [SampleBook] = []
    while true {
      let rows = try stream.next(size)
      if rows.count == 0 { return books }
      #expect(rows.count <= size)
      books += rows.books
    }
  }

  private var everything: Query {
    get throws {
      var query = try Query()
      try query.setFields(.stored)
      return query
    }
  }

  @Test(arguments: [1, 7, 99, 100, 101, Int64.max])
  func thePiecesMakeUpTheWhole(size: Int64) throws {
    let stream = try RowStream(store, everything)
    #expect(try rest(stream, by: size).map(\.title) == (0..<100).map { "Book \($0)" })
    #expect(try stream.next(size).count == 0)
    #expect(try stream.next(1).count == 0)
  }

  @Test(arguments: 21...24 as ClosedRange<UInt64>)
  func anyQueryStreamsWhatItMeans(seed: UInt64) throws {
    let catalogue = try Catalogue(60, seed: seed)
    let copy = try openStore(folder.file("copy"))
    for (index, name) in ["Fantasy", "Horror", "Kids", "Łódź"].enumerated() {
      #expect(try copy.genre(named: name) == catalogue.genres[index])
    }
    for book in catalogue.books.sorted(by: { $0.id < $1.id }) { try copy.create(book) }
    var dice = Dice(seed)
    for _ in 0..<10 {
      var sample = SampleQuery.random(&dice, genres: catalogue.genres)
      sample.sort.removeAll { $0.key == .updated }
      let expected = sample.answer(catalogue.books).dropFirst(2).prefix(30)
      var query = try sample.query(fields: .stored)
      try query.setOffset(2)
      try query.setLimit(30)
      for store in [catalogue.store, copy] {
        #expect(try rest(RowStream(store, query), by: 4).map(\.id) == Array(expected), "\(sample)")
      }
    }
  }

  @Test func aStreamSeesOneStateWhileAWriterGoesOn() throws {
    let stream = try RowStream(store, everything)
    let first = try stream.next(10)
    try store.deleteBook(50)
    try store.change(60) {
      $0.given = [.title, .genres]
      $0.title = bytes("Changed")
    }
    try store.create("Book 98.5")
    let books = first.books + (try rest(stream, by: 10))
    #expect(books.map(\.title) == (0..<100).map { "Book \($0)" })
    #expect(books.allSatisfy { $0.genres == [1] })
    #expect(try store.run(everything).count == 100)
  }

  @Test func aStreamOnATransactionSeesWhatItWrote() throws {
    let transaction = try store.begin(.write)
    #expect(try transaction.deleteBooks(matching: Query()) == 100)
    for number in 0..<5 { try transaction.create("New \(number)") }
    let stream = try RowStream(transaction, everything)
    #expect(try stream.next(2).texts(.title) == ["New 0", "New 1"])
    try transaction.create("New 0.5")
    #expect(try rest(stream, by: 2).map(\.title) == ["New 2", "New 3", "New 4"])
    let another = try RowStream(transaction, everything)
    try transaction.rollBack()
    #expect(failure { try another.next(1) }?.kind == .closed)
  }

  @Test func aPageBeforeAPositionIsRefusedForATransactionToo() throws {
    var query = try everything
    try query.setLimit(10)
    try query.setOffset(20)
    let rows = try store.run(query)
    try query.setCursor(try #require(rows.firstCursor), isBackward: true)
    let transaction = try store.begin(.read)
    for session in [store, transaction] as [any Session] {
      #expect(failure { try RowStream(session, query) }?.kind == .argument)
      #expect(failure { try RecordBatchStream(session, query) }?.kind == .argument)
    }
    try transaction.rollBack()
  }

  @Test(.ofFiles("a store in memory")) func aStreamInMemoryKeepsNobodyWaiting() throws {
    let store = try openStore(":memory:") { $0.busyTimeout = 0 }
    try Self.fill(store)
    let stream = try RowStream(store, everything)
    #expect(try stream.next(10).count == 10)
    try store.create("Book 98.5")
    // Deleted books are left out; an empty piece is not the end.
    _ = try store.deleteBooks(array(Array(11...40)))
    #expect(try rest(stream, by: 10).map(\.title) == (40..<100).map { "Book \($0)" })
  }

  @Test(arguments: [0, -1, Int64.min])
  func aPieceHasAtLeastOneRow(size: Int64) throws {
    let stream = try RowStream(store, everything)
    let failure = failure { try stream.next(size) }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == "max_rows")
    #expect(try stream.next(1).count == 1)
  }

  @Test func aStreamEndsWithItsStore() throws {
    let stream = try RowStream(store, everything)
    let rows = try stream.next(5)
    _ = try store.close()
    #expect(storageError { try stream.next(5) }?.kind == .closed)
    #expect(rows.texts(.title).count == 5)
    #expect(storageError { try RowStream(store, everything) }?.kind == .closed)
  }

  @Test func manyStreamsAreReadAtOnce() throws {
    let streams = try (0..<12).map { _ in try RowStream(store, everything) }
    var titles: [[String]] = streams.map { _ in [] }
    for _ in 0..<10 {
      for (index, stream) in streams.enumerated() {
        titles[index] += try stream.next(10).texts(.title)
      }
    }
    #expect(Set(titles) == [(0..<100).map { "Book \($0)" }])
  }

  @Test func threadsShareAStream() throws {
    let stream = try RowStream(store, everything)
    let seen = Shared<[String]>([])
    inParallel(4) { _ in
      while let titles = try? stream.next(3).texts(.title), !titles.isEmpty {
        seen.with { $0 += titles }
      }
    }
    #expect(Set(seen.value).count == 100)
    #expect(seen.value.count == 100)
  }
}
