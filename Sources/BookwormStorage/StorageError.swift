// What an engine's failure means.

public struct StorageError: Error, Sendable {
  public enum Kind: Sendable {
    case busy, readOnly, cannotOpen, notADatabase, corrupt, full, inputOutput, memory
    case closed, forked, exists, unexpected
  }

  public let kind: Kind
  /// The engine's own number of it, such as SQLite's extended result code, or 0.
  public let code: Int32
  public let message: String

  public init(_ kind: Kind, code: Int32 = 0, _ message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  static let closed = StorageError(.closed, "the store is closed")
}
