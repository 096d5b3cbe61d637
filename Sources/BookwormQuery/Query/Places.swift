// Finds positions in a list: of a book, and of the first book that begins with a text. Also reads
// the page before a place.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

extension Session {
  /// Returns the number of books before the given one, regardless of limit, offset and cursor.
  package func position(ofBook book: Int64, in query: Query) throws -> Int64 {
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

  /// Returns the number of books before the first one whose sort text begins with `text`, or, if
  /// there is none, the position that such a book would have.
  package func position(ofText text: Bytes, in query: Query) throws -> Int64 {
    try Rules.text(text, "text", limit: Rules.nameLimit)
    guard let first = query.order.first, first.key.isText, let column = first.key.columns.first
    else {
      throw Failure(
        .argument, "query",
        "the query does not sort by a text first; sort it by a text such as the title")
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
  /// The condition for all books before those whose keys begin with these bytes. Books without a
  /// key come first in ascending order, and last in descending order.
  fileprivate static func comesBefore(
    _ column: QueryColumn, _ key: [UInt8], descending: Bool
  ) -> Condition {
    if descending {
      // 0xFF does not occur in UTF-8, so no key contains it.
      return .compare(column, .greater, .blob(key + [0xFF]))
    }
    let isLess = Condition.compare(column, .less, .blob(key))
    return column.isNullable ? .any([isLess, .isAbsent(column)]) : isLess
  }
}

extension Query {
  /// Returns the query for all books before a place, from there back to the beginning of the list.
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

  /// Returns the forward query for the page that ends at the cursor.
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
    // All books before the place fit on the page.
    query.cursor = nil
    query.limit = try connection.count(backward(from: cursor))
    return query
  }
}

extension Connection {
  /// Returns the place of a book in the query's list; nil if the book does not match.
  fileprivate func place(ofBook book: Int64, in query: Query) throws -> Cursor? {
    var one = query.unplaced
    one.selection = try BookSelection.of(.id)
    one.limit = 1
    var plan = try QueryPlan(one, self)
    plan.parts = [.compare(.id, .equal, .integer(book))]
    return try RowSource(one, self, plan).nextPlace()
  }

  /// Returns the number of books after the query's cursor.
  func count(_ query: Query) throws -> Int64 { try count(try QueryPlan(query, self)) }

  func count(_ plan: QueryPlan) throws -> Int64 {
    try QuerySQL(plan, dialect).countParts().reduce(0) { sum, part in
      let select = try bound(part)
      defer { select.reset() }
      return try select.step() ? sum + select.int64(0) : sum
    }
  }
}
