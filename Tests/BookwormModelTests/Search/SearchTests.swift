// Tests searching: the found books, their ranks, where they matched, and streams.
import BookwormStorage
import BookwormText
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

extension Session {
  /// The ids of the books that a search finds, in the order they were added.
  func search(_ text: String, _ fields: BookFields = [], _ match: Match = .all) throws -> [Int64] {
    var query = try Query()
    try query.search(bytes(text), fields, match)
    try query.sort(by: SortTerm(.id, descending: false))
    return try run(query).ids
  }
}

@Suite struct SearchTests {
  let store: Store
  let dune: Int64
  let tokyo: Int64
  let lodz: Int64

  init() throws {
    store = try memoryStore()
    dune = try store.create(
      SampleBook("Dune", by: "Frank Herbert").with {
        $0.review = "The spice must flow, say the sandworms."
        $0.synopsis = "A desert planet"
      })
    tokyo = try store.create(
      SampleBook("東京大学物語", by: "江川達也").with { $0.notes = "도서관에서 빌림" })
    lodz = try store.create("Łódź Nights", by: "Zoë O’Brien")
    try store.addQuote("Fear is the mind-killer.", to: dune)
    try store.addQuote("Dune, by night", to: lodz)
  }

  @Test(arguments: [
    ("dune", [1, 3]), ("DUNE desert", [1]), ("dune herbert fear spice", [1]), ("lodz zoe", [3]),
    ("sand*", [1]), ("sand", []), ("\"must flow\"", [1]), ("\"flow must\"", []),
    ("\"must fl\"*", [1]), ("o'brien", [3]), ("brien o", [3]), ("\"brien o\"", []),
    ("mind-killer", [1]), ("killer-mind", []), ("東京", [2]), ("京大", [2]), ("東大", []),
    ("学", [2]), ("語", [2]), ("東京 도서관", [2]), ("도서", [2]), ("서관", [2]), ("에서", [2]),
    ("도", [2]), ("서과", []), ("night", [3]), ("night*", [3]), ("m* f*", [1]), ("n* f*", []),
    ("the", [1]),
    ("", [1, 2, 3]), ("  \t\u{3000}", [1, 2, 3]), ("!", []), ("\"", []), ("dune !", [1, 3]),
  ])
  func theWordsAreFoundWhereverTheyStand(text: String, expected: [Int64]) throws {
    #expect(try store.search(text) == expected)
  }

  @Test func anyOrNoneOfTheWordsMayBeAskedFor() throws {
    #expect(try store.search("spice 東京", [], .any) == [dune, tokyo])
    #expect(try store.search("spice 東京", [], .none) == [lodz])
    #expect(try store.search("nothing", [], .any) == [])
    #expect(try store.search("nothing", [], .none) == [dune, tokyo, lodz])
    #expect(try store.search("?", [], .any) == [])
    #expect(try store.search("?", [], .none) == [dune, tokyo, lodz])
    #expect(try store.search("", [], .none) == [dune, tokyo, lodz])
  }

  @Test func onlyTheFieldsAskedForAreSearched() throws {
    #expect(try store.search("dune", .title) == [dune])
    #expect(try store.search("dune", .quotes) == [lodz])
    #expect(try store.search("dune", [.author, .review]) == [])
    #expect(try store.search("dune fear", [.title, .quotes]) == [dune])
    #expect(try store.search("dune fear", .title) == [])
    #expect(try store.search("dune", .title, .none) == [tokyo, lodz])
    var query = try Query()
    let failure = failure { try query.search(bytes("a"), [.title, .rating], .all) }
    #expect(failure?.kind == .argument && failure?.field == "fields")
  }

  @Test func searchesAddUpAndCombineWithEveryFilter() throws {
    let genre = try store.genre(named: "SF")
    _ = try store.addGenre(genre, toBook: dune)
    var query = try Query()
    try query.search(bytes("dune"), [], .all)
    try query.search(bytes("spice fear"), [], .any)
    #expect(try store.run(query).ids == [dune])
    try query.search(bytes("desert"), [], .none)
    #expect(try store.run(query).ids == [] && store.count(query) == 0)

    var filtered = try Query()
    try filtered.search(bytes("dune"), [], .all)
    #expect(try store.count(filtered) == 2)
    try filtered.filterGenres(.all, [genre])
    #expect(try store.run(filtered).ids == [dune] && store.count(filtered) == 1)
    for key in SortKey.allCases {
      var sorted = filtered
      try sorted.sort(by: SortTerm(key, descending: true))
      #expect(try store.run(sorted).ids == [dune], "\(key)")
    }
    #expect(try store.setRating(5, matching: filtered) == 1)
    #expect(try store.read(dune).rating == 5)
    var deleted = try Query()
    try deleted.search(bytes("dune"), [], .all)
    #expect(try store.deleteBooks(matching: deleted) == 2)
    #expect(try store.run(Query()).ids == [tokyo])
  }

  @Test func noInputIsASyntaxErrorOfTheIndex() throws {
    var dice = Dice(51)
    let pieces = [
      "dune", "AND", "OR", "NOT", "NEAR(", ")", "\"", "*", ":", "-", "^", "+", "{", "}", "title",
      "'", ";", "--", "東", "도서", "\u{301}", "\u{10FFFF}", " ", " ", "\\", "%", "🐉", "rank",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...8, using: &dice)).map { _ in dice.pick(pieces) }.joined()
      let found = try store.search(text, dice.pick([[], .title, .searched]), .any)
      #expect(found.count <= 3, "\(text)")
    }
    var query = try Query()
    for text in [[0xFF], [0x61, 0x00, 0x62]] as [[UInt8]] {
      #expect(failure { try query.search(bytes(text), [], .all) }?.kind == .text)
    }
    let long = [UInt8](repeating: 0x61, count: 16385)
    #expect(failure { try query.search(bytes(long), [], .all) }?.kind == .tooLarge)
    for _ in 0..<100 { try query.search(bytes("a"), [], .all) }
    #expect(failure { try query.search(bytes("a"), [], .all) }?.kind == .tooLarge)
    #expect(try store.run(query).count == 1)
  }

  @Test(.ofFiles("more words than a server takes")) func veryManyWordsAreLookedFor() throws {
    let many = (0..<2000).map { "w\($0)" }.joined(separator: " ")
    #expect(try store.search(many) == [])
    #expect(try store.search(many + " dune", [], .any) == [dune, lodz])
  }

  // MARK: Order

  @Test func theBestComesFirst() throws {
    let title = try store.create("Spice", by: "A")
    let author = try store.create("B", by: "Spice")
    var query = try Query()
    try query.search(bytes("spice"), [], .all)
    try query.setFields([.id, .rank])
    try query.sort(by: SortTerm(.rank, descending: false))
    let rows = try store.run(query)
    #expect(rows.ids == [title, author, dune])
    let ranks = (0..<3).compactMap { rows.rank($0) }
    #expect(ranks.count == 3 && ranks == ranks.sorted() && ranks[2] < 0)
    query.sort = [SortTerm(.rank, descending: true)]
    #expect(try store.run(query).ids == [dune, author, title])
    query.sort = [SortTerm(.id, descending: true)]
    #expect(try store.run(query).ids == [author, title, dune])
    query.sort = []
    let byTitle = try store.run(query)
    #expect(byTitle.ids == [author, dune, title])
    #expect(byTitle.rank(0) == ranks[1])
  }

  @Test func withoutASearchAllRanksAreEqual() throws {
    var query = try Query()
    try query.sort(by: SortTerm(.rank, descending: true))
    #expect(try store.run(query).ids == [dune, tokyo, lodz])
    try query.search(bytes("dune"), [], .none)
    try query.setFields([.id, .rank, .matched, .snippet])
    let rows = try store.run(query)
    #expect(rows.ids == [tokyo])
    for field in [BookFields.rank, .matched, .snippet] { #expect(!rows.isPresent(field, 0)) }
  }

  // MARK: Where it matched

  private func findings(
    _ text: String, _ change: (inout Query) throws -> Void = { _ in }
  ) throws -> [String] {
    var query = try Query()
    try query.search(bytes(text), [], .all)
    try query.sort(by: SortTerm(.id, descending: false))
    try query.setFields([.id, .matched, .snippet])
    try change(&query)
    let rows = try store.run(query)
    let fields = rows.integers(.matched)
    return zip(fields, rows.texts(.snippet)).map { field, snippet in
      let bit = BookFields(rawValue: UInt64(field))
      return "\(SearchSQL.columns.first { $0.field == bit }?.name ?? "none"): \(snippet)"
    }
  }

  @Test func aSnippetShowsTheFieldInWhichMostStands() throws {
    #expect(try findings("dune") == ["title: [Dune]", "quotes: [Dune], by night"])
    #expect(
      try findings("dune the spice") == ["review: [The] [spice] must flow, say [the] sandworms."])
    #expect(try findings("fear desert") == ["synopsis: A [desert] planet"])
    #expect(try findings("도서") == ["notes: [도서]관에서 빌림"])
    #expect(
      try findings("mind-killer") { try $0.setSnippet(before: bytes("<b>"), after: bytes("</b>")) }
        == ["quotes: Fear is the <b>mind-killer</b>."])
    #expect(
      try findings("lodz") { try $0.setSnippet(before: bytes(""), after: bytes("")) }
        == ["title: Łódź Nights"])
    // Each search shows its own words, in the fields that it searched.
    let restricted = try findings("fear") { try $0.search(bytes("dune"), .title, .all) }
    #expect(restricted == ["title: [Dune]"])
    var query = try Query()
    let long = bytes([UInt8](repeating: 0x61, count: 16385))
    #expect(failure { try query.setSnippet(before: long, after: bytes("")) }?.field == "before")
    #expect(
      failure { try query.setSnippet(before: bytes(""), after: bytes([0])) }?.field == "after")
  }

  @Test func onlyAQueryReadsWhatASearchFound() throws {
    for field in [BookFields.rank, .matched, .snippet] {
      #expect(failure { try store.book(dune, field) }?.field == "fields")
      #expect(failure { try store.books(array([dune]), field) }?.field == "fields")
    }
  }

  // MARK: Parts

  @Test(arguments: [SortKey.rank, .id, .title, .updated])
  func pagesMakeUpTheWhole(key: SortKey) throws {
    for number in 0..<40 {
      try store.create("Needle \(number % 5)", by: number % 3 == 0 ? "Needle" : "Hay")
    }
    for descending in [false, true] {
      var query = try Query()
      try query.search(bytes("needle"), [], .all)
      try query.sort(by: SortTerm(key, descending: descending))
      let whole = try store.run(query).ids
      #expect(whole.count == 40)
      try query.setLimit(7)
      var (paged, pages) = ([Int64](), 0)
      while pages < 10 {
        let rows = try store.run(query)
        (paged, pages) = (paged + rows.ids, pages + 1)
        guard let place = rows.place else { break }
        try query.setCursor(place)
      }
      #expect(paged == whole, "\(key) \(descending)")
    }
  }

  @Test func aCursorByRankIsNoneByTitle() throws {
    var query = try Query()
    try query.search(bytes("dune"), [], .all)
    try query.sort(by: SortTerm(.rank, descending: false))
    try query.setLimit(1)
    let place = try #require(try store.run(query).place)
    query.sort = [SortTerm(.title, descending: false)]
    try query.setCursor(place)
    #expect(failure { try store.run(query) }?.kind == .cursor)
    // The same order without a search has no ranks to compare.
    query.sort = [SortTerm(.rank, descending: false)]
    query.searches = []
    #expect(failure { try store.run(query) }?.kind == .cursor)
  }

  /// A store in memory reads a stream in another way.
  @Test(arguments: [true, false])
  func aStreamTellsWhatTheSearchFound(inMemory: Bool) throws {
    let folder = TemporaryFolder()
    let store = try inMemory ? self.store : openStore(folder.file("store"))
    for number in 0..<10 { try store.create("Needle \(number)") }
    var query = try Query()
    try query.search(bytes("needle"), [], .all)
    try query.setFields([.title, .matched, .snippet, .rank])
    let whole = try store.run(query)
    let stream = try RowStream(store, query)
    var place = 0
    while true {
      let rows = try stream.next(3)
      if rows.count == 0 { break }
      #expect(rows.texts(.snippet) == whole.texts(.snippet)[place..<place + rows.count].map { $0 })
      for row in 0..<rows.count { #expect(rows.rank(row) == whole.rank(place + row)) }
      place += rows.count
    }
    #expect(place == 10 && whole.rank(0) != nil)
  }
}
