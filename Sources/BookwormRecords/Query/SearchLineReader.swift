// Reads the words and conditions of a search line into a query.
import BookwormStorage
import BookwormText

struct SearchLineReader {
  typealias Piece = SearchLineLexer.Piece
  typealias Condition = SearchLineLexer.Condition
  typealias Key = SearchLine.Key

  /// The filters of the current alternative.
  private var query: Query
  private var given: Set<Key> = []
  private var spans: [Key: SearchLineSpan] = [:]
  private var wanted = SearchText()
  private var unwanted = SearchText()
  private var isEmpty = true
  /// The places of parentheses that are still open.
  private var open: [Int] = []
  /// The previous item, if it is text.
  private var last: SearchLineLexer.Text?
  /// The alternatives that have been read, and the place of the OR after them.
  private var alternatives: (query: Query, sign: Range<Int>)?
  /// The order and the limit of the whole line.
  private var whole: Query

  /// A text for the search, joined again from words and phrases.
  private struct SearchText {
    var text: [UInt8] = []
    var place = 0..<0

    mutating func append(_ item: SearchLineLexer.Text) {
      if text.isEmpty { place = item.piece.place } else { text.append(UInt8(ascii: " ")) }
      place = place.lowerBound..<item.piece.place.upperBound
      text += item.piece.isQuoted ? SearchLineReader.phrase(item.piece) : item.piece.text
      if item.isPrefix { text.append(UInt8(ascii: "*")) }
    }
  }

  init() throws { (query, whole) = (try Query(), try Query()) }

  mutating func read(_ item: SearchLineLexer.Item) throws {
    let before = last
    last = nil
    switch item {
    case .text(let text) where text.isOr: try beginAlternative(text.piece.place)
    case .text(let text) where text.piece.isMissing: break
    case .text(let text):
      try SearchLine.checkSpace(between: before, and: text)
      try read(text)
      last = text
    case .condition(let condition) where condition.values.isEmpty: break
    case .condition(let condition): try read(condition)
    }
  }

  private mutating func read(_ text: SearchLineLexer.Text) throws {
    isEmpty = false
    if !text.piece.isQuoted { noteParentheses(text.piece) }
    if !text.piece.isQuoted, let isbn = text.piece.text.withUnsafeBufferPointer(ISBN.typed),
      isbn.isSure
    {
      let found = try query(isbn)
      try SearchLine.at(text.piece.place) {
        if text.isNegated { return try query.exclude(found) }
        try query.checkFilters()
        query.identifiers += found.identifiers
      }
    } else if text.isNegated {
      unwanted.append(text)
    } else {
      wanted.append(text)
    }
  }

  /// The books that have an ISBN.
  func query(_ isbn: ISBN) throws -> Query {
    var query = try Query()
    query.identifiers = [IdentifierKey.make(isbn)]
    return query
  }

  private mutating func noteParentheses(_ piece: Piece) {
    for (place, byte) in piece.text.enumerated() {
      if byte == UInt8(ascii: "(") { open.append(piece.place.lowerBound + place) }
      if byte == UInt8(ascii: ")"), !open.isEmpty { open.removeLast() }
    }
  }

  /// Begins another alternative after OR, or its other form `|`, whose place is `sign`. If no item
  /// comes before the OR or after it, the OR is ignored. Within parentheses it is refused, because
  /// it would divide the whole line, although the parentheses mean something else.
  private mutating func beginAlternative(_ sign: Range<Int>) throws {
    guard !isEmpty else { return }
    if let offset = open.last {
      throw SearchLine.fault(
        .parentheses,
        "'(' does not group: OR divides the whole line. Write what all alternatives share into each"
          + " of them; to find '(' as text, use quotes", at: offset..<offset + 1)
    }
    alternatives = (try allAlternatives(), sign)
    (query, spans, isEmpty) = (try Query(), [:], true)
    (wanted, unwanted) = (SearchText(), SearchText())
    given.formIntersection([.sort, .limit])
  }

  private mutating func read(_ condition: Condition) throws {
    guard let key = Key(condition.key) else {
      let word = KnownWord.closest(condition.key, Key.knownWords)
      let advice =
        word.map { "did you mean \($0)?" }
        ?? "keys are words such as title, author, genre, rating, year, status and sort."
      throw SearchLine.fault(
        .key,
        "\(SearchLine.shown(condition.key)) is not a key; \(advice) To find it as text, use quotes",
        at: condition.keyPlace, meant: word.map { (condition.isNegated ? "-" : "") + $0 } ?? "")
    }
    if [.sort, .limit].contains(key) {
      guard !condition.isNegated else {
        throw SearchLine.fault(
          .notCondition, "'-' excludes what a condition finds; \(key.rawValue) is not a condition",
          at: condition.keyPlace)
      }
    } else {
      isEmpty = false
    }
    try check(condition.comparison, of: key, at: condition.comparisonPlace)
    if condition.isNegated, key != .genre || isNone(condition, key) {
      var other = try SearchLineReader()
      try other.read(condition, key)
      let excluded = try other.filters()
      try SearchLine.at(condition.place) { try query.exclude(excluded) }
    } else {
      try read(condition, key)
    }
  }

  private func isNone(_ condition: Condition, _ key: Key) -> Bool {
    condition.values.count == 1 && !condition.values[0].isQuoted && !key.absentable.isEmpty
      && [.contains, .equal].contains(condition.comparison)
      && SearchLine.lowercased(condition.values[0].text) == "none"
  }

  private mutating func read(_ condition: Condition, _ key: Key) throws {
    switch key {
    case _ where isNone(condition, key):
      try SearchLine.at(condition.place) { try query.filter(key.absentable, absent: 1) }
    case _ where key.isText: try contains(key, condition)
    case .synopsis: try search(.synopsis, condition)
    case .review: try search(.review, condition)
    case .notes: try search(.notes, condition)
    case .quote: try search(.quotes, condition)
    case .isbn, .identifier: try identifier(key, condition)
    case _ where key.isPerson: try person(key, condition)
    case .genre: try genres(condition)
    case .status: try statuses(condition)
    case _ where key.isFlag || key == .is: try flag(key, condition)
    case .cover:
      throw SearchLine.fault(
        .cover,
        "none is expected here: cover:none finds books without a cover, -cover:none the others",
        at: condition.values[0].place, meant: "none")
    case .sort: try sort(condition)
    case .limit: try limit(condition)
    default:
      let span = spans[key] ?? SearchLineSpan(key)
      spans[key] = try span.narrowed(by: condition)
    }
  }

  /// Returns the query after the whole line was read.
  mutating func finished() throws -> Query {
    var query = try allAlternatives()
    query.sort = whole.sort
    query.limit = whole.limit
    return query
  }

  /// The alternatives up to here. Their number is limited, so that no line takes long.
  private mutating func allAlternatives() throws -> Query {
    guard let alternatives else { return try filters() }
    var query = alternatives.query
    if !isEmpty {
      let last = try filters()
      try SearchLine.at(alternatives.sign) { try query.orElse(last) }
    }
    return query
  }

  private mutating func filters() throws -> Query {
    // Uses a fixed order, so that equal lines give equal queries.
    for key in Key.allCases { try spans[key]?.filter(&query) }
    for (search, match) in [(wanted, Match.all), (unwanted, .none)] where !search.text.isEmpty {
      try SearchLine.at(search.place) {
        try search.text.withUnsafeBufferPointer { try query.search($0, [], match) }
      }
    }
    return query
  }

  /// The text in quotes, as the search accepts it; a quote within the text is punctuation there. An
  /// open phrase is the beginning of a phrase.
  private static func phrase(_ piece: Piece) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    return [quote] + piece.text.map { $0 == quote ? UInt8(ascii: " ") : $0 } + [quote]
      + (piece.isOpen ? [UInt8(ascii: "*")] : [])
  }

  private func check(
    _ comparison: SearchLineLexer.Comparison, of key: Key, at place: Range<Int>
  ) throws {
    switch key {
    case _ where key.isText || key.isPerson || [.synopsis, .review, .notes, .quote].contains(key):
      let isWhole = comparison == .equal && (key.isText || key.isPerson)
      guard comparison != .contains, !isWhole else { return }
      throw SearchLine.fault(
        .colon, "':' is expected here: \(key.rawValue):text finds what contains the text",
        at: place, meant: ":")
    case _ where key.isOrdered: return
    default:
      guard comparison != .contains, comparison != .equal else { return }
      throw SearchLine.fault(
        .colon, "':' is expected here; \(key.rawValue) has no order", at: place, meant: ":")
    }
  }

  // MARK: Values

  private func single(_ condition: Condition) throws -> Piece {
    if condition.values.count > 1 {
      throw SearchLine.fault(
        .oneValue,
        "\(SearchLine.shown(condition.key)) accepts one value; a text with a comma must be in"
          + " quotes", at: condition.values[1].place)
    }
    return condition.values[0]
  }

  private mutating func once(_ key: Key, _ condition: Condition, _ advice: String = "") throws {
    guard given.insert(key).inserted else {
      throw SearchLine.fault(
        .givenTwice, "\(key.rawValue) is already given\(advice)", at: condition.place)
    }
  }

  private mutating func contains(_ key: Key, _ condition: Condition) throws {
    let value = try single(condition)
    let isLanguage = BookField.traits(of: key.field).rule == .language
    try SearchLine.at(value.place, isLanguage ? .language : .blank) {
      try value.text.withUnsafeBufferPointer {
        condition.comparison == .equal
          ? try query.filter(key.field, equals: $0) : try query.filter(key.field, contains: $0)
      }
    }
  }

  private mutating func person(_ key: Key, _ condition: Condition) throws {
    let value = try single(condition)
    let role = key == .person ? [] : Array(key.rawValue.utf8)
    let isNone = !value.isQuoted && SearchLine.lowercased(value.text) == "none"
    var found = try Query()
    try SearchLine.at(value.place, .blank) {
      try (isNone ? [] : value.text).withUnsafeBufferPointer { text in
        try role.withUnsafeBufferPointer { role in
          condition.comparison == .equal && !isNone
            ? try found.filter(person: text, role: role)
            : try found.filter(personContains: text, role: role)
        }
      }
      if isNone { return try query.exclude(found) }
      try query.checkFilters()
      query.people += found.people
    }
  }

  private mutating func search(_ field: BookFields, _ condition: Condition) throws {
    let value = try single(condition)
    let text = value.isQuoted ? SearchLineReader.phrase(value) : value.text
    try SearchLine.at(value.place) {
      try text.withUnsafeBufferPointer { try query.search($0, field, .all) }
    }
  }

  private mutating func identifier(_ key: Key, _ condition: Condition) throws {
    let value = try single(condition)
    let parts =
      key == .isbn
      ? [Array("isbn".utf8), value.text]
      : value.text.split(separator: UInt8(ascii: ":"), maxSplits: 1).map { Array($0) }
    guard parts.count == 2 else {
      throw SearchLine.fault(
        .scheme, "a scheme and a value are expected here, as in identifier:doi:10.1000/182",
        at: value.place)
    }
    try SearchLine.at(value.place, .blank) {
      try parts[0].withUnsafeBufferPointer { scheme in
        try parts[1].withUnsafeBufferPointer { try query.filterIdentifier(scheme, $0) }
      }
    }
  }

  private mutating func genres(_ condition: Condition) throws {
    let keys = try condition.values.map { name in
      try SearchLine.at(name.place, .blank) {
        try name.text.withUnsafeBufferPointer { try Query.genreKey($0) }
      }
    }
    try SearchLine.at(condition.place) {
      try query.filterGenres(
        condition.isNegated ? .none : .any, keys: keys,
        names: condition.values.map { Query.Spelling(text: $0.text) })
    }
  }

  private mutating func statuses(_ condition: Condition) throws {
    try once(.status, condition, "; name several with commas: status:completed,in-progress")
    for value in condition.values {
      guard let status = BookStatus(typed: value.text) else {
        throw SearchLine.fault(
          .status,
          "\(SearchLine.shown(value.text)) is not a status; use on-shelf, in-progress,"
            + " completed or did-not-finish", at: value.place,
          meant: KnownWord.closest(value.text, BookStatus.knownWords) ?? "")
      }
      try query.filterStatus(status.rawValue)
    }
  }

  private mutating func flag(_ key: Key, _ condition: Condition) throws {
    try once(key == .is ? .favourite : key, condition)
    let value = try single(condition)
    switch (key, SearchLine.lowercased(value.text)) {
    case (.is, "favourite"), (.is, "favorite"): try query.filterFavourite(1)
    case (_, "yes") where key != .is: try query.filter(key.field, 1, 1)
    case (_, "no") where key != .is: try query.filter(key.field, 0, 0)
    case (.is, _):
      throw SearchLine.fault(
        .favourite, "favourite is expected here, as in is:favourite", at: value.place,
        meant: "favourite")
    default:
      throw SearchLine.fault(
        .yesOrNo, "yes or no is expected here", at: value.place,
        meant: TypedFlag.parse(SearchLine.lowercased(value.text)).map { $0 ? "yes" : "no" } ?? "")
    }
  }

  // MARK: Order and part

  private mutating func sort(_ condition: Condition) throws {
    try once(.sort, condition, "; name several keys with commas: sort:-rating,title")
    for value in condition.values {
      let minus =
        value.text.first == UInt8(ascii: "-") ? 1 : UTF8Text.dashLength(value.text)
      let isDescending = minus > 0
      let name = SearchLine.lowercased(Array(value.text.dropFirst(minus)))
      guard let key = SortKey(searchName: name) else {
        let keys = SortKey.allCases.map(\.name).joined(separator: ", ")
        let word = KnownWord.closest(Array(name.utf8), SortKey.knownWords)
        throw SearchLine.fault(
          .sortKey, "\(SearchLine.shown(value.text)) is not a sort key; use \(keys)",
          at: value.place, meant: word.map { (isDescending ? "-" : "") + $0 } ?? "")
      }
      try SearchLine.at(value.place, .givenTwice) {
        try whole.sort(by: SortTerm(key, descending: isDescending))
      }
    }
  }

  private mutating func limit(_ condition: Condition) throws {
    try once(.limit, condition)
    let value = try single(condition)
    guard let limit = SearchLine.integer(value.text[...]), limit >= 0 else {
      throw SearchLine.fault(
        .number, "\(SearchLine.shown(value.text)) is not a number of books, such as 50",
        at: value.place)
    }
    try whole.setLimit(limit)
  }
}

extension SortKey {
  fileprivate static let knownWords = allCases.flatMap { key in
    let labels = BookField.label(key.name)?.texts ?? []
    let words = [key.name, key.label.description] + labels.map(\.description)
    return words.map { KnownWord($0, meaning: key.name) }
  }

  fileprivate init?(searchName name: String) {
    switch name {
    case "favorite": self = .favourite
    case "relevance": self = .rank
    default:
      let key = SortKey.allCases.first { $0.name == name || $0.label.description == name }
      guard let key else { return nil }
      self = key
    }
  }
}
