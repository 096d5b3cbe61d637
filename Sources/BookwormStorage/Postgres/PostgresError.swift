// The one place where PostgreSQL's codes, the SQLSTATEs, become errors with a meaning.
import CPostgres

extension StorageError {
  /// Of a result that says that a statement failed.
  static func from(_ result: OpaquePointer?, of connection: OpaquePointer) -> StorageError {
    guard let state = pq_resultErrorField(result, Int32(CPOSTGRES_SQLSTATE)) else {
      guard pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK) else { return .connectionLost }
      // Not of the server: libpq itself says so, of memory or of an answer against the protocol.
      let words = pq_resultErrorMessage(result).map { String(cString: $0) } ?? ""
      return words.isEmpty || words.hasPrefix("out of memory")
        ? StorageError(.memory, "there was not enough memory for what the server answers")
        : StorageError(.inputOutput, "the server's answer cannot be read: \(words)")
    }
    let sqlState = String(cString: state)
    let words = pq_resultErrorField(result, Int32(CPOSTGRES_PRIMARY)).map { String(cString: $0) }
    return StorageError(
      kind(ofSQLState: sqlState), sqlState: sqlState,
      said(words ?? "error \(sqlState)", sqlState))
  }

  private static func said(_ words: String, _ sqlState: String) -> String {
    switch sqlState {
    case isLocked:
      "somebody else has locked for longer than the busy time-out what is needed on the server:"
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
  /// By its own time-out, or an operator.
  static let isCancelled = "57014"
  static let tableIsMissing = "42P01"
  static let schemaIsMissing = "3F000"
  static let isDividedByZero = "22012"

  static let connectionLost = StorageError(
    .inputOutput, "the connection to the server was lost; what had not been committed is not kept")

  static func kind(ofSQLState state: String) -> Kind {
    switch state {
    case isLocked, "40001", "40P01", isCancelled: return .busy
    case "25006": return .readOnly
    case rightIsMissing: return .notPermitted
    case "53300", "57P03", "3D000", schemaIsMissing: return .cannotOpen
    case "53100", "53400": return .full
    case "53200": return .memory
    // An operator has ended a session, or a time-out of the server's has.
    case "57P01", "57P02", "57P05", "25P02", "25P03", "25P04": return .inputOutput
    default: break
    }
    switch state.prefix(2) {
    case "08", "58": return .inputOutput
    case "28": return .cannotOpen
    case "53": return .full
    // Our statements are fixed and our values checked: where they do not fit, the tables are not as
    // this library makes them.
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
