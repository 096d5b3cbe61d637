// The tables of a store as streams for frames: all rows of one, whatever entity they are of.
import BookwormStorage

public enum Table: Int32, CaseIterable, Sendable {
  case books = 1, genres, quotes, orders, readings, shelves, sources, mergedBooks, links
}

extension RecordBatchStream {
  /// Books with the names of their genres in place of the ids; the links have these.
  public convenience init(_ session: Session, _ table: Table) throws {
    switch table {
    case .books:
      var query = try Query()
      try query.setFields(BookFields.stored.subtracting(.genres).union(.genreNames))
      try self.init(session, query)
    case .genres: try self.init(session.allGenres())
    case .quotes: try self.init(session.quotes(after: 0, limit: -1))
    case .orders: try self.init(session.orders(after: 0, limit: -1))
    case .readings: try self.init(session.readings(after: 0, limit: -1))
    case .shelves: try self.init(session.allShelves())
    case .sources: try self.init(session.allSources())
    case .mergedBooks: try self.init(session.allMergedBooks())
    case .links: try self.init(session.allLinks())
    }
  }
}
