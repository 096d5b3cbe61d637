// Reads rows of any entity in a session.
import BookwormRecords
import BookwormStorage

extension Session {
  package func row(_ entity: Entity, _ id: Int64) throws -> RowSet {
    let rows = try read {
      try $0.rows(entity, expecting: 1, entity.descriptor.sql.listed, id)
    }
    return try rows.one(entity, id)
  }

  /// Returns the rows with ids after `id`, at most `limit` of them; a limit of -1 means all.
  package func rows(_ entity: Entity, after id: Int64, limit: Int64) throws -> RowSet {
    let limit = try Rules.pieceLimit(limit)
    return try read {
      try $0.rows(entity, expecting: 16, entity.descriptor.sql.listedAfter, id, limit)
    }
  }

  /// Returns the result of `body` for a book, which must exist.
  package func read<R>(ofBook book: Int64, _ body: (Connection) throws -> R) throws -> R {
    try read { connection in
      try connection.inSnapshot {
        _ = try connection.bookFacts(book)
        return try body(connection)
      }
    }
  }

  package func count(_ entity: Entity) throws -> Int64 {
    try read { try $0.number(entity.descriptor.sql.count) }
  }
}
