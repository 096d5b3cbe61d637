// A query subject observes a bounded page of a query.
import BookwormRecords
import BookwormStorage
import BookwormStore

struct QuerySubject: Subject {
  private let live: LivePage
  private let mask: ChangeMask
  /// The page as of the last report.
  private var state: PageState
  /// Whether it is unknown what was reported before.
  private var isLost = false

  var place: Int64 { state.place }
  var page: RowSet? { state.rows }

  /// Like all functions of this struct, this is called while the page's PageTurn is held. The
  /// connection sees one state of the store.
  init(_ live: LivePage, _ mask: ChangeMask, _ connection: Connection) throws {
    (self.live, self.mask) = (live, mask)
    state = try live.page(connection)
  }

  /// If nothing since `since` can have changed the page's books or their order, the next look
  /// reports the changes of these books. Otherwise it reports that the page must be read again.
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
  /// Adds the id, which identifies a row, and, if genres are observed, the genres: deleting a genre
  /// removes it from its books, but the log has no changes of these books.
  func observed(_ mask: ChangeMask) throws -> Query {
    var query = self
    let needed: BookFields = mask.includes(.genres) ? [.id, .genres] : .id
    try query.setFields(query.selection.fields.union(needed))
    return query
  }
}
