// A sort term is one key of an order, with its direction.

public struct SortTerm: Sendable, Equatable {
  public let key: SortKey
  public let descending: Bool

  public init(_ key: SortKey, descending: Bool) {
    self.key = key
    self.descending = descending
  }
}
