// Places in a list: where a book stands, or the first that begins with a text, and the page before
// a place.
import BookwormStorage
import BookwormText

extension Session {
  /// How many books come before it; whatever the limit, the offset and the cursor.
  public func position(ofBook book: Int64, in query: Query) throws -> Int64 {
    try readCounters { connection in
      try connection.inSnapshot {
        guard let place = try connection.place(ofBook: book, in: query) else {
          _ = try connection.bookFacts(book)
          throw Failure(.notFound, "book", "the book \(book) is not among those of the query")
        }
        return try connection.count(query.backward(from: place))
      }
    }
  }

  /// How many books come before the first whose text, by which the query sorts, begins with this
  /// one; where none does, before the place that it would have.
  public func position(ofText text: Bytes, in query: Query) throws -> Int64 {
    try Rules.text(text, "text", limit: Rules.nameLimit)
    guard let first = query.order.first, first.key.isText, let column = first.key.columns.first
    else {
      throw Failure(
        .argument, "query", "the query sorts by no text first; only texts begin with a letter")
    }
    var key = ByteBuffer()
    try Keys.sort(text, into: &key)
    return try readCounters { connection in
      var plan = try QueryPlan(query.whole, connection)
      plan.parts = [.comesBefore(column, Array(key.bytes), descending: first.descending)]
      return try connection.count(plan)
    }
  }
}

extension Condition {
  /// What comes before all keys that begin with these bytes. Absent values come first, or last.
  fileprivate static func comesBefore(
    _ column: QueryColumn, _ key: [UInt8], descending: Bool
  ) -> Condition {
    if descending {
      // No key holds a byte that no UTF-8 has.
      return .compare(column, .greater, .blob(key + [0xFF]))
    }
    let isLess = Condition.compare(column, .less, .blob(key))
    return column.isNullable ? .any([isLess, .isAbsent(column)]) : isLess
  }
}

extension Query {
  /// All that comes before a place, from there to the beginning.
  func backward(from place: Cursor) -> Query {
    var query = self
    query.sort = order.map { SortTerm($0.key, descending: !$0.descending) }
    if !query.sort.contains(where: { $0.key == .id }) {
      query.sort.append(SortTerm(.id, descending: true))
    }
    query.limit = nil
    query.offset = 0
    query.cursor = Cursor(order: query.order, values: place.values, id: place.id)
    query.isBackward = false
    return query
  }

  /// As one that goes forward: from the place after which the page begins that ends at the cursor.
  func forward(_ connection: Connection) throws -> Query {
    guard isBackward, let cursor else { return self }
    guard cursor.order == order else { throw Failure.anotherOrder }
    var query = self
    query.isBackward = false
    var before = backward(from: cursor)
    if let limit {
      before.selection = try BookSelection.of(.id)
      before.offset = limit
      before.limit = 1
      if let place = try RowSource(before, connection).nextPlace() {
        query.cursor = Cursor(order: order, values: place.values, id: place.id)
        return query
      }
    }
    // There are no more than the page holds.
    query.cursor = nil
    query.limit = try connection.count(backward(from: cursor))
    return query
  }
}

extension Connection {
  /// Nil where the book does not match.
  fileprivate func place(ofBook book: Int64, in query: Query) throws -> Cursor? {
    var one = query.unplaced
    one.selection = try BookSelection.of(.id)
    one.limit = 1
    var plan = try QueryPlan(one, self)
    plan.parts = [.compare(.id, .equal, .integer(book))]
    return try RowSource(one, self, plan).nextPlace()
  }

  /// How many books come after the cursor.
  func count(_ query: Query) throws -> Int64 { try count(try QueryPlan(query, self)) }

  func count(_ plan: QueryPlan) throws -> Int64 {
    try QuerySQL(plan, dialect).countParts().reduce(0) { sum, part in
      let select = try bound(part)
      defer { select.reset() }
      return try select.step() ? sum + select.int64(0) : sum
    }
  }
}
