// Compares queries with their meaning in plain Swift: each filter and order alone, and many
// together.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

/// One catalogue for all tests that only read. Many of its books have equal keys.
struct Catalogue: Sendable {
  let store: Store
  let genres: [Int64]
  let books: [SampleBook]

  static let shared = Result { try Catalogue(150) }

  init(_ count: Int, seed: UInt64 = 7) throws {
    let store = try memoryStore()
    genres = try ["Fantasy", "Horror", "Kids", "Łódź"].map { try store.genre(named: $0) }
    for book in catalogue(count, genres: genres, seed: seed) { try store.create(book) }
    // Books whose times of change differ from their times of creation.
    for id in stride(from: Int64(1), through: Int64(count), by: 3) {
      _ = try store.toggleFavourite(id)
    }
    var all = try Query()
    try all.setFields(.stored)
    books = try store.run(all).books
    self.store = store
  }

  /// Every way to read the query gives the expected result.
  func check(_ sample: SampleQuery, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let expected = sample.answer(books)
    let query = try sample.query()
    #expect(
      try store.run(query).ids == expected, "\(sample)", sourceLocation: sourceLocation)
    #expect(
      try store.count(query) == expected.count, "\(sample)", sourceLocation: sourceLocation)
  }
}

@Suite struct QueryTests {
  let catalogue: Catalogue
  init() throws { catalogue = try Catalogue.shared.get() }

  @Test func theCatalogueIsReadAsItWasWritten() {
    #expect(catalogue.books.count == 150)
    #expect(Set(catalogue.books.map(\.id)) == Set(1...150))
  }

  @Test(arguments: [Match.any, .all, .none])
  func genres(match: Match) throws {
    let ids = catalogue.genres
    for some in [
      [], [ids[0]], [ids[0], ids[0]], ids, [ids[1], ids[2]], [99], [ids[0], 99], [-1],
    ] {
      for sort in [[], [SortTerm(.rating, descending: true)], [SortTerm(.title, descending: true)]]
      {
        var sample = SampleQuery()
        sample.genres = [(match, some)]
        sample.sort = sort
        try catalogue.check(sample)
      }
    }
  }

  @Test func genresByName() throws {
    let ids = catalogue.genres
    let cases: [(Match, [String], [Int64])] = [
      (.any, ["FANTASY"], [ids[0]]), (.any, ["łÓDŹ", "horror"], [ids[3], ids[1]]),
      (.all, ["fantasy", "Unknown"], [ids[0], 99]), (.any, ["fantasy", "Unknown"], [ids[0]]),
      (.none, ["Unknown"], []), (.none, ["ｋｉｄｓ", "Unknown"], [ids[2]]), (.any, ["Lodz"], [99]),
    ]
    for (match, names, same) in cases {
      var query = try Query()
      try query.filterGenres(match, names: names.count) { bytes(names[$0]) }
      var sample = SampleQuery()
      sample.genres = [(match, same)]
      #expect(try catalogue.store.run(query).ids == sample.answer(catalogue.books), "\(names)")
    }
  }

  @Test func ratings() throws {
    for low in Int32(1)...5 {
      for high in low...5 {
        for orNotRated in Int32(0)...1 {
          var sample = SampleQuery()
          sample.rating = (low, high, orNotRated)
          try catalogue.check(sample)
        }
      }
    }
    var unrated = SampleQuery()
    unrated.rating = (0, 0, 0)
    try catalogue.check(unrated)
  }

  @Test func favouritesAndStatuses() throws {
    for favourite in Int32(0)...1 {
      var sample = SampleQuery()
      sample.favourite = favourite
      try catalogue.check(sample)
    }
    for statuses in [[0], [3], [1, 2], [0, 1, 2, 3], [2, 2]] as [[Int32]] {
      var sample = SampleQuery()
      sample.statuses = statuses
      try catalogue.check(sample)
    }
  }

  @Test func textsThatContain() throws {
    for needle in needles {
      var sample = SampleQuery()
      sample.title = [needle]
      try catalogue.check(sample)
      (sample.title, sample.author) = ([], [needle])
      try catalogue.check(sample)
      sample.author.append(("o", "o"))
      try catalogue.check(sample)
    }
  }

  @Test func seriesThatContain() throws {
    for needle in needles + [("", "")] {
      var sample = SampleQuery()
      sample.series = [needle]
      try catalogue.check(sample)
      sample.series.append(("o", "o"))
      try catalogue.check(sample)
    }
  }

  @Test func years() throws {
    for (first, last) in [
      (.min, .max), (.min, -1), (-750, -750), (-749, 1965), (0, 0), (1966, .max), (.max, .max),
    ] as [(Int32, Int32)] {
      var sample = SampleQuery()
      sample.year = (first, last)
      try catalogue.check(sample)
    }
    var query = try Query()
    let upsideDown = failure { try query.filter(.year, 2000, 1999) }
    #expect(upsideDown?.kind == .invalid && upsideDown?.field == "first")
  }

  @Test func instantsAndDates() throws {
    for (from, until) in [
      (Int64.min, .max), (0, 1), (0, 0), (-1, 0), (.min, -1), (1_700_000_000_001, .max),
      (.max, .max), (.min, .min),
    ] as [(Int64, Int64)] {
      var sample = SampleQuery()
      sample.created = (from, until)
      try catalogue.check(sample)
    }
    let dates: [(Int32?, Int32?)] = [
      (nil, nil), (2021_06_15, nil), (nil, 2021_06_15), (2021_06_15, 2021_06_15),
      (2021_06_16, 2021_06_16), (9999_12_31, nil), (nil, 1_01_01),
    ]
    for range in dates {
      var sample = SampleQuery()
      sample.started = range
      try catalogue.check(sample)
      (sample.started, sample.finished) = (nil, range)
      try catalogue.check(sample)
    }
  }

  @Test(arguments: SortKey.allCases)
  func everyKeySortsBothWaysAloneAndWithOthers(key: SortKey) throws {
    for descending in [false, true] {
      var sample = SampleQuery()
      sample.sort = [SortTerm(key, descending: descending)]
      try catalogue.check(sample)
      for other in SortKey.allCases where other != key {
        sample.sort = [
          SortTerm(key, descending: descending), SortTerm(other, descending: !descending),
        ]
        try catalogue.check(sample)
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func anyQueryAnswersWhatItMeans(seed: UInt64) throws {
    var dice = Dice(seed)
    for _ in 0..<60 {
      try catalogue.check(SampleQuery.random(&dice, genres: catalogue.genres))
    }
  }

  // MARK: Parts

  @Test(
    arguments: [
      (nil, 0), (0, 0), (1, 0), (150, 0), (151, 0), (nil, 149), (nil, 150), (10, 145), (5, 20),
      (Int64.max, 0), (nil, Int64.max), (Int64.max, Int64.max), (Int64.max, 1), (1, Int64.max),
      (Int64.max - 1, 2),
    ] as [(Int64?, Int64)])
  func aPartIsCutOutOfTheWhole(limit: Int64?, offset: Int64) throws {
    for sort in [[], [SortTerm(.series, descending: true)]] {
      var sample = SampleQuery()
      sample.sort = sort
      var query = try sample.query()
      if let limit { try query.setLimit(limit) }
      try query.setOffset(offset)
      let whole = sample.answer(catalogue.books)
      let expected = whole.dropFirst(Int(offset)).prefix(Int(clamping: limit ?? .max))
      let rows = try catalogue.store.run(query)
      #expect(rows.ids == Array(expected))
      #expect(try catalogue.store.count(query) == 150)
      // A result has a cursor if rows follow, and only then.
      #expect((rows.cursor != nil) == (expected.last != nil && expected.last != whole.last))
    }
  }

  @Test func aQueryReadsTheFieldsAskedFor() throws {
    var query = try Query()
    try query.setFields([.author, .genres])
    try query.setLimit(3)
    let rows = try catalogue.store.run(query)
    #expect(rows.fields == [.author, .genres])
    #expect(rows.texts(.author).count == 3)
    #expect(failure { try query.setFields(.rgb) }?.field == "fields")
  }

  // MARK: Refused queries

  @Test func aFilterThatMakesNoSenseIsRefused() throws {
    var query = try Query()
    let refused: [(String, Failure?)] = [
      ("minimum", failure { try query.filterRating(3, 2, orNotRated: 0) }),
      ("minimum", failure { try query.filterRating(0, 3, orNotRated: 0) }),
      ("minimum", failure { try query.filterRating(-1, 3, orNotRated: 0) }),
      ("maximum", failure { try query.filterRating(1, 6, orNotRated: 0) }),
      ("or_not_rated", failure { try query.filterRating(1, 2, orNotRated: 2) }),
      ("favourite", failure { try query.filterFavourite(2) }),
      ("status", failure { try query.filterStatus(4) }),
      ("from", failure { try query.filterCreated(1, 0) }),
      ("first", failure { try query.filterStarted(2026_02_30, nil) }),
      ("last", failure { try query.filterFinished(nil, 0) }),
      ("first", failure { try query.filterFinished(2026_01_02, 2026_01_01) }),
      ("limit", failure { try query.setLimit(-2) }),
      ("limit", failure { try query.setLimit(.min) }),
      ("offset", failure { try query.setOffset(-1) }),
      ("text", failure { try query.filter(.title, contains: bytes([0xFF])) }),
      ("names", failure { try query.filterGenres(.any, names: 1) { _ in bytes(" ") } }),
    ]
    for (field, failure) in refused { #expect(failure?.field == field, "\(field)") }
    #expect(try catalogue.store.count(query) == 150)
  }

  /// The number of matches comes from counters, which a transaction writes late.
  @Test func aQueryByRatingSeesWhatItsTransactionHasWritten() throws {
    let store = try memoryStore()
    let genre = try store.genre(named: "Fantasy")
    let ids = try ["B", "A"].map {
      try store.create(SampleBook($0).with { $0.genres = [genre] })
    }
    var best = try Query()
    try best.filterRating(4, 5, orNotRated: 0)
    var ofGenre = best
    try ofGenre.filterGenres(.any, [genre])
    let transaction = try store.begin(.write)
    for query in [best, ofGenre] { #expect(try transaction.run(query).ids == []) }
    for id in ids { _ = try transaction.setRating(id, 5) }
    for query in [best, ofGenre] {
      #expect(try transaction.run(query).ids == ids.reversed())
      #expect(try transaction.count(query) == 2)
    }
    _ = try transaction.setRating(ids[0], 3)
    for query in [best, ofGenre] { #expect(try transaction.run(query).ids == [ids[1]]) }
    try transaction.rollBack()
    for query in [best, ofGenre] { #expect(try store.count(query) == 0) }
  }

  @Test func aQueryIsNotSortedByOneKeyTwice() throws {
    var query = try Query()
    try query.sort(by: SortTerm(.title, descending: false))
    #expect(failure { try query.sort(by: SortTerm(.title, descending: true)) }?.field == "key")
    #expect(query.sort == [SortTerm(.title, descending: false)])
  }

  @Test func aQueryHasOnlySoManyFilters() throws {
    var query = try Query()
    for _ in 0..<100 { try query.filter(.title, contains: bytes("")) }
    #expect(failure { try query.filter(.author, contains: bytes("a")) }?.kind == .tooLarge)
    #expect(failure { try query.filterGenres(.any, [1]) }?.kind == .tooLarge)
    #expect(try catalogue.store.count(query) == 150)
    var many = try Query()
    try many.filterGenres(.none, Array(1000..<11000))
    #expect(failure { try many.filterGenres(.any, [1]) }?.kind == .tooLarge)
    #expect(try catalogue.store.count(many) == 150)
  }
}
