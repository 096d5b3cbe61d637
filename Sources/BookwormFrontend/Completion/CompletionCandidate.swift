// Candidates are the values of a key, before they are compared with the typed text.
import BookwormQuery
import BookwormRecords
import BookwormStorage

struct CompletionCandidate {
  let text: [UInt8]
  let label: [UInt8]
  let count: Int64?
  /// Words that a person may type for the candidate.
  private let words: [[UInt8]]
  /// Whether the candidate is known to begin with the typed text.
  private let isFound: Bool

  init(
    _ text: [UInt8], label: [UInt8]? = nil, count: Int64? = nil, words: [[UInt8]]? = nil,
    isFound: Bool = false
  ) {
    (self.text, self.label, self.count) = (text, label ?? text, count)
    (self.words, self.isFound) = (words ?? [text], isFound)
  }

  init(_ text: String, label: StaticString? = nil, count: Int64? = nil) {
    let label = label.map { Array($0.description.utf8) }
    self.init(
      Array(text.utf8), label: label, count: count,
      words: [Array(text.utf8)] + (label.map { [$0] } ?? []))
  }

  func isFound(by filter: NameFilter) throws -> Bool {
    if isFound { return true }
    return try words.contains { try $0.withUnsafeBufferPointer { try filter.matches($0) } }
  }
}

extension SearchLine.Key {
  /// The kind of group that has the books with one of the key's values, such as the books of one
  /// genre.
  var group: StatisticsGroup? { SearchLine.Key.groups[self] }

  private static let groups: [SearchLine.Key: StatisticsGroup] = {
    var groups: [SearchLine.Key: StatisticsGroup] = [
      .genre: .genre, .status: .status, .rating: .rating, .created: .monthAdded,
      .finished: .monthFinished,
    ]
    let people = StatisticsGroup.allCases.filter(\.isOfPeople)
    for key in allCases {
      groups[key] =
        groups[key]
        ?? StatisticsGroup.allCases.first { !$0.field.isEmpty && $0.field == key.field }
        ?? people.first { $0.word == key.rawValue }
    }
    return groups
  }()

  /// Whether its values are the names of groups.
  var isNamed: Bool { group?.isNamed ?? false }

  /// Whether a single word is looked up among the values of the key.
  var isNameOfGroup: Bool { isNamed && !isPerson && ![.language, .format].contains(group) }

  /// Whether several values may follow the key, as a list.
  var takesSeveral: Bool { [.genre, .status, .rating, .sort].contains(self) }

  /// The label that a person sees; empty for a key that has no label.
  func label(_ language: Language) -> StaticString {
    switch self {
    case .sort: Labels.action(.sort, language)
    case .is: Labels.label("favourite", language)
    case .identifier: Labels.label("identifiers", language)
    default: Labels.label(field.isEmpty ? rawValue : BookField.name(of: field), language)
    }
  }
}

extension Completer {
  /// The values of a key whose values are not names.
  func fixed(
    _ key: SearchLine.Key, _ comparison: SearchLineLexer.Comparison
  ) throws -> [CompletionCandidate] {
    switch key {
    case .status: try statuses()
    case .rating: try ratings(comparison)
    case .created, .started, .finished:
      try numbers(key, comparison) { Completer.month($0) }
        + [CompletionCandidate("today"), CompletionCandidate("yesterday")]
    case _ where key.isFlag: [CompletionCandidate("yes"), CompletionCandidate("no")]
    case .is:
      [CompletionCandidate("favourite", label: Labels.label("favourite", language))]
    case .sort: sortKeys()
    default: try numbers(key, comparison) { "\($0)" }
    }
  }

  private func statuses() throws -> [CompletionCandidate] {
    let counts = try counts(.status)
    return BookStatus.allCases.map { status in
      let words = [status.name] + status.typedWords.map(\.description)
      return CompletionCandidate(
        Array(status.name.utf8), label: Array(status.name(language).description.utf8),
        count: counts.first { $0.key == Int64(status.rawValue) }?.count ?? 0,
        words: words.map { Array($0.utf8) })
    }
  }

  private func ratings(
    _ comparison: SearchLineLexer.Comparison
  ) throws -> [CompletionCandidate] {
    let statistics = try session.statistics(nil).statistics(0)
    let counts = (1...5).map { (key: Int64($0), count: statistics.ratings[$0]) }
    return (1...5).reversed().map { rating in
      CompletionCandidate(
        "\(rating)", label: RatingPresentation.name(Int32(rating), language),
        count: Completer.sum(counts, comparison, Int64(rating)))
    }
  }

  private func sortKeys() -> [CompletionCandidate] {
    SortKey.allCases.map { key in
      let label = Labels.sortKey(key, language)
      return CompletionCandidate(key.name, label: label.description.isEmpty ? nil : label)
    }
  }

  /// Years or months, the latest first.
  private func numbers(
    _ key: SearchLine.Key, _ comparison: SearchLineLexer.Comparison,
    _ text: (Int64) -> String?
  ) throws -> [CompletionCandidate] {
    guard let group = key.group else { return [] }
    let counts = try counts(group)
    return counts.sorted { $0.key > $1.key }.compactMap { value in
      text(value.key).map {
        CompletionCandidate($0, count: Completer.sum(counts, comparison, value.key))
      }
    }
  }

  private func counts(_ group: StatisticsGroup) throws -> [(key: Int64, count: Int64)] {
    var counts: [(key: Int64, count: Int64)] = []
    try session.groupList(by: group, rated: false).forEach { counts.append(($0, $1.books)) }
    return counts
  }

  /// Returns the number of books that pass the comparison with a value.
  private static func sum(
    _ counts: [(key: Int64, count: Int64)], _ comparison: SearchLineLexer.Comparison,
    _ value: Int64
  ) -> Int64 {
    counts.reduce(0) { sum, group in
      let isCounted =
        switch comparison {
        case .contains, .equal: group.key == value
        case .atLeast: group.key >= value
        case .atMost: group.key <= value
        case .above: group.key > value
        case .below: group.key < value
        }
      return isCounted ? sum &+ group.count : sum
    }
  }

  /// Nil if the month is invalid, as in a damaged store.
  private static func month(_ number: Int64) -> String? {
    guard (1_01...9999_12).contains(number), (1...12).contains(number % 100) else { return nil }
    return String(CalendarDate.text(of: Int32(number * 100 + 1)).dropLast(3))
  }
}
