// Contains the SQL of comparisons, and of the directions of an order.
import BookwormRecords

extension Condition.Comparison {
  var sql: String {
    switch self {
    case .less: " < "
    case .greater: " > "
    case .atLeast: " >= "
    case .atMost: " <= "
    case .equal: " = "
    case .same: " IS NOT DISTINCT FROM "
    }
  }
}

extension QueryPlan.Term {
  /// Absent values come first in ascending order. The engines' own defaults differ.
  var direction: String {
    switch (descending, column.isNullable) {
    case (false, false): ""
    case (false, true): " NULLS FIRST"
    case (true, false): " DESC"
    case (true, true): " DESC NULLS LAST"
    }
  }
}
