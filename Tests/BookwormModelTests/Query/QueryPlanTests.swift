// Tests the plans of queries, as values, without store and SQL.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormQuery
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct QueryPlanTests {
  /// Genres are identified by the first byte of their keys; 0 means none.
  private func plan(_ change: (inout Query) throws -> Void) throws -> QueryPlan {
    var query = try Query()
    try change(&query)
    return try QueryPlan(query) { key in key.first == 0 ? nil : key.first.map { Int64($0) } }
  }

  private func sorted(_ key: SortKey, descending: Bool = false) -> SortTerm {
    SortTerm(key, descending: descending)
  }

  private func term(_ column: QueryColumn, descending: Bool = false) -> QueryPlan.Term {
    QueryPlan.Term(column: column, descending: descending)
  }

  // MARK: Walks

  @Test func withoutFiltersTheBooksAreWalkedByTitleAndAuthor() throws {
    let plan = try plan { _ in }
    #expect(plan.walk == .books && plan.filters == [] && plan.parts == [.always])
    #expect(plan.order == [term(.titleKey), term(.authorKey)] && !plan.idsDescend)
    #expect(plan.reading == .walking && plan.most == nil)
    #expect(plan.counting == .counter(QueryPlan.Counted(genre: nil)))
  }

  @Test func theFirstSingleGenreIsWalkedWhereTitlesComeFirst() throws {
    let filters = { (query: inout Query) in
      try query.filterGenres(.none, [1])
      try query.filterGenres(.any, [2, 3])
      try query.filterGenres(.all, keys: [[4]], names: [])
      try query.filterGenres(.any, [5])
    }
    let byTitle = try plan(filters)
    #expect(byTitle.walk == .genre(4))
    #expect(
      byTitle.filters == [.genres(.none, [1]), .genres(.any, [2, 3]), .genres(.any, [5])])
    let byRating = try plan {
      try filters(&$0)
      try $0.sort(by: sorted(.rating))
    }
    #expect(byRating.walk == .books && byRating.filters.count == 4)
  }

  @Test func aGenreThatDoesNotExistIsNoBooks() throws {
    #expect(try plan { try $0.filterGenres(.any, keys: [[0]], names: []) }.filters == [.never])
    #expect(
      try plan { try $0.filterGenres(.all, keys: [[0], [1]], names: []) }.filters == [.never])
    #expect(
      try plan { try $0.filterGenres(.any, keys: [[0], [1]], names: []) }.filters
        == [.genres(.any, [1])])
    #expect(try plan { try $0.filterGenres(.none, keys: [[0]], names: []) }.filters == [])
    #expect(try plan { try $0.filterGenres(.all, [Int64]()) }.filters == [])
  }

  @Test func aSearchIsWalkedForItsIDsAndItsRanks() throws {
    let search = { (query: inout Query) in try query.search(bytes("dune"), [], .all) }
    var query = try Query()
    try search(&query)
    let expression = SearchExpression(searches: query.searches)
    #expect(expression.fts5 == Array("(\"dune\")".utf8))
    let byTitle = try plan(search)
    #expect(byTitle.walk == .books && byTitle.filters == [.found(expression)])
    #expect(byTitle.reading == .sorted)
    for key in [SortKey.id, .rank] {
      let plan = try plan {
        try search(&$0)
        try $0.sort(by: sorted(key))
      }
      #expect(plan.walk == .search(expression) && plan.filters == [])
      #expect(plan.reading == (key == .rank ? .ranked : .walking))
      #expect(plan.counting == .search(expression))
    }
  }

  @Test func whatIsNotToBeFoundIsAskedOfEachBook() throws {
    var query = try Query()
    try query.search(bytes("dune"), [], .none)
    let expression = SearchExpression(searches: query.searches)
    let plan = try plan { try $0.search(bytes("dune"), [], .none) }
    #expect(plan.walk == .books && plan.filters == [.not(.found(expression))])
    #expect(plan.reading == .walking)
    #expect(try self.plan { try $0.search(bytes("!"), [], .all) }.filters == [.never])
  }

  @Test func withoutASearchRanksAreEqual() throws {
    let plan = try plan {
      try $0.sort(by: sorted(.rank))
      try $0.sort(by: sorted(.created, descending: true))
      try $0.sort(by: sorted(.id, descending: true))
      try $0.sort(by: sorted(.title))
    }
    #expect(plan.order == [term(.created, descending: true)] && plan.idsDescend)
  }

  // MARK: Filters

  @Test func everyFilterIsAValue() throws {
    let plan = try plan {
      try $0.filterRating(3, 4, orNotRated: 1)
      try $0.filterFavourite(1)
      try $0.filterStatus(2)
      try $0.filterStatus(0)
      try $0.filter(.title, contains: bytes("É"))
      try $0.filter(.series, contains: bytes("ß"))
      try $0.filter(.year, 1965, .max)
      try $0.filterCreated(5, 7)
      try $0.filterStarted(nil, 2020_01_01)
    }
    let expected: [Condition] = [
      .any([
        .between(.rating, .integer(3), .integer(4)), .compare(.rating, .equal, .integer(0)),
      ]),
      .isOneOf(.status, [.integer(0), .integer(2)]),
      .contains(.title, Array("e".utf8)),
      .contains(.series, Array("ss".utf8)),
      .between(QueryColumn(name: "favourite"), .integer(1), .integer(1)),
      .between(.year, .integer(1965), .integer(Int64(Int32.max))),
      .all([
        .compare(.created, .atLeast, .integer(5)), .compare(.created, .less, .integer(7)),
      ]),
      .any([
        .between(.started, .integer(0), .integer(2020_01_01)),
        .hadReading(.started, .integer(0), .integer(2020_01_01)),
      ]),
    ]
    #expect(plan.filters == expected)
  }

  @Test func noMoreBooksAreLookedForThanTheCountersKnowOf() throws {
    let rated = try plan { try $0.filterRating(4, 5, orNotRated: 1) }
    let ofStore = QueryPlan.Counted(genre: nil, ratings: [0, 4, 5])
    #expect(rated.most == ofStore && rated.counting == .counter(ofStore))
    let inGenre = try plan {
      try $0.filterRating(5, 5, orNotRated: 0)
      try $0.filterGenres(.any, [7])
    }
    #expect(inGenre.counting == .counter(QueryPlan.Counted(genre: 7, ratings: [5])))
    let ofGenre = try plan { try $0.filterGenres(.any, [7]) }
    #expect(ofGenre.counting == .counter(QueryPlan.Counted(genre: 7)))
    let ofTwo = try plan { try $0.filterGenres(.any, [7, 8]) }
    #expect(ofTwo.counting == .walk)
    let more = try plan {
      try $0.filterRating(4, 5, orNotRated: 1)
      try $0.filterFavourite(0)
    }
    #expect(more.most == ofStore && more.counting == .walk)
  }

  // MARK: Reading

  @Test func aWholeListIsSortedByIDsWhereNoIndexHasItsOrder() throws {
    func reading(_ change: (inout Query) throws -> Void) throws -> QueryPlan.Reading {
      try plan(change).reading
    }
    for key in [SortKey.title, .author, .created, .id] {
      #expect(try reading { try $0.sort(by: sorted(key)) } == .walking)
    }
    #expect(try reading { try $0.sort(by: sorted(.rating)) } == .sorted)
    #expect(try reading { try $0.filterGenres(.any, [1, 2]) } == .sorted)
    #expect(try reading { try $0.filterGenres(.any, [1]) } == .walking)
    #expect(try reading { try $0.filterGenres(.none, [1]) } == .walking)
    #expect(try reading { try $0.filterCreated(0, 1) } == .sorted)
    let created = try reading {
      try $0.filterCreated(0, 1)
      try $0.sort(by: sorted(.created))
    }
    #expect(created == .walking)
    let page = try reading {
      try $0.sort(by: sorted(.rating))
      try $0.setLimit(50)
    }
    let ids = try reading {
      try $0.sort(by: sorted(.rating))
      try $0.setFields(.id)
    }
    #expect(page == .walking && ids == .walking)
  }

  // MARK: Continuing

  private func parts(
    _ sort: [SortTerm], _ values: [Condition.Value], search: String? = nil
  ) throws -> [Condition] {
    try plan {
      if let search { try $0.search(bytes(search), [], .all) }
      for term in sort { try $0.sort(by: term) }
      $0.cursor = Cursor(order: $0.order, values: values, id: 9)
    }.parts
  }

  @Test func severalRisingColumnsAreOneRange() throws {
    #expect(
      try parts([], [.blob([1]), .blob([2])]) == [
        .isAfter([.titleKey, .authorKey, .id], [.blob([1]), .blob([2]), .integer(9)])
      ])
  }

  @Test func otherOrdersAreARangeForEachColumn() throws {
    #expect(
      try parts([sorted(.rating, descending: true)], [.integer(3)]) == [
        .all([.compare(.rating, .same, .integer(3)), .compare(.id, .greater, .integer(9))]),
        .all([.compare(.rating, .less, .integer(3))]),
      ])
    #expect(
      try parts([sorted(.id, descending: true)], []) == [
        .all([.compare(.id, .less, .integer(9))])
      ])
  }

  @Test func absentValuesComeFirst() throws {
    let same = Condition.all([
      .compare(.started, .same, .null), .compare(.id, .greater, .integer(9)),
    ])
    #expect(
      try parts([sorted(.started)], [.null]) == [same, .all([.not(.isAbsent(.started))])])
    #expect(try parts([sorted(.started, descending: true)], [.null]) == [same])
    #expect(
      try parts([sorted(.started, descending: true)], [.integer(5)]).last
        == .all([.any([.compare(.started, .less, .integer(5)), .isAbsent(.started)])]))
  }

  @Test func aSearchGoesThroughWhatMatchesOnce() throws {
    let parts = try parts([sorted(.rank, descending: true)], [.real(-1)], search: "dune")
    #expect(
      parts == [
        .any([
          .all([.compare(.rank, .same, .real(-1)), .compare(.id, .greater, .integer(9))]),
          .all([.compare(.rank, .less, .real(-1))]),
        ])
      ])
    #expect(
      try self.parts([sorted(.id)], [], search: "dune") == [
        .all([.compare(.id, .greater, .integer(9))])
      ])
  }

  @Test func aCursorOfAnotherOrderIsRefused() throws {
    #expect(throws: Failure.self) { try parts([sorted(.rating)], []) }
    #expect(throws: Failure.self) {
      try plan { $0.cursor = Cursor(order: [], values: [], id: 1) }
    }
  }

  @Test func plansThatDifferInValuesHaveOneText() throws {
    func text(_ rating: Int32, _ genre: Int64, _ limit: Int64) throws -> [String] {
      let plan = try plan {
        try $0.filterRating(rating, 5, orNotRated: 1)
        try $0.filterGenres(.all, [genre, genre + 1])
        try $0.filter(.title, contains: bytes("x\(genre)"))
        try $0.setLimit(limit)
        $0.cursor = Cursor(order: $0.order, values: [.blob([]), .blob([])], id: genre)
      }
      let sql = QuerySQL(plan, SQLiteDialect())
      return plan.parts.map { sql.select("b.id", $0, limit: limit, offset: 0).text }
    }
    #expect(try text(4, 1, 10) == text(4, 20, 5))
    #expect(try text(4, 1, 10) != text(3, 1, 10))
  }

  @Test func ofManyThingsToLookUpAFewAreJoined() throws {
    let plan = try plan { query in
      for genre: Int64 in 1...9 { try query.filterGenres(.any, [genre, genre + 1]) }
      try query.filterRating(3, 5, orNotRated: 0)
    }
    let text = QuerySQL(plan, SQLiteDialect()).selecting("b.id").text
    #expect(text.ranges(of: "b.id IN (").count == 9)
    #expect(text.ranges(of: ") IS TRUE").count == 5)
  }
}

extension QueryColumn {
  fileprivate static let authorKey = QueryColumn(
    name: "author_key", hasIndex: true, isTextKey: true)
  fileprivate static let title = QueryColumn(name: "title")
  fileprivate static let series = QueryColumn(name: "series", isNullable: true)
  fileprivate static let year = QueryColumn(name: "year", isNullable: true)
}
