// The rows of a query that is read a piece at a time, all from one state of the store.
import BookwormStorage

public final class RowStream: @unchecked Sendable {
  private enum Source {
    /// `source` must go before its connection is given back.
    case rows(RowSource, DetachedReader)
    /// Where there is one connection for all, it is not kept: the ids that matched are.
    case ids([Int64], Session)
  }

  private let lock = Lock()
  private var source: Source
  private let selection: BookSelection
  private var taken = 0

  public init(_ session: Session, _ query: Query) throws {
    selection = query.selection
    if let reader = try session.detachReader() {
      source = .rows(try RowSource(query, reader.connection), reader)
    } else {
      var ids = query
      try ids.setFields(.id)
      let found = try session.run(ids)
      let column = found.layout.columns[0]
      let numbers = (0..<found.count).map { found.number(column, $0, as: Int64.self) }
      source = .ids(numbers, session)
    }
  }

  /// At most `most` rows; none when all have been read.
  public func next(_ most: Int64) throws -> RowSet {
    guard most > 0 else {
      throw Failure(.argument, "max_rows", "max_rows is \(most); it must be above 0")
    }
    return try lock.withLock {
      switch source {
      case .rows(let rows, let reader):
        try reader.checkIsOpen()
        return try rows.next(most)
      case .ids(let ids, let session):
        // A piece whose books are all deleted by now is not the end.
        while true {
          let part = ids[taken...].prefix(Int(clamping: most))
          taken += part.count
          let rows = try part.withUnsafeBufferPointer {
            try session.books($0, selection.fields)
          }
          if rows.count > 0 || part.isEmpty { return rows }
        }
      }
    }
  }
}
