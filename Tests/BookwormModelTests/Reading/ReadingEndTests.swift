// Tests the ends of readings: an end completes an open reading, so an open reading never has one,
// whichever way the end is written.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ReadingEndTests {
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

  @Test func anOpenReadingHasNoEnd() throws {
    let reading = try store.read(book, SampleReading(.open, 2020_01_01))
    var draft = ReadingDraft()
    draft.give(.finished, 2020_02_01)
    try store.updateReading(reading, draft, clear: [])
    #expect(try readings() == [SampleReading(.completed, 2020_01_01, 2020_02_01)])
    #expect(try state() == [2, 2020_01_01, 2020_02_01])
    draft.given = []
    draft.give(.outcome, ReadingOutcome.open.rawValue)
    try store.updateReading(reading, draft, clear: [])
    #expect(try readings() == [SampleReading(.open, 2020_01_01)])
    try store.undo()
    #expect(try readings() == [SampleReading(.completed, 2020_01_01, 2020_02_01)])
    try store.undo()
    #expect(try state() == [1, 2020_01_01, nil])
    draft.give(.finished, 2020_02_01)
    #expect(failure { try store.updateReading(reading, draft, clear: []) }?.field == "finished")
    #expect(failure { try store.addReading(draft, toBook: book) }?.field == "finished")
    draft.given = .finished
    _ = try store.addReading(draft, toBook: book)
    #expect(try readings().first == SampleReading(.completed, nil, 2020_02_01))
    try expectSound()
  }

  @Test func aReadingDoesNotEndBeforeItStarts() throws {
    func refused(_ body: () throws -> Void) {
      let failure = failure(body)
      #expect(failure?.kind == .invalid && failure?.reason == .endBeforeStart)
      #expect(failure?.field == "finished")
    }
    let sample = SampleReading(.completed, 2020_02_02, 2020_02_01)
    refused { try store.read(book, sample) }
    let reading = try store.read(book, SampleReading(.completed, 2020_02_01, 2020_02_01))
    var draft = ReadingDraft()
    draft.give(.finished, 2020_01_31)
    refused { try store.updateReading(reading, draft, clear: []) }
    draft.given = []
    draft.give(.started, 2020_02_02)
    refused { try store.updateReading(reading, draft, clear: []) }
    try store.updateReading(reading, draft, clear: .finished)
    draft.give(.finished, 2020_02_03)
    try store.updateReading(reading, draft, clear: [])
    // The same by updates of the book.
    var change = BookDraft()
    change.give(.finished, 2020_02_01)
    refused { try store.updateBook(book, change, clear: []) }
    try store.updateBook(book, change, clear: .started)
    change = BookDraft()
    change.give(.started, 2020_02_02)
    refused { try store.updateBook(book, change, clear: []) }
    refused {
      try store.create(
        SampleBook("B").with {
          ($0.status, $0.started, $0.finished) = (2, 2020_02_02, 2020_02_01)
        })
    }
    // A new book in progress with an end is being read again.
    try store.create(
      SampleBook("C").with {
        ($0.status, $0.started, $0.finished) = (1, 2020_02_02, 2020_02_01)
      })
    try store.setStatus(book, 1, date: 2021_02_02)
    refused { try store.setStatus(book, 2, date: 2021_02_01) }
    try store.setStatus(book, 2, date: 2021_02_02)
    try expectSound()
  }

  @Test func aDraftSaysThatTheEndIsBeforeTheStart() throws {
    let reading = try store.read(book, SampleReading(.completed, 2020_02_01, 2020_02_02))
    func reasons(_ draft: any FormDraft) throws -> [Int32] {
      let faults = try draft.faults(in: store)
      return (0..<faults.count).map { faults.fault($0).reason }
    }
    let reason = FaultReason.endBeforeStart.rawValue
    let draft = try Entity.reading.draft(of: reading, in: store)
    try draft.set(ReadingFields.started.rawValue, .integer(2020_02_03))
    #expect(try reasons(draft) == [reason])
    try draft.clear(ReadingFields.finished.rawValue)
    #expect(try reasons(draft) == [])
    let ofBook = try Entity.book.draft(of: book, in: store)
    try ofBook.set(BookFields.finished.rawValue, .integer(2020_01_31))
    #expect(try reasons(ofBook) == [reason])
    #expect(failure { try ofBook.save(to: store) }?.reason == .endBeforeStart)
    let new = try Entity.book.newDraft(ofBook: 0)
    try new.set(BookFields.title.rawValue, .text([0x41]))
    try new.set(BookFields.author.rawValue, .text([0x41]))
    try new.set(BookFields.started.rawValue, .integer(2020_02_03))
    try new.set(BookFields.finished.rawValue, .integer(2020_02_02))
    #expect(try reasons(new) == [reason])
  }

  @Test func theEndOfABookInProgressEndsItsReading() throws {
    try store.setStatus(book, 1, date: 2020_01_01)
    var draft = BookDraft()
    draft.give(.finished, 2020_02_01)
    try store.updateBook(book, draft, clear: [])
    #expect(try state() == [2, 2020_01_01, 2020_02_01])
    #expect(try readings() == [SampleReading(.completed, 2020_01_01, 2020_02_01)])
    try expectSound()
  }

  /// The start belongs to the reading with this end, unless that began on another day.
  @Test(arguments: [nil, 2019_01_01, 2018_01_01] as [Int32?])
  func aStartNextToAKnownEndIsKept(known: Int32?) throws {
    try store.read(book, SampleReading(.completed, known, 2020_02_01))
    var draft = BookDraft()
    draft.give(.status, BookStatus.inProgress.rawValue)
    draft.give(.started, 2019_01_01)
    draft.give(.finished, 2020_02_01)
    let isOther = known == 2018_01_01
    let expected = [
      SampleReading(.completed, isOther ? known : 2019_01_01, 2020_02_01),
      SampleReading(.open, isOther ? 2019_01_01 : nil),
    ]
    for _ in 0..<2 {
      try store.updateBook(book, draft, clear: [])
      #expect(try readings() == expected)
    }
    try store.undo()
    #expect(try readings() == [SampleReading(.completed, known, 2020_02_01)])
    try expectSound()
  }

  @Test func anEndNextToTheStatusInProgressIsThatOfAnEarlierReading() throws {
    var draft = SampleBook("Again").draft
    draft.give(.status, BookStatus.inProgress.rawValue)
    draft.give(.started, 2019_01_01)
    draft.give(.finished, 2020_02_01)
    let expected = [SampleReading(.completed, 2019_01_01, 2020_02_01), SampleReading(.open)]
    let new = try store.createBook(draft)
    #expect(try store.readings(ofBook: new).readings == expected)
    let stored = try store.read(new)
    #expect([stored.status, stored.started, stored.finished] == [1, nil, nil])
    try store.undo()
    #expect(try store.readings(after: 0, limit: -1).count == 0)
    try store.redo()
    draft.given = [.status, .started, .finished]
    try store.updateBook(book, draft, clear: [])
    #expect(try readings() == expected)
    #expect(try store.undoInfo().undoCount == 2)
    // The same update again changes nothing.
    let before = try dump(ofStore: path)
    try store.updateBook(book, draft, clear: [])
    #expect(try readings() == expected)
    #expect(differences(before, try dump(ofStore: path)) == [])
    try expectSound()
  }

  @Test func aBookWithAnExactRatingIsCreatedWithBothReadings() throws {
    let sample = SampleBook("Again").with {
      ($0.status, $0.started, $0.finished) = (1, 2019_01_01, 2020_02_01)
      $0.exactRating = 3.75
    }
    let new = try store.create(sample)
    #expect(
      try store.readings(ofBook: new).readings == [
        SampleReading(.completed, 2019_01_01, 2020_02_01), SampleReading(.open),
      ])
    let stored = try store.read(new)
    #expect([stored.rating, stored.status, stored.started, stored.finished] == [4, 1, nil, nil])
    try expectSound()
  }

  /// One program undoes an outcome while another one has given the reading an end.
  @Test func takingBackAnOutcomeLeavesNoOpenReadingWithAnEnd() throws {
    let reading = try store.read(book, SampleReading(.open))
    let other = try openStore(path)
    var draft = ReadingDraft()
    draft.give(.outcome, ReadingOutcome.didNotFinish.rawValue)
    try store.updateReading(reading, draft, clear: [])
    draft.given = []
    draft.give(.finished, 2020_02_01)
    try other.updateReading(reading, draft, clear: [])
    #expect(failure { try store.undo() }?.kind == .conflict)
    #expect(try readings() == [SampleReading(.didNotFinish, nil, 2020_02_01)])
  }

  @Test func anOpenReadingWithAnEndIsFoundAndMended() throws {
    let reading = try store.read(book, SampleReading(.open, 2020_01_01, page: 7, note: "Good"))
    try RawStore(path).execute(
      """
      UPDATE readings SET finished = 20200201;
      UPDATE books SET finished = 20200201;
      """)
    let problems = try store.check()
    #expect(
      (0..<problems.count).contains {
        String(decoding: problems.problem($0).text, as: UTF8.self).contains("has no end")
      })
    try store.rebuild()
    #expect(try store.check().count == 0)
    #expect(
      try readings() == [
        SampleReading(.completed, 2020_01_01, 2020_02_01, note: "Good"),
        SampleReading(.open, page: 7),
      ])
    #expect(try store.reading(reading).readings.first?.outcome == 2)
    #expect(try state() == [1, nil, nil])
    try expectSound()
  }
}
