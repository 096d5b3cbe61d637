// From a query to SQL: fixed fragments and bound values, never a caller's text.
import BookwormStorage

/// A list of books is read by one SELECT, or, from a cursor on, by several, one after the other:
/// the rows that equal the cursor in every column but the last, then in every one but the last two,
/// and so on. Each of them is a range of an index where the order has one.
struct CompiledQuery {
  struct Select {
    let sql: String
    let values: [Statement.Value]
  }

  let selects: [Select]
  /// Columns that the order compares, which follow the selection's in every row.
  let orderWidth: Int32
}

struct QueryCompiler {
  private let query: Query
  private let filters: [(sql: String, values: [Statement.Value])]
  /// The genre whose links are walked in the order of their titles.
  private let walkedGenre: Int64?
  private let columns: [OrderColumn]

  private struct OrderColumn {
    let name: String
    let descending: Bool
    let nullable: Bool
  }

  init(_ query: Query, _ connection: Connection) throws {
    self.query = query
    let order = query.order
    var filters: [(sql: String, values: [Statement.Value])] = []
    var walked: Int64?
    for filter in query.genreFilters {
      let ids = try QueryCompiler.genres(of: filter, connection)
      if walked == nil, order[0].key == .title, let id = QueryCompiler.single(filter, ids) {
        walked = id
      } else {
        filters.append(QueryCompiler.genreFilter(filter.match, ids))
      }
    }
    self.filters = filters + QueryCompiler.plainFilters(query)
    walkedGenre = walked
    columns = order.flatMap { term in
      QueryCompiler.orderColumns(term.key).map { column in
        let name = walked != nil && column.name == "title_key" ? "l.title_key" : "b." + column.name
        return OrderColumn(
          name: name, descending: term.descending, nullable: column.nullable)
      }
    }
    if let cursor = query.cursor {
      guard cursor.order == order, cursor.values.count == columns.count else {
        throw Failure(
          .cursor, "cursor", "the cursor was made by a query with another order")
      }
    }
  }

  // MARK: Filters

  /// Nil stands for a genre that does not exist, which no book has.
  private static func genres(
    of filter: Query.GenreFilter, _ connection: Connection
  ) throws -> [Int64?] {
    try filter.ids + filter.keys.map { try connection.genre(withKey: $0) }
  }

  private static func single(_ filter: Query.GenreFilter, _ ids: [Int64?]) -> Int64? {
    filter.match != .none && ids.count == 1 ? ids[0] : nil
  }

  private static func genreFilter(
    _ match: Match, _ ids: [Int64?]
  ) -> (sql: String, values: [Statement.Value]) {
    let known = ids.compactMap { $0 }
    let values = known.map { Statement.Value.integer($0) }
    let marks = known.map { _ in "?" }.joined(separator: ", ")
    switch match {
    case .any: return ("b.id IN (SELECT book FROM genre_books WHERE genre IN (\(marks)))", values)
    case .all:
      if known.count < ids.count { return ("0", []) }
      guard let first = known.first else { return ("1", []) }
      // The first genre's books are looked up, and the other genres counted for each.
      let different = Set(known).count
      return (
        """
        b.id IN (SELECT book FROM genre_books WHERE genre = ?) AND (SELECT count(*)
        FROM book_genres WHERE book = b.id AND genre IN (\(marks))) = \(different)
        """, [.integer(first)] + values
      )
    case .none:
      return (
        "NOT EXISTS (SELECT 1 FROM book_genres WHERE book = b.id AND genre IN (\(marks)))", values
      )
    }
  }

  private static func plainFilters(_ query: Query) -> [(sql: String, values: [Statement.Value])] {
    var filters: [(sql: String, values: [Statement.Value])] = []
    if let (range, orNotRated) = query.rating {
      let bounds = [range.lowerBound, range.upperBound].map { Statement.Value.integer(Int64($0)) }
      filters.append(
        (
          orNotRated ? "(b.rating BETWEEN ? AND ? OR b.rating = 0)" : "b.rating BETWEEN ? AND ?",
          bounds
        ))
    }
    if let favourite = query.favourite {
      filters.append(("b.favourite = ?", [.integer(favourite ? 1 : 0)]))
    }
    if !query.statuses.isEmpty {
      let marks = query.statuses.map { _ in "?" }.joined(separator: ", ")
      let values = query.statuses.map(\.rawValue).sorted()
      filters.append(("b.status IN (\(marks))", values.map { .integer(Int64($0)) }))
    }
    for key in query.titleContains {
      filters.append(("bookworm_contains(b.title, ?)", [.blob(key)]))
    }
    for key in query.authorContains {
      filters.append(("bookworm_contains(b.author, ?)", [.blob(key)]))
    }
    for key in query.seriesContains {
      filters.append(("b.series IS NOT NULL AND bookworm_contains(b.series, ?)", [.blob(key)]))
    }
    if let year = query.year {
      let bounds = [year.lowerBound, year.upperBound].map { Statement.Value.integer(Int64($0)) }
      filters.append(("b.year BETWEEN ? AND ?", bounds))
    }
    if let created = query.created {
      filters.append(
        (
          "b.created >= ? AND b.created < ?",
          [.integer(created.lowerBound), .integer(created.upperBound)]
        ))
    }
    for (name, dates) in [("started", query.started), ("finished", query.finished)] {
      guard let (first, last) = dates else { continue }
      filters.append(
        (
          "b.\(name) BETWEEN ? AND ?",
          [.integer(Int64(first ?? 0)), .integer(Int64(last ?? Int32.max))]
        ))
    }
    return filters
  }

  // MARK: Order

  private static func orderColumns(_ key: SortKey) -> [(name: String, nullable: Bool)] {
    switch key {
    case .title: [("title_key", false)]
    case .author: [("author_key", false)]
    case .rating: [("rating", false)]
    case .status: [("status", false)]
    case .created: [("created", false)]
    case .updated: [("updated", false)]
    case .started: [("started", true)]
    case .finished: [("finished", true)]
    case .favourite: [("favourite", false)]
    case .series: [("series_key", true), ("series_number", true)]
    }
  }

  private var orderBy: String {
    let terms = columns.map { $0.name + ($0.descending ? " DESC" : "") }
    return " ORDER BY " + (terms + ["b.id"]).joined(separator: ", ")
  }

  // MARK: Whole statements

  private func from(_ extra: [(sql: String, values: [Statement.Value])]) -> (
    sql: String, values: [Statement.Value]
  ) {
    var conditions = extra + filters
    // CROSS JOIN keeps SQLite from turning the walk round.
    var sql = " FROM books b"
    if let walkedGenre {
      sql = " FROM genre_books l CROSS JOIN books b ON b.id = l.book"
      conditions.insert(("l.genre = ?", [.integer(walkedGenre)]), at: 0)
    }
    if !conditions.isEmpty {
      sql += " WHERE " + conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
    }
    return (sql, conditions.flatMap(\.values))
  }

  /// The rows in order. What is read of each: the selection, and the columns of the order.
  func list() -> CompiledQuery {
    let head = columns.reduce("SELECT " + query.selection.columns) { $0 + ", " + $1.name }
    let selects = ranges().map { range in
      let (sql, values) = from(range.map { [$0] } ?? [])
      return CompiledQuery.Select(sql: head + sql + orderBy + " LIMIT ? OFFSET ?", values: values)
    }
    return CompiledQuery(selects: selects, orderWidth: Int32(columns.count))
  }

  func count() -> CompiledQuery.Select {
    let (sql, values) = from([])
    return CompiledQuery.Select(sql: "SELECT count(*)" + sql, values: values)
  }

  func ids() -> CompiledQuery.Select {
    let (sql, values) = from([])
    return CompiledQuery.Select(sql: "SELECT b.id" + sql, values: values)
  }

  /// The conditions that together hold for the rows after the cursor, in the order of those rows.
  private func ranges() -> [(sql: String, values: [Statement.Value])?] {
    guard let cursor = query.cursor else { return [nil] }
    // One range of the index does for several columns, few rows being equal in all of them but id;
    // for one column that may be equal in very many rows it would step through those again.
    if columns.count > 1, columns.allSatisfy({ !$0.descending && !$0.nullable }) {
      let names = (columns.map(\.name) + ["b.id"]).joined(separator: ", ")
      let marks = (cursor.values.map { _ in "?" } + ["?"]).joined(separator: ", ")
      return [("(\(names)) > (\(marks))", cursor.values + [.integer(cursor.id)])]
    }
    var ranges: [(sql: String, values: [Statement.Value])?] = []
    for equal in stride(from: columns.count, through: 0, by: -1) {
      var conditions: [String] = []
      var values: [Statement.Value] = []
      for (column, value) in zip(columns, cursor.values).prefix(equal) {
        conditions.append("\(column.name) IS ?")
        values.append(value)
      }
      if equal == columns.count {
        conditions.append("b.id > ?")
        values.append(.integer(cursor.id))
      } else if let (sql, bound) = QueryCompiler.after(columns[equal], cursor.values[equal]) {
        conditions.append(sql)
        values += bound
      } else {
        continue
      }
      ranges.append((conditions.joined(separator: " AND "), values))
    }
    return ranges
  }

  /// NULL comes first in ascending order; nothing comes after it in descending order.
  private static func after(
    _ column: OrderColumn, _ value: Statement.Value
  ) -> (sql: String, values: [Statement.Value])? {
    switch (column.descending, value) {
    case (false, .null): ("\(column.name) IS NOT NULL", [])
    case (false, _): ("\(column.name) > ?", [value])
    case (true, .null): nil
    case (true, _) where column.nullable:
      ("(\(column.name) < ? OR \(column.name) IS NULL)", [value])
    case (true, _): ("\(column.name) < ?", [value])
    }
  }
}
