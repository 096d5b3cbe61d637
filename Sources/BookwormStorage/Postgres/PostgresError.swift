// This file converts PostgreSQL's codes, the SQLSTATEs, to errors with a meaning. No other file
// does this.
import CPostgres

extension StorageError {
  /// Converts the result of a failed statement.
  static func from(_ result: OpaquePointer?, of connection: OpaquePointer) -> StorageError {
    guard let state = pq_resultErrorField(result, Int32(CPOSTGRES_SQLSTATE)) else {
      guard pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK) else { return .connectionLost }
      // The error is libpq's own: short memory, or an answer that violates the protocol.
      let words = pq_resultErrorMessage(result).map { String(cString: $0) } ?? ""
      return words.isEmpty || words.hasPrefix("out of memory")
        ? StorageError(.memory, "there was not enough memory for the server's answer")
        : StorageError(.inputOutput, "the server's answer cannot be read: \(words)")
    }
    return StorageError(notice: result, String(cString: state))
  }

  /// Converts a result, or a notice that the server has sent separately.
  init(notice: OpaquePointer?, _ sqlState: String) {
    let words = pq_resultErrorField(notice, Int32(CPOSTGRES_PRIMARY)).map { String(cString: $0) }
    self.init(
      StorageError.kind(ofSQLState: sqlState), sqlState: sqlState,
      StorageError.said(words ?? "error \(sqlState)", sqlState))
  }

  private static func said(_ words: String, _ sqlState: String) -> String {
    switch sqlState {
    case isLocked:
      "somebody else held a lock on the server for longer than the busy time-out:"
        + " \(words)"
    case rightIsMissing: "this user lacks a right on the server: \(words)"
    case isCancelled:
      "the server has cancelled the work, by its statement_timeout or an operator; it may be tried"
        + " again: \(words)"
    default: "PostgreSQL: \(words)"
    }
  }

  static let rightIsMissing = "42501"
  static let isLocked = "55P03"
  static let tableIsMissing = "42P01"
  static let schemaIsMissing = "3F000"
  static let isDividedByZero = "22012"

  static let connectionLost = connectionLost(because: nil)

  /// Includes the reason that the server gave before it ended the session.
  static func connectionLost(because reason: StorageError?) -> StorageError {
    StorageError(
      .inputOutput, sqlState: reason?.sqlState ?? "",
      "the connection to the server was lost; what had not been committed is not kept"
        + (reason.map { ": " + $0.message } ?? ""))
  }

  static func kind(ofSQLState state: String) -> Kind {
    switch state {
    case isLocked, "40001", "40P01", isCancelled: return .busy
    case "25006": return .readOnly
    case rightIsMissing: return .notPermitted
    case "53300", "57P03", "3D000", schemaIsMissing: return .cannotOpen
    case "53100", "53400": return .full
    case "53200": return .memory
    // An operator or a time-out of the server has ended a session, or (25P02) the transaction had
    // failed before.
    case "57P01", "57P02", "57P05", "25P02", "25P03", "25P04": return .inputOutput
    default: break
    }
    switch state.prefix(2) {
    case "08", "58": return .inputOutput
    case "28": return .cannotOpen
    case "53": return .full
    // Our statements are fixed and our values are checked. If they do not fit, the tables are not
    // as this library makes them.
    case "21", "22", "23", "42", "54", "XX": return .corrupt
    default: return .unexpected
    }
  }
}

extension PostgresConnection {
  static func meaning(of error: any Error) -> StorageError {
    (error as? FlightFailure)?.error ?? error as? StorageError
      ?? StorageError(.unexpected, "\(error)")
  }
}
