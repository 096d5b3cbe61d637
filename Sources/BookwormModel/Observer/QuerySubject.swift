// A bounded page of a query as an observer follows it.
import BookwormStorage

struct QuerySubject: Subject {
  private(set) var place: Int64
  /// As of what has been told.
  private(set) var page: RowSet
  private let query: Query
  private let mask: ChangeMask

  static let pageLimit: Int64 = 10_000

  /// The connection sees one state of the store.
  init(_ query: Query, _ mask: ChangeMask, _ connection: Connection) throws {
    guard let limit = query.limit, limit <= QuerySubject.pageLimit else {
      throw Failure(
        .argument, "query",
        "an observed query needs a limit, of at most \(QuerySubject.pageLimit) rows")
    }
    var query = query
    // By the id a row is known again; genres go off books without a change of the books.
    let needed: BookFields = mask.includes(.genres) ? [.id, .genres] : .id
    try query.setFields(query.selection.fields.union(needed))
    self.query = query
    self.mask = mask
    place = try connection.lastChange()
    page = try QuerySubject.read(query, connection)
  }

  private static func read(_ query: Query, _ connection: Connection) throws -> RowSet {
    try RowSource(query, connection).next(Int64.max)
  }

  mutating func look(_ connection: Connection) throws -> Told? {
    var last: LoggedTransaction?
    var runs: [ChangeRun] = []
    var isKnown = true
    try connection.changes(after: place) { news in
      guard case .transaction(let transaction) = news else {
        isKnown = false
        return false
      }
      last = transaction
      if let some = transaction.runs, runs.count < QuerySubject.runLimit {
        runs += some.lazy.filter { $0.entity != .order }
      } else {
        isKnown = false
      }
      return true
    }
    if !isKnown {
      // What stands after a gap has been looked over too.
      place = try connection.lastChange()
      page = try QuerySubject.read(query, connection)
      return Told(
        changes: [.reread], transaction: place, committed: last?.committed ?? Clock.now(),
        more: false)
    }
    guard let last else { return nil }
    guard !runs.isEmpty else {
      place = last.id
      return nil
    }
    let new = try QuerySubject.read(query, connection)
    let changes = difference(to: new, runs)
    place = last.id
    page = new
    if changes.isEmpty { return nil }
    return Told(
      changes: changes, transaction: last.id, committed: last.committed, more: false)
  }

  /// Of many transactions together; a few megabytes.
  private static let runLimit = 100_000

  private func difference(to new: RowSet, _ runs: [ChangeRun]) -> [RowChange] {
    let old = page.ids
    let bookUpdates = QuerySubject.bookUpdates(of: Set(old), runs)
    let pages = PageDifference(from: old, to: new.ids, changed: Set(bookUpdates.keys))
    let updates = updates(bookUpdates, pages, new, runs)
    let placed = pages.placed.map { change in
      var change = change
      if change.kind == .moved { change.fields = updates[change.id]?.rawValue ?? 0 }
      return change
    }
    let moved = Set(placed.map(\.id))
    let updated = pages.kept.compactMap { row -> RowChange? in
      guard let fields = updates[row.id], !moved.contains(row.id) else { return nil }
      var change = RowChange(.updated, .book, row.id, fields.rawValue)
      (change.position, change.oldPosition) = (Int64(row.new), Int64(row.old))
      return change
    }
    return pages.left + placed + updated + genreUpdates(new, runs)
  }

  /// The fields of these books that have changed.
  private static func bookUpdates(of books: Set<Int64>, _ runs: [ChangeRun]) -> [Int64: BookFields]
  {
    var updates: [Int64: BookFields] = [:]
    for run in runs where run.entity == .book && run.operation == .update {
      let fields = BookFields(rawValue: run.fields)
      if run.count < Int64(books.count) {
        for id in run.first..<run.end where books.contains(id) {
          updates[id, default: []].formUnion(fields)
        }
      } else {
        for id in books where run.contains(id) { updates[id, default: []].formUnion(fields) }
      }
    }
    return updates
  }

  /// The fields of the rows of both pages that have changed and are wanted.
  private func updates(
    _ bookUpdates: [Int64: BookFields], _ pages: PageDifference, _ new: RowSet, _ runs: [ChangeRun]
  ) -> [Int64: BookFields] {
    var updates = bookUpdates.mapValues { mask.wanted($0) }.filter { !$0.value.isEmpty }
    // A genre that was deleted has gone off its books without a word of them.
    if runs.contains(where: { $0.entity == .genre && $0.operation != .update }) {
      for row in pages.kept where page.genres(row.old) != new.genres(row.new) {
        updates[row.id, default: []].insert(.genres)
      }
    }
    return updates
  }

  /// Genres of the page that have another name or colour.
  private func genreUpdates(_ new: RowSet, _ runs: [ChangeRun]) -> [RowChange] {
    let updates = runs.filter { $0.entity == .genre && $0.operation == .update }
    guard !updates.isEmpty else { return [] }
    var genres: Set<Int64> = []
    for row in 0..<new.count { genres.formUnion(new.genres(row)) }
    var changes = ChangeSet()
    for run in updates {
      for genre in genres.sorted() where run.contains(genre) {
        changes.add(.update, .genre, genre, run.fields)
      }
    }
    return changes.list.compactMap { mask.wanted($0) }
  }
}

extension RowSet {
  fileprivate var ids: [Int64] {
    guard let column = layout.columns.first(where: { $0.field == .id }) else { return [] }
    return (0..<count).map { number(column, $0, as: Int64.self) }
  }

  /// The genres of a row; none where they were not read.
  func genres(_ row: Int) -> [Int64] {
    guard let column = layout.columns.first(where: { $0.field == .genres }),
      let items = self.column(column).values?.assumingMemoryBound(to: Int64.self)
    else { return [] }
    return list(column, row).map { items[$0] }
  }
}
