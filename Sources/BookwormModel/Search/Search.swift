// A query's search text.
import BookwormStorage
import BookwormText

struct Search: Sendable, Equatable {
  let match: Match
  let fields: BookFields
  let terms: [SearchTerm]
}

extension Query {
  public static let snippetMarks = (before: Array("[".utf8), after: Array("]".utf8))

  /// Lets through the books in which all, any or none of the text's terms are found; see
  /// UTF8Text.searchTerms. A blank text is no filter; `fields` may be empty, for all.
  public mutating func search(_ text: Bytes, _ fields: BookFields, _ match: Match) throws {
    try checkFilters()
    try Rules.text(text, "text", limit: Rules.nameLimit)
    try fields.check(.searched.union(.all), "fields") { "\($0) is not searched" }
    if UTF8Text.isBlank(text) { return }
    guard let terms = UTF8Text.searchTerms(text) else {
      throw Failure(.memory, "", "not enough memory for a search")
    }
    searches.append(
      Search(
        match: match, fields: fields.isEmpty || fields.contains(.all) ? .searched : fields,
        terms: terms))
  }

  /// What stands before and after each word that was found, in a snippet.
  public mutating func setSnippet(before: Bytes, after: Bytes) throws {
    try Rules.text(before, "before", limit: Rules.nameLimit)
    try Rules.text(after, "after", limit: Rules.nameLimit)
    snippet = (Array(before), Array(after))
  }

  /// Searches for what is to be found, as opposed to what is not.
  var positiveSearches: [Search] { searches.filter { $0.match != .none } }

  /// With those of the queries within it.
  var allSearches: [Search] {
    searches + (alternatives.joined() + excluded).flatMap(\.allSearches)
  }
}

/// Searches of which a book answers all.
struct SearchExpression: Sendable, Equatable {
  let searches: [Search]
}

/// What a query searches for.
struct SearchCondition {
  /// What a book must answer; nil where nothing is searched for.
  let expression: SearchExpression?
  /// What it must not answer.
  let excluded: [SearchExpression]
  /// Something is searched for that has neither letter nor digit, which no book holds.
  let isImpossible: Bool

  init(_ query: Query) {
    let positive = query.positiveSearches
    isImpossible = positive.contains { $0.terms.isEmpty }
    expression = positive.isEmpty || isImpossible ? nil : SearchExpression(searches: positive)
    excluded = query.searches.filter { $0.match == .none && !$0.terms.isEmpty }.map {
      SearchExpression(searches: [$0])
    }
  }
}
