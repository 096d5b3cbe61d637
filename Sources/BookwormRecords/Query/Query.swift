// A query describes the books to find, and their order. It belongs to no store.
import BookwormStorage
import BookwormText

/// A value: copied and changed freely, and compiled to SQL when it runs.
package struct Query: Sendable {
  package struct GenreFilter: Sendable, Equatable {
    package let match: Match
    package let ids: [Int64]
    /// The key of each name, looked up when the query runs.
    package let keys: [[UInt8]]
    /// The names, in the same order.
    let names: [Spelling]
  }

  /// The original spelling of a value, for printing the query. The value is compared in another
  /// form.
  package struct Spelling: Sendable, Equatable {
    let text: [UInt8]

    package init(text: [UInt8]) {
      self.text = text
    }

    package static func == (one: Spelling, other: Spelling) -> Bool { true }
  }

  package var genreFilters: [GenreFilter] = []
  package var rating: (range: ClosedRange<Int32>, orNotRated: Bool)?
  package var exactRating: (range: ClosedRange<Double>, orNotRated: Bool)?
  package var statuses: Set<BookStatus> = []
  /// Texts that a field must contain, by their search keys; or language tags.
  package var contained: [(field: BookFields, key: [UInt8], text: Spelling)] = []
  /// Whole texts of fields, by their keys; or language tags.
  package var equal: [(field: BookFields, key: [UInt8], text: Spelling)] = []
  package var ranges: [(field: BookFields, range: ClosedRange<Int64>)] = []
  /// Keys of identifiers. A book must have all of them.
  package var identifiers: [[UInt8]] = []
  /// `name` is the original spelling of the name, or of a part of it.
  package var people: [(filter: PersonFilter, name: [UInt8])] = []
  /// Fields that a book must lack or have.
  package var absences: [(field: BookFields, isAbsent: Bool)] = []
  /// A book must pass one query of each group.
  package var alternatives: [[Query]] = []
  /// A book must pass none of them.
  package var excluded: [Query] = []
  var searches: [Search] = []
  package var snippet = Query.snippetMarks
  package var created: Range<Milliseconds>?
  package var started: (first: Int32?, last: Int32?)?
  package var finished: (first: Int32?, last: Int32?)?
  package var sort: [SortTerm] = []
  package var limit: Int64?
  package var offset: Int64 = 0
  package var cursor: Cursor?
  /// Whether the query finds the books before the cursor.
  package var isBackward = false
  package var selection: BookSelection

  package init() throws { selection = try BookSelection.of([]) }

  // MARK: Filters (a book must pass all of them)

  package mutating func filterGenres(_ match: Match, _ ids: some Collection<Int64>) throws {
    try checkFilters(genres: ids.count)
    genreFilters.append(GenreFilter(match: match, ids: Array(ids), keys: [], names: []))
  }

  package mutating func filterGenres(
    _ match: Match, names count: Int, name: (Int) throws -> Bytes
  ) throws {
    try checkFilters(genres: count)
    var (keys, names): ([[UInt8]], [Spelling]) = ([], [])
    for row in 0..<count {
      try inRow(row) {
        let name = try name(row)
        keys.append(try Query.genreKey(name))
        names.append(Spelling(text: Array(name)))
      }
    }
    try filterGenres(match, keys: keys, names: names)
  }

  package static func genreKey(_ name: Bytes) throws -> [UInt8] {
    try Rules.name(name, "names")
    return try Keys.genre(name)
  }

  package mutating func filterGenres(_ match: Match, keys: [[UInt8]], names: [Spelling]) throws {
    try checkFilters(genres: keys.count)
    genreFilters.append(GenreFilter(match: match, ids: [], keys: keys, names: names))
  }

  /// Keeps the books with a rating from `minimum` to `maximum`, each 1 to 5; 0 to 0 means not
  /// rated.
  package mutating func filterRating(
    _ minimum: Int32, _ maximum: Int32, orNotRated: Int32
  ) throws {
    try Rules.rating(minimum, "minimum")
    try Rules.rating(maximum, "maximum")
    try Rules.flag(orNotRated, "or_not_rated")
    guard minimum <= maximum else {
      throw Failure(.invalid, "minimum", "minimum \(minimum) is above maximum \(maximum)")
    }
    guard (minimum == 0) == (maximum == 0) else {
      throw Failure(
        .invalid, "minimum", "minimum is 0, not rated; to include such books, set or_not_rated")
    }
    rating = (minimum...maximum, orNotRated == 1)
  }

  /// Keeps the books with an exact rating from `minimum` to `maximum`, each a multiple of a quarter
  /// from 0.25 to 5. For a book without an exact rating, the whole rating counts.
  package mutating func filterExactRating(
    _ minimum: Double, _ maximum: Double, orNotRated: Int32
  ) throws {
    try ExactRating.check(minimum, "minimum")
    try ExactRating.check(maximum, "maximum")
    try Rules.flag(orNotRated, "or_not_rated")
    guard minimum <= maximum else {
      throw Failure(.invalid, "minimum", "minimum \(minimum) is above maximum \(maximum)")
    }
    exactRating = (minimum...maximum, orNotRated == 1)
  }

  package mutating func filterFavourite(_ value: Int32) throws {
    try Rules.flag(value, "favourite")
    try filter(.favourite, value, value)
  }

  package mutating func filterStatus(_ value: Int32) throws {
    statuses.insert(try Rules.status(value))
  }

  static func notOneField(_ field: BookFields, filteredBy what: String) -> Failure {
    Failure(
      .argument, "field",
      "field is \(field.list); it must be one field that can be filtered by \(what)")
  }

  /// Keeps the books whose field contains the text; case and accents are folded. For the language,
  /// keeps the books in it: "en" also matches "en-GB".
  package mutating func filter(_ field: BookFields, contains text: Bytes) throws {
    guard let line = BookField.of(field), line.field == field, line.filter == .contains else {
      throw Query.notOneField(field, filteredBy: "a text, such as title")
    }
    try checkFilters()
    if line.rule == .language {
      let tag = try Query.language(text)
      contained.append((field, tag, Spelling(text: tag)))
    } else {
      try Rules.text(text, "text", limit: Rules.nameLimit)
      contained.append((field, try Keys.search(text), Spelling(text: Array(text))))
    }
  }

  static func language(_ text: Bytes) throws -> [UInt8] {
    try Rules.language(text, "text")
    var tag = ByteBuffer()
    LanguageTag.canonical(text, into: &tag)
    try Keys.check(tag)
    return Array(tag.bytes)
  }

  /// Keeps the books whose field is in the range, which includes both ends; the least and the
  /// greatest 32-bit number leave an end open. A second range for a field replaces the first.
  package mutating func filter(_ field: BookFields, _ first: Int32, _ last: Int32) throws {
    guard let line = BookField.of(field), line.field == field,
      line.filter == .range || line.filter == .flag
    else {
      throw Query.notOneField(field, filteredBy: "a range, such as year")
    }
    guard first <= last else {
      let later = field == .pages ? "above" : "later than"
      throw Failure(.invalid, "first", "first \(first) is \(later) last \(last)")
    }
    ranges.removeAll { $0.field == field }
    ranges.append((field, Int64(first)...Int64(last)))
  }

  /// Keeps the books created from `from` on and before `until`.
  package mutating func filterCreated(_ from: Milliseconds, _ until: Milliseconds) throws {
    guard from <= until else {
      throw Failure(.invalid, "from", "from \(from) is later than until \(until)")
    }
    created = from..<until
  }

  /// The days are those of UTC. The range includes both ends; nil leaves one open.
  package mutating func filterCreated(days first: Int32?, _ last: Int32?) throws {
    try filterCreated(
      first.map { CalendarDate.dayNumber(of: $0) * CalendarDate.day } ?? .min,
      last.map { (CalendarDate.dayNumber(of: $0) + 1) * CalendarDate.day } ?? .max)
  }

  /// The range includes both ends; nil leaves one open.
  package mutating func filterStarted(_ first: Int32?, _ last: Int32?) throws {
    started = try Query.dates(first, last)
  }

  package mutating func filterFinished(_ first: Int32?, _ last: Int32?) throws {
    finished = try Query.dates(first, last)
  }

  private static func dates(
    _ first: Int32?, _ last: Int32?
  ) throws -> (first: Int32?, last: Int32?) {
    if let first { try Rules.date(first, "first") }
    if let last { try Rules.date(last, "last") }
    if let first, let last, first > last {
      throw Failure(.invalid, "first", "first \(first) is later than last \(last)")
    }
    return (first, last)
  }

  // MARK: Order and part

  package mutating func sort(by term: SortTerm) throws {
    guard !sort.contains(where: { $0.key == term.key }) else {
      throw Failure(.argument, "key", "the query is sorted by \(term.key) already")
    }
    sort.append(term)
  }

  package mutating func clearSort() { sort = [] }

  package mutating func setLimit(_ value: Int64) throws {
    guard value >= -1 else {
      throw Failure(.argument, "limit", "limit is \(value); it must be 0 or more, or -1 for none")
    }
    limit = value < 0 ? nil : value
  }

  package mutating func setOffset(_ value: Int64) throws {
    guard value >= 0 else {
      throw Failure(.argument, "offset", "offset is \(value); it must not be negative")
    }
    offset = value
  }

  package mutating func setCursor(_ text: Bytes?, isBackward: Bool = false) throws {
    cursor = try text.map { try Cursor(text: $0) }
    self.isBackward = isBackward && text != nil
    if text != nil { offset = 0 }
  }

  /// Throws if the query is for the books before a cursor: such a query can only be run and
  /// counted.
  package func checkIsForward() throws {
    guard !isBackward else {
      throw Failure(
        .argument, "query", "a page before a cursor can only be run; take the cursor off the query")
    }
  }

  package mutating func setFields(_ fields: BookFields) throws {
    selection = try BookSelection.of(fields, inQuery: true)
  }

  /// By title and author, unless another order is requested.
  package var order: [SortTerm] {
    sort.isEmpty
      ? [SortTerm(.title, descending: false), SortTerm(.author, descending: false)] : sort
  }
}
