// Divides the list of a plan at a place: the books up to it, and those after it. Each part is a
// range of the order's index, if it has one.
import BookwormRecords
import BookwormStorage

extension QueryPlan {
  /// The books after a place.
  static func parts(
    after place: Cursor, _ order: [Term], idsDescend: Bool, isSearch: Bool
  ) -> [Condition] {
    // For several columns, one range of the index is enough: few rows are equal to the place in all
    // of them. In a single column, very many rows may be equal to it, and the range would step
    // again through those that come before the place.
    if order.count > (isSearch ? 0 : 1), !idsDescend, order.allSatisfy(\.isPlain) {
      return [.isAfter(order.map(\.column) + [.id], place.values + [.integer(place.id)])]
    }
    var parts: [Condition] = []
    for equal in stride(from: order.count, through: 0, by: -1) {
      var conditions = same(order, place, equal)
      if equal == order.count {
        conditions.append(.compare(.id, idsDescend ? .less : .greater, .integer(place.id)))
      } else if let after = order[equal].isAfter(place.values[equal]) {
        conditions.append(after)
      } else {
        continue
      }
      parts.append(.all(conditions))
    }
    // The matches of a search have no index in such an order, so each part would walk all of them.
    return isSearch && parts.count > 1 ? [.any(parts)] : parts
  }

  /// The books up to a place, with the book itself. The plan must not walk a search.
  static func parts(upTo place: Cursor, _ order: [Term], idsDescend: Bool) -> [Condition] {
    if order.count > 1, !idsDescend, order.allSatisfy(\.isPlain) {
      return [.isUpTo(order.map(\.column) + [.id], place.values + [.integer(place.id)])]
    }
    var parts: [Condition] = []
    for equal in 0...order.count {
      var conditions = same(order, place, equal)
      if equal == order.count {
        conditions.append(.compare(.id, idsDescend ? .atLeast : .atMost, .integer(place.id)))
      } else if let before = order[equal].reversed.isAfter(place.values[equal]) {
        conditions.append(before)
      } else {
        continue
      }
      parts.append(.all(conditions))
    }
    return parts
  }

  /// The conditions for books that are equal to the place in the first `count` terms.
  private static func same(_ order: [Term], _ place: Cursor, _ count: Int) -> [Condition] {
    zip(order, place.values).prefix(count).map { .compare($0.column, .same, $1) }
  }
}

extension Failure {
  static let anotherOrder = Failure(
    .cursor, "cursor", "the cursor was made by a query with another order")
}

extension QueryPlan.Term {
  /// Whether SQL's comparison of rows compares such terms correctly.
  fileprivate var isPlain: Bool { !descending && !column.isNullable }

  fileprivate var reversed: QueryPlan.Term {
    QueryPlan.Term(column: column, descending: !descending)
  }

  /// An absent value comes first in ascending order; nothing comes after it in descending order.
  fileprivate func isAfter(_ value: Condition.Value) -> Condition? {
    switch (descending, value) {
    case (false, .null): .not(.isAbsent(column))
    case (false, _): .compare(column, .greater, value)
    case (true, .null): nil
    case (true, _) where column.isNullable:
      .any([.compare(column, .less, value), .isAbsent(column)])
    case (true, _): .compare(column, .less, value)
    }
  }
}
