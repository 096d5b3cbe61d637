// Tests observers of a page of a query: their reports turn the old page into the new one.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct PageObserverTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  private func page(
    _ limit: Int64, _ change: (inout Query) throws -> Void = { _ in }
  ) throws -> Query {
    var query = try Query()
    try query.setLimit(limit)
    try change(&query)
    return query
  }

  private func titles(_ observer: Observer) throws -> [String] {
    try observer.page().books.map(\.title)
  }

  @Test func theQueryMustHaveALimit() throws {
    #expect(failure { try store.observe(Query(), []) }?.field == "query")
    #expect(failure { try store.observe(page(10_001), []) }?.kind == .argument)
    #expect(try store.observe(page(10_000), []).page().count == 0)
    #expect(try store.observe(page(0), []).hear().isEmpty)
  }

  @Test func rowsEnterLeaveMoveAndChange() throws {
    let ids = try ["B", "D", "F", "H"].map { try store.create($0) }
    let observer = try store.observe(page(3), [])
    #expect(try titles(observer) == ["B", "D", "F"])
    let new = try store.create("A")
    #expect(
      try observer.hear() == [
        Heard(.left, .book, ids[2], from: 2), Heard(.entered, .book, new, at: 0),
      ])
    #expect(try titles(observer) == ["A", "B", "D"])
    try store.change(new) {
      $0.given = .title
      $0.title = bytes("C")
    }
    #expect(try observer.hear() == [Heard(.moved, .book, new, .title, at: 1, from: 0)])
    try store.setRating(ids[1], 4)
    #expect(
      try observer.hear() == [Heard(.updated, .book, ids[1], .rating, at: 2, from: 2)])
    try store.setRating(ids[3], 4)
    #expect(try observer.hear().isEmpty)
    try store.deleteBook(ids[0])
    #expect(
      try observer.hear() == [
        Heard(.left, .book, ids[0], from: 0), Heard(.entered, .book, ids[2], at: 2),
      ])
  }

  @Test func anEarlierReadingBringsABookIntoThePage() throws {
    let book = try store.create(SampleBook("B").with { $0.finished = 2024_02_29 })
    let observer = try store.observe(page(3) { try $0.filterFinished(2023_01_01, 2023_12_31) }, [])
    let earlier = try store.read(book, SampleReading(.completed, nil, 2023_05_01))
    #expect(try observer.hear() == [Heard(.entered, .book, book, at: 0)])
    try store.deleteReading(earlier)
    #expect(try observer.hear() == [Heard(.left, .book, book, from: 0)])
  }

  @Test func theFewestRowsMove() throws {
    let ids = try (1...5).map { number in
      try store.create(SampleBook("\(number)").with { $0.rating = Int32(number) })
    }
    let observer = try store.observe(
      page(5) { try $0.sort(by: SortTerm(.rating, descending: false)) }, .title)
    try store.setRating(ids[4], 0)
    #expect(try observer.hear() == [Heard(.moved, .book, ids[4], at: 0, from: 4)])
  }

  @Test func severalTransactionsAreToldTogether() throws {
    let observer = try store.observe(page(10), [])
    let a = try store.create("A")
    let b = try store.create("B")
    try store.deleteBook(a)
    let rows = try observer.next(0)
    #expect(rows.heard == [Heard(.entered, .book, b, at: 0)])
    #expect(rows.transaction == 3)
    #expect(try observer.hear().isEmpty)
  }

  @Test func genresThatGoOffBooksAreUpdates() throws {
    let genre = try store.genre(named: "G")
    let book = try store.create(SampleBook("A").with { $0.genres = [genre] })
    try store.create("B")
    let all = try store.observe(page(10), [])
    let ratings = try store.observe(page(10), .rating)
    let within = try store.observe(page(10) { try $0.filterGenres(.any, [genre]) }, [])
    try store.renameGenre(genre, bytes("H"))
    #expect(try all.hear() == [Heard(.updated, .genre, genre, .name)])
    #expect(try ratings.hear().isEmpty)
    try store.deleteGenre(genre)
    #expect(try all.hear() == [Heard(.updated, .book, book, .genres, at: 0, from: 0)])
    #expect(try ratings.hear().isEmpty)
    #expect(try within.next(0).heard.last == Heard(.left, .book, book, from: 0))
  }

  @Test func aChangedQueryIsNotObserved() throws {
    var query = try page(10)
    let observer = try store.observe(query, [])
    try query.setLimit(0)
    try store.create("A")
    #expect(try observer.next(0).count == 1)
  }

  @Test func afterAGapThePageIsThatOfNow() throws {
    let observer = try store.observe(page(10), [])
    let book = try store.create("A")
    for _ in 0..<2200 {
      try store.setRating(book, 1)
      try store.setRating(book, 2)
    }
    #expect(try titles(observer) == [])
    #expect(try observer.hear() == [.reread])
    #expect(try titles(observer) == ["A"])
    #expect(try observer.hear().isEmpty)
  }

  @Test func thePageHasTheFieldsOfTheQueryAndTheIDs() throws {
    try store.create("A")
    let query = try page(10) { try $0.setFields(.rating) }
    #expect(try store.observe(query, []).page().fields == [.id, .rating, .genres])
    #expect(try store.observe(query, .rating).page().fields == [.id, .rating])
  }

  // MARK: Compared with a plain model

  /// Applies reports as a frontend does.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func whatIsToldMakesTheNewPage(seed: UInt64) throws {
    var dice = Dice(seed)
    let catalogue = try Catalogue(40, seed: seed)
    let store = catalogue.store
    var books = catalogue.books.map(\.id)
    let sample = SampleQuery.random(&dice, genres: catalogue.genres)
    var query = try sample.query(fields: .stored)
    try query.setLimit(Int64.random(in: 1...15, using: &dice))
    try query.setOffset(dice.once(in: 3) ? 3 : 0)
    let observer = try store.observe(query, [])
    var shown = try observer.page().ids
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let id = dice.pick(books)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: books.append(try store.create(dice.pick(words).text))
        case 1 where books.count > 5:
          try store.deleteBook(id)
          books.removeAll { $0 == id }
        case 2: _ = try store.toggleGenre(dice.pick(catalogue.genres), ofBook: id)
        case 3: _ = try store.toggleFavourite(id)
        case 4:
          try store.change(id) {
            $0.given = [.title, .series]
            $0.title = bytes(dice.pick(words).text)
            $0.series = bytes(dice.pick(words).text)
          }
        default: try store.setRating(id, Int32.random(in: 0...5, using: &dice))
        }
      }
      let heard = try observer.hear()
      shown = apply(heard, to: shown)
      let now = try store.run(query)
      #expect(shown == now.ids, "\(sample): \(heard)")
      #expect(try observer.page().books == now.books)
    }
  }
}
