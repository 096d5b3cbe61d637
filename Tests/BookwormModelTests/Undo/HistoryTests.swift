// Tests histories kept in the store: the next process has their steps, and each one can be undone
// on its own.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct HistoryTests {
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

  @Test(arguments: [true, false])
  func aRatingInQuartersIsNamed(isKept: Bool) throws {
    let store = isKept ? self.store : try openStore(path)
    for exact in [4.25, 4.0] { try store.change(book) { $0.give(.exactRating, exact) } }
    func name(_ redo: Bool, _ language: Language = .english) throws -> String {
      try store.undoStep(redo: redo, language).name
    }
    #expect(try name(false) == "Rate “Dune” 4")
    try store.undo()
    #expect(try name(false) == "Rate “Dune” 4.25")
    #expect(try name(false, .german) == "„Dune“ mit 4,25 bewerten")
    #expect(try name(true) == "Rate “Dune” 4")
    #expect(try store.undoStep(redo: false, .english).value == 4)
    try store.undo()
    #expect(try name(true, .polish) == "Oceń „Dune” na 4,25")
    if isKept { #expect(try store.steps().map(\.value) == [4, 4]) }
    try store.redo()
    try store.setRating(book, 3)
    #expect(try name(false) == "Rate “Dune” 3")
  }

  // MARK: The next process

  @Test(arguments: [true, false])
  func undoAndRedoReturnWhatThereWasBefore(isKept: Bool) throws {
    let store = isKept ? self.store : try openStore(path)
    try store.setRating(book, 4)
    let before = try store.undoInfo()
    #expect(before.isOn && before.undoCount == 1)
    #expect(try store.undo() == before)
    let undone = try store.undoInfo()
    #expect(undone.isOn && undone.redoCount == 1)
    #expect(try store.redo() == undone)
  }

  @Test func stepsAreThereWhenTheStoreIsOpenedAgain() throws {
    let before = Clock.now()
    try store.setRating(book, 4)
    try store.setRating(book, 5)
    _ = try store.close()
    let store = try again()
    let steps = try store.steps()
    #expect(steps.map(\.name) == ["Rate “Dune” 5", "Rate “Dune” 4"])
    #expect(steps.map(\.value) == [5, 4])
    #expect(steps.allSatisfy { (before...Clock.now()).contains($0.done) && $0.isKept })
    #expect(try store.undo().undoName == "Rate book")
    #expect(try store.read(book).rating == 4)
    #expect(try store.steps().map(\.isUndone) == [true, false])
    _ = try store.close()
    let third = try again()
    try third.undo()
    #expect(try third.read(book).rating == 0)
    #expect(failure { try third.undo() }?.message == "there is nothing to undo")
    try third.redo()
    try third.redo()
    #expect(try third.read(book).rating == 5)
    #expect(failure { try third.redo() }?.kind == .notFound)
    #expect(try third.steps().map(\.step) == steps.map(\.step))
    #expect(try faults(inStore: path) == [])
  }

  @Test func whateverWasDoneIsOneStepThere() throws {
    for number in 0..<300 {
      try store.create(SampleBook("Book \(number)").with { $0.notes = "Some notes" })
    }
    let genre = try store.genre(named: "Old")
    let all = try Query()
    let rows = (0..<50).map { ("\($0)", SampleBook("New \($0)").draft) }
    let works: [(String, (Store) throws -> Void)] = [
      ("Import from shop", { try $0.importBooks(rows, of: [.title, .author]) }),
      (
        "Change 352 books",
        {
          var draft = BookDraft()
          draft.give(.publisher, bytes("Ace"))
          draft.give(.addGenres, array([genre]))
          _ = try $0.updateBooks(matching: all, draft, clear: [])
        }
      ),
      ("Rate 352 books", { _ = try $0.setRating(3, matching: all) }),
      ("Merge books", { _ = try $0.mergeBook(4, into: 5, taking: [.title], preview: false) }),
      (
        "Merge genres",
        { _ = try $0.mergeGenre(genre, into: $0.genre(named: "New"), preview: false) }
      ),
      ("Delete 351 books", { _ = try $0.deleteBooks(matching: all) }),
    ]
    try store.genre(named: "New")
    try store.clearUndo()
    var states = [try dump(ofStore: path)]
    for (name, work) in works {
      let store = try again()
      try work(store)
      #expect(try store.undoInfo().undoName == name)
      states.append(try dump(ofStore: path))
      _ = try store.close()
    }
    for state in states.dropLast().reversed() {
      let store = try again()
      try store.undo()
      _ = try store.close()
      #expect(differences(state, try dump(ofStore: path)) == [])
    }
    for state in states.dropFirst() {
      let store = try again()
      try store.redo()
      _ = try store.close()
      #expect(differences(state, try dump(ofStore: path)) == [])
    }
    #expect(try faults(inStore: path) == [])
  }

  @Test func aTransactionThatIsRolledBackLeavesNoStep() throws {
    let transaction = try store.begin(.write)
    try transaction.setRating(book, 3)
    try transaction.rollBack()
    #expect(try store.steps().isEmpty)
    let named = try store.begin(.write)
    try named.setName(bytes("Evening"))
    let inner = try named.begin(.write)
    try inner.setRating(book, 1)
    try inner.rollBack()
    try named.setRating(second, 2)
    try named.commit()
    #expect(try store.steps().map(\.name) == ["Evening"])
    try store.undo()
    #expect(try store.read(second).rating == 0)
  }

  // MARK: Any step

  @Test func aStepIsUndoneWhateverElseWasDoneSince() throws {
    let first = try step { try store.setRating(book, 4) }
    let other = try step { try store.setRating(second, 2) }
    try store.change(book) {
      $0.given = .review
      $0.review = bytes("Good")
    }
    try store.deleteBook(second)
    #expect(try store.undo(step: first).undoName == "Rate book")
    #expect(try store.read(book).rating == 0)
    #expect(try store.read(book).review == "Good")
    #expect(try store.redo(step: first).redoName == "Rate book")
    #expect(try store.read(book).rating == 4)
    let refused = failure { try store.undo(step: other) }
    #expect(refused?.kind == .conflict)
    let deletion = try store.steps()[1]
    #expect(deletion.name == "Delete “Emma”")
    #expect(
      refused?.message == "others have since changed what this step touches:"
        + " book \(second) (deleted by step \(deletion.step) of \"terminal\")")
    try store.undo(step: deletion.step)
    try store.undo(step: other)
    #expect(try store.read(second).rating == 0)
    #expect(try faults(inStore: path) == [])
  }

  @Test func whatIsInTheWayIsNamed() throws {
    let mine = try step { try store.setRating(book, 4) }
    let phone = try again("phone")
    try phone.setRating(book, 5)
    let theirs = try phone.undoInfo().lastStep
    #expect(
      failure { try store.undo(step: mine) }?.message
        == "others have since changed what this step touches:"
        + " book \(book) (changed by step \(theirs) of \"phone\")")
    let rows = try store.conflicts(ofStep: mine)
    #expect(rows.count == 1)
    #expect(rows.number(rows.layout.columns[8], 0, as: Int64.self) == theirs)
    // A step and its undoing together change nothing.
    try phone.undo()
    #expect(try store.conflicts(ofStep: mine).count == 0)
    try phone.redo()
    #expect(try store.conflicts(ofStep: mine).count == 1)
    try phone.undo()
    try store.undo(step: mine)
    #expect(try store.read(book).rating == 0)
    let nameless = try openStore(path)
    try nameless.setRating(book, 1)
    #expect(
      failure { try store.redo(step: mine) }?.message
        == "others have since changed what this step touches:"
        + " book \(book) (changed by another program)")
  }

  @Test func stepsOfTheSameRowAreUndoneInTheirOrder() throws {
    let steps = try (1...4).map { rating in try step { try store.setRating(book, rating) } }
    #expect(failure { try store.undo(step: steps[1]) }?.kind == .conflict)
    try store.undo(step: steps[3])
    try store.undo(step: steps[2])
    try store.undo(step: steps[1])
    #expect(try store.read(book).rating == 1)
    #expect(failure { try store.redo(step: steps[3]) }?.kind == .conflict)
    try store.redo(step: steps[1])
    try store.redo(step: steps[2])
    #expect(failure { try store.undo(step: steps[1]) }?.kind == .conflict)
    try store.redo()
    #expect(try store.read(book).rating == 4)
  }

  @Test func nothingIsRedoneNextBehindANewStep() throws {
    let first = try step { try store.setRating(book, 4) }
    try store.undo()
    #expect(try store.undoInfo().redoCount == 1)
    try store.setRating(second, 1)
    #expect(try store.undoInfo().redoCount == 0)
    #expect(failure { try store.redo() }?.message == "there is nothing to redo")
    try store.redo(step: first)
    #expect(try store.read(book).rating == 4)
    #expect(try store.undoInfo().undoCount == 2)
    #expect(try store.undoStep(redo: false, .english).step == first)
  }

  @Test func twoHandlesHaveOneHistory() throws {
    let other = try again()
    try store.setRating(book, 4)
    try other.setRating(second, 2)
    #expect(try store.undoInfo().undoCount == 2)
    let (mine, theirs) = (try store.undoInfo().lastStep, try other.undoInfo().lastStep)
    #expect(theirs == mine + 1)
    try store.undo(step: theirs)
    #expect(failure { try other.undo(step: theirs) }?.kind == .invalid)
    #expect(try other.undoInfo().redoCount == 1)
    try other.undo()
    #expect(try store.read(book).rating == 0)
  }

  @Test func theLastStepAndAllStepsAreForgotten() throws {
    try store.setRating(book, 4)
    try store.setRating(second, 4)
    try store.dropUndo(redo: false)
    #expect(try store.steps().count == 1)
    #expect(failure { try store.dropUndo(redo: true) }?.kind == .notFound)
    try store.clearUndo()
    #expect(try store.steps().isEmpty)
    #expect(try store.read(second).rating == 4)
  }

  // MARK: Names

  @Test func stepsHaveNamesInEveryLanguage() throws {
    try store.setRating(book, 4)
    _ = try store.toggleFavourite(book)
    try store.quote("Fear is the mind-killer.", of: book)
    let genre = try store.genre(named: "Science Fiction")
    try store.renameGenre(genre, bytes("SF"))
    try store.change(book) {
      $0.given = .title
      $0.title = bytes("Arrakis")
    }
    try store.deleteBook(book)
    try store.importBooks([("1", SampleBook("X").draft)], of: [.title, .author])
    #expect(
      try store.steps().map(\.name) == [
        "Import from shop", "Delete “Arrakis”", "Change “Arrakis”", "Rename the genre “SF”",
        "Add the genre “Science Fiction”", "Add a quote from “Dune”", "Make “Dune” a favourite",
        "Rate “Dune” 4",
      ])
    #expect(try store.steps(.german).last?.name == "„Dune“ mit 4 bewerten")
    #expect(try store.steps(.polish).last?.name == "Oceń „Dune” na 4")
    #expect(try store.steps(.korean).last?.name == "‘Dune’에 4점 주기")
    let all = try store.steps()
    #expect(all[0].summary?.count == 1 && all[0].summary?.entity == .book)
    #expect(all.last?.summary?.isRating == true && all.last?.summary?.id == book)
    try store.undo()
    try store.undo()
    #expect(try store.undoStep(redo: true, .english).name == "Delete “Arrakis”")
    #expect(try store.undoStep(redo: false, .english).name == "Change “Arrakis”")
  }

  @Test func aLongTitleIsCut() throws {
    let long = try store.create(SampleBook(String(repeating: "ż", count: 8000)))
    try store.setRating(long, 2)
    try store.deleteBook(long)
    for step in try store.steps() { #expect(step.subject.count == 127) }
  }
}

extension Store {
  func steps(_ language: Language = .english) throws -> [UndoStepInfo] {
    let rows = try listSteps()
    return (0..<rows.count).map { rows.step($0, language) }
  }
}
