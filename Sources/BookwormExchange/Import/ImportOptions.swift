// These options control an import.
import BookwormStorage

/// How an import finds the book that a row means.
package enum BookIdentity: Int32, CaseIterable, Sendable {
  /// By the id that the source gives to the book, then by identifiers, then by title and author.
  case titleAndAuthor
  /// By the id that the source gives to the book, then by identifiers.
  case identifiers
  /// By the id that the source gives to the book.
  case sourceID
}

package struct ImportOptions: Sendable {
  package var identity = BookIdentity.titleAndAuthor
  /// Whether the import reports the results of a real import, but writes nothing.
  package var isDryRun = false
  /// Whether refused rows are skipped.
  package var skipsRefused = false
  /// Whether books that were deleted here are created again.
  package var recreatesDeleted = false
  /// Whether the rows are everything that the source has. If so, books of earlier imports that no
  /// row names are reported.
  package var isComplete = false

  package init() {}
}

/// The outcome of a row.
package enum ImportOutcome: Int32, CaseIterable, Sendable {
  case created = 1
  case updated, unchanged, merged, deleted, refused
  /// A book of an earlier import without a row in a complete import.
  case missing
}
