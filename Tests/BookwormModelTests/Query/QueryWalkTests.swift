// Tests how the engine executes queries: each list walks the index in its plan, and is sorted only
// if no index has its order.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

private let sorts = "USE TEMP B-TREE FOR ORDER BY"
/// Sorts only what the walk, which provides a part of the order, has left unordered.
private let sortsTies = "USE TEMP B-TREE FOR A PART OF ORDER BY"

extension Connection {
  /// Returns how each SELECT of a query's list is executed.
  func walks(_ query: Query) throws -> [[String]] {
    let plan = try QueryPlan(query, self)
    return try plan.parts.map {
      try walk(
        QuerySQL(plan, dialect).select(
          query.selection.columns, $0, limit: query.limit ?? .max, offset: query.offset))
    }
  }

  func walk(_ select: QuerySQL.Select) throws -> [String] {
    let text = "EXPLAIN QUERY PLAN " + select.text
    let statement = try bound(QuerySQL.Select(text: text, values: select.values))
    defer { statement.reset() }
    var lines: [String] = []
    while try statement.step() { lines.append(string(statement.text(3))) }
    // SQLite's words for its internal steps differ from version to version.
    return lines.filter { $0 != "CREATE BLOOM FILTER" }.map {
      $0.hasPrefix("USE TEMP B-TREE FOR") && $0 != sorts ? sortsTies : $0
    }
  }
}

@Suite struct QueryWalkTests {
  let catalogue: Catalogue
  init() throws { catalogue = try Catalogue.shared.get() }

  /// Returns how the engine walks for a page of 50 books.
  private func walks(
    sort: [SortTerm] = [], whole: Bool = false, _ change: (inout Query) throws -> Void = { _ in }
  ) throws -> [[String]] {
    var query = try Query()
    for term in sort { try query.sort(by: term) }
    if !whole { try query.setLimit(50) }
    try change(&query)
    return try catalogue.store.read { try $0.walks(query) }
  }

  private static let byID = "SEARCH b USING INTEGER PRIMARY KEY (rowid=?)"
  /// Looks up each book of a sorted list of ids.
  private static let eachByID = ["SCAN i", byID]
  /// FTS5's plan of a search: `way` is 64 if the rows come in the order of their ids. After the M
  /// is the number of the searched column; the number after the last column means all of them.
  private static func index(_ way: Int) -> String {
    "VIRTUAL TABLE INDEX \(way):M\(BookField.all.count { $0.weight != nil })"
  }
  private static let counter = [
    "SCALAR SUBQUERY 1", "SEARCH counters USING PRIMARY KEY (kind=? AND key=?)",
  ]

  private func up(_ keys: SortKey...) -> [SortTerm] {
    keys.map { SortTerm($0, descending: false) }
  }
  private func down(_ keys: SortKey...) -> [SortTerm] {
    keys.map { SortTerm($0, descending: true) }
  }
  private func goOn(_ query: inout Query, after values: Statement.Value...) {
    query.cursor = Cursor(order: query.order, values: values, id: 3)
  }
  private let key = Statement.Value.blob([1])

  @Test(.ofFiles("SQLite's plans")) func indexedOrdersAreWalkedByTheirIndexes() throws {
    #expect(try walks() == [["SCAN b USING INDEX books_by_title"]])
    #expect(try walks(sort: up(.author, .title)) == [["SCAN b USING INDEX books_by_author"]])
    #expect(try walks(sort: up(.created)) == [["SCAN b USING INDEX books_by_created"]])
    #expect(try walks(sort: up(.updated)) == [["SCAN b USING INDEX books_by_updated"]])
    #expect(
      try walks(sort: down(.updated)) == [
        ["SCAN b USING INDEX books_by_updated", sortsTies]
      ])
    #expect(try walks(sort: down(.id)) == [["SCAN b"]])
    // Ids still increase among equal rows.
    #expect(
      try walks(sort: down(.title, .author)) == [
        ["SCAN b USING INDEX books_by_title", sortsTies]
      ])
  }

  @Test(.ofFiles("SQLite's plans")) func aCursorIsARangeOfTheIndex() throws {
    #expect(
      try walks { goOn(&$0, after: key, key) } == [
        ["SEARCH b USING INDEX books_by_title ((title_key,author_key)>(?,?))"]
      ])
    #expect(
      try walks(sort: down(.title)) { goOn(&$0, after: key) } == [
        ["SEARCH b USING INDEX books_by_title (title_key=?)", sortsTies],
        ["SEARCH b USING INDEX books_by_title (title_key<?)", sortsTies],
      ])
    #expect(
      try walks(sort: up(.created)) { goOn(&$0, after: .integer(4)) } == [
        ["SEARCH b USING INDEX books_by_created (created=? AND rowid>?)"],
        ["SEARCH b USING INDEX books_by_created (created>?)"],
      ])
    #expect(
      try walks(sort: down(.id)) { goOn(&$0) } == [
        ["SEARCH b USING INTEGER PRIMARY KEY (rowid<?)"]
      ])
  }

  @Test(.ofFiles("SQLite's plans")) func otherOrdersAreSorted() throws {
    for key in [SortKey.rating, .started, .series] {
      #expect(try walks(sort: up(key)) == [["SCAN b", sorts]])
      #expect(
        try walks(sort: down(key), whole: true) == [
          ["CO-ROUTINE i", "SCAN b", sorts] + Self.eachByID
        ])
    }
  }

  @Test(.ofFiles("SQLite's plans")) func aGenreIsWalkedInTheOrderOfItsTitles() throws {
    let genre = catalogue.genres[0]
    let links = "SEARCH l USING PRIMARY KEY (genre=?)"
    #expect(
      try walks { try $0.filterGenres(.any, [genre]) } == [[links, Self.byID, sortsTies]])
    let after = try walks {
      try $0.filterGenres(.any, [genre])
      goOn(&$0, after: key, key)
    }
    #expect(
      after == [
        ["SEARCH l USING PRIMARY KEY (genre=? AND title_key>?)", Self.byID, sortsTies]
      ])
    let rated = try walks {
      try $0.filterGenres(.any, [genre])
      try $0.filterRating(4, 5, orNotRated: 0)
    }
    #expect(rated == [Self.counter + [links, Self.byID, sortsTies]])
  }

  @Test(.ofFiles("SQLite's plans")) func severalGenresAreLookedUp() throws {
    let genres = Array(catalogue.genres.prefix(2))
    let found = [
      Self.byID, "LIST SUBQUERY 1", "SEARCH genre_books USING PRIMARY KEY (genre=?)",
    ]
    let each = "SEARCH book_genres USING PRIMARY KEY (book=? AND genre=?)"
    #expect(try walks { try $0.filterGenres(.any, genres) } == [found + [sorts]])
    #expect(
      try walks(whole: true) { try $0.filterGenres(.any, genres) } == [
        ["CO-ROUTINE i"] + found + [sorts] + Self.eachByID
      ])
    #expect(
      try walks { try $0.filterGenres(.all, genres) } == [
        found + ["CORRELATED SCALAR SUBQUERY 2", each, sorts]
      ])
    #expect(
      try walks { try $0.filterGenres(.none, genres) } == [
        ["SCAN b USING INDEX books_by_title", "CORRELATED SCALAR SUBQUERY 1", each]
      ])
  }

  @Test(.ofFiles("SQLite's plans"), arguments: ["", "author", "translator"])
  func aPersonsBooksAreLookedUp(role: String) throws {
    for whole in [false, true] {
      let walks = try walks(whole: whole) {
        try $0.filter(person: bytes("Neil Gaiman"), role: bytes(role))
      }
      #expect(!walks.joined().contains { ($0 + " ").hasPrefix("SCAN b ") }, "\(walks)")
    }
  }

  @Test(.ofFiles("SQLite's plans")) func aFiltersIndexIsTakenRatherThanTheOrders() throws {
    #expect(
      try walks(whole: true) { try $0.filterCreated(0, 5) } == [
        [
          "CO-ROUTINE i", "SEARCH b USING INDEX books_by_created (created>? AND created<?)",
          sorts,
        ] + Self.eachByID
      ])
  }

  @Test(.ofFiles("SQLite's plans")) func aSearchIsWalkedOrLookedUp() throws {
    func search(_ sort: [SortTerm], _ change: (inout Query) throws -> Void = { _ in }) throws
      -> [[String]]
    {
      try walks(sort: sort) {
        try $0.search(bytes("dune"), [], .all)
        try change(&$0)
      }
    }
    let matches = "SCAN book_search \(Self.index(0))"
    #expect(try search([]) == [[Self.byID, "LIST SUBQUERY 1", matches, sorts]])
    #expect(try search(up(.id)) == [["SCAN s \(Self.index(64))", Self.byID]])
    let ranked = [["CO-ROUTINE i", "SCAN s \(Self.index(0))", sorts] + Self.eachByID]
    #expect(try search(up(.rank)) == ranked)
    #expect(try search(up(.rank)) { goOn(&$0, after: .real(-1)) } == ranked)
    #expect(
      try search(up(.rank)) { try $0.filterFavourite(1) } == [
        ["SCAN s \(Self.index(0))", Self.byID, sorts]
      ])
    #expect(
      try walks { try $0.search(bytes("dune"), [], .none) } == [
        ["SCAN b USING INDEX books_by_title", "LIST SUBQUERY 1", matches]
      ])
  }

  @Test(.ofFiles("SQLite's plans")) func countsComeFromTheCountersAndTheIndexWhereTheyCan() throws {
    func walk(_ change: (inout Query) throws -> Void) throws -> [String] {
      var query = try Query()
      try change(&query)
      return try catalogue.store.read {
        try $0.walk($0.sql(query.whole).count())
      }
    }
    #expect(
      try walk { try $0.filterRating(4, 5, orNotRated: 0) }
        == ["SCAN CONSTANT ROW"] + Self.counter)
    #expect(
      try walk { try $0.search(bytes("dune"), [], .all) } == ["SCAN s \(Self.index(0))"])
    #expect(try walk { try $0.filterFavourite(1) } == ["SCAN b"])
  }
}
