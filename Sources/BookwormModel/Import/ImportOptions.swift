// These options control an import.
import BookwormStorage

/// How an import finds the book that a row means.
public enum BookIdentity: Int32, CaseIterable, Sendable {
  /// The source's own id, then identifiers, then title and author.
  case titleAndAuthor
  /// The source's own id, then identifiers.
  case identifiers
  /// The source's own id.
  case sourceID
}

public struct ImportOptions: Sendable {
  public var identity = BookIdentity.titleAndAuthor
  /// Whether the import reports the results of a real import, but writes nothing.
  public var isDryRun = false
  /// Whether refused rows are skipped.
  public var skipsRefused = false
  /// Whether books that were deleted here are created again.
  public var recreatesDeleted = false
  /// Whether the rows are everything that the source has. The source's other earlier books are then
  /// reported.
  public var isComplete = false

  public init() {}
}

/// The outcome of a row.
public enum ImportOutcome: Int32, CaseIterable, Sendable {
  case created = 1
  case updated, unchanged, merged, deleted, refused
  /// A book of an earlier import without a row in a complete import.
  case missing
}
