// A sort term is one key of an order, with its direction.

package struct SortTerm: Sendable, Equatable {
  package let key: SortKey
  package let descending: Bool

  package init(_ key: SortKey, descending: Bool) {
    self.key = key
    self.descending = descending
  }
}
