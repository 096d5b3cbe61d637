// Tests observers of a whole store: each transaction is reported once, as one change, in order.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StoreObserverTests {
  let folder = TemporaryFolder()
  let store: Store

  init() throws { store = try openStore(folder.file("store")) }

  @Test func whatWasThereBeforeIsNotHeard() throws {
    try store.create("A")
    let observer = try store.observe([])
    #expect(try observer.hear().isEmpty)
    #expect(try observer.hear().isEmpty)
  }

  @Test func whatTheLogHasNoMoreIsReadAgain() throws {
    let book = try store.create("A")
    for _ in 0..<2200 {
      try store.setRating(book, 1)
      try store.setRating(book, 2)
    }
    let observer = try store.observe([])
    let last = observer.transaction
    try observer.resume(after: 0)
    #expect(try observer.hear() == [.reread])
    #expect(observer.transaction == last)
    try observer.resume(after: last - 1)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
    #expect(try observer.hear().isEmpty)
  }

  /// A commit wakes observers even if no steps are kept; in memory, nothing else would.
  @Test(arguments: [":memory:", "without undo"])
  func aStoreThatKeepsNothingToUndoIsHeardToo(name: String) throws {
    let path = name == ":memory:" ? name : folder.file(name)
    let silent = try openStore(path) { $0.undoKiB = 0 }
    let observer = try silent.observe([])
    let book = try silent.create("A")
    #expect(try observer.hear() == [Heard(.inserted, .book, book)])
    try silent.setRating(book, 3)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
  }

  @Test(arguments: [true, false])
  func everyKindOfChangeIsHeard(inMemory: Bool) throws {
    let store = inMemory ? try memoryStore() : store
    let observer = try store.observe([])
    let book = try store.create("A")
    #expect(try observer.hear() == [Heard(.inserted, .book, book)])
    try store.setRating(book, 3)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
    let genre = try store.genre(named: "G")
    #expect(try observer.hear() == [Heard(.inserted, .genre, genre)])
    try store.renameGenre(genre, bytes("H"))
    #expect(try observer.hear() == [Heard(.updated, .genre, genre, .name)])
    _ = try store.addGenre(genre, toBook: book)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .genres)])
    let quote = try store.quote("Q", of: book)
    #expect(
      try observer.hear() == [
        Heard(.inserted, .quote, quote), Heard(.updated, .book, book, .quotes),
      ])
    var draft = QuoteDraft()
    draft.given = .page
    draft.page = bytes("7")
    try store.updateQuote(quote, draft, clear: [])
    #expect(
      try observer.hear() == [
        Heard(.updated, .quote, quote, BookFields(rawValue: QuoteFields.page.rawValue)),
        Heard(.updated, .book, book, .quotes),
      ])
    try store.change(book) {
      $0.given = .priced
      $0.price = 999
      $0.currency = bytes("EUR")
    }
    let order = try store.placeOrder(ofBook: book, quantity: 2)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .priced)])
    #expect(try observer.hear() == [Heard(.inserted, .order, order)])
    try store.deleteGenre(genre)
    #expect(try observer.hear() == [Heard(.deleted, .genre, genre)])
    try store.deleteBook(book)
    #expect(
      try observer.hear() == [Heard(.deleted, .quote, quote), Heard(.deleted, .book, book)])
    #expect(try observer.hear().isEmpty)
  }

  @Test func aTransactionIsOneChangeWithEachRowOnce() throws {
    let old = try store.create("old")
    let gone = try store.create("gone")
    let observer = try store.observe([])
    let before = Clock.now()
    let transaction = try store.begin(.write)
    let new = try transaction.create("new")
    try transaction.setRating(new, 2)
    try transaction.setRating(old, 2)
    _ = try transaction.toggleFavourite(old)
    try transaction.setRating(gone, 2)
    try transaction.deleteBook(gone)
    let brief = try transaction.create("brief")
    try transaction.deleteBook(brief)
    #expect(try observer.hear().isEmpty)
    try transaction.commit()
    let rows = try observer.next(0)
    #expect(
      rows.heard == [
        Heard(.inserted, .book, new), Heard(.updated, .book, old, [.rating, .favourite]),
        Heard(.deleted, .book, gone),
      ])
    #expect(rows.transaction == 3)
    #expect((before...Clock.now()).contains(rows.committed))
  }

  @Test func whatIsRolledBackIsNotHeard() throws {
    let observer = try store.observe([])
    let transaction = try store.begin(.write)
    try transaction.create("A")
    try transaction.rollBack()
    #expect(try observer.hear().isEmpty)
  }

  @Test func aTransactionThatCameToNothingIsPassedOver() throws {
    let observer = try store.observe([])
    let transaction = try store.begin(.write)
    try transaction.deleteBook(try transaction.create("brief"))
    try transaction.commit()
    #expect(try observer.next(50).count == 0)
  }

  @Test func onlyTheFieldsThatAreNamedAreHeard() throws {
    let book = try store.create("A")
    let genre = try store.genre(named: "G")
    let ratings = try store.observe(.rating)
    let names = try store.observe([.genres, .quotes])
    try store.change(book) {
      $0.given = [.rating, .title]
      $0.rating = 4
      $0.title = bytes("B")
    }
    #expect(try ratings.hear() == [Heard(.updated, .book, book, .rating)])
    try store.renameGenre(genre, bytes("H"))
    try store.setGenreColour(genre, bytes("#123456"))
    let quote = try store.quote("Q", of: book)
    #expect(try ratings.hear().isEmpty)
    #expect(try names.hear() == [Heard(.updated, .genre, genre, .name)])
    #expect(try names.hear() == [Heard(.updated, .genre, genre, .colour)])
    #expect(
      try names.hear() == [
        Heard(.inserted, .quote, quote), Heard(.updated, .book, book, .quotes),
      ])
    try store.deleteBook(book)
    #expect(try ratings.hear() == [Heard(.deleted, .book, book)])
    #expect(failure { try store.observe(BookFields(rawValue: 1 << 40)) }?.field == "fields")
  }

  @Test func updatedStandsForWhatChangesWithIt() throws {
    let book = try store.create("A")
    let observer = try store.observe(.updated)
    try store.setRating(book, 3)
    #expect(try observer.hear() == [Heard(.updated, .book, book, .rating)])
    try store.set(genres: [], of: book)
    #expect(try observer.hear().isEmpty)
  }

  @Test func aSlowObserverHearsThousandsOfTransactionsInOrder() throws {
    let observer = try store.observe([])
    for number in 0..<3000 { try store.create("\(number)") }
    for number in Int64(1)...3000 {
      let rows = try observer.next(0)
      #expect(rows.heard == [Heard(.inserted, .book, number)])
      #expect(rows.transaction == number)
    }
    #expect(try observer.hear().isEmpty)
  }

  @Test func oneThatHasFallenBehindTheLogIsToldToReadAgain() throws {
    let observer = try store.observe([])
    for number in 0..<4400 { try store.create("\(number)") }
    let rows = try observer.next(0)
    #expect(rows.heard == [.reread])
    #expect(rows.transaction == 4400)
    #expect(try observer.hear().isEmpty)
    try store.setRating(1, 2)
    #expect(try observer.hear() == [Heard(.updated, .book, 1, .rating)])
  }

  @Test func oneThatIsJustWithinTheLogHearsEverything() throws {
    let observer = try store.observe([])
    // At row 4352, the log is trimmed to its last 4096 rows; the observer needs the first of these.
    for number in 0..<256 { try store.create("\(number)") }
    for _ in 0..<256 { #expect(try observer.next(0).count == 1) }
    for number in 256..<4352 { try store.create("\(number)") }
    for number in Int64(257)...4352 {
      #expect(try observer.hear() == [Heard(.inserted, .book, number)])
    }
    #expect(try observer.hear().isEmpty)
  }

  @Test func aLogThatWasEmptiedIsNoticed() throws {
    try store.create("A")
    let observer = try store.observe([])
    try RawStore(folder.file("store")).execute("DELETE FROM changes")
    #expect(try observer.hear() == [.reread])
    #expect(try observer.hear().isEmpty)
  }

  @Test(arguments: [[0xFF], [], [0], [0x01, 0x02], [0xFE, 2, 1], [0, 2, 0], [0, 0xFF]])
  func whatTheLogCannotTellIsToBeReadAgain(entries: [UInt8]) throws {
    let observer = try store.observe([])
    let hex = entries.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try RawStore(folder.file("store")).addToLog(hex)
    try store.create("A")
    #expect(try observer.hear() == [.reread])
    #expect(try observer.hear() == [Heard(.inserted, .book, 1)])
  }

  @Test func aVeryLargeTransactionIsToBeReadAgain() throws {
    let observer = try store.observe([])
    // 100,001 books in one run, as a loader would create them.
    try RawStore(folder.file("store")).addToLog("0002A18D06")
    #expect(try observer.hear() == [.reread])
    try RawStore(folder.file("store")).addToLog("0002A08D06")
    #expect(try observer.next(0).count == 100_000)
  }

  @Test func aTransactionIsNotObserved() throws {
    let observer = try store.observe([])
    #expect(failure { try observer.page() }?.kind == .argument)
    #expect(failure { try observer.next(-2) }?.field == "timeout")
  }
}
