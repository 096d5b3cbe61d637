// Finds the largest groups of a query's books, which frontends offer for narrowing the query.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns at most `limit` groups, or all if it is negative, the largest first, without empty
  /// groups. Unless `words` is blank, returns only groups whose name contains it at the beginning
  /// of a word.
  package func facets(
    _ query: Query?, by group: StatisticsGroup, words: Bytes, limit: Int64
  ) throws -> RowSet {
    try Rules.text(words, "words", limit: Rules.nameLimit)
    guard limit >= -1 else {
      throw Failure(.argument, "limit", "limit is \(limit); it must be 0 or more, or -1 for none")
    }
    guard group.isNamed || words.isEmpty else {
      throw Failure(.argument, "words", "words must be empty, because these groups have no names")
    }
    let filter = try NameFilter(words)
    guard let query else {
      return try groupList(by: group, rated: true).facets(filter, limit)
    }
    return try readCounters { connection in
      try connection.inSnapshot { try connection.facets(query, by: group, filter, limit) }
    }
  }
}

extension GroupList {
  fileprivate func facets(_ filter: NameFilter, _ limit: Int64) throws -> RowSet {
    let found = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 64)
    try forEach(filter) { key, name, statistics in
      guard limit < 0 || found.count < limit else { return false }
      try found.append(statistics, key: key, name: name)
      return true
    }
    return found
  }
}

extension Connection {
  fileprivate func facets(
    _ query: Query, by group: StatisticsGroup, _ filter: NameFilter, _ limit: Int64
  ) throws -> RowSet {
    if group == .shelf {
      let shelves = try statisticsByShelf(of: query).largestFirst()
      return try GroupList(shelves).facets(filter, limit)
    }
    if group == .rating {
      let ratings = try statisticsByRating(of: query).largestFirst()
      return try GroupList(ratings).facets(filter, limit)
    }
    if group.isCountedInMemory {
      return try namedGroups(of: query, by: group).rows(largestFirst: true, filter, limit: limit)
    }
    let select = try groups(of: query, by: group) { StatisticsSQL.largestFirst($0) }
    return try RowSet.facets(select, filter, limit)
  }

  /// Returns groups of all books, the largest first, without empty groups.
  func groupList(by group: StatisticsGroup) throws -> GroupList {
    if group.isCountedInMemory {
      return GroupList(try NameList(namedGroups(of: Query(), by: group, keepsLinks: true)))
    }
    guard let kind = group.counters else {
      return try GroupList(facets(Query(), by: group, .all, -1))
    }
    let sql = kind == .genre ? StatisticsSQL.genresBySize : StatisticsSQL.monthsBySize
    return try GroupList(RowSet.facets(try counted(sql, kind), .all, -1))
  }
}

extension RowSet {
  fileprivate static func facets(
    _ select: Statement, _ filter: NameFilter, _ limit: Int64
  ) throws -> RowSet {
    let rows = try RowSet(.statistics, statisticsLayout, expecting: 64)
    defer { select.reset() }
    while limit < 0 || rows.count < limit, try select.step() {
      let hasBooks = (2...7).contains { select.int64($0) != 0 }
      guard hasBooks, try select.isNull(1) || filter.matches(select.text(1)) else { continue }
      try rows.append(rowOf: select)
    }
    return rows
  }

  /// Returns the groups that have books, the largest first.
  fileprivate func largestFirst() throws -> RowSet {
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: count)
    let order = (0..<count).sorted { (-statistics($0).books, $0) < (-statistics($1).books, $1) }
    for row in order where statistics(row).books > 0 {
      let (key, name) = group(row)
      try rows.append(statistics(row), key: key, name: name)
    }
    return rows
  }
}
