// A row source reads the rows of a query, a piece at a time.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class RowSource {
  private let query: Query
  private let connection: Connection
  /// Kept so that the connection is returned only when nothing here uses it any more.
  private let reader: DetachedReader?
  private let plan: QueryPlan
  private let finder: SearchFinder?
  private var nextPart = 0
  private var current: Statement?
  /// Whether the current row was read ahead, and has not yet been returned.
  private var peeked = false
  private var toSkip: Int64
  private var left: Int64
  /// The sizes of the columns of the last batch.
  private var sizes: [Int] = []

  /// Whether several SELECTs are needed, which must see one state of the store.
  var isComposite: Bool {
    plan.parts.count > 1 || query.selection.readsRelated || finder != nil
  }

  /// Reads all books, or those listed in memory.
  package convenience init(
    _ query: Query, _ connection: Connection, reader: DetachedReader? = nil, isListed: Bool = false
  ) throws {
    try query.checkIsForward()
    let plan = try QueryPlan(query, connection, isListed: isListed).walkingFirst(query, connection)
    self.init(query, connection, plan, reader: reader)
  }

  init(
    _ query: Query, _ connection: Connection, _ plan: QueryPlan, reader: DetachedReader? = nil
  ) {
    self.query = query
    self.connection = connection
    self.reader = reader
    self.plan = plan
    finder = SearchFinder(query)
    // Within one SELECT, the engine skips rows without reading them and sorts no more than it must.
    // Rows of several SELECTs are skipped here.
    toSkip = plan.parts.count > 1 ? query.offset : 0
    left = query.limit ?? Int64.max
  }

  deinit { current?.reset() }

  /// Returns at most `most` rows, or none at the end.
  package func next(_ most: Int64) throws -> RowSet {
    let wanted = min(most, left)
    // Without a limit this is a first guess; the result grows if necessary.
    let rows = try query.selection.rowSet(expecting: Int(clamping: min(wanted, 1024)))
    var place: Cursor?
    while rows.count < wanted, let row = try step() {
      if toSkip > 0 {
        toSkip -= 1
        continue
      }
      if rows.count == 0, beginsLater { try rows.setFirstCursor(cursor(at: row).text) }
      let found = FoundRow(finder: finder, rank: rank(of: row))
      try rows.append(row, query.selection, connection, found)
      left -= 1
      if rows.count == wanted { place = cursor(at: row) }
    }
    if let place, try step() != nil {
      peeked = true
      try rows.setCursor(place.text)
    }
    return rows
  }

  /// Whether books may come before the first row of a page.
  private var beginsLater: Bool {
    query.limit != nil && (query.cursor != nil || query.offset > 0)
  }

  /// The place of the next row, or nil at the end.
  func nextPlace() throws -> Cursor? {
    defer { current?.reset() }
    while let row = try step() {
      if toSkip == 0 { return cursor(at: row) }
      toSkip -= 1
    }
    return nil
  }

  /// The next rows as a record batch, or nil at the end.
  func nextBatch() throws -> RecordBatch? {
    let selection = query.selection
    let room = Int(clamping: min(left, Int64(RecordBatch.rowLimit)))
    let rows = try RecordBatch(selection.layout, rows: room, like: sizes)
    while !rows.isFull, left > 0, let row = try step() {
      if toSkip > 0 {
        toSkip -= 1
        continue
      }
      let found = FoundRow(finder: finder, rank: rank(of: row))
      try rows.append(row, selection, connection, found)
      left -= 1
    }
    sizes = rows.sizes
    return rows.count > 0 ? rows : nil
  }

  /// Reads up to `most` ids of a query that selects only ids. Returns false at the end.
  package func nextIDs(_ most: Int, into ids: inout IDList) throws -> Bool {
    for _ in 0..<most {
      guard left > 0, let row = try step() else { return false }
      if toSkip > 0 {
        toSkip -= 1
        continue
      }
      try ids.append(row.int64(0))
      left -= 1
    }
    return true
  }

  private func rank(of row: Statement) -> Double? {
    plan.rankPlace.map { row.double(query.selection.width + $0) }
  }

  private func step() throws -> Statement? {
    do { return try stepOn() } catch {
      // An engine would restart a failed statement, and its rows would come twice.
      current?.reset()
      current = nil
      nextPart = plan.parts.count
      throw error
    }
  }

  private func stepOn() throws -> Statement? {
    while true {
      if let current {
        if peeked {
          peeked = false
          return current
        }
        if try current.step() { return current }
        current.reset()
        self.current = nil
      }
      guard nextPart < plan.parts.count else { return nil }
      let (limit, overflow) = left.addingReportingOverflow(toSkip &+ 1)
      let select = QuerySQL(plan, connection.dialect).select(
        query.selection.columns, plan.parts[nextPart], limit: overflow ? Int64.max : limit,
        offset: plan.parts.count > 1 ? 0 : query.offset)
      nextPart += 1
      current = try connection.bound(select)
      if reader != nil { current?.readInPieces() }
    }
  }

  private func cursor(at row: Statement) -> Cursor {
    let values = plan.order.indices.map { row.value(query.selection.width + Int32($0)) }
    return Cursor(order: query.order, values: values, id: row.int64(0))
  }
}

extension Connection {
  package func bound(_ select: QuerySQL.Select) throws -> Statement {
    let statement = try statement(composed: select.text)
    for (index, value) in select.values.enumerated() {
      try statement.bind(Int32(index + 1), value)
    }
    return statement
  }
}

extension SearchFinder {
  /// Creates the finder of a query's search; nil if the query has no search, or requests neither
  /// `matched` nor `snippet`.
  package convenience init?(_ query: Query) {
    let searches = query.positiveSearches
    guard !query.selection.fields.isDisjoint(with: [.matched, .snippet]), !searches.isEmpty else {
      return nil
    }
    self.init(searches, marks: query.snippet)
  }
}
