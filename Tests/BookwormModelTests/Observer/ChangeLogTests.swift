// Tests the rows of the table `changes`: their contents, their size, and how many are kept.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ChangeLogTests {
  let folder = TemporaryFolder()
  let store: Store
  let raw: RawStore

  init() throws {
    store = try openStore(folder.file("store"))
    raw = try RawStore(folder.file("store"))
  }

  /// The entries of every row, oldest first.
  private var rows: [[UInt8]] {
    get throws { try raw.rows("SELECT entries FROM changes ORDER BY id").map { $0[0].blob ?? [] } }
  }
  private var last: [Change]? { get throws { try rows.last.flatMap { Change.list($0) } } }

  @Test func aNewStoreHasNone() throws { #expect(try rows.isEmpty) }

  @Test func everyChangeSaysWhatItChanged() throws {
    let book = try store.create("A")
    #expect(try last == [Change(.insert, .book, 1)])
    let genre = try store.genre(named: "G")
    #expect(try last == [Change(.insert, .genre, 1)])
    try store.setStatus(book, 1, date: nil)
    #expect(
      try last == [
        Change(.insert, .reading, 1),
        Change(.update, .book, 1, fields: BookFields([.status, .started, .readings]).rawValue),
      ])
    try store.setStatus(book, 2, date: nil)
    #expect(
      try last == [
        Change(.update, .reading, 1, fields: ReadingFields([.outcome, .finished]).rawValue),
        Change(.update, .book, 1, fields: BookFields([.status, .finished, .readings]).rawValue),
      ])
    let updates: [(BookFields, () throws -> Void)] = [
      (.rating, { try store.setRating(book, 3) }),
      (.favourite, { _ = try store.toggleFavourite(book) }),
      (.status, { try store.setStatus(book, 0, date: nil) }),
      (.genres, { _ = try store.addGenre(genre, toBook: book) }),
      (.genres, { _ = try store.removeGenre(genre, fromBook: book) }),
      (.genres, { _ = try store.toggleGenre(genre, ofBook: book) }),
      (.genres, { try store.set(genres: [], of: book) }),
      (
        [.title, .year],
        {
          try store.change(book) {
            $0.given = [.title, .rating, .year]
            $0.title = bytes("B")
            $0.give(.rating, 3)
            $0.give(.year, 1965)
          }
        }
      ),
    ]
    for (fields, update) in updates {
      try update()
      #expect(try last == [Change(.update, .book, 1, fields: fields.rawValue)])
    }
    try store.renameGenre(genre, bytes("H"))
    #expect(try last == [Change(.update, .genre, 1, fields: GenreFields.name.rawValue)])
    try store.setGenreColour(genre, bytes("#000000"))
    #expect(try last == [Change(.update, .genre, 1, fields: GenreFields.colour.rawValue)])
    try store.deleteBook(book)
    #expect(try last == [Change(.delete, .reading, 1), Change(.delete, .book, 1)])
    try store.deleteGenre(genre)
    #expect(try last == [Change(.delete, .genre, 1)])
    #expect(try rows.count == 16)
  }

  @Test func aQuoteIsAChangeOfItsBookToo() throws {
    let book = try store.create("A")
    let ofBook = Change(.update, .book, 1, fields: BookFields.quotes.rawValue)
    var draft = QuoteDraft()
    draft.given = [.text, .page]
    (draft.text, draft.page) = (bytes("Q"), bytes("1"))
    let quote = try store.addQuote(draft, toBook: book)
    #expect(try last == [Change(.insert, .quote, 1), ofBook])
    draft.given = .text
    draft.text = bytes("R")
    try store.updateQuote(quote, draft, clear: .page)
    let both = QuoteFields([.text, .page]).rawValue
    #expect(try last == [Change(.update, .quote, 1, fields: both), ofBook])
    try store.deleteQuote(quote)
    #expect(try last == [Change(.delete, .quote, 1), ofBook])
    _ = try store.addQuote(draft, toBook: book)
    _ = try store.addQuote(draft, toBook: book)
    try store.deleteBook(book)
    let gone = try #require(try last)
    #expect(Set(gone) == [Change(.delete, .quote, 2, count: 2), Change(.delete, .book, 1)])
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func whatChangesNothingIsNotLogged() throws {
    let book = try store.create(SampleBook("A").with { $0.rating = 3 })
    let genre = try store.genre(named: "G")
    let before = try rows.count
    try store.setRating(book, 3)
    try store.setStatus(book, 0, date: nil)
    _ = try store.removeGenre(genre, fromBook: book)
    _ = try store.findOrCreateGenre(bytes("g"))
    _ = try store.deleteBooks(array([99]))
    _ = failure { try store.setRating(99, 1) }
    try store.begin(.write).commit()
    #expect(try rows.count == before)
  }

  @Test func aRunOfRowsIsOneEntry() throws {
    try store.createMany(1000) { SampleBook("\($0)").draft }
    #expect(try last == [Change(.insert, .book, 1, count: 1000)])
    #expect(try rows[0].count < 8)
    _ = try store.setRating(2, matching: Query())
    #expect(
      try last == [Change(.update, .book, 1, count: 1000, fields: BookFields.rating.rawValue)])
  }

  @Test func aLargeGenreIsDeletedInOneEntry() throws {
    let genre = try store.genre(named: "G")
    try store.createMany(500) { i in SampleBook("\(i)").with { $0.genres = [genre] }.draft }
    try store.deleteGenre(genre)
    #expect(try last == [Change(.delete, .genre, 1)])
  }

  @Test func aTransactionIsOneRowInItsOwnOrder() throws {
    let before = Clock.now()
    let transaction = try store.begin(.write)
    let a = try transaction.create("A")
    let b = try transaction.create("B")
    try transaction.setRating(b, 1)
    try transaction.setRating(a, 1)
    try transaction.deleteBook(b)
    #expect(try rows.isEmpty)
    try transaction.commit()
    let rating = BookFields.rating.rawValue
    #expect(
      try last == [
        Change(.insert, .book, 1, count: 2), Change(.update, .book, 2, fields: rating),
        Change(.update, .book, 1, fields: rating), Change(.delete, .book, 2),
      ])
    let committed = try raw.integers("SELECT committed FROM changes")
    #expect(committed.count == 1 && (before...Clock.now()).contains(committed[0]))
  }

  @Test func whatIsRolledBackIsNotLogged() throws {
    let outer = try store.begin(.write)
    try outer.create("A")
    let inner = try outer.begin(.write)
    try inner.create("B")
    try inner.rollBack()
    _ = failure { try outer.addGenres(array([99]), toBooks: array([1])) }
    try outer.commit()
    #expect(try last == [Change(.insert, .book, 1)])
    let gone = try store.begin(.write)
    try gone.create("C")
    try gone.rollBack()
    #expect(try rows.count == 1)
  }

  // MARK: The format of a row

  private func log(_ changes: [Change]) throws -> [UInt8] {
    try store.write { writer in
      for change in changes {
        let operation = try #require(ChangeLog.Operation(rawValue: change.operation.rawValue))
        let entity = try #require(Entity(rawValue: change.entity.rawValue))
        for id in change.first..<change.first + change.count {
          writer.pending.log.add(operation, entity, id, change.fields)
        }
      }
    }
    return try rows.last ?? []
  }

  @Test func theFormIsAsDocumented() throws {
    let entries = try log([
      Change(.insert, .book, 1, count: 300), Change(.delete, .genre, 5),
      Change(.update, .quote, 1000, count: 2, fields: 0x10000),
    ])
    #expect(
      entries == [
        0, 2, 0xAC, 2,  // Head, 1 from 0, 300 of them.
        1 << 2 | 2, 0xCF, 4, 1,  // 5 from 301: -296, which zigzag makes 591.
        2 << 2 | 1, 0xC4, 0x0F, 2, 0x80, 0x80, 4,  // 1000 from 6: 994, which makes 1988.
      ])
  }

  @Test func idsFarApartComeBack() throws {
    let changes = [
      Change(.delete, .book, .max - 1), Change(.delete, .book, 1), Change(.delete, .book, .max - 1),
      Change(.update, .genre, 0, fields: .max), Change(.insert, .quote, .min),
    ]
    #expect(Change.list(try log(changes)) == changes)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func whateverIsLoggedComesBack(seed: UInt64) throws {
    var dice = Dice(seed)
    var changes: [Change] = []
    for _ in 0..<2000 {
      let operation = dice.pick([Change.Operation.insert, .update, .delete])
      changes.append(
        Change(
          operation, dice.pick([.book, .genre, .quote, .order]),
          Int64.random(in: 1...1_000_000, using: &dice),
          count: Int64.random(in: 1...3, using: &dice),
          fields: operation == .update ? UInt64.random(in: 1...UInt64.max, using: &dice) : 0))
    }
    #expect(Change.list(try log(changes)) == changes)
  }

  @Test func aRowThatGrowsTooLargeOnlySaysThatItDid() throws {
    // Three bytes each: the head, the distance 1 from the end of the run before (which zigzag makes
    // 2), and the count 1.
    let changes = (0..<21845).map { Change(.insert, .book, Int64($0 * 2 + 1)) }
    let fits = try log(changes)
    #expect(Change.list(fits) == changes)
    #expect(fits.count == 65535)
    let overflowing = try log((0..<21847).map { Change(.insert, .book, Int64($0 * 2 + 1)) })
    #expect(overflowing == [0xFF])
  }

  // MARK: The length of the table

  @Test(arguments: [(21_000, 21_000), (22_000, 1)])
  func aRowThatIsLongerThanAnyIsNotRead(runs: Int, heard: Int) throws {
    let observer = try store.observe([])
    let entries = String(repeating: "000201", count: runs)
    try raw.addToLog(entries)
    let rows = try observer.next(30_000)
    #expect(rows.count == heard)
    #expect((rows.heard == [.reread]) == (heard == 1))
  }

  @Test func onlyTheLastRowsAreKept() throws {
    try raw.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8190)
      INSERT INTO changes (id, committed, entries) SELECT i, 0, x'000201' FROM n
      """)
    try store.create("A")
    #expect(try raw.integers("SELECT count(*) FROM changes") == [8191])
    try store.create("B")
    #expect(try raw.integers("SELECT count(*) FROM changes") == [4096])
    #expect(try raw.integers("SELECT min(id) FROM changes") == [4097])
    #expect(try last == [Change(.insert, .book, 2)])
  }
}
