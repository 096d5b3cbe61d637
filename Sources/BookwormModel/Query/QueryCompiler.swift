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
  /// The place after the selection's columns where a row tells its rank, if it does.
  let rank: Int32?
}

struct QueryCompiler {
  private let query: Query
  private let filters: [(sql: String, values: [Statement.Value])]
  /// The genre whose links are walked in the order of their titles.
  private let walkedGenre: Int64?
  /// What the search index is walked for: in the order of its ids, or for the rank of every row.
  private let walkedSearch: [UInt8]?
  private let columns: [OrderColumn]
  /// Ids break ties.
  private let id: (name: String, descending: Bool)

  private struct OrderColumn {
    let name: String
    let descending: Bool
    let nullable: Bool
  }

  init(_ query: Query, _ connection: Connection) throws {
    self.query = query
    let order = query.order
    let search = SearchCondition(query)
    walkedSearch = QueryCompiler.walksSearch(query) ? search.expression : nil
    var filters: [(sql: String, values: [Statement.Value])] = []
    var walked: Int64?
    for filter in query.genreFilters {
      let ids = try QueryCompiler.genres(of: filter, connection)
      if walked == nil, walkedSearch == nil, order[0].key == .title,
        let id = QueryCompiler.single(filter, ids)
      {
        walked = id
      } else {
        filters.append(QueryCompiler.genreFilter(filter.match, ids))
      }
    }
    self.filters =
      filters + QueryCompiler.filters(search, isWalked: walkedSearch != nil)
      + QueryCompiler.plainFilters(query)
    walkedGenre = walked
    let idTerm = order.first { $0.key == .id }
    id = (walkedSearch != nil ? "s.rowid" : "b.id", idTerm?.descending ?? false)
    let isRanked = walkedSearch != nil
    // Nothing comes after an id, which no two books share; without a search all ranks are equal.
    let terms = order.prefix { $0.key != .id }.filter { $0.key != .rank || isRanked }
    columns = terms.flatMap { term in
      QueryCompiler.orderColumns(term.key).map { column in
        let isLink = walked != nil && column.name == "title_key"
        let name =
          isLink ? "l.title_key" : term.key == .rank ? QueryCompiler.rank : "b." + column.name
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

  /// A page in the order of ids ends where it is full, and a rank is only told by the index itself.
  private static func walksSearch(_ query: Query) -> Bool {
    query.order[0].key == .id || query.order.contains { $0.key == .rank }
      || query.selection.fields.contains(.rank)
  }

  /// The sign keeps FTS5 from taking a comparison for the name of a ranking function.
  private static let rank = "+s.rank"

  private static func filters(
    _ search: SearchCondition, isWalked: Bool
  ) -> [(sql: String, values: [Statement.Value])] {
    let matches = "b.id IN (SELECT rowid FROM book_search WHERE book_search MATCH ?)"
    var filters: [(sql: String, values: [Statement.Value])] = []
    if search.isImpossible { filters.append(("0", [])) }
    if let expression = search.expression, !isWalked {
      filters.append((matches, [.text(expression)]))
    }
    for expression in search.excluded { filters.append(("NOT \(matches)", [.text(expression)])) }
    return filters
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
    case .rank: [("rank", false)]
    case .id: []
    }
  }

  private var orderBy: String {
    let terms = columns.map { $0.name + ($0.descending ? " DESC" : "") }
    let last = id.name + (id.descending ? " DESC" : "")
    return " ORDER BY " + (terms + [last]).joined(separator: ", ")
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
    } else if let walkedSearch {
      sql = " FROM book_search s CROSS JOIN books b ON b.id = s.rowid"
      conditions.insert(("s.book_search MATCH ?", [.text(walkedSearch)]), at: 0)
    }
    if !conditions.isEmpty {
      sql += " WHERE " + conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
    }
    return (sql, conditions.flatMap(\.values))
  }

  /// The rows in order. What is read of each: the selection, and the columns of the order.
  func list() -> CompiledQuery {
    if let ranked = rankedList() { return ranked }
    var keys = columns.map(\.name)
    var rank: Int32?
    if walkedSearch != nil, query.selection.fields.contains(.rank) {
      rank = Int32(keys.count)
      keys.append(QueryCompiler.rank)
    }
    let sortsIDs = mustSortAll
    let named = sortsIDs ? keys.enumerated().map { "\($1) AS k\($0)" } : keys
    let head = named.reduce(sortsIDs ? "b.id AS id" : query.selection.columns) { $0 + ", " + $1 }
    let selects = ranges().map { range in
      var (from, values) = from(range.map { [$0] } ?? [])
      let limit = limit(&values)
      var sql = "SELECT \(head)\(from)\(orderBy) LIMIT \(limit) OFFSET ?\(values.count + 2)"
      if sortsIDs {
        let row = keys.indices.reduce(query.selection.columns) { $0 + ", i.k\($1)" }
        // What is joined comes in the order of the left side, which CROSS JOIN keeps on the left.
        sql = "SELECT \(row) FROM (\(sql)) i CROSS JOIN books b ON b.id = i.id"
      }
      return CompiledQuery.Select(sql: sql, values: values)
    }
    return CompiledQuery(selects: selects, orderWidth: Int32(columns.count), rank: rank)
  }

  /// The rows asked for, whose number follows the values, but no more than the counters know of: a
  /// walk ends with the last book that matches, and does not begin where there is none.
  private func limit(_ values: inout [Statement.Value]) -> String {
    guard let (counted, key) = counted else { return "?\(values.count + 1)" }
    values.append(key)
    return "min(?\(values.count + 1), (\(counted)?\(values.count)))"
  }

  /// How many books of the walked genre, or of the store, have the ratings asked for: an aggregate
  /// of one counter, and the counter's key, which comes last.
  private var counted: (sql: String, key: Statement.Value)? {
    guard let (range, orNotRated) = query.rating else { return nil }
    let ratings = (0...5).filter { range.contains(Int32($0)) || orNotRated && $0 == 0 }
    let sum = ratings.reduce("0") { $0 + " + rated_\($1)" }
    let kind = (walkedGenre == nil ? Counters.Kind.store : .genre).rawValue
    let sql = "SELECT ifnull(sum(\(sum)), 0) FROM counters WHERE kind = \(kind) AND key = "
    return (sql, .integer(walkedGenre ?? 0))
  }

  /// Whether all that matches is to be sorted. Then only ids are, with what the order compares, and
  /// each book is read when its turn comes: whole rows of a large store would fill the memory.
  private var mustSortAll: Bool {
    guard query.limit == nil, let first = columns.first?.name else { return false }
    // These have an index, which SQLite leaves for one that a filter has.
    let indexed = ["b.title_key", "b.author_key", "b.created", "l.title_key"].contains(first)
    return !indexed || walkedSearch != nil || query.created != nil && first != "b.created"
      || filters.contains { $0.sql.hasPrefix("b.id IN") }
  }

  /// By rank alone, and all that matches: then the best are found before any book is looked at.
  private func rankedList() -> CompiledQuery? {
    guard let walkedSearch, filters.isEmpty, columns.map(\.name) == [QueryCompiler.rank] else {
      return nil
    }
    let range = ranges()[0]
    let found = """
      SELECT s.rowid AS id, s.rank AS rank FROM book_search s
      WHERE s.book_search MATCH ? \(range.map { "AND (\($0.sql))" } ?? "")\(orderBy)
      LIMIT ? OFFSET ?
      """
    let order = "s.rank\(columns[0].descending ? " DESC" : ""), s.id\(id.descending ? " DESC" : "")"
    let sql = """
      SELECT \(query.selection.columns), s.rank
      FROM (\(found)) s CROSS JOIN books b ON b.id = s.id ORDER BY \(order)
      """
    let values = [.text(walkedSearch)] + (range?.values ?? [])
    let select = CompiledQuery.Select(sql: sql, values: values)
    return CompiledQuery(selects: [select], orderWidth: 1, rank: 0)
  }

  func count() -> CompiledQuery.Select {
    if let walkedSearch, filters.isEmpty {
      return CompiledQuery.Select(
        sql: "SELECT count(*) FROM book_search s WHERE s.book_search MATCH ?",
        values: [.text(walkedSearch)])
    }
    // The rating is the only filter.
    if let (sql, key) = counted, filters.count == 1, walkedSearch == nil {
      return CompiledQuery.Select(sql: sql + "?", values: [key])
    }
    return selecting("count(*)")
  }

  /// Columns of the matching books, in no order: of the table books as b, or aggregates of them.
  func selecting(_ columns: String) -> CompiledQuery.Select {
    let (sql, values) = from([])
    return CompiledQuery.Select(sql: "SELECT " + columns + sql, values: values)
  }

  /// The conditions that together hold for the rows after the cursor, in the order of those rows.
  private func ranges() -> [(sql: String, values: [Statement.Value])?] {
    guard let cursor = query.cursor else { return [nil] }
    // One range of the index does for several columns, few rows being equal in all of them but id;
    // for one column that may be equal in very many rows it would step through those again.
    if columns.count > (walkedSearch == nil ? 1 : 0), !id.descending,
      columns.allSatisfy({ !$0.descending && !$0.nullable })
    {
      let names = (columns.map(\.name) + [id.name]).joined(separator: ", ")
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
        conditions.append(id.descending ? "\(id.name) < ?" : "\(id.name) > ?")
        values.append(.integer(cursor.id))
      } else if let (sql, bound) = QueryCompiler.after(columns[equal], cursor.values[equal]) {
        conditions.append(sql)
        values += bound
      } else {
        continue
      }
      ranges.append((conditions.joined(separator: " AND "), values))
    }
    guard walkedSearch != nil, ranges.count > 1 else { return ranges }
    // No index has such an order: each range would go through all that matches.
    let known = ranges.compactMap { $0 }
    return [
      (known.map { "(\($0.sql))" }.joined(separator: " OR "), known.flatMap(\.values))
    ]
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
