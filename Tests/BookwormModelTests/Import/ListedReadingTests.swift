// Tests all readings of a book in one row: of a new book, and of a source that lists them again.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct ListedReadingTests {
  let folder = TemporaryFolder()
  let store: Store
  let fields: BookFields = [
    .title, .author, .status, .readingStarted, .readingFinished, .readingOutcomes, .readingNotes,
    .readingIDs,
  ]

  init() throws { store = try openStore(folder.file("store")) }

  private func given(
    _ outcome: Int32 = 0, _ started: Int32 = 0, _ finished: Int32 = 0, note: String = "",
    id: String = ""
  ) -> GivenReading {
    var reading = GivenReading()
    (reading.outcome, reading.started, reading.finished) = (outcome, started, finished)
    (reading.note, reading.id) = (Array(note.utf8), Array(id.utf8))
    return reading
  }

  private func draft(_ readings: [GivenReading], _ status: BookStatus? = nil) -> BookDraft {
    var draft = SampleBook("Dune").draft
    draft.given = [.title, .author, .readingStarted, .readingFinished, .readingOutcomes]
    draft.given.formUnion(.readingNotes)
    draft.readings = readings
    if let status { draft.give(.status, status.rawValue) }
    return draft
  }

  /// Imports one row of one book; returns its outcome and the book's readings.
  private func take(
    _ readings: [GivenReading], _ status: BookStatus? = nil, from source: String = "shop"
  ) throws -> (outcome: ImportOutcome?, readings: [SampleReading]) {
    var draft = draft(readings, status)
    draft.given.formUnion(.readingIDs)
    let fields = status == nil ? fields.subtracting(.status) : fields
    let outcome = try store.importBooks([("1", draft)], of: fields, from: source).first
    #expect(try faults(inStore: folder.file("store")) == [])
    #expect(try store.check().count == 0)
    return (outcome, try store.readings(ofBook: 1).readings)
  }

  // MARK: New books

  @Test func aNewBookIsGivenAllItsReadings() throws {
    let id = try store.createBook(
      draft([
        given(0, 2020_01_02, 2020_02_03, note: "Good"), given(), given(3, 0, 2021_01_01),
        given(0, 2022_02_02),
      ]))
    let book = try store.read(id)
    #expect([book.status, book.started, book.finished] == [1, 2022_02_02, nil])
    #expect(
      try store.readings(ofBook: id).readings == [
        SampleReading(.completed), SampleReading(.completed, 2020_01_02, 2020_02_03, note: "Good"),
        SampleReading(.didNotFinish, nil, 2021_01_01), SampleReading(.open, 2022_02_02),
      ])
    #expect(try store.undoInfo().undoCount == 1)
    let before = try dump(ofStore: folder.file("store"))
    try store.undo()
    #expect(try store.readings(after: 0, limit: -1).count == 0)
    try store.redo()
    #expect(differences(before, try dump(ofStore: folder.file("store"))) == [])
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func aStatusIsThatOfTheLatestReading() throws {
    let finished = try store.createBook(draft([given(), given(0, 0, 2020_01_01)], .didNotFinish))
    #expect(try store.read(finished).status == 3)
    #expect(
      try store.readings(ofBook: finished).readings == [
        SampleReading(.completed), SampleReading(.didNotFinish, nil, 2020_01_01),
      ])
    let again = try store.createBook(draft([given(0, 0, 2020_01_01)], .inProgress))
    #expect(try store.read(again).status == 1)
    #expect(try store.readings(ofBook: again).count == 2)
    let shelf = try store.createBook(draft([given(0, 0, 2020_01_01)], .onShelf))
    #expect(try store.read(shelf).status == 0)
    let error = failure {
      try store.createBook(draft([given(2, 0, 2020_01_01), given(1)], .completed))
    }
    #expect(error?.kind == .invalid && error?.field == "status")
    #expect(
      error?.message.contains("is completed, but the latest of the readings is in-progress") == true
    )
  }

  @Test func aDayThatTheListsLackIsOneMoreReading() throws {
    var draft = draft([given(0, 0, 2020_01_01)], .inProgress)
    draft.give(.finished, 2021_01_01 as Int32)
    draft.give(.started, 2022_01_01 as Int32)
    let id = try store.createBook(draft)
    #expect(
      try store.readings(ofBook: id).readings == [
        SampleReading(.completed, nil, 2020_01_01), SampleReading(.completed, nil, 2021_01_01),
        SampleReading(.open, 2022_01_01),
      ])
  }

  @Test func whatBreaksARuleIsRefused() throws {
    let wrong: [(GivenReading, String)] = [
      (given(4), "reading_outcomes"), (given(0, 2020_02_30), "reading_started"),
      (given(0, 0, -1), "reading_finished"), (given(1, 0, 2020_01_01), "reading_finished"),
      (given(note: "a\0b"), "reading_notes"),
    ]
    for (reading, field) in wrong {
      let error = failure { try store.createBook(draft([given(), reading])) }
      #expect(error?.field == field)
      #expect(error?.message.contains("(reading 1 of the row, counted from 0)") == true)
      let refused = failure { try take([given(), reading]) }
      #expect(refused?.field == field && refused?.row == 0)
    }
    let twice = failure { try take([given(id: "a"), given(id: "a")]) }
    #expect(twice?.field == "reading_ids")
    let id = try store.create("Emma")
    #expect(failure { try store.updateBook(id, draft([given()]), clear: []) }?.kind == .argument)
    #expect(try store.countBooks() == 1)
  }

  // MARK: Imports

  @Test func readThreeTimesWithOneDateIsThreeReadings() throws {
    let rows = [given(0, 0, 2024_06_01), given(), given()]
    let undated = SampleReading(.completed)
    let first = SampleReading(.completed, nil, 2024_06_01)
    #expect(try take(rows, .completed).readings == [undated, undated, first])
    #expect(try take(rows, .completed).outcome == .unchanged)
    // Read once more: the source keeps only the last date.
    let second = SampleReading(.completed, nil, 2025_01_01)
    let next = [given(0, 0, 2025_01_01), given(), given(), given()]
    let (outcome, readings) = try take(next, .completed)
    #expect(outcome == .updated)
    #expect(readings.count == 4 && readings.suffix(2) == [first, second])
    #expect(try take(next, .completed).outcome == .unchanged)
    try store.undo()
    #expect(try store.readings(ofBook: 1).readings == [undated, undated, first])
  }

  @Test func aDateInAListThatHasNotGrownIsCorrected() throws {
    let wrong = given(0, 0, 2019_09_06)
    _ = try take([wrong, given()], .completed)
    let right = [given(0, 0, 2019_08_07), given()]
    let corrected = [SampleReading(.completed), SampleReading(.completed, nil, 2019_08_07)]
    #expect(try take(right, .completed).readings == corrected)
    #expect(try take(right, .completed).outcome == .unchanged)
    // If the list has grown, the new date is that of another reading.
    let grown = try take([given(0, 0, 2020_01_01), given(), given()], .completed).readings
    #expect(grown == corrected + [SampleReading(.completed, nil, 2020_01_01)])
    // With the source's own ids, another id is another reading.
    let named = try take([given(0, 0, 2021_01_01, id: "a")], .completed, from: "club").readings
    let next = try take([given(0, 0, 2022_01_01, id: "b")], .completed, from: "club").readings
    #expect(next.count == named.count + 1)
  }

  @Test func aReadingIsKnownByItsDates() throws {
    let first = SampleReading(.completed, 2020_01_01, 2020_02_01)
    _ = try take([given(2, 2020_01_01, 2020_02_01)])
    var mine = ReadingDraft()
    mine.give(.finished, 2020_02_02)
    try store.updateReading(1, mine, clear: [])
    var changed = first
    changed.finished = 2020_02_02
    let rows = [given(2, 2020_01_01, 2020_02_01), given(3, 2021_01_01, 2021_02_01)]
    #expect(
      try take(rows).readings == [changed, SampleReading(.didNotFinish, 2021_01_01, 2021_02_01)])
    // A reading that was deleted here is not added again.
    try store.deleteReading(2)
    #expect(try take(rows).readings == [changed])
    #expect(try take([given(2, 2021_01_01, 2021_02_01), rows[0]]).readings == [changed])
  }

  @Test func aReadingIsKnownByTheSourcesOwnID() throws {
    _ = try take([given(1, 2020_01_01, id: "a"), given(2, 0, 2019_01_01, id: "b")])
    let rows = [
      given(2, 2020_01_02, 2020_02_01, id: "a"), given(2, 0, 2019_01_05, note: "Good", id: "b"),
    ]
    let expected = [
      SampleReading(.completed, nil, 2019_01_05, note: "Good"),
      SampleReading(.completed, 2020_01_02, 2020_02_01),
    ]
    #expect(try take(rows).readings == expected)
    #expect(try take(rows).outcome == .unchanged)
    #expect(try store.read(1).status == 2)
    // Local changes stay, field by field.
    var mine = ReadingDraft()
    mine.note = bytes("Mine")
    mine.given = .note
    try store.updateReading(2, mine, clear: [])
    let later = try take([given(2, 0, 2019_01_06, note: "Better", id: "b"), rows[0]])
    #expect(later.readings[0] == SampleReading(.completed, nil, 2019_01_06, note: "Mine"))
  }

  @Test func aReadingInProgressIsTheSameWhenItIsOver() throws {
    _ = try take([given(0, 0, 2024_06_01), given(1, 2025_01_01)], .inProgress)
    let rows = [given(0, 0, 2024_06_01), given(0, 2025_01_01, 2025_02_01)]
    #expect(
      try take(rows, .completed).readings == [
        SampleReading(.completed, nil, 2024_06_01),
        SampleReading(.completed, 2025_01_01, 2025_02_01),
      ])
    #expect(try store.read(1).status == 2)
  }

  @Test func twoSourcesOfOneBookComeTogether() throws {
    _ = try take([given(2, 0, 2020_02_01), given()])
    let other = [given(2, 2020_01_01, 2020_02_01, note: "Good"), given(3, 0, 2021_01_01)]
    let expected = [
      SampleReading(.completed), SampleReading(.completed, 2020_01_01, 2020_02_01, note: "Good"),
      SampleReading(.didNotFinish, nil, 2021_01_01),
    ]
    #expect(try take(other, from: "library").readings == expected)
    #expect(try take(other, from: "library").outcome == .unchanged)
    #expect(try take([given(2, 0, 2020_02_01), given()]).readings == expected)
  }

  @Test func whatWasEnteredHereIsNotAddedAgain() throws {
    let book = try store.create("Dune")
    try store.read(book, SampleReading(.completed, 2020_01_01, 2020_02_01))
    try store.read(book, SampleReading(.completed))
    let rows = [given(2, 0, 2020_02_01), given(2, 0, 2021_01_01), given()]
    let (outcome, readings) = try take(rows)
    #expect(outcome == .merged)
    #expect(
      readings
        == [
          SampleReading(.completed), SampleReading(.completed, 2020_01_01, 2020_02_01),
          SampleReading(.completed, nil, 2021_01_01),
        ].sorted { ($0.finished ?? 0) < ($1.finished ?? 0) })
  }

  /// Importing the same row again changes nothing, and no date is invented. The book has the row's
  /// status, or the import reports that the book's own was kept. Rows with the status on-shelf,
  /// which is the default, are exempt.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func anyRowsAreTakenOnce(seed: UInt64) throws {
    var dice = Dice(seed)
    let days: [Int32] = [0, 2020_01_01, 2021_01_01, 2022_01_01, 2023_01_01]
    for number in 0..<60 {
      var dates: Set<Int32> = [0]
      for _ in 0..<5 {
        let readings = (0..<Int.random(in: 0...3, using: &dice)).map { _ in
          var reading = given(Int32.random(in: 0...3, using: &dice), dice.pick(days))
          if reading.outcome != 1 { reading.finished = dice.pick(days) }
          return reading
        }
        var row = draft(readings)
        if dice.once(in: 3) { row.given.subtract(.readingLists) }
        if dice.once(in: 2) { row.give(.finished, dice.pick(Array(days.dropFirst()))) }
        let status = Int32.random(in: 0...3, using: &dice)
        row.give(.status, status)
        for reading in row.allReadings().readings {
          dates.formUnion([reading.started, reading.finished])
        }
        let result = try RowSet.ofImport()
        var options = ImportOptions()
        options.identity = .sourceID
        let text = "\(seed), \(number): \(row.given.list) \(readings) \(status)"
        func take() throws -> ImportOutcome? {
          try store.importBooks(
            [("\(number)", row)], of: fields.union(.finished), from: "shop", options,
            into: result
          ).last
        }
        guard failure({ _ = try take() }) == nil else { continue }
        let path = folder.file("store")
        let before = try dump(ofStore: path)
        #expect(try take() == .unchanged, "\(text)")
        #expect(differences(before, try dump(ofStore: path)) == [], "\(text)")
        let book = try #require(result.column(ImportFields.book)).int64(0)
        for reading in try store.readings(ofBook: book).readings {
          #expect(dates.isSuperset(of: [reading.started ?? 0, reading.finished ?? 0]))
          #expect(reading.outcome != 1 || reading.finished == nil)
        }
        let kept = result.column(ImportFields.kept)?.int64(result.count - 1) ?? 0
        #expect(
          try store.read(book).status == status || status == 0
            || !BookFields(rawValue: UInt64(bitPattern: kept)).isDisjoint(with: .status),
          "\(text)")
      }
    }
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
