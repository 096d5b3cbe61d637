// Finds the completions of one search line at one place.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore
import BookwormText

struct Completer {
  static let most: Int64 = 1000

  let session: any Session
  let language: Language
  let limit: Int
  private let line: Bytes
  private let place: Int
  private let part: TypedPart
  private let filter: NameFilter
  private(set) var found: [Completion] = []

  init(
    _ session: any Session, _ line: Bytes, _ place: Int, _ language: Language, limit: Int
  ) throws {
    (self.session, self.line, self.place) = (session, line, place)
    (self.language, self.limit) = (language, limit)
    part = TypedPart(line, place)
    filter = try part.text.withUnsafeBufferPointer { try NameFilter($0) }
  }

  mutating func complete() throws {
    switch part.kind {
    case .other: break
    case .word: try completeWord()
    case .value(let key, let others, let comparison, let range):
      try completeValue(of: key, others, comparison)
      if part.text.isEmpty, others.isEmpty, key.isOrdered {
        addOperators(of: key, at: range, except: comparison)
      }
    }
  }

  // MARK: Words

  private mutating func completeWord() throws {
    // A saved line replaces the whole line. So it is only offered if words alone come before the
    // cursor, and nothing after it.
    let typesAll = part.isAmongWords && UTF8Text.isBlank(Bytes(rebasing: line[place...]))
    if typesAll { try addShelves() }
    if let key = SearchLine.Key(part.text) {
      if !part.hasComparison, place == part.range.upperBound {
        addOperators(of: key, at: place..<place)
      }
    } else {
      try addKeys()
    }
    guard !part.text.isEmpty, !part.hasComparison else { return }
    var values: [Completion] = []
    for key in SearchLine.Key.allCases where key.isNameOfGroup {
      values += try completions(
        try named(key, others: []), of: key, before: key.rawValue + ":")
    }
    found += values.sorted { ($0.count ?? 0) > ($1.count ?? 0) }
  }

  private mutating func addKeys() throws {
    let typed = SearchLine.lowercased(part.text)
    for key in SearchLine.Key.allCases {
      let label = key.label(language)
      let isFound = try key.rawValue.hasPrefix(typed) || filter.matches(label.bytes)
      guard isFound else { continue }
      let text = key.rawValue + (part.hasComparison ? "" : ":")
      found.append(
        Completion(
          kind: .key, key: key.rawValue, text: Array(text.utf8),
          label: Array((label.description.isEmpty ? key.rawValue : label.description).utf8),
          range: part.range))
    }
  }

  private mutating func addOperators(
    of key: SearchLine.Key, at range: Range<Int>,
    except typed: SearchLineLexer.Comparison? = nil
  ) {
    let comparisons: [SearchLineLexer.Comparison] =
      key.isOrdered
      ? [.contains, .atLeast, .atMost, .above, .below]
      : key.isText || key.isPerson ? [.contains, .equal] : [.contains]
    for comparison in comparisons where comparison != typed {
      let text = Array(comparison.rawValue.utf8)
      found.append(
        Completion(
          kind: .operator, key: key.rawValue, text: text, label: text, range: range))
    }
  }

  /// Matches the whole typed text, which may be several words.
  private mutating func addShelves() throws {
    let typed = Bytes(rebasing: line[..<place])
    let start = typed.indices.first { UTF8Text.spaceLength(typed, at: $0) == 0 } ?? typed.count
    let filter = try NameFilter(Bytes(rebasing: typed[start...]))
    let shelves = try session.read { try $0.shelves() }.filter { shelf in
      try shelf.name.withUnsafeBufferPointer { try filter.matches($0) }
    }
    guard !shelves.isEmpty else { return }
    var counts: [Int64: Int64] = [:]
    try session.groupList(by: .shelf, rated: false).forEach { counts[$0] = $1.books }
    found += shelves.map { shelf in
      Completion(
        kind: .shelf, text: shelf.line, label: shelf.name, range: 0..<line.count,
        count: counts[shelf.id] ?? 0)
    }
  }

  // MARK: Values

  private mutating func completeValue(
    of key: SearchLine.Key, _ others: [[UInt8]], _ comparison: SearchLineLexer.Comparison
  ) throws {
    guard others.isEmpty || key.takesSeveral else { return }
    let others = Set(others.map { SearchLine.lowercased($0.withoutMinus(of: key)) })
    found += try completions(
      key.isNamed
        ? try named(key, others: others) : try fixed(key, comparison), of: key, except: others)
    let isEqual = comparison == .contains || comparison == .equal
    let mayBeNone =
      key == .rating || SearchLine.Key.roles.contains(key)
      || !key.absentable.isEmpty && others.isEmpty
    if isEqual, mayBeNone, !others.contains("none"),
      "none".hasPrefix(SearchLine.lowercased(part.text))
    {
      let none = Array("none".utf8)
      found.append(
        Completion(kind: .value, key: key.rawValue, text: none, label: none, range: part.range))
    }
  }

  private func completions(
    _ candidates: [CompletionCandidate], of key: SearchLine.Key, except others: Set<String> = [],
    before: String = ""
  ) throws -> [Completion] {
    try candidates.compactMap { candidate in
      guard try candidate.isFound(by: filter),
        !others.contains(SearchLine.lowercased(candidate.text))
      else { return nil }
      return Completion(
        kind: .value, key: key.rawValue,
        text: Array(before.utf8) + SearchLine.quoted(candidate.text), label: candidate.label,
        range: part.range, count: candidate.count)
    }
  }

  /// Returns groups, the largest first: all genres that have books, or the groups of another kind
  /// that match the typed text.
  private func named(
    _ key: SearchLine.Key, others: Set<String>
  ) throws -> [CompletionCandidate] {
    guard let group = key.group else { return [] }
    if group == .genre { return try genres() }
    let list = try session.groupList(by: group, rated: false)
    var names: [CompletionCandidate] = []
    list.forEach(filter) { _, name, statistics in
      names.append(
        CompletionCandidate(
          name.map { Array($0) } ?? [], count: statistics.books, isFound: true))
      return names.count < limit + others.count
    }
    return names
  }

  /// Each genre is found by its stored name and by its displayed name. The completion inserts the
  /// displayed name, unless another genre is stored under that name.
  private func genres() throws -> [CompletionCandidate] {
    let rows = try session.statistics(nil, by: .genre)
    let names = try (0..<rows.count).map { row in
      let name = rows.group(row).name ?? Bytes(start: nil, count: 0)
      return (name: name, key: try Keys.genre(name), books: rows.statistics(row).books)
    }
    let keys = Set(names.map(\.key))
    return try names.filter { $0.books > 0 }.sorted { $0.books > $1.books }.map { genre in
      let name = Array(genre.name)
      guard let displayed = GenreNames.displayed(genre.key, language) else {
        return CompletionCandidate(name, count: genre.books)
      }
      let shown = Array(displayed.description.utf8)
      let key = try Keys.genre(displayed.bytes)
      return CompletionCandidate(
        key != genre.key && keys.contains(key) ? name : shown, label: shown, count: genre.books,
        words: [name, shown])
    }
  }
}
