// Tests the same random operations on a store in a file and on a server: all results are equal.
import BookwormStorage
import Glibc
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormExchange
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite(
  .enabled(
    if: TestServer.isThere && !TestStore.isOnServer, Comment(rawValue: TestServer.hint)))
struct SideBySideTests {
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func everyAnswerIsTheSame(seed: UInt64) throws { try run(seed, steps: 60) }

  /// Tests/torture runs it for this long, with new seeds.
  private static let seconds =
    getenv("BOOKWORM_SIDE_BY_SIDE").flatMap { Int64(String(cString: $0)) }

  @Test(.enabled(if: seconds != nil))
  func everyAnswerIsTheSameForLong() throws {
    let end = Clock.monotonic() + (Self.seconds ?? 0) * 1000
    var seed = UInt64(Clock.now())
    while Clock.monotonic() < end {
      try run(seed, steps: 300)
      seed += 1
    }
  }

  private func run(_ seed: UInt64, steps: Int) throws {
    var pair = try Pair(seed: seed)
    for step in 0..<steps {
      do { try pair.step() } catch let difference as Pair.Difference {
        Issue.record("seed \(seed), step \(step): \(difference)")
        return
      }
    }
    #expect(try pair.server.check().count == 0, "seed \(seed)")
    #expect(pair.refused < pair.done, "seed \(seed)")
  }

  struct Pair {
    struct Difference: Error, CustomStringConvertible {
      let description: String
    }

    let folder = TemporaryFolder()
    let file: Store
    let server: Store
    private let observers: [Observer]
    private var dice: Dice
    private(set) var done = 0
    private(set) var refused = 0

    init(seed: UInt64) throws {
      dice = Dice(seed)
      file = try openStore(folder.file("store"))
      server = try openStore(server: TestSchema().url)
      for store in [file, server] {
        for name in ["A", "B", "C", "D"] { try store.genre(named: name) }
        for book in catalogue(8, genres: [1, 2, 3, 4], seed: seed) {
          try store.quote("Quote", page: "1", of: try store.create(book))
        }
      }
      observers = try [file, server].map { try $0.observe([]) }
    }

    mutating func step() throws {
      if dice.once(in: 3) {
        try transaction(in: (file, server), depth: 1)
      } else {
        try work((file, server))
      }
      try look((file, server))
      try same("what is heard", observers[0].hear().description, observers[1].hear().description)
      if dice.once(in: 4) { try undo() }
    }

    private mutating func transaction(in pair: (any Session, any Session), depth: Int) throws {
      let inner = (try pair.0.begin(.write), try pair.1.begin(.write))
      for _ in 0..<Int.random(in: 0...5, using: &dice) {
        if depth < 3, dice.once(in: 4) {
          try transaction(in: inner, depth: depth + 1)
        } else {
          try work(inner)
        }
        if dice.once(in: 3) { try look(inner) }
      }
      let keep = !dice.once(in: 3)
      try both(keep ? "commit" : "roll back", inner) { session in
        guard let transaction = session as? Transaction else { return "" }
        return keep ? "\(try transaction.commit())" : "\(try transaction.rollBack())"
      }
    }

    // MARK: Comparing

    private func same(_ what: String, _ one: String, _ other: String) throws {
      if one != other { throw Difference(description: "\(what)\nfile:   \(one)\nserver: \(other)") }
    }

    /// The result, or the reason for a refusal.
    private func answer(_ session: any Session, _ ask: (any Session) throws -> Any) -> String {
      do { return Self.shown(try ask(session)) } catch let failure as Failure {
        return "\(failure)"
      } catch let error as StorageError {
        return "\(error.kind)"
      } catch { return "\(error)" }
    }

    @discardableResult
    private func both(
      _ what: String, _ pair: (any Session, any Session), _ ask: (any Session) throws -> Any
    ) throws -> String {
      let answers = (answer(pair.0, ask), answer(pair.1, ask))
      try same(what, answers.0, answers.1)
      return answers.0
    }

    private static func shown(_ answer: Any) -> String {
      guard let rows = answer as? RowSet else { return "\(answer)" }
      return (0..<rows.count).map { row in
        rows.layout.columns.map { value(rows, $0, row) }.joined(separator: "|")
      }.joined(separator: "\n") + "; \(rows.cursor?.count ?? -1) \(rows.firstCursor?.count ?? -1)"
    }

    /// Global ids and the current time differ between two stores.
    private static func value(_ rows: RowSet, _ column: RowLayout.Column, _ row: Int) -> String {
      guard rows.isPresent(column, row) else { return "-" }
      func instant(_ value: Int64) -> String { value > 1_750_000_000_000 ? "now" : "\(value)" }
      switch column.type {
      case .int32: return "\(rows.number(column, row, as: Int32.self))"
      case .int64: return instant(rows.number(column, row, as: Int64.self))
      // The engines use the same formula, and only the last digits may differ.
      case .double: return "\((rows.number(column, row, as: Double.self) * 1e9).rounded() / 1e9)"
      case .text:
        let text = string(rows.text(column, row))
        return Int64(text).map(instant) ?? text
      case .uuid: return "uuid"
      case .int64List:
        let items = rows.column(column).values?.assumingMemoryBound(to: Int64.self)
        return "\(rows.list(column, row).map { items?[$0] ?? 0 })"
      case .textList:
        let items = rows.column(column)
        return "\(rows.list(column, row).map { string(items.text($0)) })"
      }
    }

    // MARK: Operations

    private mutating func work(_ pair: (any Session, any Session)) throws {
      let before = done
      let last = dice.once(in: 3) ? try more(pair) : try books(pair)
      done += 1
      if last.hasPrefix("Failure(") { refused += 1 }
      try #require(done > before)
    }

    private mutating func books(_ pair: (any Session, any Session)) throws -> String {
      let work = try RandomWork(&dice, on: pair.0)
      return try both("\(work)", pair, work.run)
    }

    /// Readings, orders and shelves.
    private mutating func more(_ pair: (any Session, any Session)) throws -> String {
      let books = try pair.0.run(Query()).ids
      let book = books.isEmpty || dice.once(in: 10) ? 9999 : dice.pick(books)
      let (id, number) = (
        Int64.random(in: 1...9, using: &dice), Int32.random(in: 0...4, using: &dice)
      )
      var draft = ReadingDraft()
      draft.given = dice.pick([.outcome, [.outcome, .started], [.outcome, .finished], .note])
      if draft.given.contains(.outcome) { draft.outcome = number }
      (draft.started, draft.finished) = (2020_01_01, 2020_02_01 + number)
      draft.note = bytes("Note \(number)")
      let (name, line) = (
        dice.pick(["A", "b", "Łódź"]), dice.pick(["rating>3", "", "sort:x", "genre:a dune"])
      )
      let choice = Int.random(in: 0..<9, using: &dice)
      return try both("more \(choice) \(book) \(id) \(number) \(name) \(line)", pair) { session in
        switch choice {
        case 0: return try session.addReading(draft, toBook: book)
        case 1: return try session.updateReading(id, draft, clear: [])
        case 2: return try session.deleteReading(id)
        case 3: return try session.placeOrder(ofBook: book, quantity: number)
        case 4: return try session.cancelOrder(id)
        case 5: return try session.createShelf(bytes(name), line: bytes(line))
        case 6: return try session.setLine(ofShelf: id, bytes(line))
        case 7: return try session.renameShelf(id, bytes(name))
        default: return try session.deleteShelf(id)
        }
      }
    }

    private mutating func undo() throws {
      let redo = dice.once(in: 3)
      try both(redo ? "redo" : "undo", (file, server)) { session in
        guard let store = session as? Store else { return "" }
        return try redo ? store.redo() : store.undo()
      }
      try look((file, server))
    }

    // MARK: Reads

    private mutating func look(_ pair: (any Session, any Session)) throws {
      let genres = try pair.0.allGenres().ids
      var sample = SampleQuery.random(&dice, genres: genres)
      // Writes within one millisecond on one side may be several milliseconds apart on the other.
      sample.sort.removeAll { $0.key == .updated || $0.key == .created }
      let limit = Int64.random(in: 1...4, using: &dice)
      var query = try sample.query(fields: .stored)
      try both("\(sample)", pair) { try $0.run(query) }
      try both("count \(sample)", pair) { try $0.count(query) }
      try both("statistics of \(sample)", pair) { try $0.statistics(query) }
      let group = dice.pick(StatisticsGroup.allCases)
      try both("statistics by \(group)", pair) { try $0.statistics(nil, by: group) }
      try both("facets by \(group) of \(sample)", pair) {
        try $0.facets(query, by: group, words: bytes(""), limit: -1)
      }
      let typed = dice.pick(["author:", "d", "genre:a", "status:", "rating>=", "series:b", "year:"])
      try both("completions of \(typed)", pair) {
        try $0.complete(bytes(typed), at: -1, .polish, limit: 50)
      }
      try query.setLimit(limit)
      try both("pages of \(limit) of \(sample)", pair) { try Self.pages(of: query, $0) }
      let line = dice.pick([
        "dune", "łódź", "quote:new", "zoo OR fin", "-dune", "\"book 2\"", "quote", "text 3 or new",
        "author:emile rating>=2", "is:favourite sort:-rating", "genre:a", "sort:rank book",
      ])
      try both("line \(line)", pair) { session in
        var query = try SearchLine.query(bytes(line))
        try query.setFields([.id, .title, .matched, .snippet])
        return try session.run(query)
      }
      try both("genres", pair) { try $0.allGenres() }
      try both("shelves", pair) { try $0.allShelves() }
      try both("orders", pair) { try $0.orders(after: 0, limit: -1) }
      try both("totals", pair) { try $0.orderTotals() }
      try both("readings", pair) { try $0.readings(after: 0, limit: -1) }
      try both("duplicates", pair) { try $0.duplicates() }
      try both("genre's books", pair) { try $0.books(ofGenre: limit, [.id, .title]) }
      try both("quotes", pair) { try $0.quotes(ofBook: limit) }
    }

    /// Reads the pages to the end, and back from there.
    private static func pages(of query: Query, _ session: any Session) throws -> String {
      var (query, pages) = (query, [[Int64]]())
      for isBackward in [false, true] {
        while pages.count < 100 {
          let rows = try session.run(query)
          pages.append(rows.ids)
          guard let cursor = isBackward ? rows.firstCursor : rows.cursor else { break }
          try query.setCursor(cursor, isBackward: isBackward)
        }
        guard let last = pages.last, !last.isEmpty else { break }
        let rows = try session.run(query)
        guard let cursor = rows.firstCursor else { break }
        try query.setCursor(cursor, isBackward: true)
      }
      return "\(pages)"
    }
  }
}
