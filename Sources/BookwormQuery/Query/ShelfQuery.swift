// Reads a shelf's search line as a query.
import BookwormRecords
import BookwormStorage
import BookwormStore

extension Session {
  /// Returns the query of the shelf's line, with its current meaning: "today" means the current
  /// day.
  package func query(ofShelf id: Int64) throws -> Query {
    try read { connection in
      let query = try connection.first(ShelfSQL.line, id) { try SearchLine.query($0.text(0)) }
      guard let query else { throw Failure.no(.shelf, id) }
      return query
    }
  }
}
