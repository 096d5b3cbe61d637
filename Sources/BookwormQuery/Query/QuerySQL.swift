// Contains all SQL of queries: a plan becomes fixed fragments with bound values, never a caller's
// text. Plans that differ only in values have the same text, which is prepared once.
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct QuerySQL {
  package struct Select {
    let text: String
    /// The values of its first parameters.
    let values: [Statement.Value]
  }

  let plan: QueryPlan
  let dialect: any Dialect
  private let index: any SearchIndex

  package init(_ plan: QueryPlan, _ dialect: any Dialect) {
    (self.plan, self.dialect, index) = (plan, dialect, dialect.fullText.index)
  }

  // MARK: Whole statements

  /// The rows of one of the plan's parts, in order. Each has `columns`, which begin with the id,
  /// then the values that the order compares, and the rank if the plan has one. `limit` is the
  /// number of rows, `offset` the number of rows to skip before them.
  package func select(_ columns: String, _ part: Condition, limit: Int64, offset: Int64) -> Select {
    let sql =
      switch plan.reading {
      case .walking: walk(columns, part, limit, offset)
      case .sorted: sorted(columns, part, limit, offset)
      case .ranked: ranked(columns, part, limit, offset)
      }
    return Select(text: sql.text, values: sql.values)
  }

  func count() -> Select {
    switch plan.counting {
    case .walk: return selecting("count(*)")
    case .search(let expression):
      var sql = BoundText("SELECT count(*) FROM ")
      sql.append(index.rows(expression, ranked: false))
      if let condition = index.condition(expression) {
        sql.text += " WHERE "
        sql.append(condition)
      }
      return Select(text: sql.text, values: sql.values)
    case .counter(let counted):
      return Select(
        text: "SELECT \(number(counted, key: "?"))",
        values: [.integer(counted.genre ?? 0)])
    }
  }

  /// The number of books of each part.
  func countParts() -> [Select] {
    plan.parts.map { part in
      var sql = BoundText("SELECT count(*)")
      append(rowsOf: part, to: &sql)
      return Select(text: sql.text, values: sql.values)
    }
  }

  /// Counts, for each condition, the books that meet it, up to `most`. Each count is a row.
  func counts(of conditions: [Condition], atMost most: Int64) -> Select {
    var sql = BoundText("")
    for condition in conditions {
      sql.text += sql.text.isEmpty ? "" : " UNION ALL "
      sql.text += "SELECT count(*) FROM ("
      append(union: [condition], to: &sql)
      sql.text += " LIMIT "
      append(planned: most, to: &sql)
      sql.text += ") r"
    }
    return Select(text: sql.text, values: sql.values)
  }

  /// Columns of the matching books, in no order, or aggregates of them. The table books is called
  /// b.
  func selecting(_ columns: String) -> Select {
    var sql = BoundText("SELECT " + columns)
    append(rowsOf: .always, to: &sql)
    return Select(text: sql.text, values: sql.values)
  }

  private func walk(
    _ columns: String, _ part: Condition, _ limit: Int64, _ offset: Int64
  ) -> BoundText {
    var sql = BoundText("SELECT " + columns)
    for key in keys { sql.text += ", " + key }
    append(rowsOf: part, to: &sql)
    append(orderTo: &sql)
    append(limit, offset, to: &sql)
    return sql
  }

  private func sorted(
    _ columns: String, _ part: Condition, _ limit: Int64, _ offset: Int64
  ) -> BoundText {
    var sql = BoundText("SELECT " + columns)
    for place in keys.indices { sql.text += ", i.k\(place)" }
    sql.text += " FROM (SELECT b.id AS id"
    for (place, key) in keys.enumerated() { sql.text += ", \(key) AS k\(place)" }
    append(rowsOf: part, to: &sql)
    append(orderTo: &sql)
    append(limit, offset, to: &sql)
    sql.text += ") i \(dialect.joinInOrder) books b ON b.id = i.id"
    let terms = zip(keys.indices, plan.order).map { "i.k\($0)" + $1.direction }
    sql.text += dialect.inOrder((terms + ["i.id" + idDirection]).joined(separator: ", "))
    return sql
  }

  private func ranked(
    _ columns: String, _ part: Condition, _ limit: Int64, _ offset: Int64
  ) -> BoundText {
    var sql = BoundText("SELECT " + columns)
    sql.text += ", i.rank FROM (SELECT \(name(.id)) AS id, \(name(.rank)) AS rank FROM "
    if case .search(let expression) = plan.walk {
      sql.append(index.rows(expression, ranked: true))
    }
    append(conditions(part), to: &sql)
    append(orderTo: &sql)
    append(limit, offset, to: &sql)
    let directions = plan.order.map(\.descending) + [plan.idsDescend]
    let terms = zip(["i.rank", "i.id"], directions).map { $1 ? $0 + " DESC" : $0 }
    sql.text += ") i \(dialect.joinInOrder) books b ON b.id = i.id ORDER BY "
    sql.text += terms.joined(separator: ", ")
    return sql
  }

  // MARK: Their parts

  /// The columns to read in addition to the requested ones.
  private var keys: [String] {
    plan.order.map { name($0.column) } + (plan.tellsRank ? [name(.rank)] : [])
  }

  private func name(_ column: QueryColumn) -> String {
    switch (plan.walk, column) {
    case (.search, .id): index.id
    case (.search, .rank): index.rank
    // A genre's links contain it too, in their order.
    case (.genre, .titleKey): "l.title_key"
    case (_, .genreKey):
      """
      (SELECT g.sort_key FROM book_genres p JOIN genres g ON g.id = p.genre
      WHERE p.book = b.id ORDER BY p.position LIMIT 1)
      """
    case (_, .exactRating): "coalesce(b.exact_rating, CAST(b.rating AS double precision))"
    case _ where column.isZeroIfMissing: "coalesce(b.\(column.name), 0)"
    default: "b." + column.name
    }
  }

  private func append(rowsOf part: Condition, to sql: inout BoundText) {
    // An engine must begin with the table that the plan walks, and join the books to its rows.
    switch plan.walk {
    case .books: sql.text += " FROM books b"
    case .genre:
      sql.text += " FROM genre_books l \(dialect.joinInOrder) books b ON b.id = l.book"
    case .search(let expression):
      sql.text += " FROM "
      sql.append(index.rows(expression, ranked: comparesRank))
      sql.text += " \(dialect.joinInOrder) books b ON b.id = \(index.id)"
    case .listed: sql.text += " FROM " + BookSQL.inListed("books b", "b.id", dialect, "ab")
    }
    append(conditions(part), to: &sql)
  }

  private var comparesRank: Bool {
    plan.tellsRank || plan.order.contains { $0.column == .rank }
  }

  private func append(orderTo sql: inout BoundText) {
    sql.text += " ORDER BY "
    for term in plan.order {
      sql.text += name(term.column) + term.direction + ", "
    }
    sql.text += name(.id) + idDirection
  }

  private var idDirection: String { plan.idsDescend ? " DESC" : "" }

  private func append(_ limit: Int64, _ offset: Int64, to sql: inout BoundText) {
    sql.text += " LIMIT "
    if let most = plan.most {
      sql.values.append(.integer(most.genre ?? 0))
      let number = number(most, key: "?\(sql.values.count)")
      sql.text += "\(dialect.least)("
      append(planned: limit, to: &sql)
      sql.text += ", \(number))"
    } else {
      append(planned: limit, to: &sql)
    }
    sql.text += " OFFSET "
    append(planned: offset, to: &sql)
  }

  private func append(planned number: Int64, to sql: inout BoundText) {
    if let text = dialect.planned(number) { return sql.text += text }
    sql.values.append(.integer(number))
    sql.text += "?\(sql.values.count)"
  }

  /// The value of a counter by its key, or 0 if there is none.
  private func number(_ counted: QueryPlan.Counted, key: String) -> String {
    let sum = counted.ratings.reduce("0") { $0 + " + rated_\($1)" }
    let counters = CounterSQL.table(dialect)
    let row = "kind = \(counted.kind.rawValue) AND key = \(key)"
    return "coalesce((SELECT \(sum) FROM \(counters) WHERE \(row)), 0)"
  }

  // MARK: Conditions

  /// The part, then the filters. The walk's own conditions come before them.
  private func conditions(_ part: Condition) -> [Condition] {
    part == .always ? plan.filters : [part] + plan.filters
  }

  private func append(_ conditions: [Condition], to sql: inout BoundText) {
    var separator = " WHERE "
    switch plan.walk {
    case .books: break
    case .listed:
      if conditions.isEmpty { return }
      sql.text += " WHERE (i.b = 1 OR "
      append(.all(conditions), to: &sql)
      return sql.text += ")"
    case .genre(let id):
      sql.append(separator + "l.genre = ?", .integer(id))
      separator = " AND "
    case .search(let expression):
      if let condition = index.condition(expression) {
        sql.text += separator
        sql.append(condition)
        separator = " AND "
      }
    }
    var joins = 0
    for condition in conditions {
      sql.text += separator
      if condition.looksUp { joins += 1 }
      let isAsked = condition.looksUp && joins > QuerySQL.mostJoins
      if isAsked { sql.text += "(" }
      append(condition, to: &sql)
      if isAsked { sql.text += ") IS TRUE" }
      separator = " AND "
    }
  }

  /// A server's planner tries the possible orders of joins, which takes seconds for a hundred
  /// joins. So only the first look-ups may become joins; the others are conditions on a row (IS
  /// TRUE), which the planner does not reorder.
  private static let mostJoins = 4

  private func append(_ condition: Condition, to sql: inout BoundText) {
    switch condition {
    case .compare(let column, let comparison, let value):
      sql.append(name(column) + comparison.sql + "?", value)
    case .between(let column, let first, let last):
      sql.append(name(column) + " BETWEEN ? AND ?", first, last)
    case .isOneOf(let column, let values):
      sql.text += name(column) + " IN "
      sql.append(list: values)
    case .isAbsent(let column): sql.text += name(column) + " IS NULL"
    case .contains(let column, let key):
      let contains = dialect.contains(column.name, of: "b")
      let text = "(\(name(column)) IS NOT NULL AND \(contains))"
      sql.append(column.isNullable ? text : contains, .blob(key))
    case .equals(let column, let key):
      let equals = dialect.equals(column.name, of: "b")
      let text = "(\(name(column)) IS NOT NULL AND \(equals))"
      sql.append(column.isNullable ? text : equals, .blob(key))
    case .isAfter(let columns, let values): append(columns, " > ", values, to: &sql)
    case .isUpTo(let columns, let values): append(columns, " <= ", values, to: &sql)
    case .genres(let match, let ids): append(match, ids, to: &sql)
    case .found(let expression):
      sql.append(index.found(expression, isListed: plan.walk == .listed))
    case .identified(let key):
      sql.append("b.id IN (SELECT book FROM book_identifiers WHERE key = ?)", .blob(key))
    case .contributed(let person):
      sql.text += "b.id IN ("
      append(booksOf: person, to: &sql)
      sql.text += ")"
    case .hasContributor(let person):
      sql.text += "EXISTS ("
      append(booksOf: person, to: &sql)
      sql.text += " AND book = b.id)"
    case .hadReading(let column, let first, let last):
      // Few books have several readings; the others are decided without reading the table.
      let readings = "SELECT 1 FROM readings WHERE book = b.id AND \(column.name) BETWEEN ? AND ?"
      sql.append("(b.reading_count > 1 AND EXISTS (\(readings)))", first, last)
    case .hasAny(let table):
      sql.text += "EXISTS (SELECT 1 FROM \(table.rawValue) WHERE book = b.id)"
    case .all(let conditions): append(conditions, " AND ", none: "1 = 1", to: &sql)
    case .any(let conditions): append(conditions, " OR ", none: "1 = 0", to: &sql)
    case .anyLookedUp(let conditions) where plan.walk == .listed: append(.any(conditions), to: &sql)
    case .anyLookedUp(let conditions):
      sql.text += "b.id" + dialect.isAmong.before
      append(union: conditions, to: &sql)
      sql.text += dialect.isAmong.after
    case .not(.isAbsent(let column)): sql.text += name(column) + " IS NOT NULL"
    case .not(let condition):
      sql.text += "NOT "
      append(condition, to: &sql)
    case .isNotTrue(let condition):
      sql.text += "("
      append(condition, to: &sql)
      sql.text += ") IS NOT TRUE"
    }
  }

  private func append(
    _ conditions: [Condition], _ separator: String, none: String, to sql: inout BoundText
  ) {
    guard let first = conditions.first else { return sql.text += none }
    sql.text += "("
    append(first, to: &sql)
    for condition in conditions.dropFirst() {
      sql.text += separator
      append(condition, to: &sql)
    }
    sql.text += ")"
  }

  private func append(
    _ columns: [QueryColumn], _ comparison: String, _ values: [Statement.Value],
    to sql: inout BoundText
  ) {
    sql.text += "(" + columns.map(name).joined(separator: ", ") + ")" + comparison
    sql.append(list: values)
  }

  private func append(union conditions: [Condition], to sql: inout BoundText) {
    var separator = ""
    for condition in conditions {
      sql.text += separator
      if case .contributed(let person) = condition {
        append(booksOf: person, to: &sql)
      } else {
        sql.text += "SELECT b.id FROM books b WHERE "
        append(condition, to: &sql)
      }
      separator = " UNION ALL "
    }
  }

  private func append(booksOf person: PersonFilter, to sql: inout BoundText) {
    sql.text += "SELECT book FROM book_people WHERE "
    switch person.sought {
    case .whole(let key): sql.append("key = ?", .blob(key))
    case .part(let key): sql.append(dialect.holds("folded"), .blob(key))
    }
    if let role = person.role { sql.append(" AND role_key = ?", .blob(role)) }
  }

  private func append(_ match: Match, _ genres: [Int64], to sql: inout BoundText) {
    let ids = genres.map { Statement.Value.integer($0) }
    switch match {
    case .any where plan.walk == .listed:
      sql.text += "EXISTS (SELECT 1 FROM book_genres WHERE book = b.id AND genre IN "
      sql.append(list: ids)
      sql.text += ")"
    case .any:
      sql.text += "b.id IN (SELECT book FROM genre_books WHERE genre IN "
      sql.append(list: ids)
      sql.text += ")"
    case .all:
      guard let first = ids.first else { return append(Condition.always, to: &sql) }
      // Looks up the first genre's books and counts the other genres of each.
      sql.append("(b.id IN (SELECT book FROM genre_books WHERE genre = ?) AND ", first)
      sql.text += "(SELECT count(*) FROM book_genres WHERE book = b.id AND genre IN "
      sql.append(list: ids)
      sql.text += ") = \(Set(genres).count))"
    case .none:
      sql.text += "NOT EXISTS (SELECT 1 FROM book_genres WHERE book = b.id AND genre IN "
      sql.append(list: ids)
      sql.text += ")"
    }
  }
}
