// A search finder finds the places where the books of a page contain the terms of a search.
import BookwormRecords
import BookwormStorage
import BookwormText

/// Belongs to one run of a query.
package final class SearchFinder {
  private let matchers: [TermMatcher?]
  private let mostTerms: Int
  private let marks: (before: [UInt8], after: [UInt8])
  private var buffer = ByteBuffer()

  package init(_ searches: [Search], marks: (before: [UInt8], after: [UInt8])) {
    var made: [[Bool]: TermMatcher] = [:]
    matchers = SearchSQL.columns.map { column in
      let applying = searches.map { $0.fields.contains(column.field) }
      if let known = made[applying] { return known }
      let terms = zip(searches, applying).filter(\.1).flatMap(\.0.terms)
      let matcher = terms.isEmpty ? nil : TermMatcher(SearchFinder.different(terms))
      made[applying] = matcher
      return matcher
    }
    mostTerms = matchers.reduce(0) { max($0, $1?.all.nonzeroBitCount ?? 0) }
    self.marks = marks
  }

  private static func different(_ terms: [SearchTerm]) -> [SearchTerm] {
    var known: Set<SearchTerm> = []
    return terms.filter { known.insert($0).inserted }
  }

  /// The field with the most terms (the first of several), and an excerpt of it, which is borrowed
  /// until the next call. Nil if the book's texts contain no term.
  package func find(inBook id: Int64, _ connection: Connection) throws -> SearchFinding? {
    var best = (field: BookFields(), terms: 0)
    buffer.removeAll()
    func look(at text: Bytes, _ column: Int) throws {
      guard let matcher = matchers[column], let finding = matcher.find(in: text) else { return }
      let terms = finding.terms.nonzeroBitCount
      if terms > best.terms {
        best = (SearchSQL.columns[column].field, terms)
        buffer.removeAll()
        matcher.appendSnippet(
          of: text, finding, before: marks.before, after: marks.after, to: &buffer)
      }
      if matcher.isExhausted || buffer.isExhausted {
        throw Failure(.memory, "", "not enough memory for a snippet")
      }
    }
    let texts = try connection.statement(SearchSQL.textsOfBook)
    defer { texts.reset() }
    texts.bind(1, id)
    guard try texts.step() else { return nil }
    for column in 0..<SearchSQL.textCount where best.terms < mostTerms {
      try look(at: texts.text(Int32(column)), column)
    }
    let quotes = try connection.statement(SearchSQL.quotes)
    defer { quotes.reset() }
    quotes.bind(1, id)
    while best.terms < mostTerms, try quotes.step() {
      try look(at: quotes.text(0), SearchSQL.textCount)
    }
    return best.terms == 0 ? nil : SearchFinding(field: best.field, snippet: buffer.bytes)
  }
}

/// Where a search found its terms in a book.
package struct SearchFinding {
  package let field: BookFields
  /// Borrowed until the next row is read.
  package let snippet: Bytes
}

/// A row of a query with its rank and its finding.
package struct FoundRow {
  package var finder: SearchFinder?
  package var rank: Double?

  package init(finder: SearchFinder? = nil, rank: Double? = nil) {
    (self.finder, self.rank) = (finder, rank)
  }
}

extension RowSet {
  /// The rank of a row, if the result has ranks.
  package func rank(_ row: Int) -> Double? {
    guard let column = layout.columns.first(where: { $0.field == .rank }), isPresent(column, row)
    else { return nil }
    return number(column, row, as: Double.self)
  }
}
