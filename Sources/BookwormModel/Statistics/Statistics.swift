// How many books there are, and how they are rated: of the store or of what a query matches, as a
// whole or by group. The store's own come from the counters, whatever its size.
import BookwormStorage

public enum StatisticsGroup: Int32, Sendable, CaseIterable {
  case genre, author, monthAdded, monthFinished
}

extension Session {
  /// One row.
  public func statistics(_ query: Query?) throws -> RowSet {
    guard let query else {
      return try readCounters { try $0.statistics(StatisticsSQL.ofStore, nil) }
    }
    return try read { try $0.statistics(of: query, by: nil) }
  }

  /// One row a group. Of the whole store also the genres that no book has.
  public func statistics(_ query: Query?, by group: StatisticsGroup) throws -> RowSet {
    guard let query else { return try statistics(by: group) }
    return try read { try $0.statistics(of: query, by: group) }
  }

  private func statistics(by group: StatisticsGroup) throws -> RowSet {
    switch group {
    case .genre:
      return try readCounters { try $0.statistics(StatisticsSQL.byGenre, nil) }
    case .author:
      // Nothing counts authors: an author's counter would cost every book a write.
      let all = try Query()
      return try read { try $0.statistics(of: all, by: .author) }
    case .monthAdded:
      return try readCounters { try $0.statistics(StatisticsSQL.byMonth, .monthAdded) }
    case .monthFinished:
      return try readCounters { try $0.statistics(StatisticsSQL.byMonth, .monthFinished) }
    }
  }
}

/// One row of a result of statistics.
public struct Statistics {
  /// How many books have each rating; the last two lanes are 0.
  public let ratings: SIMD8<Int64>

  // A damaged counter may hold any number.
  public var rated: Int64 { (1...5).reduce(0) { $0 &+ ratings[$1] } }
  public var books: Int64 { ratings[0] &+ rated }

  /// Of the books that are rated; 0 where none is.
  public var average: Double {
    guard rated != 0 else { return 0 }
    return (1...5).reduce(0) { $0 + Double($1) * Double(ratings[$1]) } / Double(rated)
  }
}

extension RowSet {
  fileprivate static let statisticsLayout = RowLayout(
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

  /// The row's group: a genre's id or a month, else 0; and a genre's or an author's name.
  public func group(_ row: Int) -> (key: Int64, name: Bytes?) {
    let (key, name) = (layout.columns[0], layout.columns[1])
    return (
      number(key, row, as: Int64.self), isPresent(name, row) ? text(name, row) : nil
    )
  }

  public func statistics(_ row: Int) -> Statistics {
    var ratings = SIMD8<Int64>.zero
    for lane in 0...5 { ratings[lane] = number(layout.columns[lane + 2], row, as: Int64.self) }
    return Statistics(ratings: ratings)
  }
}

extension Connection {
  fileprivate func statistics(_ sql: SQL, _ kind: Counters.Kind?) throws -> RowSet {
    let select = try statement(sql)
    if let kind { select.bind(1, kind.rawValue) }
    return try statistics(select)
  }

  fileprivate func statistics(of query: Query, by group: StatisticsGroup?) throws -> RowSet {
    let books = try sql(query.whole).selecting(StatisticsSQL.columns)
    let sql = StatisticsSQL.counting(group, books.text, dialect)
    return try statistics(bound(QuerySQL.Select(text: sql, values: books.values)))
  }

  private func statistics(_ select: Statement) throws -> RowSet {
    let rows = try RowSet(.statistics, RowSet.statisticsLayout, expecting: 64)
    defer { select.reset() }
    try rows.append(rowsOf: select)
    return rows
  }
}
