// Writes a query as a search line, the reverse of reading one.
import BookwormStorage
import BookwormText

extension Query {
  /// Returns the query's line, as the one text of a result, without offset, cursor and fields.
  /// Throws if no line means the same, such as for a search in two fields or genres by id.
  package func line() throws -> RowSet {
    let line = try line(of: try lineParts())
    let made = try RowSet(.text, RowSet.textLayout, expecting: 1)
    try line.withUnsafeBufferPointer { line in
      try made.appendRow { try made.append(line, to: made.layout.columns[0]) }
    }
    return made
  }

  /// Returns a row for each word and condition of the line.
  package func conditions() throws -> RowSet {
    let parts = try lineParts()
    _ = try line(of: parts)
    let rows = try RowSet(.conditions, RowSet.conditionLayout, expecting: parts.count)
    for part in parts { try rows.append(part) }
    return rows
  }

  package func sortTerm(_ number: Int64) throws -> SortTerm {
    guard number >= 0, number < Int64(sort.count) else {
      throw Failure(
        .argument, "number", "number is \(number); the query has \(sort.count) sort keys")
    }
    return sort[Int(number)]
  }

  private func line(of parts: [SearchLinePart]) throws -> [UInt8] {
    var words: [[UInt8]] = []
    var alternative = 0
    for part in parts {
      if part.alternative != alternative { words.append(Array("OR".utf8)) }
      alternative = part.alternative
      words.append(part.text)
    }
    if !sort.isEmpty {
      let keys = sort.map { ($0.descending ? "-" : "") + $0.key.name }
      words.append(Array("sort:\(keys.joined(separator: ","))".utf8))
    }
    if let limit { words.append(Array("limit:\(limit)".utf8)) }
    let line = Array(words.joined(separator: [UInt8(ascii: " ")]))
    // The line may mean something else if it cannot express every filter, so it is read back.
    let isSame = line.withUnsafeBufferPointer { line in
      line.count <= Rules.lineLimit
        && (try? SearchLine.query(line)).map { $0.meansTheSame(as: self) } == true
    }
    guard isSame else { throw Query.unprintable("this combination of conditions") }
    return line
  }

  private static func unprintable(_ what: String) -> Failure {
    Failure(.invalid, "query", "no search line can express the query: it has \(what)")
  }

  private func lineParts() throws -> [SearchLinePart] {
    guard !alternatives.isEmpty else { return try ownParts() }
    guard alternatives.count == 1, excluded.isEmpty, filteredFields.isEmpty else {
      throw Query.unprintable("alternatives beside other conditions")
    }
    return try alternatives[0].enumerated().flatMap { place, query in
      try query.ownParts().map { part in
        var part = part
        part.alternative = place
        return part
      }
    }
  }

  private func ownParts() throws -> [SearchLinePart] {
    guard alternatives.isEmpty else { throw Query.unprintable("alternatives within alternatives") }
    // The parts are added one after another, because Swift 6.2 cannot type-check a sum of this
    // length.
    var parts = try searches.flatMap { try Query.parts(of: $0) }
    parts += try genreFilters.flatMap(Query.parts)
    parts += ratingParts()
    parts += try flagParts()
    parts += try textParts()
    parts += try spanParts()
    parts += try excluded.map(Query.excludedPart)
    return parts
  }

  // MARK: Words

  private static let wordKeys: [(BookFields, SearchLine.Key)] = [
    (.synopsis, .synopsis), (.review, .review), (.notes, .notes), (.quotes, .quote),
  ]

  private static func parts(of search: Search) throws -> [SearchLinePart] {
    if search.match == .none {
      guard search.fields == .searched else {
        throw unprintable("words that a field must not have")
      }
      return search.terms.map {
        var part = SearchLinePart(nil, term: $0)
        part.isNegated = true
        return part
      }
    }
    guard search.match == .all || search.terms.count < 2 else {
      throw unprintable("a search for any of several words")
    }
    let key = wordKeys.first { $0.0 == search.fields }?.1
    guard key != nil || search.fields == .searched else {
      throw unprintable("a search in \(search.fields.list)")
    }
    // A search for text without a letter or digit finds nothing.
    guard !search.terms.isEmpty else {
      return [SearchLinePart(key, noWord: "!")]
    }
    return search.terms.map { SearchLinePart(key, term: $0) }
  }

  // MARK: Conditions

  private static func parts(of filter: GenreFilter) throws -> [SearchLinePart] {
    guard filter.ids.isEmpty else { throw unprintable("genres by their ids") }
    let names = filter.names.map(\.text)
    switch filter.match {
    case .all: return names.map { SearchLinePart(.genre, [$0]) }
    case .any:
      guard !names.isEmpty else { throw unprintable("a choice among no genres") }
      return [SearchLinePart(.genre, names)]
    case .none:
      var part = SearchLinePart(.genre, names)
      part.isNegated = true
      return names.isEmpty ? [] : [part]
    }
  }

  private func ratingParts() -> [SearchLinePart] {
    var parts: [SearchLinePart] = []
    if let rating {
      parts.append(
        rating.range == 0...0
          ? SearchLinePart(.rating, word: "none")
          : Query.part(
            .rating, Int64(rating.range.lowerBound), Int64(rating.range.upperBound), 1...5,
            orNone: rating.orNotRated
          ) { "\($0)" })
    }
    if let exactRating {
      let (first, last) = (exactRating.range.lowerBound * 4, exactRating.range.upperBound * 4)
      parts.append(
        Query.part(.rating, Int64(first), Int64(last), 4...20, orNone: exactRating.orNotRated) {
          "\($0 / 4).\(["0", "25", "5", "75"][Int($0 % 4)])"
        })
    }
    return parts
  }

  /// Returns a number or a range. If exactly one end of the range is the same end of `whole`, that
  /// end is left open.
  private static func part(
    _ key: SearchLine.Key, _ first: Int64, _ last: Int64, _ whole: ClosedRange<Int64>,
    orNone: Bool = false, _ text: (Int64) -> String
  ) -> SearchLinePart {
    var part =
      if first == last {
        SearchLinePart(key, word: text(first))
      } else if last == whole.upperBound, first != whole.lowerBound {
        SearchLinePart(key, .atLeast, word: text(first))
      } else if first == whole.lowerBound, last != whole.upperBound {
        SearchLinePart(key, .atMost, word: text(last))
      } else {
        SearchLinePart(key, word: "\(text(first))..\(text(last))")
      }
    if orNone { part.values.append((Array("none".utf8), Array("none".utf8))) }
    return part
  }

  private static func isFlag(_ field: BookFields) -> Bool {
    BookField.traits(of: field).kind == .flag
  }

  private func flagParts() throws -> [SearchLinePart] {
    var parts: [SearchLinePart] = []
    for (field, range) in ranges where Query.isFlag(field) {
      switch range {
      case 1...1 where field == .favourite:
        parts.append(SearchLinePart(.is, word: "favourite"))
      case 1...1: parts.append(SearchLinePart(try Query.key(field), word: "yes"))
      case 0...0: parts.append(SearchLinePart(try Query.key(field), word: "no"))
      default: throw Query.unprintable("a range of \(field.list)")
      }
    }
    if !statuses.isEmpty {
      let names = statuses.sorted { $0.rawValue < $1.rawValue }.map { Array($0.name.utf8) }
      parts.append(SearchLinePart(.status, names))
    }
    return parts
  }

  private static func key(_ field: BookFields) throws -> SearchLine.Key {
    guard let key = SearchLine.Key.allCases.first(where: { $0.field == field }) else {
      throw unprintable("a condition on \(field.list)")
    }
    return key
  }

  private func textParts() throws -> [SearchLinePart] {
    var parts = try contained.map { SearchLinePart(try Query.key($0.field), [$0.text.text]) }
    parts += try equal.map { SearchLinePart(try Query.key($0.field), [$0.text.text], .equal) }
    parts += try people.map { filter, name in
      let word = filter.role ?? Array("person".utf8)
      guard let key = SearchLine.Key(word), key.isPerson || key.field == .author else {
        throw Query.unprintable("a person in a role of another name")
      }
      guard case .whole = filter.sought else { return SearchLinePart(key, [name]) }
      return SearchLinePart(key, [name], .equal)
    }
    parts += try ranges.filter { !Query.isFlag($0.field) }.map { field, range in
      Query.part(
        try Query.key(field), range.lowerBound, range.upperBound,
        Int64(Int32.min)...Int64(Int32.max)
      ) { "\($0)" }
    }
    let isbn = Array("isbn".utf8) + [0]
    parts += identifiers.map { key in
      key.starts(with: isbn)
        ? SearchLinePart(.isbn, [Array(key.dropFirst(isbn.count))])
        : SearchLinePart(.identifier, [key.map { $0 == 0 ? UInt8(ascii: ":") : $0 }])
    }
    return try parts + absences.map(Query.absencePart)
  }

  private static func absencePart(
    _ field: BookFields, _ isAbsent: Bool
  ) throws -> SearchLinePart {
    if field == .rating { return SearchLinePart(.rating, word: isAbsent ? "none" : "1..5") }
    let keys = SearchLine.Key.allCases.filter { $0.absentable == field && $0 != .isbn }
    guard let key = keys.first else { throw unprintable("a condition on \(field.list)") }
    var part = SearchLinePart(key, word: "none")
    part.isNegated = !isAbsent
    return part
  }

  private func spanParts() throws -> [SearchLinePart] {
    var parts: [SearchLinePart] = []
    if let created {
      guard let days = created.days else { throw Query.unprintable("a time of a day") }
      parts.append(Query.part(.created, days))
    }
    for (key, days) in [(SearchLine.Key.started, started), (.finished, finished)] {
      if let days { parts.append(Query.part(key, days)) }
    }
    return parts
  }

  private static func part(
    _ key: SearchLine.Key, _ days: (first: Int32?, last: Int32?)
  ) -> SearchLinePart {
    let text = { CalendarDate.text(of: $0) }
    switch days {
    case (let first?, let last?):
      return SearchLinePart(key, word: CalendarDate.unit(first, last))
    case (let first?, nil): return SearchLinePart(key, .atLeast, word: text(first))
    case (nil, let last?): return SearchLinePart(key, .atMost, word: text(last))
    case (nil, nil):
      var part = SearchLinePart(key, word: "none")
      part.isNegated = true
      return part
    }
  }

  private static func excludedPart(_ other: Query) throws -> SearchLinePart {
    let parts = try other.lineParts()
    guard parts.count == 1, var part = parts.first, !part.isNegated else {
      throw unprintable("several conditions that must not hold together")
    }
    part.isNegated = true
    return part
  }
}

extension Range<Milliseconds> {
  /// The first and the last day. Nil if an end is not at midnight, in UTC.
  fileprivate var days: (first: Int32?, last: Int32?)? {
    func date(_ instant: Milliseconds) -> Int32? {
      guard instant % CalendarDate.day == 0, let days = Int32(exactly: instant / CalendarDate.day)
      else { return nil }
      return CalendarDate.date(days: days)
    }
    let first = lowerBound == .min ? nil : date(lowerBound)
    let after = upperBound == .max ? nil : date(upperBound)
    let areKnown = (first != nil || lowerBound == .min) && (after != nil || upperBound == .max)
    guard areKnown, !isEmpty else { return nil }
    return (first, after.map { CalendarDate.dayBefore($0) })
  }
}

extension CalendarDate {
  /// Returns a year, a month, a day, or a range of days.
  fileprivate static func unit(_ first: Int32, _ last: Int32) -> String {
    let text = text(of: first)
    if first == last { return text }
    let (year, month) = (first / 10000, first / 100 % 100)
    if first % 10000 == 1_01, last == year * 10000 + 12_31 { return String(text.prefix(4)) }
    if first % 100 == 1, last == lastDay(year: year, month: month) { return String(text.prefix(7)) }
    return "\(text)..\(self.text(of: last))"
  }
}

extension SearchLine {
  /// Returns a value as the line has it: in quotes if it would otherwise be read as something else.
  package static func quoted(_ value: [UInt8]) -> [UInt8] {
    let text = String(decoding: value, as: UTF8.self)
    let isPlain = text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && !",\"“”„:=<>|".unicodeScalars.contains($0)
    }
    if isPlain, !value.isEmpty, lowercased(value) != "none" { return value }
    return inQuotes(value)
  }

  static func inQuotes(_ value: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote] + value.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
  }
}
