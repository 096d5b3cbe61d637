// Tests how every change of status changes the dates.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormRecords

@Suite struct StatusTests {
  static let today: Int32 = 2026_11_21

  /// A status with every combination of dates that a book may have, changed to every status.
  struct Case: CustomTestStringConvertible, Sendable {
    let from: Int32
    let to: Int32
    let started: Int32?
    let finished: Int32?
    var testDescription: String { "\(from) to \(to), \(started ?? 0), \(finished ?? 0)" }

    /// A book that is created in progress with an end is being read again: both dates are those of
    /// an earlier reading, because an open one has no end.
    var isReadAgain: Bool { from == 1 && finished != nil }

    /// The rules, as a table.
    var expected: (started: Int32?, finished: Int32?) {
      let created = isReadAgain ? (nil, nil) : (started, finished)
      if from == to { return created }
      // A finished reading does not change when the book is begun again, or comes from the shelf.
      let isAgain = to == 1 ? from > 1 || created.1 != nil : from == 0 && created.1 != nil
      let (started, finished) = isAgain ? (nil, nil) : created
      return switch to {
      case 0: created  // Back on the shelf.
      case 1: (started ?? StatusTests.today, nil)  // Starting, or continuing.
      case 2: (started, finished ?? StatusTests.today)  // Finishing.
      default: (started, StatusTests.today)  // Giving up, on a given day.
      }
    }
  }

  static let cases: [Case] = (0...3).flatMap { from in
    (0...3).flatMap { to in
      [nil, 2020_01_02].flatMap { started in
        [nil, 2020_03_04].map { finished in
          Case(from: Int32(from), to: Int32(to), started: started, finished: finished)
        }
      }
    }
  }

  @Test(arguments: cases)
  func aChangeOfStatusSetsTheDates(of change: Case) throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let sample = SampleBook("A").with {
      $0.status = change.from
      $0.started = change.started
      $0.finished = change.finished
      $0.rating = 4
    }
    let id = try store.create(sample)
    try store.setStatus(id, change.to, date: Self.today)
    let book = try store.read(id)
    #expect(book.status == change.to)
    #expect(book.started == change.expected.started)
    #expect(book.finished == change.expected.finished)
    #expect(book.rating == 4)
    if change.isReadAgain {
      let readings = try store.readings(ofBook: id).readings
      #expect(readings.count == 2)
      #expect(readings.first == SampleReading(.completed, change.started, change.finished))
    }
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test func aBookIsReadAgain() throws {
    let store = try memoryStore()
    let id = try store.create("A")
    func dates() throws -> [Int32?] {
      let book = try store.read(id)
      return [book.started, book.finished]
    }
    try store.setStatus(id, 1, date: 2026_01_01)
    #expect(try dates() == [2026_01_01, nil])
    try store.setStatus(id, 2, date: 2026_02_01)
    #expect(try dates() == [2026_01_01, 2026_02_01])
    try store.setStatus(id, 1, date: 2026_03_01)
    #expect(try dates() == [2026_03_01, nil])
    try store.setStatus(id, 0, date: 2026_04_01)
    #expect(try dates() == [2026_03_01, nil])
    try store.setStatus(id, 2, date: 2026_05_01)
    #expect(try dates() == [2026_03_01, 2026_05_01])
    #expect(
      try store.readings(ofBook: id).readings.map { [$0.started, $0.finished] } == [
        [2026_01_01, 2026_02_01], [2026_03_01, 2026_05_01],
      ])
  }

  @Test func withoutADateItIsToday() throws {
    let store = try memoryStore()
    let id = try store.create("A")
    let before = CalendarDate.today()
    try store.setStatus(id, 1, date: nil)
    let started = try #require(try store.read(id).started)
    #expect((before...CalendarDate.today()).contains(started))
  }

  @Test(arguments: [-1, 4, Int32.max])
  func aStatusThatIsNoneIsRefused(status: Int32) throws {
    let store = try memoryStore()
    let id = try store.create("A")
    #expect(failure { try store.setStatus(id, status, date: nil) }?.field == "status")
    #expect(try store.read(id).status == 0)
  }

  @Test func aDateThatIsNoneIsRefused() throws {
    let store = try memoryStore()
    let id = try store.create("A")
    let failure = failure { try store.setStatus(id, 1, date: 2026_02_29) }
    #expect(failure?.kind == .invalid)
    #expect(failure?.field == "date")
    #expect(try store.read(id).status == 0)
  }
}
