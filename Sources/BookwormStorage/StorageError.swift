// This file defines the errors of the storage layer, with the same meanings for every engine.
import Glibc

public struct StorageError: Error, Sendable {
  public enum Kind: Sendable {
    case busy, readOnly, notPermitted, cannotOpen, notADatabase, corrupt, full, inputOutput, memory
    case closed, forked, exists, outcomeUnknown, unexpected
  }

  public let kind: Kind
  /// SQLite's extended result code if SQLite is the cause, or 0.
  public let code: Int32
  /// PostgreSQL's SQLSTATE if a server is the cause, or "".
  public let sqlState: String
  /// For a commit whose outcome is unknown: see Connection.receipt(forNumber:). Otherwise 0.
  public let receipt: Int64
  public let message: String
  /// For an error about a file: the parameter that named the file.
  public var parameter = "path"

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

  /// Whether a row would get a unique value that another row has: SQLite's
  /// SQLITE_CONSTRAINT_UNIQUE, or PostgreSQL's unique_violation.
  public var isOfUniqueValue: Bool { code == 2067 || sqlState == "23505" }

  /// PostgreSQL's SQLSTATE of work that an operator, or a time-out of the server, has cancelled.
  static let isCancelled = "57014"
}

extension StorageError {
  static func cannotOpen(_ number: Int32, _ path: String, code: Int32 = 0) -> StorageError {
    StorageError(
      number == ENOMEM ? .memory : .cannotOpen, code: code,
      "\(description(number)): cannot open \(path)")
  }

  static func cannotRead(_ path: String, _ kind: Kind) -> StorageError {
    StorageError(kind, "\(description(errno)): cannot read \(path)")
  }

  private static func description(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
