// Counts books and their ratings: of the store or of a query's books, in total or by group. For the
// whole store, the totals and the numbers by genre and by month come from the counters, so a large
// store takes no longer.
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum StatisticsGroup: Int32, Sendable, CaseIterable {
  case genre, author, monthAdded, monthFinished
  case series, publisher, language, format, status, rating, year, decade, shelf
  case editor, translator, illustrator, narrator, introduction, person, contributorRole

  /// Whether the groups have names, whose words can be searched.
  package var isNamed: Bool {
    switch self {
    case .genre, .author, .series, .publisher, .language, .format, .shelf: true
    case .editor, .translator, .illustrator, .narrator, .introduction, .person: true
    case .contributorRole: true
    case .monthAdded, .monthFinished, .status, .rating, .year, .decade: false
    }
  }

  /// For groups by the value of one of the fields below, that field; empty for all other groups.
  package var field: BookFields {
    switch self {
    case .author: .author
    case .series: .series
    case .publisher: .publisher
    case .language: .language
    case .format: .format
    case .year: .year
    default: []
    }
  }

  /// For groups by people in one role, that role; nil for all other groups, also for `person`,
  /// which counts people in any role.
  package var role: ContributorRole? {
    switch self {
    case .author: .author
    case .editor: .editor
    case .translator: .translator
    case .illustrator: .illustrator
    case .narrator: .narrator
    case .introduction: .introduction
    default: nil
    }
  }
}

extension Session {
  /// Returns one row.
  package func statistics(_ query: Query?) throws -> RowSet {
    guard let query else {
      return try readCounters { try $0.statistics(StatisticsSQL.ofStore, nil) }
    }
    return try readCounters { connection in try connection.statistics(of: query) }
  }

  /// Returns one row for each group. For the whole store, this includes genres without books.
  package func statistics(_ query: Query?, by group: StatisticsGroup) throws -> RowSet {
    if group == .shelf {
      return try readCounters { connection in
        try connection.statisticsByShelf(of: query ?? Query())
      }
    }
    if group == .rating {
      return try readCounters { connection in
        try connection.statisticsByRating(of: query ?? Query())
      }
    }
    if query == nil, let kind = group.counters {
      let sql = kind == .genre ? StatisticsSQL.byGenre : StatisticsSQL.byMonth
      return try readCounters { try $0.statistics(sql, kind) }
    }
    return try read { connection in
      try connection.inSnapshot { try connection.statistics(of: query ?? Query(), by: group) }
    }
  }
}

/// One row of a result of statistics.
package struct Statistics {
  /// The number of books with each rating; the last two lanes are 0.
  package let ratings: SIMD8<Int64>

  // A damaged counter may hold any number.
  package var rated: Int64 { (1...5).reduce(0) { $0 &+ ratings[$1] } }
  package var books: Int64 { ratings[0] &+ rated }

  /// The average of the rated books; 0 if none is rated.
  package var average: Double {
    guard rated != 0 else { return 0 }
    return (1...5).reduce(0) { $0 + Double($1) * Double(ratings[$1]) } / Double(rated)
  }
}

extension RowSet {
  static let statisticsLayout = RowLayout(
    [
      ColumnSpec("key", .int64),
      ColumnSpec("name", .text, optional: true),
      ColumnSpec("rated_0", .int64),
      ColumnSpec("rated_1", .int64),
      ColumnSpec("rated_2", .int64),
      ColumnSpec("rated_3", .int64),
      ColumnSpec("rated_4", .int64),
      ColumnSpec("rated_5", .int64),
    ])

  /// Returns the row's number, such as a genre's id or a month, or 0; and its name, if it has one.
  package func group(_ row: Int) -> (key: Int64, name: Bytes?) {
    let (key, name) = (layout.columns[0], layout.columns[1])
    return (
      number(key, row, as: Int64.self), isPresent(name, row) ? text(name, row) : nil
    )
  }

  package func statistics(_ row: Int) -> Statistics {
    var ratings = SIMD8<Int64>.zero
    for lane in 0...5 { ratings[lane] = number(layout.columns[lane + 2], row, as: Int64.self) }
    return Statistics(ratings: ratings)
  }

  func append(_ statistics: Statistics, key: Int64, name: Bytes?) throws {
    try appendRow {
      append(key, to: layout.columns[0])
      try append(optional: name, to: layout.columns[1])
      for lane in 0...5 { append(statistics.ratings[lane], to: layout.columns[lane + 2]) }
    }
  }
}

extension StatisticsGroup {
  /// Whether the groups come from a book's people, so that a book may belong to several.
  package var isOfPeople: Bool { role != nil || self == .person || self == .contributorRole }

  /// Whether NamedGroups counts the groups. Genres and shelves have names too, but are tables of
  /// the store.
  var isCountedInMemory: Bool { isNamed && self != .genre && self != .shelf }

  /// The counters of the group for the whole store. Other groups have no counters: an author's
  /// counter, for example, would cost every book a write.
  var counters: Counters.Kind? {
    switch self {
    case .genre: .genre
    case .monthAdded: .monthAdded
    case .monthFinished: .monthFinished
    default: nil
    }
  }
}

extension Connection {
  fileprivate func statistics(_ sql: SQL, _ kind: Counters.Kind?) throws -> RowSet {
    try statistics(counted(sql, kind))
  }

  func counted(_ sql: SQL, _ kind: Counters.Kind?) throws -> Statement {
    let select = try statement(sql)
    if let kind, kind != .genre { select.bind(1, kind.rawValue) }
    return select
  }

  /// Returns one row. Reads a counter if one counts the query's books.
  fileprivate func statistics(of query: Query) throws -> RowSet {
    try statistics(bound(sql(query.whole).statistics()))
  }

  fileprivate func statistics(of query: Query, by group: StatisticsGroup) throws -> RowSet {
    if group.isCountedInMemory {
      return try namedGroups(of: query, by: group).rows(largestFirst: false)
    }
    return try statistics(groups(of: query, by: group) { $0 })
  }

  /// Returns a SELECT of a query's groups, which the engine counts. `whole` transforms its text.
  func groups(
    of query: Query, by group: StatisticsGroup, _ whole: (String) -> String
  ) throws -> Statement {
    let books = try sql(query.whole).selecting(StatisticsSQL.columns(group))
    let sql = whole(StatisticsSQL.counting(group, books.text, dialect))
    return try bound(QuerySQL.Select(text: sql, values: books.values))
  }

  private func statistics(_ select: Statement) throws -> RowSet {
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 64)
    defer { select.reset() }
    try rows.append(rowsOf: select)
    return rows
  }

  /// One row for each rating that a book has.
  func statisticsByRating(of query: Query) throws -> RowSet {
    let all = try statistics(of: query).statistics(0)
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 6)
    for rating in 0...5 where all.ratings[rating] != 0 {
      var own = SIMD8<Int64>.zero
      own[rating] = all.ratings[rating]
      try rows.append(Statistics(ratings: own), key: Int64(rating), name: nil)
    }
    return rows
  }

  /// Sorted by name. Shelves whose lines only a newer library understands are left out.
  func statisticsByShelf(of query: Query) throws -> RowSet {
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 16)
    for shelf in try shelves() {
      guard let own = try? shelf.line.withUnsafeBufferPointer(SearchLine.query) else { continue }
      let both = try statistics(of: query.narrowed(by: own)).statistics(0)
      try shelf.name.withUnsafeBufferPointer { name in
        try rows.append(both, key: shelf.id, name: name)
      }
    }
    return rows
  }

  package func shelves() throws -> [(id: Int64, name: [UInt8], line: [UInt8])] {
    var shelves: [(id: Int64, name: [UInt8], line: [UInt8])] = []
    try each(ShelfSQL.names) { select in
      shelves.append((select.int64(0), Array(select.text(1)), Array(select.text(2))))
    }
    return shelves
  }
}

extension QuerySQL {
  /// The numbers of books with each rating, as a row of statistics.
  fileprivate func statistics() -> Select {
    guard case .counter(let counted) = plan.counting else {
      let books = selecting(StatisticsSQL.columns(nil))
      return Select(
        text: StatisticsSQL.counting(nil, books.text, dialect), values: books.values)
    }
    return Select(
      text: StatisticsSQL.counter(counted, key: "?", dialect),
      values: [.integer(counted.genre ?? 0)])
  }
}
