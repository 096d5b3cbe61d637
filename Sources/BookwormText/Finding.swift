// This file defines the result of a search in a text.

/// The terms of a search that a text contains, and the best piece of the text.
public struct Finding {
  /// A bit for each term found in the text.
  public let terms: UInt64
  /// The first piece with the largest number of terms.
  let start: Int
  let end: Int
}
