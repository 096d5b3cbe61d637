// Reads and updates the page of a query. It judges a change by the changed fields, and only looks
// at changed books and at books that it knows.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore

struct PageReader {
  let query: Query
  /// The query without its offset, used to filter and sort books that are listed by their ids.
  private let listed: Query
  /// The fields that decide which books are in the list, and their order.
  private let deciding: BookFields
  private let before: Int
  private let limit: Int
  /// The number of ids in a window; nil if the page does not have a window.
  private let room: Int?

  static let pageLimit: Int64 = 10_000
  /// With more changed books than this, looking at each is not worthwhile.
  private static let changedLimit: Int64 = 1000

  init(_ query: Query) throws {
    guard let limit = query.limit, limit <= PageReader.pageLimit else {
      throw Failure(
        .argument, "query",
        "an observed query needs a limit, of at most \(PageReader.pageLimit) rows")
    }
    self.query = query
    deciding = query.decidingFields
    (before, self.limit) = (Int(clamping: query.offset), Int(limit))
    // A book's rank in a search depends on all other books.
    let isRanked =
      !query.positiveSearches.isEmpty
      && (query.order.contains { $0.key == .rank } || query.selection.fields.contains(.rank))
    let isDeep = query.offset > PageReader.pageLimit
    room = isRanked || isDeep ? nil : before + self.limit + self.limit / 2 + 50
    var listed = query
    listed.offset = 0
    self.listed = listed
  }

  /// Runs the query. The connection sees one state of the store.
  func read(at place: Int64, _ connection: Connection) throws -> PageState {
    guard let room else {
      return try PageState(place, RowSource(query, connection).next(Int64.max), nil)
    }
    var whole = query
    try whole.setFields(.id)
    (whole.offset, whole.limit) = (0, Int64(room))
    var ids = IDList()
    let hasMore = try RowSource(whole, connection).nextIDs(room, into: &ids)
    let window = PageWindow(ids, isComplete: !hasMore)
    return try PageState(place, rows(of: window, connection), window)
  }

  // MARK: Changes

  /// Whether a change may affect which books are on the page, or their order.
  func isDeciding(_ run: ChangeRun) -> Bool {
    switch run.entity {
    case .book:
      run.operation != .update || !deciding.isDisjoint(with: BookFields(rawValue: run.fields))
    case .genre: deciding.contains(.genres)
    default: false
    }
  }

  /// Returns the page as of `place`, if it was `state` before these changes. Nil if the query must
  /// run again.
  func page(
    after state: PageState, _ runs: RunList, at place: Int64, _ connection: Connection
  ) throws -> PageState? {
    var changed = IDList()
    var table = CheckedMap<Int64, Int>()
    var touches = false
    for run in runs.runs {
      if isDeciding(run) {
        let room = PageReader.changedLimit - Int64(table.count)
        guard run.entity == .book, state.window != nil, run.count <= room else { return nil }
        for id in run.first..<run.end where try table.insert(id) { try changed.append(id) }
      }
      switch run.entity {
      case .book where !touches:
        run.forEach(in: state.rows.rowIDs, state.places) { _ in touches = true }
      // The page may show the genre's name, or that the book has the genre.
      case .genre: touches = true
      default: break
      }
    }
    var window = state.window
    if let known = window, table.count > 0 {
      window = try self.window(known, changed.ids, table, connection)
      touches = touches || window.map { isOther($0, than: known, state.rows.rowIDs) } ?? true
    }
    guard touches else { return PageState(state, at: place, window) }
    guard let window else { return nil }
    return try PageState(place, rows(of: window, connection), window)
  }

  /// Returns the window after changes. `changed` and `table` both have the ids of all changed
  /// books. Nil if too many books have left the window.
  private func window(
    _ window: PageWindow, _ changed: UnsafeBufferPointer<Int64>, _ table: CheckedMap<Int64, Int>,
    _ connection: Connection
  ) throws -> PageWindow? {
    guard let room else { return nil }
    var listed = IDList()
    for id in window.ids where table[id] == nil { try listed.append(id) }
    let known = listed.ids.count
    for id in changed { try listed.append(id) }
    var ids = IDList()
    var end = 0
    try connection.withBooks(listed.ids, known: known) {
      let select = try connection.bound(self.listed, "b.id, i.b", limit: Int64(room))
      defer { select.reset() }
      while try select.step() {
        try ids.append(select.int64(0))
        if select.int32(1) == 1 { end = ids.ids.count }
      }
    }
    let isComplete = window.isComplete && ids.ids.count < room
    if !window.isComplete {
      // Unknown books may belong before the changed books that come after the last unchanged book
      // of the window.
      ids.cut(to: end)
      guard end > before + limit else { return nil }
    }
    return PageWindow(ids, isComplete: isComplete)
  }

  // MARK: Rows

  /// Returns the ids of the page.
  private func part(of window: PageWindow) -> Slice<UnsafeBufferPointer<Int64>> {
    window.ids.dropFirst(before).prefix(limit)
  }

  /// Whether the page now has other books, or is now followed by books although it was not, or the
  /// reverse.
  private func isOther(
    _ window: PageWindow, than known: PageWindow, _ shown: UnsafeBufferPointer<Int64>
  ) -> Bool {
    let end = before + limit
    return (window.ids.count > end) != (known.ids.count > end)
      || !part(of: window).elementsEqual(shown)
  }

  /// Returns the page's rows, with the cursor after them if other rows follow.
  private func rows(of window: PageWindow, _ connection: Connection) throws -> RowSet {
    let ids = UnsafeBufferPointer(
      rebasing: window.ids.dropFirst(before).prefix(limit == 0 ? 0 : limit + 1))
    return try connection.withBooks(ids, known: ids.count) {
      try RowSource(listed, connection, isListed: true).next(Int64.max)
    }
  }
}

extension Connection {
  /// Runs `body` while the books with these ids are listed in memory. The first `known` of them are
  /// known to match the query.
  fileprivate func withBooks<R>(
    _ ids: UnsafeBufferPointer<Int64>, known: Int, _ body: () throws -> R
  ) throws -> R {
    try withTable(BookSQL.listedTable, KnownBooks(ids, known), body)
  }

  fileprivate func bound(_ listed: Query, _ columns: String, limit: Int64) throws -> Statement {
    let plan = try QueryPlan(listed, self, isListed: true)
    return try bound(
      QuerySQL(plan, dialect).select(columns, plan.parts[0], limit: limit, offset: 0))
  }
}

/// Ids of books, each with 1 if the book is known to match the query, otherwise 0.
private final class KnownBooks: MemoryRows {
  private let ids: UnsafeBufferPointer<Int64>
  private let known: Int

  init(_ ids: UnsafeBufferPointer<Int64>, _ known: Int) { (self.ids, self.known) = (ids, known) }

  var count: Int { ids.count }
  func integer(_ row: Int, _ column: Int) -> Int64 { column == 0 ? ids[row] : row < known ? 1 : 0 }
  func blob(_ row: Int) -> Bytes { Bytes(start: nil, count: 0) }
}
