// Adds a search text to a query.
import BookwormStorage
import BookwormText

extension Query {
  package static let snippetMarks = (before: Array("[".utf8), after: Array("]".utf8))

  /// Keeps the books with all, any or none of the text's terms; see UTF8Text.searchTerms. A blank
  /// text is not a filter. Empty `fields` mean all.
  package mutating func search(_ text: Bytes, _ fields: BookFields, _ match: Match) throws {
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

  /// Sets the marks before and after each found word in a snippet.
  package mutating func setSnippet(before: Bytes, after: Bytes) throws {
    try Rules.text(before, "before", limit: Rules.nameLimit)
    try Rules.text(after, "after", limit: Rules.nameLimit)
    snippet = (Array(before), Array(after))
  }

  /// The searches without those that exclude books.
  package var positiveSearches: [Search] { searches.filter { $0.match != .none } }

  /// All searches, including those of nested queries.
  package var allSearches: [Search] {
    searches + (alternatives.joined() + excluded).flatMap(\.allSearches)
  }
}

extension SearchCondition {
  package init(_ query: Query) {
    let positive = query.positiveSearches
    let isImpossible = positive.contains { $0.terms.isEmpty }
    self.init(
      expression: positive.isEmpty || isImpossible ? nil : SearchExpression(searches: positive),
      excluded: query.searches.filter { $0.match == .none && !$0.terms.isEmpty }.map {
        SearchExpression(searches: [$0])
      }, isImpossible: isImpossible)
  }
}
