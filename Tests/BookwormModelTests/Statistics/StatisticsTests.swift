// Tests counts and averages: of the whole store from its counters, and of a query's matches by a
// scan.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

/// One row of a result of statistics, for comparing.
private struct Row: Equatable, CustomStringConvertible {
  var key: Int64 = 0
  var name: String?
  var ratings: [Int64]

  init(_ key: Int64, _ name: String?, _ ratings: [Int64]) {
    (self.key, self.name, self.ratings) = (key, name, ratings)
  }

  var books: Int64 { ratings.reduce(0, +) }

  var description: String { "\(key) \(name ?? "-") \(ratings)" }
}

extension RowSet {
  fileprivate var statistics: [Row] {
    (0..<count).map { row in
      let (key, name) = group(row)
      let numbers = statistics(row)
      return Row(key, name.map(string), (0...5).map { numbers.ratings[$0] })
    }
  }
}

@Suite struct StatisticsTests {
  private static let march: Int64 = 1_772_323_200_000  // 2026-03-01T00:00:00Z

  private func sample() throws -> Store {
    let store = try memoryStore()
    let genres = try ["łuk", "Book 10", "book 2", "Empty"].map { try store.genre(named: $0) }
    let books: [(String, Int32, [Int64], Int64, Int32?)] = [
      ("Émile Zola", 5, [genres[0], genres[1]], Self.march, 2026_03_05),
      ("emile zola", 0, [genres[0]], Self.march - 1, nil),
      ("Ann", 3, [genres[2]], Self.march, 2026_01_31),
      ("ann  ", 3, [], -1, 2026_01_01),
      ("Zoë", 1, [genres[1]], -62_135_596_800_000, 1_01_01),
    ]
    for (author, rating, genres, created, finished) in books {
      try store.create(
        SampleBook("Title", by: author).with {
          $0.rating = rating
          $0.genres = genres
          $0.created = created
          $0.finished = finished
          $0.series = author.hasPrefix("A") ? "Łódź" : author == "ann  " ? "LODZ" : nil
          $0.publisher = rating == 3 ? "Penguin" : nil
          $0.language = rating == 0 ? "pl" : nil
          $0.format = rating == 5 ? "ePub" : rating == 1 ? "epub" : nil
          $0.year = rating == 1 ? -5 : rating == 3 ? 1969 : nil
        })
    }
    _ = try store.createShelf(bytes("Rated"), line: bytes("rating>=3 limit:1"))
    _ = try store.createShelf(bytes("Empty"), line: bytes("author:nobody"))
    return store
  }

  private static func expected(_ group: StatisticsGroup) -> [Row] {
    switch group {
    case .genre:
      [
        Row(3, "book 2", [0, 0, 0, 1, 0, 0]), Row(2, "Book 10", [0, 1, 0, 0, 0, 1]),
        Row(4, "Empty", [0, 0, 0, 0, 0, 0]), Row(1, "łuk", [1, 0, 0, 0, 0, 1]),
      ]
    case .editor, .translator, .illustrator, .narrator, .introduction: []
    case .author, .person:
      [
        Row(0, "Ann", [0, 0, 0, 2, 0, 0]), Row(0, "Émile Zola", [1, 0, 0, 0, 0, 1]),
        Row(0, "Zoë", [0, 1, 0, 0, 0, 0]),
      ]
    case .contributorRole: [Row(0, "author", [1, 1, 0, 2, 0, 1])]
    case .monthAdded:
      [
        Row(101, nil, [0, 1, 0, 0, 0, 0]), Row(196912, nil, [0, 0, 0, 1, 0, 0]),
        Row(202602, nil, [1, 0, 0, 0, 0, 0]), Row(202603, nil, [0, 0, 0, 1, 0, 1]),
      ]
    case .monthFinished:
      [
        Row(101, nil, [0, 1, 0, 0, 0, 0]), Row(202601, nil, [0, 0, 0, 2, 0, 0]),
        Row(202603, nil, [0, 0, 0, 0, 0, 1]),
      ]
    case .series: [Row(0, "Łódź", [0, 0, 0, 2, 0, 0])]
    case .publisher: [Row(0, "Penguin", [0, 0, 0, 2, 0, 0])]
    case .language: [Row(0, "pl", [1, 0, 0, 0, 0, 0])]
    case .format: [Row(0, "ePub", [0, 1, 0, 0, 0, 1])]
    case .status: [Row(0, nil, [1, 1, 0, 2, 0, 1])]
    case .rating:
      [
        Row(0, nil, [1, 0, 0, 0, 0, 0]), Row(1, nil, [0, 1, 0, 0, 0, 0]),
        Row(3, nil, [0, 0, 0, 2, 0, 0]), Row(5, nil, [0, 0, 0, 0, 0, 1]),
      ]
    case .year: [Row(-5, nil, [0, 1, 0, 0, 0, 0]), Row(1969, nil, [0, 0, 0, 2, 0, 0])]
    case .decade: [Row(-10, nil, [0, 1, 0, 0, 0, 0]), Row(1960, nil, [0, 0, 0, 2, 0, 0])]
    case .shelf:
      [Row(2, "Empty", [0, 0, 0, 0, 0, 0]), Row(1, "Rated", [0, 0, 0, 2, 0, 1])]
    }
  }

  @Test func theStoreIsCountedAndAveraged() throws {
    let store = try sample()
    let rows = try store.statistics(nil)
    #expect(rows.statistics == [Row(0, nil, [1, 1, 0, 2, 0, 1])])
    let numbers = rows.statistics(0)
    #expect(numbers.books == 5)
    #expect(numbers.rated == 4)
    #expect(numbers.average == 3)
  }

  @Test func aStoreWithoutBooksHasNoAverage() throws {
    let numbers = try memoryStore().statistics(nil)
    #expect(numbers.statistics == [Row(0, nil, [0, 0, 0, 0, 0, 0])])
    #expect(numbers.statistics(0).average == 0)
    #expect(try memoryStore().statistics(Query()).statistics(0).average == 0)
  }

  @Test(arguments: StatisticsGroup.allCases)
  func theStoreIsCountedByGroup(group: StatisticsGroup) throws {
    #expect(try sample().statistics(nil, by: group).statistics == Self.expected(group))
  }

  @Test(arguments: StatisticsGroup.allCases)
  func allThatAQueryMatchesCountsAsTheStoreDoes(group: StatisticsGroup) throws {
    let expected = Self.expected(group).filter { group == .shelf || $0.name != "Empty" }
    #expect(try sample().statistics(Query(), by: group).statistics == expected)
  }

  @Test(arguments: StatisticsGroup.allCases, [true, false])
  func facetsAreTheGroupsBySize(group: StatisticsGroup, ofStore: Bool) throws {
    let rows = Self.expected(group).filter { $0.ratings != [0, 0, 0, 0, 0, 0] }
    let sorted = rows.enumerated().sorted {
      ($1.element.books, $0.offset) < ($0.element.books, $1.offset)
    }
    let query = ofStore ? nil : try Query()
    let store = try sample()
    let facets = try store.facets(query, by: group, words: bytes(""), limit: -1)
    #expect(facets.statistics == sorted.map(\.element))
    let first = try store.facets(query, by: group, words: bytes(""), limit: 1)
    #expect(first.statistics == sorted.prefix(1).map(\.element))
  }

  @Test func aQuerysLimitOffsetAndOrderDoNotCount() throws {
    let store = try sample()
    var query = try Query()
    try query.filterRating(3, 5, orNotRated: 0)
    try query.sort(by: SortTerm(.rating, descending: true))
    try query.setLimit(1)
    try query.setOffset(1)
    #expect(try store.statistics(query).statistics == [Row(0, nil, [0, 0, 0, 2, 0, 1])])
    #expect(
      try store.statistics(query, by: .author).statistics == [
        Row(0, "Ann", [0, 0, 0, 2, 0, 0]), Row(0, "Émile Zola", [0, 0, 0, 0, 0, 1]),
      ])
  }

  @Test func aBookOfAQuerysGenreCountsInEachOfItsGenres() throws {
    let store = try sample()
    var query = try Query()
    try query.filterGenres(.any, [1])
    #expect(
      try store.statistics(query, by: .genre).statistics == [
        Row(2, "Book 10", [0, 0, 0, 0, 0, 1]), Row(1, "łuk", [1, 0, 0, 0, 0, 1]),
      ])
    try query.filter(.title, contains: bytes("nowhere"))
    #expect(try store.statistics(query, by: .genre).count == 0)
    #expect(try store.statistics(query).statistics(0).books == 0)
  }

  @Test func aTransactionCountsWhatItHasWritten() throws {
    let store = try sample()
    let transaction = try store.begin(.write)
    try transaction.setRating(1, 4)
    _ = try transaction.deleteBook(5)
    #expect(try transaction.statistics(nil).statistics == [Row(0, nil, [1, 0, 0, 2, 1, 0])])
    #expect(
      try transaction.statistics(nil, by: .monthFinished).statistics == [
        Row(202601, nil, [0, 0, 0, 2, 0, 0]), Row(202603, nil, [0, 0, 0, 0, 1, 0]),
      ])
    try transaction.rollBack()
    for group in StatisticsGroup.allCases {
      #expect(try store.statistics(nil, by: group).statistics == Self.expected(group))
    }
  }

  @Test func damagedCountersAndRatingsTrapNowhere() throws {
    let folder = TemporaryFolder()
    let path = folder.file("store")
    let store = try openStore(path)
    let genre = try store.genre(named: "G")
    try store.create(SampleBook("T", by: "A").with { $0.genres = [genre] })
    try RawStore(path).execute(
      """
      UPDATE counters SET rated_0 = 9223372036854775807, rated_1 = 9223372036854775807,
        rated_2 = 'x', rated_5 = -9223372036854775808;
      UPDATE books SET rating = -7, created = 9223372036854775807, series = 'S', series_key = 's',
        publisher = 'P', publisher_key = 'p', language = 'l', format = 'f', status = 9,
        year = -9223372036854775808;
      INSERT INTO shelves (id, name, line, name_key, sort_key) VALUES (1, 'S', '', 's', 's');
      INSERT INTO readings (id, book, outcome, finished, created) VALUES (1, 1, 9, -5, 0)
      """)
    #expect(try store.statistics(nil).statistics(0).books == .max - 1)
    for group in StatisticsGroup.allCases {
      let rows = try store.statistics(nil, by: group)
      for row in 0..<rows.count { _ = rows.statistics(row).average }
      // The book has no contributors.
      if group.role != nil, group != .author { continue }
      let first = try store.statistics(Query(), by: group).statistics.first?.ratings
      #expect(first == [group == .rating ? .max : 1, 0, 0, 0, 0, 0])
    }
  }
}
