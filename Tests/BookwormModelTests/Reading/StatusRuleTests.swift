// Tests that a book either has a given status afterwards or is unchanged and the status refused, in
// all ways to give a status, compared with a plain model of a book's readings.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct StatusRuleTests {
  /// The ways to give a book a status.
  enum Way: CaseIterable {
    case alone, single, bulk, columns, query, binding, draft

    /// Whether the status brings dates with it.
    var setsDates: Bool { self == .alone || self == .binding }
  }

  /// A book by the rules: its readings, in the order they were added.
  struct Model {
    var status: Int32 = 0
    var readings: [SampleReading] = []

    /// The latest reading; among equal ones, the last.
    var latest: Int? {
      readings.indices.max {
        let (one, other) = (readings[$0], readings[$1])
        if (one.outcome == 1) != (other.outcome == 1) { return other.outcome == 1 }
        return (one.finished ?? one.started ?? 0, $0) < (other.finished ?? other.started ?? 0, $1)
      }
    }

    mutating func add(_ reading: SampleReading) {
      readings.append(reading)
      if status != 0 || latest == readings.count - 1 {
        status = latest.map { readings[$0].outcome } ?? 0
      }
    }

    /// Returns false if the book cannot have the status.
    mutating func set(_ new: Int32, today: Int32, dates: Bool) -> Bool {
      guard new != status else { return true }
      guard new != 0 else {
        status = 0
        return true
      }
      let before = latest.map { readings[$0] }
      let isOver = before.map { $0.outcome != 1 } ?? false
      let isAgain =
        isOver
        && (new == 1 || status == 0 && today >= before?.finished ?? before?.started ?? 0)
      var place = latest ?? 0
      if before == nil || isAgain {
        place = readings.count
        readings.append(SampleReading(.open))
      }
      readings[place].outcome = new
      var isEndGiven = false
      if dates {
        switch new {
        case 1: readings[place].started = readings[place].started ?? today
        case 2:
          isEndGiven = readings[place].finished == nil
          readings[place].finished = readings[place].finished ?? today
        default:
          isEndGiven = isAgain
          readings[place].finished = isAgain ? today : nil
        }
      }
      if latest != place, !isEndGiven { readings[place].finished = today }
      guard let latest, readings[latest].outcome == new else { return false }
      status = new
      return true
    }
  }

  private func set(_ status: Int32, of book: Int64, by way: Way, in store: Store) throws {
    var draft = BookDraft()
    (draft.given, draft.status) = (.status, status)
    switch way {
    case .alone: try store.setStatus(book, status, date: nil)
    case .single: try store.updateBook(book, draft, clear: [])
    case .bulk:
      _ = try [book].withUnsafeBufferPointer { try store.updateBooks($0, draft, clear: []) }
    case .columns:
      var isGiven = false
      _ = try store.updateBooks(clear: []) {
        if isGiven { return false }
        isGiven = true
        $0.give(.status, status)
        $0.give(.id, book)
        return true
      }
    case .query:
      var query = try Query()
      query.ranges.append((.year, book...book))
      _ = try store.updateBooks(matching: query, draft, clear: [])
    case .binding: try RowBinding(store, book: book, .status).set(draft)
    case .draft:
      let form = try DraftBinding(store, book: book)
      try form.set(draft)
      _ = try form.save(to: store)
    }
  }

  @Test(arguments: Way.allCases)
  func aStatusThatIsGivenIsTheBooksOrRefused(by way: Way) throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    var dice = Dice(21)
    let today = CalendarDate.today()
    var refusals = 0
    for number in 0..<150 {
      let book = try store.create(SampleBook("Book").with { $0.year = Int32(number + 1) })
      var model = Model()
      for _ in 0..<Int.random(in: 0...4, using: &dice) {
        let outcome = dice.pick([ReadingOutcome.open, .completed, .didNotFinish])
        let days: [Int32?] = [nil, nil, 2020_01_02, 2021_03_04, 9999_05_06]
        let end = outcome == .open ? nil : dice.pick(days)
        let starts = days.dropLast().filter { $0 ?? 0 <= end ?? .max }
        let reading = SampleReading(outcome, dice.pick(Array(starts)), end)
        try store.read(book, reading)
        model.add(reading)
      }
      for _ in 0..<3 {
        let before = model
        let status = Int32.random(in: 0...3, using: &dice)
        let error = failure { try set(status, of: book, by: way, in: store) }
        if model.set(status, today: today, dates: way.setsDates) {
          #expect(error == nil, "book \(number), \(before) to \(status)")
        } else {
          refusals += 1
          model = before
          #expect(error?.field == "status", "book \(number), \(before) to \(status)")
          #expect(error?.message.contains("; change or delete that first") == true)
        }
        let (stored, readings) = (try store.read(book), try store.readings(ofBook: book).readings)
        #expect(stored.status == model.status, "book \(number), \(before) to \(status)")
        #expect(readings.count == model.readings.count)
        #expect(readings.last == model.latest.map { model.readings[$0] })
      }
    }
    #expect(refusals > 10)
    #expect(try faults(inStore: folder.file("store")) == [])
  }

  @Test(arguments: [Way.alone, .single, .binding, .draft, .bulk])
  func aRefusedStatusLeavesItsTransactionAsItWas(by way: Way) throws {
    let folder = TemporaryFolder()
    let store = try openStore(folder.file("store"))
    let book = try store.create(SampleBook("Book"))
    for _ in 0..<2 { try store.read(book, SampleReading(.open)) }
    let transaction = try store.begin(.write)
    var draft = BookDraft()
    (draft.given, draft.status) = (.status, BookStatus.completed.rawValue)
    let error = failure {
      switch way {
      case .alone: try transaction.setStatus(book, draft.status, date: nil)
      case .draft:
        let form = try DraftBinding(transaction, book: book)
        try form.set(draft)
        _ = try form.save(to: transaction)
      case .bulk:
        _ = try [book].withUnsafeBufferPointer { try transaction.updateBooks($0, draft, clear: []) }
      default: try transaction.updateBook(book, draft, clear: [])
      }
    }
    #expect(error?.field == "status")
    try transaction.commit()
    #expect(
      try store.readings(ofBook: book).readings == [SampleReading(.open), SampleReading(.open)])
    #expect(try faults(inStore: folder.file("store")) == [])
  }
}
