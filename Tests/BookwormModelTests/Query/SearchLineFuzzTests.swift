// Tests that any input is a query that runs, or an error that points into the line.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct SearchLineFuzzTests {
  private static let pieces = [
    "author:herbert", "title:\"left hand\"", "genre:\"Science Fiction\",b", "-genre:horror",
    "rating>=4",
    "rating:3..5,none", "status:completed,in-progress", "is:favourite", "year:-750..1970",
    "created>=2024-01", "finished:2024-02-29", "sort:-rating,title", "limit:50", "dune", "\"a b\"*",
    "pre*", "-x", "quote:\"“”\"", ":", "=", "<", ">=", "\"", "“", "„", ",", "-", "..", "*", " ",
    "\u{3000}",
    "\t", "none", "9223372036854775808", "-2147483648", "9999-12-31", "0000", "é", "東", "\u{301}",
  ]

  /// Returns whether the line is a query.
  private func check(_ line: [UInt8], _ store: Store) throws -> Bool {
    let query: Query
    do { query = try SearchLine.query(bytes(line)) } catch let failure as Failure {
      #expect(failure.field == "line")
      #expect(
        [.invalid, .tooLarge, .text].contains(failure.kind), "\(line): \(failure)")
      #expect(failure.offset >= 0 && failure.offset <= Int64(line.count), "\(line): \(failure)")
      #expect(!failure.message.isEmpty && failure.message.utf8.count < 256)
      return false
    }
    let rows = try store.run(query)
    #expect(try store.count(query) >= Int64(rows.count))
    return true
  }

  private func store() throws -> Store {
    let store = try memoryStore()
    for book in catalogue(5, genres: [try store.genre(named: "b")], seed: 3) {
      try store.create(book)
    }
    return store
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func linesOfAnyPieces(seed: UInt64) throws {
    var dice = Dice(seed)
    let store = try store()
    var queries = 0
    for _ in 0..<2000 {
      let count = Int.random(in: 0...6, using: &dice)
      let line = (0..<count).map { _ in
        dice.pick(Self.pieces) + (dice.once(in: 3) ? "" : " ")
      }
      if try check(Array(line.joined().utf8), store) { queries += 1 }
    }
    #expect((300...1900).contains(queries), "\(queries) of 2000 are queries")
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func linesWithBytesThatWereChanged(seed: UInt64) throws {
    var dice = Dice(seed)
    let store = try store()
    for _ in 0..<2000 {
      var line = Array((0..<3).map { _ in dice.pick(Self.pieces) }.joined(separator: " ").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        let place = Int.random(in: 0...line.count, using: &dice)
        switch Int.random(in: 0...3, using: &dice) {
        case 0: line.insert(UInt8.random(in: 0...255, using: &dice), at: place)
        case 1 where place < line.count: line.remove(at: place)
        case 2 where place < line.count: line[place] = UInt8.random(in: 0...255, using: &dice)
        default: line = Array(line[..<place])
        }
      }
      _ = try check(line, store)
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func linesOfAnyBytes(seed: UInt64) throws {
    var dice = Dice(seed)
    let store = try store()
    let signs = Array(":=<>-\",.* abgrt0159".utf8)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...30, using: &dice)
      let isASCII = dice.once(in: 2)
      _ = try check(
        (0..<count).map { _ in
          isASCII ? dice.pick(signs) : UInt8.random(in: 0...255, using: &dice)
        }, store)
    }
  }

  /// A long line is read once. A line of 16 KiB takes milliseconds, or some seconds in a debug
  /// build on a busy machine; reading it repeatedly would take minutes.
  @Test(arguments: [
    "\"", "“", "a", "a ", "\"\"", "-", "genre:", "a,", ":", "..", "\u{3000}", "é", "-a ",
  ])
  func longLines(piece: String) throws {
    let count = Rules.lineLimit / piece.utf8.count - 1
    for head in ["", "title:", "genre:", "\"", "rating:", "sort:", "-"] {
      let line = head + String(repeating: piece, count: count)
      let clock = ContinuousClock()
      let time = clock.measure { _ = refusal(String(line.utf8.prefix(Rules.lineLimit)) ?? line) }
      #expect(time < .seconds(10), "\(head)\(piece)... takes \(time)")
    }
  }
}
