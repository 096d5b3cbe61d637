// Streams all rows of a table of a store for data frames.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

package enum Table: Int32, CaseIterable, Sendable {
  case books = 1, genres, quotes, orders, readings, shelves, sources, mergedBooks, links
}

extension RecordBatchStream {
  /// Books have the names of their genres instead of the ids, which the links have.
  package convenience init(_ session: any Session, _ table: Table) throws {
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
