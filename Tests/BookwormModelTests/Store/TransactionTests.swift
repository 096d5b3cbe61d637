// Tests transactions: visibility, nesting, and the state after a failure.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct TransactionTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    // Created with the usual time-out, because tests that create stores in one database wait for
    // each other.
    try openStore(folder.file("store")).close()
    store = try openStore(folder.file("store")) { $0.busyTimeout = 0 }
    book = try store.create(SampleBook("Book").with { $0.rating = 2 })
  }

  private func expectSound() throws { #expect(try faults(inStore: folder.file("store")) == []) }
  private func titles(_ session: any Session) throws -> [String] {
    try session.run(Query()).texts(.title)
  }

  @Test func whatIsWrittenIsSeenWithinAtOnceAndOutsideAfterTheCommit() throws {
    let transaction = try store.begin(.write)
    let genre = try transaction.genre(named: "G")
    try transaction.create(SampleBook("A").with { $0.genres = [genre] })
    #expect(try titles(transaction) == ["A", "Book"])
    #expect(try transaction.countBooks() == 2)
    #expect(try transaction.genre(genre).integers(.books) == [1])
    #expect(try transaction.count(.genre) == 1)
    #expect(try titles(store) == ["Book"])
    #expect(try store.countBooks() == 1)
    #expect(try store.count(.genre) == 0)
    try transaction.commit()
    #expect(try titles(store) == ["A", "Book"])
    #expect(try store.countBooks() == 2)
    #expect(try store.allGenres().integers(.books) == [1])
    try expectSound()
  }

  @Test func whatIsRolledBackNeverWas() throws {
    let transaction = try store.begin(.write)
    try transaction.deleteBook(book)
    try transaction.genre(named: "G")
    #expect(try transaction.countBooks() == 0)
    #expect(try transaction.rollBack())
    #expect(try titles(store) == ["Book"])
    #expect(try store.count(.genre) == 0)
    try expectSound()
  }

  @Test func aTransactionThatIsOverAnswersSo() throws {
    for end in [{ try $0.commit() }, { try $0.rollBack() }] as [(Transaction) throws -> Void] {
      let transaction = try store.begin(.write)
      try end(transaction)
      for failure in [
        failure { try transaction.countBooks() }, failure { try transaction.create("A") },
        failure { try transaction.commit() }, failure { try transaction.begin(.read) },
      ] {
        #expect(failure?.kind == .closed)
        #expect(failure?.field == "transaction")
      }
      #expect(try !transaction.rollBack())
    }
    #expect(try titles(store) == ["Book"])
  }

  @Test func anotherWriterWaitsAndReadersDoNot() throws {
    let transaction = try store.begin(.write)
    #expect(storageError { try store.create("A") }?.kind == .busy)
    #expect(storageError { try store.begin(.write) }?.kind == .busy)
    let other = try openStore(folder.file("store")) { $0.busyTimeout = 0 }
    #expect(storageError { try other.create("A") }?.kind == .busy)
    #expect(try titles(other) == ["Book"])
    try transaction.commit()
    try other.create("A")
    #expect(try titles(store) == ["A", "Book"])
  }

  // MARK: Reading

  @Test func aReadingTransactionSeesOneState() throws {
    let transaction = try store.begin(.read)
    try store.create("A")
    try store.setRating(book, 5)
    #expect(try titles(transaction) == ["Book"])
    #expect(try transaction.read(book).rating == 2)
    #expect(try transaction.countBooks() == 1)
    try transaction.commit()
    #expect(try titles(store) == ["A", "Book"])
  }

  @Test func aReadingTransactionDoesNotWrite() throws {
    let transaction = try store.begin(.read)
    #expect(failure { try transaction.create("A") }?.kind == .readOnly)
    #expect(failure { try transaction.begin(.write) }?.kind == .readOnly)
    let inner = try transaction.begin(.read)
    #expect(try titles(inner) == ["Book"])
    try inner.commit()
    #expect(try !transaction.rollBack())
  }

  @Test func aReadingTransactionWithinAWritingOneDoesNotWriteEither() throws {
    let outer = try store.begin(.write)
    try outer.create("A")
    let inner = try outer.begin(.read)
    #expect(try titles(inner) == ["A", "Book"])
    #expect(failure { try inner.create("B") }?.kind == .readOnly)
    #expect(failure { try inner.begin(.write) }?.kind == .readOnly)
    try inner.commit()
    try outer.create("C")
    try outer.commit()
    #expect(try titles(store) == ["A", "Book", "C"])
    try expectSound()
  }

  @Test func aReadOnlyStoreBeginsOnlyReadingOnes() throws {
    let reading = try openStore(folder.file("store")) { $0.readOnly = true }
    #expect(storageError { try reading.begin(.write) }?.kind == .readOnly)
    #expect(storageError { try reading.create("A") }?.kind == .readOnly)
    let transaction = try reading.begin(.read)
    #expect(try titles(transaction) == ["Book"])
  }

  // MARK: Nesting

  @Test func whatANestedOneWritesBelongsToTheOuterOne() throws {
    let outer = try store.begin(.write)
    let inner = try outer.begin(.write)
    try inner.create("A")
    try inner.commit()
    #expect(try titles(outer) == ["A", "Book"])
    #expect(try titles(store) == ["Book"])
    try outer.rollBack()
    #expect(try titles(store) == ["Book"])
    try expectSound()
  }

  @Test func aNestedOneIsTakenBackAlone() throws {
    let outer = try store.begin(.write)
    let genre = try outer.genre(named: "G")
    try outer.create(SampleBook("A").with { $0.genres = [genre] })
    let inner = try outer.begin(.write)
    try inner.create(SampleBook("B").with { $0.genres = [genre] })
    try inner.setRating(book, 5)
    #expect(try inner.countBooks() == 3)
    #expect(try inner.rollBack())
    #expect(try titles(outer) == ["A", "Book"])
    #expect(try outer.countBooks() == 2)
    #expect(try outer.genre(genre).integers(.books) == [1])
    try outer.commit()
    #expect(try store.read(book).rating == 2)
    try expectSound()
  }

  @Test func countersReadOnTheWayAreTakenBackToo() throws {
    let outer = try store.begin(.write)
    let genre = try outer.genre(named: "G")
    _ = try outer.addGenre(genre, toBook: book)
    let inner = try outer.begin(.write)
    try inner.create(SampleBook("A").with { $0.genres = [genre] })
    #expect(try outer.genre(genre).integers(.books) == [2])
    try inner.deleteGenre(genre)
    #expect(try inner.allGenres().count == 0)
    try inner.rollBack()
    #expect(try outer.genre(genre).integers(.books) == [1])
    try outer.commit()
    try expectSound()
  }

  @Test func aGenreOfANestedOneIsForgottenWithIt() throws {
    let outer = try store.begin(.write)
    let inner = try outer.begin(.write)
    let genre = try inner.genre(named: "G")
    try inner.rollBack()
    #expect(failure { try outer.addGenre(genre, toBook: book) }?.kind == .notFound)
    #expect(failure { try outer.set(genres: [genre], of: book) }?.kind == .notFound)
    try outer.commit()
    try expectSound()
  }

  @Test func aGenreDeletedInANestedOneIsBackAfterIt() throws {
    let outer = try store.begin(.write)
    let genre = try outer.genre(named: "G")
    let inner = try outer.begin(.write)
    try inner.deleteGenre(genre)
    #expect(failure { try inner.addGenre(genre, toBook: book) }?.kind == .notFound)
    try inner.rollBack()
    #expect(try outer.addGenre(genre, toBook: book))
    try outer.commit()
    try expectSound()
  }

  @Test func whileANestedOneIsOpenTheOuterOneOnlyReads() throws {
    let outer = try store.begin(.write)
    let inner = try outer.begin(.write)
    try inner.create("A")
    #expect(try titles(outer) == ["A", "Book"])
    for failure in [
      failure { try outer.create("B") }, failure { try outer.commit() },
      failure { try outer.begin(.write) }, failure { try outer.begin(.read) },
    ] { #expect(failure?.kind == .transaction) }
    try inner.commit()
    try outer.commit()
    #expect(try titles(store) == ["A", "Book"])
  }

  @Test func rollingBackTheOuterOneEndsThoseWithin() throws {
    let first = try store.begin(.write)
    let second = try first.begin(.write)
    let third = try second.begin(.write)
    try third.create("A")
    #expect(try second.rollBack())
    #expect(failure { try third.create("B") }?.kind == .closed)
    #expect(failure { try second.create("B") }?.kind == .closed)
    try first.create("C")
    try first.commit()
    #expect(try titles(store) == ["Book", "C"])
    try expectSound()
  }

  // MARK: Failures

  @Test func aRefusedWriteHarmsNothing() throws {
    let transaction = try store.begin(.write)
    try transaction.create("A")
    #expect(failure { try transaction.setRating(99, 1) }?.kind == .notFound)
    #expect(failure { try transaction.setRating(book, 9) }?.kind == .invalid)
    try transaction.create("B")
    try transaction.commit()
    #expect(try titles(store) == ["A", "B", "Book"])
    try expectSound()
  }

  @Test func aBatchThatFailsIsTakenBackAlone() throws {
    let transaction = try store.begin(.write)
    try transaction.create("A")
    let failure = failure {
      try transaction.createMany(3) { row in SampleBook(row == 2 ? " " : "B").draft }
    }
    #expect(failure?.row == 2)
    #expect(try titles(transaction) == ["A", "Book"])
    try transaction.commit()
    #expect(try store.countBooks() == 2)
    try expectSound()
  }

  /// Makes SQLite fail when a second book is rated 5 or called "Bad".
  private func sabotage() throws {
    try store.create(SampleBook("Bad").with { $0.rating = 5 })
    try RawStore(folder.file("store")).execute(
      """
      CREATE UNIQUE INDEX one_five ON books (rating) WHERE rating = 5;
      CREATE UNIQUE INDEX one_bad ON books (title) WHERE title = 'Bad'
      """)
  }

  @Test(.ofFiles("statements whose failure is told at once"))
  func aStepThatFailsInStorageLeavesOnlyTheRollback() throws {
    try sabotage()
    let transaction = try store.begin(.write)
    try transaction.create("A")
    #expect(storageError { try transaction.setRating(book, 5) } != nil)
    for failure in [
      failure { try transaction.create("B") }, failure { try transaction.countBooks() },
      failure { try transaction.commit() }, failure { try transaction.begin(.write) },
    ] { #expect(failure?.kind == .transaction) }
    #expect(try transaction.rollBack())
    #expect(try titles(store) == ["Bad", "Book"])
    try store.setRating(book, 4)
    try expectSound()
  }

  @Test(.ofFiles("statements whose failure is told at once"))
  func aBatchThatFailsInStorageIsTakenBackAlone() throws {
    try sabotage()
    let transaction = try store.begin(.write)
    #expect(
      storageError {
        try transaction.createMany(2) { SampleBook($0 == 0 ? "Good" : "Bad").draft }
      } != nil)
    try transaction.create("A")
    try transaction.commit()
    #expect(try titles(store) == ["A", "Bad", "Book"])
    try expectSound()
  }

  @Test func outsideATransactionAFailureInStorageChangesNothing() throws {
    try sabotage()
    #expect(storageError { try store.setRating(book, 5) } != nil)
    #expect(storageError { try store.create("Bad") } != nil)
    try store.create("A")
    #expect(try store.countBooks() == 3)
    try expectSound()
  }

  // MARK: Closing

  @Test func closingAStoreRollsBackAndSaysSo() throws {
    let transaction = try store.begin(.write)
    try transaction.create("A")
    #expect(try store.close())
    #expect(failure { try transaction.create("B") }?.kind == .closed)
    #expect(storageError { try store.countBooks() }?.kind == .closed)
    #expect(try titles(try openStore(folder.file("store"))) == ["Book"])
  }

  @Test(.ofFiles()) func closingAStoreEndsReadingTransactionsInSilence() throws {
    let transaction = try store.begin(.read)
    #expect(try !store.close())
    #expect(failure { try transaction.countBooks() }?.kind == .closed)
    #expect(try !store.close())
    #expect(storageError { try store.begin(.write) }?.kind == .closed)
    #expect(folder.files == ["store"])
  }

  // MARK: In memory

  @Test(.ofFiles("a store in memory")) func inMemoryAllTakeTurns() throws {
    let store = try openStore(":memory:") { $0.busyTimeout = 0 }
    for mode in [Transaction.Mode.write, .read] {
      let transaction = try store.begin(mode)
      #expect(storageError { try store.countBooks() }?.kind == .busy)
      #expect(storageError { try store.create("A") }?.kind == .busy)
      #expect(try transaction.countBooks() == 0)
      try transaction.commit()
    }
    let outer = try store.begin(.write)
    let inner = try outer.begin(.write)
    try inner.create("A")
    try inner.rollBack()
    try outer.create("B")
    try outer.commit()
    #expect(try titles(store) == ["B"])
    #expect(try store.countBooks() == 1)
  }

  @Test func threadsShareATransactionByTurns() throws {
    let transaction = try store.begin(.write)
    inParallel(4) { number in
      for _ in 0..<20 { _ = try? transaction.create("Book \(number)") }
    }
    try transaction.commit()
    #expect(try store.countBooks() == 81)
    try expectSound()
  }
}
