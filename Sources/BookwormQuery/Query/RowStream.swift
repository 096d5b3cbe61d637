// A row stream reads the rows of a query a piece at a time, all from one snapshot of the store.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package final class RowStream: @unchecked Sendable {
  private enum Source {
    case rows(RowSource, DetachedReader)
    /// A store with a single connection does not lend it; the ids of the matches are kept instead.
    case ids(RowSet, any Session, SearchFinder?)
  }

  private let lock = Lock()
  private var source: Source
  private let selection: BookSelection
  private var taken = 0
  /// A failed stream cannot continue, because rows would be missing.
  private var failure: (any Error)?

  package init(_ session: any Session, _ query: Query) throws {
    try query.checkIsForward()
    selection = query.selection
    if let reader = try session.detachReader() {
      source = .rows(try RowSource(query, reader.connection, reader: reader), reader)
    } else {
      var ids = query
      try ids.setFields(query.selection.fields.intersection(.rank).union(.id))
      source = .ids(try session.run(ids), session, SearchFinder(query))
    }
  }

  /// Returns at most `most` rows, or none at the end.
  package func next(_ most: Int64) throws -> RowSet {
    guard most > 0 else {
      throw Failure(.argument, "max_rows", "max_rows is \(most); it must be above 0")
    }
    return try lock.withLock {
      switch source {
      case .rows(let rows, let reader):
        try reader.checkIsOpen()
        if let failure { throw failure }
        do { return try rows.next(most) } catch {
          failure = error
          throw error
        }
      case .ids(let found, let session, let finder):
        let ids = found.column(BookFields.id)?.values?.assumingMemoryBound(to: Int64.self)
        // A piece whose books have all been deleted is not the end.
        while true {
          let count = min(found.count - taken, Int(clamping: most))
          let part = UnsafeBufferPointer(start: ids.map { $0 + taken }, count: count)
          let rows = try session.books(part, selection) {
            FoundRow(finder: finder, rank: found.rank(taken + $0))
          }
          taken += count
          if rows.count > 0 || count == 0 { return rows }
        }
      }
    }
  }
}
