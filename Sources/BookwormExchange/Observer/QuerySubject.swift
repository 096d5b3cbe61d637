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

  /// Like all functions below, runs in the page's turn. The connection sees one state of the store.
  init(_ live: LivePage, _ mask: ChangeMask, _ connection: Connection) throws {
    (self.live, self.mask) = (live, mask)
    state = try live.page(connection)
  }

  /// If the page then had the same books in the same order, reports the changes of these books.
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
  /// Adds the fields needed of each row: its id, to recognize it, and its genres, which can be
  /// removed from books without a change of the books.
  func observed(_ mask: ChangeMask) throws -> Query {
    var query = self
    let needed: BookFields = mask.includes(.genres) ? [.id, .genres] : .id
    try query.setFields(query.selection.fields.union(needed))
    return query
  }
}
