// Tests the status and dates of a source's row: which reading they belong to when the source
// changes them.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ImportedReadingTests {
  let folder = TemporaryFolder()
  let store: Store
  let fields: BookFields = [.title, .author, .status, .started, .finished]

  init() throws { store = try openStore(folder.file("store")) }

  /// Imports one row of one book; returns its outcome and the book's readings.
  private func take(
    _ status: BookStatus, _ finished: Int32? = nil, started: Int32? = nil,
    from source: String = "shop", into rows: RowSet? = nil
  ) throws -> (outcome: ImportOutcome?, readings: [SampleReading]) {
    var draft = SampleBook("Dune").draft
    draft.give(.status, status.rawValue)
    if let finished { draft.give(.finished, finished) }
    if let started { draft.give(.started, started) }
    let outcome = try store.importBooks([("1", draft)], of: fields, from: source, into: rows).first
    #expect(try faults(inStore: folder.file("store")) == [])
    #expect(try store.check().count == 0)
    return (outcome, try store.readings(ofBook: 1).readings)
  }

  @Test func aBookThatIsReadAgainKeepsTheDatesOfBothReadings() throws {
    let first = SampleReading(.completed, nil, 2024_06_01)
    let second = SampleReading(.completed, nil, 2025_01_01)
    #expect(try take(.completed, 2024_06_01).readings == [first])
    // While the next reading is in progress, the row still has the date of the earlier one.
    #expect(try take(.inProgress, 2024_06_01).readings == [first, SampleReading(.open)])
    #expect(try take(.inProgress, 2024_06_01).outcome == .unchanged)
    #expect(try take(.completed, 2025_01_01).readings == [first, second])
    #expect(try take(.completed, 2025_01_01).outcome == .unchanged)
    #expect(try store.read(1).finished == 2025_01_01)
  }

  @Test func aLaterDateIsAnotherReading() throws {
    _ = try take(.completed, 2019_05_01, started: 2019_04_01)
    let (outcome, readings) = try take(.completed, 2024_02_03, started: 2024_01_02)
    #expect(outcome == .updated)
    #expect(
      readings == [
        SampleReading(.completed, 2019_04_01, 2019_05_01),
        SampleReading(.completed, 2024_01_02, 2024_02_03),
      ])
    _ = try store.undo()
    #expect(try store.readings(ofBook: 1).readings.count == 1)
  }

  @Test func anEarlierDateCorrectsTheReading() throws {
    _ = try take(.completed, 2024_05_01)
    #expect(
      try take(.completed, 2024_04_01).readings == [SampleReading(.completed, nil, 2024_04_01)])
  }

  @Test func aLaterEndAfterTheSameStartCorrectsTheReading() throws {
    _ = try take(.completed, 2024_05_01, started: 2024_04_01)
    let corrected = SampleReading(.completed, 2024_04_01, 2024_05_02)
    #expect(try take(.completed, 2024_05_02, started: 2024_04_01).readings == [corrected])
    #expect(try take(.completed, 2024_05_02, started: 2024_04_01).outcome == .unchanged)
    // A local change stays.
    var mine = ReadingDraft()
    mine.give(.finished, 2024_05_09)
    try store.updateReading(1, mine, clear: [])
    #expect(
      try take(.completed, 2024_05_03, started: 2024_04_01).readings == [
        SampleReading(.completed, 2024_04_01, 2024_05_09)
      ])
  }

  @Test func aReadingInProgressHasNoEnd() throws {
    let readings = try take(.inProgress, 2024_06_01, started: 2024_07_01).readings
    #expect(
      readings == [
        SampleReading(.completed, nil, 2024_06_01), SampleReading(.open, 2024_07_01),
      ])
    #expect(try store.read(1).finished == nil)
  }

  @Test func noDateIsInvented() throws {
    _ = try take(.completed, 2024_06_01)
    _ = try take(.inProgress, 2024_06_01)
    // The reading is over, and the source still has the date of the earlier one.
    let readings = try take(.completed, 2024_06_01).readings
    #expect(
      readings == [SampleReading(.completed), SampleReading(.completed, nil, 2024_06_01)])
    #expect(try take(.completed, 2024_06_01).outcome == .unchanged)
  }

  @Test func aReadingThatWasChangedHereStays() throws {
    _ = try take(.completed, 2024_06_01)
    var mine = ReadingDraft()
    mine.give(.finished, 2024_06_09)
    try store.updateReading(1, mine, clear: [])
    #expect(
      try take(.completed, 2024_06_01).readings == [SampleReading(.completed, nil, 2024_06_09)])
    #expect(
      try take(.completed, 2024_07_01).readings == [
        SampleReading(.completed, nil, 2024_06_09), SampleReading(.completed, nil, 2024_07_01),
      ])
  }

  /// The other source knew first that the reading was over.
  @Test(arguments: [nil, 2024_05_01] as [Int32?], [nil, 2024_05_01] as [Int32?])
  func oneReadingOfTwoSourcesIsOneInTheEnd(started: Int32?, other: Int32?) throws {
    _ = try take(.inProgress, started: started)
    #expect(try take(.completed, 2024_06_01, started: other, from: "club").readings.count == 2)
    let before = try dump(ofStore: folder.file("store"))
    let expected = [SampleReading(.completed, started ?? other, 2024_06_01)]
    let rows = try RowSet.ofImport()
    #expect(try take(.completed, 2024_06_01, started: started, into: rows).readings == expected)
    let changed = rows.column(ImportFields.changed)?.int64(0) ?? 0
    let expectedChange: BookFields = [.status, .finished, .readings]
    #expect(BookFields(rawValue: UInt64(bitPattern: changed)).isSuperset(of: expectedChange))
    #expect(try take(.completed, 2024_06_01, started: started).outcome == .unchanged)
    #expect(try take(.completed, 2024_06_01, started: other, from: "club").outcome == .unchanged)
    #expect(try store.read(1).status == BookStatus.completed.rawValue)
    _ = try store.undo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    _ = try store.redo()
    #expect(try store.readings(ofBook: 1).readings == expected)
  }

  @Test func aDateCorrectedToThatOfAnotherReadingMakesThemOne() throws {
    _ = try take(.completed, 2024_06_30)
    var mine = ReadingDraft()
    mine.give(.finished, 2024_06_01)
    mine.give(.note, bytes("Good"))
    _ = try store.addReading(mine, toBook: 1)
    let expected = [SampleReading(.completed, nil, 2024_06_01, note: "Good")]
    #expect(try take(.completed, 2024_06_01).readings == expected)
    // The reading is a local one now: the source no longer changes it.
    #expect(try take(.completed, 2024_05_01).readings == expected)
  }

  @Test func aStartCorrectedToThatOfAnotherReadingMakesThemOne() throws {
    _ = try take(.inProgress, started: 2024_05_02)
    #expect(try take(.inProgress, started: 2024_05_01, from: "club").readings.count == 2)
    let expected = [SampleReading(.open, 2024_05_02)]
    #expect(try take(.inProgress, started: 2024_05_02, from: "club").readings == expected)
    #expect(try take(.inProgress, started: 2024_05_02, from: "club").outcome == .unchanged)
    #expect(try take(.inProgress, started: 2024_05_02).outcome == .unchanged)
  }

  @Test func readingsThatContradictEachOtherStayTwo() throws {
    _ = try take(.inProgress, started: 2024_05_01)
    var mine = ReadingDraft()
    mine.give(.page, 7)
    try store.updateReading(1, mine, clear: [])
    mine = ReadingDraft()
    mine.give(.finished, 2024_06_01)
    mine.give(.page, 300)
    _ = try store.addReading(mine, toBook: 1)
    #expect(try take(.completed, 2024_06_01, started: 2024_05_01).readings.count == 2)
    #expect(try take(.completed, 2024_06_01, started: 2024_05_01).outcome == .unchanged)
  }

  @Test func aStatusThatAnUndatedReadingCannotGiveIsKept() throws {
    _ = try take(.completed, 2024_06_01)
    _ = try take(.inProgress, 2024_06_01)
    let readings = try take(.didNotFinish, 2024_06_01).readings
    #expect(
      readings == [SampleReading(.didNotFinish), SampleReading(.completed, nil, 2024_06_01)])
    #expect(try store.read(1).status == BookStatus.completed.rawValue)
  }

  @Test func importsOfReadingsAreUndoneAndRedone() throws {
    let rows: [(BookStatus, Int32?, Int32?)] = [
      (.inProgress, 2024_06_01, nil), (.completed, 2024_07_01, 2024_06_20),
      (.completed, 2025_02_03, nil), (.inProgress, 2025_02_03, 2025_01_01),
      (.didNotFinish, nil, nil), (.completed, 2026_01_02, nil), (.onShelf, nil, nil),
    ]
    var states = [try dump(ofStore: folder.file("store"))]
    for (status, finished, started) in rows {
      _ = try take(status, finished, started: started)
      states.append(try dump(ofStore: folder.file("store")))
    }
    func expect(_ number: Int) throws {
      let path = folder.file("store")
      #expect(differences(states[number], try dump(ofStore: path)) == [], "\(number)")
      #expect(try faults(inStore: path) == [], "\(number)")
    }
    for _ in 0..<2 {
      for number in rows.indices.reversed() {
        _ = try store.undo()
        try expect(number)
      }
      for number in rows.indices {
        _ = try store.redo()
        try expect(number + 1)
      }
    }
  }
}
