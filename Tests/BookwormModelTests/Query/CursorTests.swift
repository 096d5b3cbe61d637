// Tests continuing after the last row: the pages together are the whole list, in any order.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords

@Suite struct CursorTests {
  let catalogue: Catalogue
  init() throws { catalogue = try Catalogue.shared.get() }

  private func pages(of sample: SampleQuery, by size: Int64) throws -> [Int64] {
    var query = try sample.query()
    try query.setLimit(size)
    var ids: [Int64] = []
    while ids.count <= catalogue.books.count {
      let rows = try catalogue.store.run(query)
      ids += rows.ids
      guard let cursor = rows.place else { return ids }
      #expect(rows.count == Int(size))
      try query.setCursor(cursor)
    }
    return ids
  }

  @Test(arguments: SortKey.allCases)
  func pagesMakeUpTheWholeForEveryKey(key: SortKey) throws {
    for descending in [false, true] {
      for size: Int64 in [1, 7, 149, 150] {
        var sample = SampleQuery()
        sample.sort = [SortTerm(key, descending: descending)]
        #expect(try pages(of: sample, by: size) == sample.answer(catalogue.books))
      }
    }
  }

  @Test(arguments: 11...16 as ClosedRange<UInt64>)
  func pagesMakeUpTheWholeForAnyQuery(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<12 {
      let sample = SampleQuery.random(&dice, genres: catalogue.genres)
      let size = Int64.random(in: 1...20, using: &dice)
      #expect(
        try pages(of: sample, by: size) == sample.answer(catalogue.books), "\(sample) by \(size)")
    }
  }

  @Test func aGenresBooksArePagedInTheirOwnOrder() throws {
    for descending in [false, true] {
      var sample = SampleQuery()
      sample.genres = [(.any, [catalogue.genres[0]])]
      sample.sort = [
        SortTerm(.title, descending: descending), SortTerm(.started, descending: !descending),
      ]
      #expect(try pages(of: sample, by: 4) == sample.answer(catalogue.books))
    }
  }

  @Test func anOffsetCountsFromTheCursor() throws {
    for sort in [[], [SortTerm(.series, descending: true)]] {
      var sample = SampleQuery()
      sample.sort = sort
      var query = try sample.query()
      try query.setLimit(10)
      let cursor = try #require(try catalogue.store.run(query).place)
      try query.setCursor(cursor)
      try query.setOffset(5)
      #expect(
        try catalogue.store.run(query).ids == Array(sample.answer(catalogue.books)[15..<25]))
      try query.setCursor(nil)
      try query.setOffset(0)
      #expect(
        try catalogue.store.run(query).ids == Array(sample.answer(catalogue.books)[..<10]))
    }
  }

  @Test func countingDoesNotLookAtTheCursor() throws {
    var query = try Query()
    try query.setLimit(100)
    let cursor = try #require(try catalogue.store.run(query).place)
    try query.setCursor(cursor)
    #expect(try catalogue.store.count(query) == 150)
    #expect(try catalogue.store.run(query).count == 50)
  }

  @Test func rowsThatNobodyChangesAreNeitherSkippedNorRepeated() throws {
    let store = try memoryStore()
    for title in ["b", "d", "f", "h"] { try store.create(title) }
    var query = try Query()
    try query.setLimit(2)
    let first = try store.run(query)
    #expect(first.texts(.title) == ["b", "d"])
    let place: Bytes = try #require(first.place)
    try query.setCursor(place)
    #expect(try store.deleteBooks(array([1, 2])) == 2)
    for title in ["a", "c", "e"] { try store.create(title) }
    let second = try store.run(query)
    #expect(second.texts(.title) == ["e", "f"])
    let next: Bytes = try #require(second.place)
    try query.setCursor(next)
    #expect(try store.run(query).texts(.title) == ["h"])
  }

  // MARK: Invalid cursors

  private func cursor(_ sort: [SortTerm]) throws -> [UInt8] {
    var sample = SampleQuery()
    sample.sort = sort
    var query = try sample.query()
    try query.setLimit(60)
    return Array(try #require(try catalogue.store.run(query).place))
  }

  @Test func aCursorOfAnotherOrderIsRefused() throws {
    let text = try cursor([SortTerm(.rating, descending: true)])
    let others: [[SortTerm]] = [
      [], [SortTerm(.rating, descending: false)], [SortTerm(.status, descending: true)],
      [SortTerm(.rating, descending: true), SortTerm(.title, descending: false)],
    ]
    for other in others {
      var sample = SampleQuery()
      sample.sort = other
      var query = try sample.query()
      try query.setCursor(bytes(text))
      let failure = failure { try catalogue.store.run(query) }
      #expect(failure?.kind == .cursor)
      #expect(failure?.field == "cursor")
    }
    // The order by title and author is the default, so its cursor is valid for a query without one.
    var query = try Query()
    try query.setCursor(
      bytes(try cursor([.init(.title, descending: false), .init(.author, descending: false)])))
    #expect(try catalogue.store.run(query).count == 90)
  }

  @Test func aDamagedCursorIsRefused() throws {
    let text = try cursor([
      SortTerm(.series, descending: true), SortTerm(.created, descending: false),
    ])
    _ = try Cursor(text: bytes(text))
    for index in text.indices {
      for other in Array("0f8".utf8) where other != text[index] {
        var damaged = text
        damaged[index] = other
        #expect(failure { try Cursor(text: bytes(damaged)) }?.kind == .cursor)
      }
      #expect(failure { try Cursor(text: bytes(Array(text[..<index]))) }?.kind == .cursor)
    }
    for tail in ["0", "00", " ", "\n"] {
      #expect(failure { try Cursor(text: bytes(text + Array(tail.utf8))) }?.kind == .cursor)
    }
  }

  @Test(arguments: ["", "x", "00", "ABCDEF", "dune", "é", String(repeating: "f", count: 40)])
  func aTextThatIsNoCursorIsRefused(text: String) throws {
    var query = try Query()
    let failure = failure { try query.setCursor(bytes(text)) }
    #expect(failure?.kind == .cursor)
    #expect(failure?.field == "cursor")
  }

  @Test func theByteAtFaultIsNamed() throws {
    var text = try cursor([])
    text[10] = UInt8(ascii: "G")
    #expect(failure { try Cursor(text: bytes(text)) }?.offset == 10)
  }

  /// Well-formed bytes with a correct checksum that no library made: nothing traps.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func aForgedCursorDoesNoHarm(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<300 {
      let order = SampleQuery.randomOrder(&dice)
      let values: [Statement.Value] = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
        dice.pick([
          .null, .integer(.min), .integer(.max), .real(.nan), .real(1), .text([0xFF]), .blob([]),
        ])
      }
      let forged = Cursor(order: order, values: values, id: dice.pick([.min, 0, .max]))
      #expect(try Cursor(text: bytes(forged.text)).order == order)
      var sample = SampleQuery()
      sample.sort = order
      var query = try sample.query()
      try query.setCursor(bytes(forged.text))
      if let failure = failure({ try catalogue.store.run(query) }) {
        #expect(failure.kind == .cursor)
      }
    }
  }
}
