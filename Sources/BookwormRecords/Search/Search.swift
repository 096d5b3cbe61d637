// A search is a text that a query looks for, with the fields to look in.
import BookwormStorage
import BookwormText

package enum Match: Int32, Sendable { case any, all, none }

package struct Search: Sendable, Equatable {
  package let match: Match
  package let fields: BookFields
  package let terms: [SearchTerm]
}

/// A book must match all of these searches.
package struct SearchExpression: Sendable, Equatable {
  package let searches: [Search]
}

/// The search condition of a query.
package struct SearchCondition {
  /// The expression that a book must match; nil without a search.
  package let expression: SearchExpression?
  /// The expressions that it must not match.
  package let excluded: [SearchExpression]
  /// Whether the search text has no letter and no digit, so that no book can match.
  package let isImpossible: Bool
}
