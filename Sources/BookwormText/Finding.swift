// What a search has found in a text.

/// How well a text answers a search, and the piece of it that does so best.
public struct Finding {
  /// A bit for each term that stands in the text.
  public let terms: UInt64
  /// The first piece of those that hold most of the terms.
  let start: Int
  let end: Int
}
