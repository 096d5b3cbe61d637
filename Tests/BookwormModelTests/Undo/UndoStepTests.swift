// Tests the steps to undo: their order, and how they are kept and forgotten.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoStepTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create(SampleBook("Book").with { $0.rating = 4 })
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }

  @Test func stepsAreUndoneAndRedoneInTheirOrder() throws {
    for rating: Int32 in 1...3 { try store.setRating(book, rating) }
    func rating() throws -> Int32 { try store.read(book).rating }
    for expected: Int32 in [2, 1, 4] {
      try store.undo()
      #expect(try rating() == expected)
    }
    #expect(failure { try store.undo() }?.field == "undo")
    for expected: Int32 in [1, 2] {
      try store.redo()
      #expect(try rating() == expected)
    }
    let info = try store.undoInfo()
    #expect((info.undoCount, info.redoCount) == (2, 1))
    #expect(info.memoryBytes > 0)
    try store.setRating(book, 5)
    let failure = failure { try store.redo() }
    #expect(failure?.kind == .notFound)
    #expect(failure?.field == "redo")
    #expect(try store.undoInfo().undoCount == 3)
    try store.undo()
    #expect(try rating() == 2)
  }

  @Test func stepsAreForgotten() throws {
    for rating: Int32 in 1...3 { try store.setRating(book, rating) }
    try store.undo()
    try store.dropUndo(redo: true)
    #expect(failure { try store.dropUndo(redo: true) }?.field == "redo")
    try store.dropUndo(redo: false)
    #expect(try store.undoInfo().undoCount == 1)
    try store.clearUndo()
    #expect(failure { try store.dropUndo(redo: false) }?.kind == .notFound)
    let info = try store.undoInfo()
    #expect((info.undoCount, info.redoCount, info.memoryBytes) == (0, 0, 0))
    #expect((info.undoName, info.redoName, info.isOn) == ("", "", true))
    #expect(try store.read(book).rating == 2)
  }

  @Test func aStoreRemembersNothingOfAnother() throws {
    try store.setRating(book, 1)
    let other = try openStore(path)
    #expect(failure { try other.undo() }?.kind == .notFound)
    _ = try store.close()
    #expect(storageError { try store.undo() }?.kind == .closed)
    #expect(storageError { try store.undoInfo() }?.kind == .closed)
    #expect(storageError { try store.clearUndo() }?.kind == .closed)
    let again = try openStore(path)
    #expect(try again.undoInfo().undoCount == 0)
  }

  @Test func undoingWaitsForATransactionAndATransactionForIt() throws {
    try store.setRating(book, 1)
    let other = try openStore(path) { $0.busyTimeout = 0 }
    try other.setRating(book, 2)
    let transaction = try other.begin(.write)
    try transaction.setRating(book, 3)
    #expect(storageError { try other.undo() }?.kind == .busy)
    #expect(try other.undoInfo().undoCount == 1)
    try transaction.rollBack()
    try other.undo()
    #expect(try store.read(book).rating == 1)
  }

  @Test func inMemoryItWorksTheSame() throws {
    let memory = try memoryStore()
    let book = try memory.create("A")
    try memory.deleteBook(book)
    try memory.undo()
    #expect(try memory.read(book).title == "A")
    try memory.undo()
    #expect(try memory.countBooks() == 0)
    try memory.redo()
    #expect(try memory.read(book).title == "A")
  }

  @Test func aBatchOfManyBooksTakesNextToNothing() throws {
    try store.createMany(10_000) { SampleBook("\($0)").draft }
    let info = try store.undoInfo()
    #expect(info.undoName == "Add 10000 books")
    #expect(info.memoryBytes < 400)
  }

  @Test func withoutALimitThereIsNothingToUndo() throws {
    let none = try openStore(path) { $0.undoKiB = 0 }
    try none.setRating(book, 1)
    #expect(failure { try none.undo() }?.kind == .notFound)
    #expect(try none.undoInfo().isOn == false)
    #expect(try none.undoConflicts(redo: false).count == 0)
    try none.clearUndo()
    #expect(failure { try none.dropUndo(redo: true) }?.kind == .notFound)
    let reader = try openStore(path) { $0.readOnly = true }
    #expect(failure { try reader.undo() }?.kind == .notFound)
    #expect(try reader.undoInfo().isOn == false)
  }

  @Test func tenThousandBooksComeBackWithEverything() throws {
    let genres = try (0..<5).map { try store.genre(named: "Genre \($0)") }
    try store.createMany(10_000) { i in
      SampleBook("Title \(i % 700)", by: "Author \(i % 90)").with {
        $0.review = i % 3 == 0 ? "Review \(i)" : nil
        $0.rating = Int32(i % 6)
        $0.status = Int32(i % 4)
        $0.started = i % 2 == 0 ? 2020_01_31 : nil
        $0.finished = i % 4 == 0 ? 2021_12_31 : nil
        $0.created = Milliseconds(i) * 10_000_000
        $0.series = i % 5 == 0 ? "Series" : nil
        $0.seriesNumber = i % 5 == 0 ? Double(i) / 2 : nil
        $0.genres = [genres[i % 5], genres[(i * 3 + 1) % 5]]
        $0.identifiers = i % 7 == 0 ? [.init("isbn", "\(i)"), .init("x", "y")] : []
      }.draft
    }
    let transaction = try store.begin(.write)
    let ids = try transaction.run(Query()).ids
    for id in ids where id % 3 == 0 { try transaction.quote("Quote \(id)", page: "\(id)", of: id) }
    try transaction.commit()
    try store.clearUndo()
    let before = try dump(ofStore: path)
    #expect(try store.deleteBooks(matching: Query()) == 10_001)
    #expect(try store.countBooks() == 0)
    #expect(try store.undo().undoName == "Delete 10001 books")
    #expect(before == (try dump(ofStore: path)))
    #expect(try faults(inStore: path) == [])
  }

  // MARK: Threads and failures

  @Test func threadsTakeTurns() throws {
    for _ in 0..<200 { _ = try store.toggleFavourite(book) }
    let done = Shared(0)
    let store = store
    inParallel(4) { _ in
      while (try? store.undo()) != nil { done.with { $0 += 1 } }
    }
    #expect(done.value == 200)
    #expect(try store.undoInfo().redoCount == 200)
    #expect(try store.read(book).favourite == 0)
    let undos = Shared(0)
    inParallel(4) { number in
      for _ in 0..<50 {
        if number % 2 == 0 {
          if (try? store.redo()) != nil { undos.with { $0 -= 1 } }
        } else if (try? store.undo()) != nil {
          undos.with { $0 += 1 }
        }
      }
    }
    let info = try store.undoInfo()
    #expect(info.undoCount == -undos.value)
    #expect(info.undoCount + info.redoCount == 200)
    #expect(try store.read(book).favourite == Int32(info.undoCount % 2))
    #expect(try faults(inStore: path) == [])
  }

  @Test func aFailureOfTheDatabaseLeavesStoreAndStepsAsTheyWere() throws {
    try store.setRating(book, 1)
    let genre = try store.genre(named: "G")
    try store.createMany(200) { i in
      SampleBook("\(i)").with { $0.genres = i == 100 ? [genre] : [] }.draft
    }
    let raw = try RawStore(path)
    _ = try store.deleteBooks(matching: Query())
    let before = try dump(ofStore: path)
    // Half of the books are restored before a book that had a genre.
    try raw.execute("ALTER TABLE genre_books RENAME TO hidden")
    #expect(storageError { try store.undo() } != nil)
    try raw.execute("ALTER TABLE hidden RENAME TO genre_books")
    #expect(differences(before, try dump(ofStore: path)) == [])
    let info = try store.undoInfo()
    #expect((info.undoCount, info.redoCount) == (4, 0))
    for _ in 0..<4 { try store.undo() }
    #expect(try store.read(book).rating == 4)
  }
}
