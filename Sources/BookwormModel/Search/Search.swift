// A query's search text, and the expression that FTS5 is given for it.
import BookwormStorage
import BookwormText

struct Search: Sendable {
  let match: Match
  let fields: BookFields
  let terms: [SearchTerm]

  /// Built of the terms' tokens alone, none of which holds anything but letters, digits and marks.
  fileprivate func append(to expression: inout [UInt8]) {
    if fields != .searched {
      let names = SearchSQL.columns.filter { fields.contains($0.field) }.map(\.name)
      expression += Array("{\(names.joined(separator: " "))} : ".utf8)
    }
    expression.append(UInt8(ascii: "("))
    for (index, term) in terms.enumerated() {
      if index > 0 { expression += Array((match == .all ? " AND " : " OR ").utf8) }
      expression.append(UInt8(ascii: "\""))
      expression += term.tokens.joined(separator: CollectionOfOne(0x20))
      expression.append(UInt8(ascii: "\""))
      if term.isPrefix { expression.append(UInt8(ascii: "*")) }
    }
    expression.append(UInt8(ascii: ")"))
  }
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
}

/// A query's searches, as FTS5 takes them.
struct SearchCondition {
  /// What a book must match; nil where nothing is searched for.
  let expression: [UInt8]?
  /// What it must not match.
  let excluded: [[UInt8]]
  /// Something is searched for that has neither letter nor digit, which no book holds.
  let isImpossible: Bool

  init(_ query: Query) {
    let positive = query.positiveSearches
    isImpossible = positive.contains { $0.terms.isEmpty }
    var expression: [UInt8] = []
    for (index, search) in positive.enumerated() {
      if index > 0 { expression += Array(" AND ".utf8) }
      search.append(to: &expression)
    }
    self.expression = positive.isEmpty || isImpossible ? nil : expression
    excluded = query.searches.filter { $0.match == .none && !$0.terms.isEmpty }.map {
      var expression: [UInt8] = []
      $0.append(to: &expression)
      return expression
    }
  }
}
