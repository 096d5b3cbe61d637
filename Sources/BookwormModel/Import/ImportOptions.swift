// How an import is done.
import BookwormStorage

/// By what an import knows which book a row means.
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
  /// Whether everything is as if it had been written, and nothing is.
  public var isDryRun = false
  /// Whether rows that are refused are passed over.
  public var skipsRefused = false
  /// Whether books that were deleted here are created again.
  public var recreatesDeleted = false

  public init() {}
}

/// What became of a row.
public enum ImportOutcome: Int32, CaseIterable, Sendable {
  case created = 1
  case updated, unchanged, merged, deleted, refused
}
