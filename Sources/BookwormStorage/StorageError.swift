// What an engine's failure means.

public struct StorageError: Error, Sendable {
  public enum Kind: Sendable {
    case busy, readOnly, notPermitted, cannotOpen, notADatabase, corrupt, full, inputOutput, memory
    case closed, forked, exists, outcomeUnknown, unexpected
  }

  public let kind: Kind
  /// SQLite's extended result code where it is the cause, or 0.
  public let code: Int32
  /// PostgreSQL's SQLSTATE where a server is the cause, or "".
  public let sqlState: String
  /// Of a commit whose outcome is unknown: see Connection.receipt(forNumber:). Otherwise 0.
  public let receipt: Int64
  public let message: String

  public init(
    _ kind: Kind, code: Int32 = 0, sqlState: String = "", receipt: Int64 = 0, _ message: String
  ) {
    self.kind = kind
    self.code = code
    self.sqlState = sqlState
    self.receipt = receipt
    self.message = message
  }

  static let closed = StorageError(.closed, "the store is closed")
}
