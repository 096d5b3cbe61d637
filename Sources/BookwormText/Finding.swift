// This file defines the result of a search in a text.

/// How well a text matches a search, and its best piece.
public struct Finding {
  /// A bit for each term found in the text.
  public let terms: UInt64
  /// The first piece with the largest number of terms.
  let start: Int
  let end: Int
}
