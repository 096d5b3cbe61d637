// Tests readings, one for each time that a book was read, and the values that a book takes from the
// latest.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ReadingTests {
  let folder = TemporaryFolder()
  let store: Store
  let book: Int64

  init() throws {
    store = try openStore(folder.file("store"))
    book = try store.create("Book")
    try store.clearUndo()
  }

  private var path: String { folder.file("store") }

  private func state() throws -> [Int32?] {
    let book = try store.read(book)
    return [book.status, book.started, book.finished]
  }

  private func readings() throws -> [SampleReading] { try store.readings(ofBook: book).readings }

  private func expectSound() throws { #expect(try faults(inStore: path) == []) }

  @Test func aNewBookOnTheShelfHasNone() throws {
    #expect(try readings() == [])
    #expect(try state() == [0, nil, nil])
  }

  @Test(arguments: [
    (Int32(1), Int32?.some(2020_01_02), Int32?.none, ReadingOutcome.open),
    (2, nil, 2020_01_03, .completed), (3, 2020_01_02, nil, .didNotFinish), (1, nil, nil, .open),
    (0, 2020_01_02, nil, .open), (0, nil, 2020_01_03, .completed),
  ])
  func aBookIsCreatedWithWhatWasRead(
    status: Int32, started: Int32?, finished: Int32?, outcome: ReadingOutcome
  ) throws {
    let id = try store.create(
      SampleBook("Read").with { ($0.status, $0.started, $0.finished) = (status, started, finished) }
    )
    #expect(
      try store.readings(ofBook: id).readings == [SampleReading(outcome, started, finished)])
    let stored = try store.read(id)
    #expect([stored.status, stored.started, stored.finished] == [status, started, finished])
    try expectSound()
    try store.undo()
    try expectSound()
    try store.redo()
    #expect(try store.readings(ofBook: id).count == 1)
    try expectSound()
  }

  @Test func beginningACompletedBookAgainLosesNothing() throws {
    try store.setStatus(book, 1, date: 2024_01_01)
    try store.setStatus(book, 2, date: 2024_02_01)
    try store.setStatus(book, 1, date: 2025_01_01)
    #expect(try state() == [1, 2025_01_01, nil])
    let first = SampleReading(.completed, 2024_01_01, 2024_02_01)
    #expect(try readings() == [first, SampleReading(.open, 2025_01_01)])
    try store.undo()
    #expect(try state() == [2, 2024_01_01, 2024_02_01])
    #expect(try readings() == [first])
    try store.redo()
    #expect(try state() == [1, 2025_01_01, nil])
    var draft = BookDraft()
    (draft.given, draft.status, draft.finished) = ([.status, .finished], 2, 2025_03_01)
    try store.updateBook(book, draft, clear: [])
    #expect(try readings() == [first, SampleReading(.completed, 2025_01_01, 2025_03_01)])
    draft.given = .status
    draft.status = 1
    try store.updateBook(book, draft, clear: [])
    #expect(try readings().count == 3)
    #expect(try state() == [1, nil, nil])
    try expectSound()
  }

  @Test func whatIsOverStaysAsItIsWhenTheBookIsReadAgain() throws {
    try store.setStatus(book, 1, date: 2024_01_01)
    try store.setStatus(book, 3, date: 2024_02_01)
    let givenUp = SampleReading(.didNotFinish, 2024_01_01, 2024_02_01)
    #expect(try readings() == [givenUp])
    try store.setStatus(book, 1, date: 2025_01_01)
    try store.setStatus(book, 2, date: 2025_02_01)
    let completed = SampleReading(.completed, 2025_01_01, 2025_02_01)
    #expect(try readings() == [givenUp, completed])
    try store.setStatus(book, 0, date: nil)
    try store.setStatus(book, 3, date: nil)
    #expect(try readings().count == 3)
    #expect(try readings().prefix(2) == [givenUp, completed])
    // A second status immediately afterwards is a correction.
    try store.setStatus(book, 2, date: 2026_01_01)
    #expect(try readings().count == 3)
    try expectSound()
  }

  @Test func theBookFollowsTheLatestThatIsLeft() throws {
    let second = try store.read(book, SampleReading(.completed, 2020_01_01, 2020_02_01))
    #expect(try state() == [2, 2020_01_01, 2020_02_01])
    let first = try store.read(book, SampleReading(.didNotFinish, 2010_01_01))
    #expect(try state() == [2, 2020_01_01, 2020_02_01])
    let open = try store.read(book, SampleReading(.open, page: 7))
    #expect(try state() == [1, nil, nil])
    try store.deleteReading(open)
    try store.deleteReading(second)
    #expect(try state() == [3, 2010_01_01, nil])
    try store.deleteReading(first)
    #expect(try state() == [0, nil, nil])
    try expectSound()
    for _ in 0..<3 { try store.undo() }
    #expect(try state() == [1, nil, nil])
    #expect(try readings().last == SampleReading(.open, page: 7))
    try expectSound()
    #expect(failure { try store.deleteReading(99) }?.kind == .notFound)
  }

  @Test func whatIsReadLaterIsTheLatest() throws {
    let one = try store.read(book, SampleReading(.completed, nil, 2020_01_01))
    try store.read(book, SampleReading(.completed, nil, 2021_01_01))
    var draft = ReadingDraft()
    (draft.given, draft.finished) = (.finished, 2022_01_01)
    try store.updateReading(one, draft, clear: [])
    #expect(try state() == [2, nil, 2022_01_01])
    try store.undo()
    #expect(try state() == [2, nil, 2021_01_01])
    try expectSound()
  }

  /// Otherwise the book would have the status of the reading that ended last, not the given one.
  @Test(arguments: [nil, 2020_01_01] as [Int32?], [2, 3] as [Int32])
  func aReadingThatIsOverBesideALaterOneEndsToday(started: Int32?, status: Int32) throws {
    try store.read(book, SampleReading(.completed, nil, 2020_02_01))
    try store.read(book, SampleReading(.open, started))
    #expect(try state() == [1, started, nil])
    let before = CalendarDate.today()
    try store.setStatus(book, status, date: nil)
    let set = try state()
    #expect(set.prefix(2) == [status, started])
    #expect((before...CalendarDate.today()).contains(try #require(set[2])))
    try store.undo()
    #expect(try state() == [1, started, nil])
    var draft = BookDraft()
    (draft.given, draft.status) = (.status, status)
    try store.updateBook(book, draft, clear: [])
    let updated = try state()
    #expect(updated.prefix(2) == [status, started])
    #expect((before...CalendarDate.today()).contains(try #require(updated[2])))
    try expectSound()
  }

  @Test func aStatusAloneSetsNoDateWhereTheBookHasItAllTheSame() throws {
    try store.read(book, SampleReading(.completed, nil, 2020_02_01))
    try store.read(book, SampleReading(.open, 2020_03_01))
    try store.setStatus(book, 3, date: nil)
    #expect(try state() == [3, 2020_03_01, nil])
    try expectSound()
  }

  @Test(arguments: [SampleReading(.open), SampleReading(.completed, nil, 9999_01_01)])
  func aStatusThatTheBookCannotHaveIsRefused(_ other: SampleReading) throws {
    try store.read(book, SampleReading(.open))
    try store.read(book, other)
    let before = try state()
    let error = failure { try store.setStatus(book, 3, date: nil) }
    #expect(error?.kind == .invalid)
    let says = other.finished == nil ? "reading 1 is open too" : "reading 2 ended as late, or later"
    #expect(error?.message.contains(says) == true)
    #expect(try state() == before)
    try store.setStatus(book, 3, date: 2024_01_01)
    #expect(try state().first != 3)
    try expectSound()
  }

  @Test func anEarlierStartEndsNoReadingInProgress() throws {
    let other = SampleReading(.open, 2020_01_01)
    try store.read(book, other)
    try store.read(book, SampleReading(.open, 2021_01_01))
    var draft = BookDraft()
    draft.give(.status, BookStatus.inProgress.rawValue)
    draft.give(.started, 2019_01_01)
    try store.updateBook(book, draft, clear: [])
    #expect(try readings() == [SampleReading(.open, 2019_01_01), other])
    #expect(try state() == [1, 2020_01_01, nil])
    try expectSound()
  }

  @Test func onTheShelfABookStaysThere() throws {
    let old = try store.read(book, SampleReading(.completed, nil, 2020_01_01, note: "Good"))
    try store.setStatus(book, 0, date: nil)
    #expect(try state() == [0, nil, 2020_01_01])
    try store.read(book, SampleReading(.completed, nil, 2015_01_01))
    #expect(try state() == [0, nil, 2020_01_01])
    try store.setStatus(book, 2, date: 2026_01_01)
    #expect(try state() == [2, nil, 2026_01_01])
    try store.setStatus(book, 0, date: nil)
    try store.deleteReading(old)
    #expect(try state() == [0, nil, 2026_01_01])
    try store.read(book, SampleReading(.open))
    #expect(try state() == [1, nil, nil])
    try expectSound()
  }

  @Test func aPageReplacesAPercentage() throws {
    let reading = try store.read(book, SampleReading(.open, percent: 12.5))
    var draft = ReadingDraft()
    (draft.given, draft.page) = (.page, 300)
    try store.updateReading(reading, draft, clear: [])
    #expect(try readings() == [SampleReading(.open, page: 300)])
    try store.updateReading(reading, ReadingDraft(), clear: .page)
    #expect(try readings() == [SampleReading(.open)])
    try store.undo()
    try store.undo()
    #expect(try readings() == [SampleReading(.open, percent: 12.5)])
  }

  @Test func whatBreaksARuleIsRefused() throws {
    let wrong: [(String, (inout ReadingDraft) -> Void)] = [
      ("outcome", { ($0.given, $0.outcome) = (.outcome, 0) }),
      ("outcome", { ($0.given, $0.outcome) = (.outcome, 4) }),
      ("started", { ($0.given, $0.started) = (.started, 2023_02_29) }),
      ("finished", { ($0.given, $0.finished) = (.finished, 1) }),
      ("page", { ($0.given, $0.page) = (.page, -1) }),
      ("percent", { ($0.given, $0.percent) = (.percent, 100.5) }),
      ("percent", { ($0.given, $0.percent) = (.percent, .nan) }),
      ("percent", { $0.given = [.page, .percent] }),
      ("fields", { $0.given = .created }),
    ]
    let reading = try store.read(book, SampleReading(.open))
    for (field, change) in wrong {
      var draft = ReadingDraft()
      change(&draft)
      #expect(failure { try store.addReading(draft, toBook: book) }?.field == field)
      #expect(failure { try store.updateReading(reading, draft, clear: []) }?.field == field)
    }
    #expect(
      failure { try store.updateReading(reading, ReadingDraft(), clear: .outcome) }?.field
        == "clear")
    #expect(failure { try store.addReading(ReadingDraft(), toBook: 99) }?.kind == .notFound)
    #expect(try readings() == [SampleReading(.open)])
  }

  @Test func everyReadingCountsInItsMonth() throws {
    try store.read(book, SampleReading(.completed, nil, 2024_01_05))
    try store.read(book, SampleReading(.completed, nil, 2024_01_25))
    let last = try store.read(book, SampleReading(.completed, nil, 2025_07_01))
    try store.setRating(book, 4)
    func months(_ query: Query?) throws -> [[Int64]] {
      let rows = try store.statistics(query, by: .monthFinished)
      return (0..<rows.count).map { [rows.group($0).key, rows.statistics($0).ratings[4]] }
    }
    let expected: [[Int64]] = [[202401, 2], [202507, 1]]
    #expect(try months(nil) == expected)
    #expect(try months(Query()) == expected)
    try expectSound()
    try store.deleteReading(last)
    try store.deleteBook(book)
    #expect(try months(nil) == [])
    try store.undo()
    try store.undo()
    #expect(try months(nil) == expected)
    try expectSound()
  }

  @Test func stepsAreNamedAfterWhatWasDone() throws {
    try store.setStatus(book, 1, date: nil)
    #expect(try store.undoInfo().undoName == "Change status of book")
    try store.setStatus(book, 2, date: nil)
    #expect(try store.undoInfo().undoName == "Change status of book")
    let reading = try store.read(book, SampleReading(.open))
    #expect(try store.undoInfo().undoName == "Add reading")
    try store.deleteReading(reading)
    #expect(try store.undoInfo().undoName == "Delete reading")
    try store.create(SampleBook("A").with { $0.status = 2 })
    #expect(try store.undoInfo().undoName == "Add book")
  }

  @Test func aBatchOfReadBooksIsTwoRunsOfTheLog() throws {
    try store.createMany(1000) { i in SampleBook("\(i)").with { $0.status = Int32(i % 2) }.draft }
    let raw = try RawStore(path)
    let last = try raw.rows("SELECT entries FROM changes ORDER BY id DESC LIMIT 1")
    #expect(
      Change.list(last[0][0].blob ?? []) == [
        Change(.insert, .reading, 1, count: 500), Change(.insert, .book, 2, count: 1000),
      ])
    try store.undo()
    #expect(try raw.integers("SELECT count(*) FROM readings") == [0])
    try store.redo()
    #expect(try raw.integers("SELECT count(*) FROM readings") == [500])
    try expectSound()
  }

  @Test func othersChangesOfTheSameReadingAreInTheWay() throws {
    let reading = try store.read(book, SampleReading(.open))
    let other = try openStore(path)
    try store.setStatus(book, 2, date: nil)
    var draft = ReadingDraft()
    (draft.given, draft.outcome) = (.outcome, 3)
    try other.updateReading(reading, draft, clear: [])
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try state().first == 3)
    try expectSound()
  }

  @Test func whatHasGoneWrongIsFoundAndMended() throws {
    try store.read(book, SampleReading(.completed, nil, 2024_01_05))
    try RawStore(path).execute("UPDATE books SET status = 1, finished = NULL, reading_count = 7")
    let problems = try store.check()
    #expect((0..<problems.count).contains { problems.problem($0).kind == .reading })
    try store.rebuild()
    #expect(try store.check().count == 0)
    #expect(try state() == [2, nil, 2024_01_05])
    try expectSound()
  }

  @Test func aDocumentHasThem() throws {
    try store.read(book, SampleReading(.completed, 2020_01_01, 2020_02_01, note: "Ü"))
    try store.read(book, SampleReading(.open, percent: 50))
    try store.setStatus(book, 0, date: nil)
    let document = folder.file("document")
    try store.export(to: bytes(document))
    let copy = folder.file("copy")
    let other = try openStore(copy)
    try other.importDocument(from: bytes(document))
    #expect(differences(try dump(ofStore: path), try dump(ofStore: copy)) == [])
    #expect(try faults(inStore: copy) == [])
  }
}
