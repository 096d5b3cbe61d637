// A bounded page of a query as an observer follows it.
import BookwormStorage

struct QuerySubject: Subject {
  private let live: LivePage
  private let mask: ChangeMask
  /// As of what has been told.
  private var state: PageState
  /// What was told before is not known.
  private var isLost = false

  var place: Int64 { state.place }
  var page: RowSet? { state.rows }

  /// In the page's turn, as all that follows. The connection sees one state of the store.
  init(_ live: LivePage, _ mask: ChangeMask, _ connection: Connection) throws {
    (self.live, self.mask) = (live, mask)
    state = try live.page(connection)
  }

  /// Where the page has the same books in the same order as then, what was changed of them is told.
  mutating func goBack(to since: Int64, _ connection: Connection) throws {
    let isKnown = try !connection.anyRun(after: since) {
      $0.entity == .genre || live.reader.isDeciding($0)
    }
    if isKnown {
      state = PageState(try live.page(connection), at: since, nil)
    } else {
      isLost = true
    }
  }

  mutating func look(_ connection: Connection) throws -> ChangeBatch? {
    if isLost {
      guard let page = try live.pageIfRead(connection) else { return nil }
      (state, isLost) = (page, false)
      return try .reread(state.place, Clock.now())
    }
    let (newest, batch) = try live.look(from: state, mask, connection)
    state = newest
    return batch
  }
}

extension Query {
  /// With what must be known of each row: its id, by which it is known again; and its genres, which
  /// go off books without a change of the books.
  func observed(_ mask: ChangeMask) throws -> Query {
    var query = self
    let needed: BookFields = mask.includes(.genres) ? [.id, .genres] : .id
    try query.setFields(query.selection.fields.union(needed))
    return query
  }
}
