// Tests the limits of histories, their errors, and histories in the maintenance of a store.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct HistoryLimitTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64
  let second: Int64

  init() throws {
    store = try openStore(folder.file("store"), history: "terminal")
    book = try store.create(SampleBook("Dune"))
    second = try store.create(SampleBook("Emma"))
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }

  private func again(_ history: String = "terminal") throws -> Store {
    try openStore(path, history: history)
  }

  /// Does the work, and returns the id of its step.
  private func step(of store: Store? = nil, _ body: () throws -> Void) throws -> Int64 {
    try body()
    return try (store ?? self.store).undoInfo().lastStep
  }

  // MARK: Limits

  @Test func theOldestGoWhenThereAreTooMany() throws {
    let store = try openStore(path, history: "short", steps: 5)
    for rating in 1...5 as ClosedRange<Int32> {
      for id in [book, second] { try store.setRating(id, rating) }
    }
    #expect(try store.undoInfo().undoCount == 5)
    #expect(try store.undoInfo().forgotten == 5)
    let oldest = try store.steps()[4].step
    #expect(failure { try store.undo(step: oldest - 1) }?.kind == .notFound)
    for _ in 0..<5 { try store.undo() }
    #expect(failure { try store.undo() }?.kind == .notFound)
    #expect(try [store.read(book).rating, store.read(second).rating] == [3, 2])
    // The steps of other histories are not counted.
    #expect(try again().steps().isEmpty)
  }

  @Test func aThousandAreKeptAndASixteenthMore() throws {
    for number in 0..<1200 { try store.setRating(book, Int32(number % 5) + 1) }
    #expect((1000...1062).contains(try store.undoInfo().undoCount))
    _ = try store.close()
    let next = try again()
    try next.setRating(book, 1)
    #expect(try next.undoInfo().undoCount == 1000)
    #expect(try next.undoInfo().forgotten == 201)
  }

  @Test func whatIsForgottenIsCountedUntilTheHistoryIsCleared() throws {
    let store = try openStore(path, history: "short", steps: 2)
    for rating in 1...5 as ClosedRange<Int32> { try store.setRating(book, rating) }
    try store.dropUndo(redo: false)
    let next = try openStore(path, history: "short", steps: 2)
    #expect(try next.undoInfo().forgotten == 3)
    for rating in 1...2 as ClosedRange<Int32> { try next.setRating(book, rating) }
    #expect(try next.undoInfo().forgotten == 4)
    let rows = try again().listHistories()
    #expect(rows.count == 1 && string(rows.history(0).name) == "short")
    #expect(rows.history(0).steps == 2 && rows.history(0).forgotten == 4)
    try next.clearUndo()
    #expect(try next.undoInfo().forgotten == 0)
    #expect(try again().listHistories().count == 0)
  }

  @Test func theOldestGoWhenTheyAreTooLarge() throws {
    let store = try openStore(path, history: "small", kibibytes: 64)
    for number in 0..<100 {
      try store.change(book) {
        $0.given = .notes
        $0.notes = bytes("\(number) " + String(repeating: "x", count: 2000))
      }
    }
    let info = try store.undoInfo()
    #expect((25...33).contains(info.undoCount))
    #expect(info.storeBytes <= 68 << 10)
    #expect(info.forgotten == Int64(100 - info.undoCount))
    for _ in 0..<info.undoCount { try store.undo() }
    #expect(try store.read(book).notes?.hasPrefix("\(99 - info.undoCount) ") == true)
  }

  @Test func aStepThatIsTooLargeIsListedAndSkipped() throws {
    let store = try openStore(path, history: "small", kibibytes: 64)
    let rating = try step(of: store) { try store.setRating(second, 1) }
    let large = try store.create(
      SampleBook("Large").with { $0.notes = String(repeating: "x", count: 70_000) })
    try store.deleteBook(large)
    let found = try #require(try store.steps().first)
    #expect(found.name == "Delete a book")
    #expect(!found.isKept)
    for refused in [failure { try store.undo() }, failure { try store.undo(step: found.step) }] {
      #expect(refused?.kind == .tooLarge)
      #expect(refused?.message.contains("it was larger than history_limit") == true)
    }
    #expect(try store.conflicts(ofStep: found.step).count == 0)
    try store.dropUndo(redo: false)
    // The deletion stays.
    #expect(failure { try store.undo() }?.kind == .conflict)
    try store.undo(step: rating)
    #expect(try store.read(second).rating == 0)
  }

  @Test func aStepThatCouldNotBeRedoneIsNotUndone() throws {
    let large = SampleBook("Large").with { $0.notes = String(repeating: "x", count: 70_000) }
    let small = try openStore(path, history: "small", kibibytes: 64)
    let step = try step(of: small) { _ = try small.create(large) }
    for refused in [failure { try small.undo() }, failure { try small.undo(step: step) }] {
      #expect(refused?.kind == .tooLarge && refused?.field == "undo")
      #expect(
        refused?.message
          == "\"Add book\" was not undone, since it could not be redone afterwards: 0.1 MiB to keep"
          + " are more than history_limit allows (0.1 MiB)")
    }
    #expect(try small.countBooks() == 3)
    // With a larger limit, the next program can undo it.
    let larger = try openStore(path, history: "small", kibibytes: 128)
    try larger.undo()
    #expect(try larger.countBooks() == 2)
    try larger.redo()
    #expect(try larger.countBooks() == 3)
  }

  @Test func theLogGoesBackToTheOldestStep() throws {
    let first = try step { try store.setRating(book, 4) }
    let nameless = try openStore(path)
    for number in 0..<4800 { try nameless.setRating(second, Int32(number % 5) + 1) }
    try store.undo(step: first)
    #expect(try store.read(book).rating == 0)
    try store.clearUndo()
    for number in 0..<600 { try nameless.setRating(second, Int32(number % 5) + 1) }
    let logged = try RawStore(path).integers("SELECT max(id) - min(id) FROM changes")[0]
    #expect(logged < 4096 + 256)
  }

  // MARK: Errors

  @Test func aNameMustBeOne() {
    let wrong: [(String, Failure.Kind)] = [
      ("", .invalid), (" \n", .invalid), ("a\u{7}b", .invalid), ("a\nb", .invalid),
      ("a\u{85}", .invalid), (String(repeating: "x", count: 129), .tooLarge),
      (String(repeating: "x", count: 1 << 20), .tooLarge), ("a\0b", .text),
    ]
    for (name, kind) in wrong {
      let refused = failure { try StepHistory(bytes(name)) }
      #expect(refused?.kind == kind && refused?.field == "history", "\(name.prefix(20))")
    }
    #expect(failure { try StepHistory(bytes("a"), steps: 0) }?.field == "history_steps")
    #expect(failure { try StepHistory(bytes("a"), kibibytes: 262_145) }?.field == "history_limit")
    #expect(failure { try StepHistory(bytes("Łucja's phone 📱")) } == nil)
  }

  @Test func aStepOfAnotherHistoryIsNotFound() throws {
    let mine = try step { try store.setRating(book, 4) }
    let phone = try again("phone")
    for step in [mine, 0, -1, .max, .min] {
      for refused in [
        failure { try phone.undo(step: step) }, failure { try phone.redo(step: step) },
        failure { try phone.conflicts(ofStep: step) },
      ] {
        #expect(refused?.kind == .notFound && refused?.field == "step")
      }
    }
    #expect(failure { try store.redo(step: mine) }?.kind == .invalid)
    try store.undo(step: mine)
    let again = failure { try store.undo(step: mine) }
    #expect(again?.message == "the step \(mine) is undone already")
    #expect(again?.reason == .undoneAlready)
    #expect(try store.read(book).rating == 0)
  }

  @Test func aStoreWithoutANameHasNoSteps() throws {
    let nameless = try openStore(path)
    for refused in [
      failure { try nameless.listSteps() }, failure { try nameless.undo(step: 1) },
      failure { try nameless.conflicts(ofStep: 1) },
    ] {
      #expect(refused?.kind == .argument && refused?.field == "history")
    }
    try nameless.setRating(book, 3)
    #expect(try nameless.undoInfo().undoCount == 1)
    #expect(try RawStore(path).integers("SELECT count(*) FROM history_steps") == [0])
  }

  @Test func aHandleForReadingLists() throws {
    try store.setRating(book, 4)
    let reader = try openStore(path, history: "terminal") { $0.readOnly = true }
    #expect(try reader.steps().map(\.name) == ["Rate “Dune” 4"])
    #expect(try reader.undoInfo().isOn == false)
    #expect(storageError { try reader.undo() }?.kind == .readOnly)
  }

  @Test func whenTheLogWasEmptiedAllIsRefused() throws {
    let first = try step { try store.setRating(book, 4) }
    try RawStore(path).execute("DELETE FROM changes")
    #expect(failure { try store.undo(step: first) }?.kind == .conflict)
    // All numbers begin again, including the numbers of steps.
    let next = try again()
    for rating in 1...3 as ClosedRange<Int32> { try next.setRating(second, rating) }
    #expect(try next.steps().count == 3)
    for _ in 0..<3 { try next.undo() }
    #expect(try next.read(second).rating == 0)
  }

  // MARK: The store as a whole

  @Test func rebuildingForgetsAllSteps() throws {
    try store.setRating(book, 4)
    try openStore(path).rebuild()
    #expect(try store.steps().isEmpty)
  }

  @Test func checkFindsStepsThatAreDamaged() throws {
    for rating in 1...6 as ClosedRange<Int32> { try store.setRating(book, rating % 6) }
    #expect(try store.check().count == 0)
    let ids = try store.steps().map(\.step)
    let raw = try RawStore(path)
    for (id, change) in zip(
      ids, ["log = x'00'", "undone = 2", "change = 0", "naming = 9", "action = 7", "size = -1"])
    {
      try raw.execute("UPDATE history_steps SET \(change) WHERE id = \(id)")
    }
    #expect(try store.check().count == 6)
    #expect(storageError { try store.undo(step: ids[0]) }?.kind == .unexpected)
    _ = try store.steps()
  }

  @Test func stepsOfAnotherFormAreListedOnly() throws {
    let first = try step { try store.setRating(book, 4) }
    try RawStore(path).execute("UPDATE history_steps SET form = form + 1")
    #expect(try store.steps().map(\.isKept) == [false])
    let refused = failure { try store.undo(step: first) }
    #expect(refused?.message.contains("another version of the library") == true)
  }

  @Test func aBackupContainsThem() throws {
    let first = try step { try store.setRating(book, 4) }
    let backup = try Backup(store, path: bytes(folder.file("backup")))
    while try backup.step(50).left > 0 {}
    try store.setRating(book, 5)
    let copy = try openStore(folder.file("backup"), history: "terminal")
    try copy.undo(step: first)
    #expect(try copy.read(book).rating == 0)
  }
}
