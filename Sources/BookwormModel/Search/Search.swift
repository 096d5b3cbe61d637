// A search is a text that a query looks for, with the fields to look in.
import BookwormStorage
import BookwormText

public enum Match: Int32, Sendable { case any, all, none }

struct Search: Sendable, Equatable {
  let match: Match
  let fields: BookFields
  let terms: [SearchTerm]
}

/// A book must match all of these searches.
struct SearchExpression: Sendable, Equatable {
  let searches: [Search]
}

/// The search condition of a query.
struct SearchCondition {
  /// The expression that a book must match; nil without a search.
  let expression: SearchExpression?
  /// The expressions that it must not match.
  let excluded: [SearchExpression]
  /// Whether the search text has no letter and no digit, so that no book can match.
  let isImpossible: Bool
}
