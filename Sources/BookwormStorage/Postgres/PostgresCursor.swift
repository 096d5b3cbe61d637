// This file reads the rows of a statement a piece at a time: see Statement.readInPieces().
import CPostgres

/// The state of such a read.
struct PostgresCursor {
  /// The cursor's name on the server, valid during its transaction.
  var name: String?
  /// The number of rows to request. It is small at first, so the first rows come soon, and it is
  /// then adapted, so memory does not grow with the number of rows.
  var piece: Int32 = 64
  var hasMore = false

  /// The approximate size of a piece in memory.
  private static let size = 2 << 20

  mutating func take(_ result: OpaquePointer, _ rows: Int32) {
    hasMore = rows == piece
    guard rows > 0 else { return }
    let fitting = PostgresCursor.size / (pq_resultMemorySize(result) / Int(rows) + 1)
    piece = Int32(min(max(fitting, 1), Int(piece) * 4, 16384))
  }
}

extension PostgresConnection {
  func readInPieces(_ statement: OpaquePointer) {
    guard inTransaction else { return }
    let statement = PostgresStatement.of(statement)
    statement.cursor = statement.cursor ?? PostgresCursor()
  }

  /// Sends the statement and waits for the first piece.
  func open(_ statement: PostgresStatement) throws {
    try renewing {
      try beginSending(statement)
      statement.cursor?.name = try pipe.declare(statement)
      try sendFetch(statement)
      try collect()
    }
  }

  /// Waits for the next piece.
  func fetch(_ statement: PostgresStatement) throws {
    try sendFetch(statement)
    try collect()
  }

  private func sendFetch(_ statement: PostgresStatement) throws {
    guard let cursor = statement.cursor, let name = cursor.name else { return }
    try pipe.fetch(cursor.piece, name, statement)
  }
}
