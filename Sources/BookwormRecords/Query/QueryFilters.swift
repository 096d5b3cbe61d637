// Filters by what a book has or lacks and by nested queries, and the limit of their number.
import BookwormStorage

extension Query {
  private static let filterLimit = 100
  private static let genreLimit = 10_000
  private static let depthLimit = 20

  /// Throws if the query has too many filters. The engines' own limits are well above ours.
  func checkFilters(genres count: Int = 0) throws {
    guard filterCount < Query.filterLimit else {
      throw Failure(
        .tooLarge, "query",
        "a query has at most \(Query.filterLimit) filters of genres, texts and other queries")
    }
    let genres = genreFilters.reduce(count) { $0 + $1.ids.count + $1.keys.count }
    guard genres <= Query.genreLimit else {
      throw Failure(
        .tooLarge, "count", "a query names at most \(Query.genreLimit) genres; these are \(genres)")
    }
  }

  /// The number of filters, including those of nested queries.
  private var filterCount: Int {
    let own =
      genreFilters.count + contained.count + searches.count + identifiers.count + absences.count
      + people.count + equal.count
    return (alternatives.joined() + excluded).reduce(own) { $0 + 1 + $1.filterCount }
  }

  private var depth: Int { 1 + ((alternatives.joined() + excluded).map(\.depth).max() ?? 0) }

  // MARK: Whole texts

  /// Keeps the books whose field is the text; case and accents are folded. For the author, keeps
  /// the books of the person with this name. For the language, keeps the books with this tag.
  package mutating func filter(_ field: BookFields, equals text: Bytes) throws {
    if field == .author {
      return try ContributorRole.authorName.withUnsafeBufferPointer {
        try filter(person: text, role: $0)
      }
    }
    guard let line = BookField.of(field), line.field == field, line.filter == .contains else {
      throw Query.notOneField(field, filteredBy: "a text, such as title")
    }
    try checkFilters()
    if line.rule == .language {
      let tag = try Query.language(text)
      equal.append((field, tag, Spelling(text: tag)))
    } else {
      try Rules.name(text, "text")
      let key = try Query.hasOwnKey(field) ? Keys.sort(text) : Keys.search(text)
      equal.append((field, key, Spelling(text: Array(text))))
    }
  }

  /// Whether the field has a column for its own sort keys. Statistics group the field's texts by
  /// these keys.
  package static func hasOwnKey(_ field: BookFields) -> Bool {
    field == .series || field == .publisher
  }

  // MARK: Identifiers

  /// Keeps the books that have an identifier, in any spelling.
  package mutating func filterIdentifier(_ scheme: Bytes, _ value: Bytes) throws {
    try checkFilters()
    try Rules.name(scheme, "scheme")
    try Rules.name(value, "value")
    identifiers.append(try IdentifierKey.make(scheme, value))
  }

  // MARK: Absent fields

  /// The fields that a book may lack.
  static let absentable = BookFields.clearable.union([.rating, .quotes, .readings, .cover])

  /// Keeps the books without any of the fields, or with all of them.
  package mutating func filter(_ fields: BookFields, absent: Int32) throws {
    try checkFilters()
    try Rules.flag(absent, "absent")
    guard !fields.isEmpty else {
      throw Failure(.argument, "fields", "fields is 0; it must name one field or more")
    }
    try fields.check(Query.absentable, "fields") { "a query cannot filter by the absence of \($0)" }
    for field in fields.bits { absences.append((field, absent == 1)) }
  }

  // MARK: Other queries

  /// Keeps the books that `other` does not match.
  package mutating func exclude(_ other: Query) throws {
    excluded.append(try filters(of: other))
  }

  /// Also keeps the books that `other` matches.
  package mutating func orElse(_ other: Query) throws {
    let other = try filters(of: other)
    if hasOnlyOneAlternative {
      alternatives[0].append(other)
    } else {
      var whole = try Query()
      swap(&whole, &self)
      (sort, limit, offset) = (whole.sort, whole.limit, whole.offset)
      (cursor, isBackward) = (whole.cursor, whole.isBackward)
      (selection, snippet) = (whole.selection, whole.snippet)
      alternatives = [[whole.withoutPart, other]]
    }
  }

  /// Keeps only the books that `other` matches too. Ignores the order, limit and offset of `other`.
  package func narrowed(by other: Query) throws -> Query {
    var query = self
    query.alternatives.append([try filters(of: other.unplaced)])
    return query
  }

  /// Whether the query consists only of alternatives, like a search line with OR.
  var hasOnlyOneAlternative: Bool {
    alternatives.count == 1 && excluded.isEmpty && filteredFields.isEmpty
  }

  private var withoutPart: Query {
    var query = unplaced
    query.sort = []
    return query
  }

  /// Returns the filters of `other`. Throws if it has a limit, an offset or a cursor, or if both
  /// queries together would be too large.
  func filters(of other: Query) throws -> Query {
    guard other.limit == nil, other.offset == 0, other.cursor == nil else {
      throw Failure(
        .argument, "other",
        "only the filters of other are used; it must not have a limit, offset or cursor")
    }
    guard filterCount + other.filterCount < Query.filterLimit,
      depth + other.depth <= Query.depthLimit
    else {
      throw Failure(
        .tooLarge, "other",
        "with this one the query has more than \(Query.filterLimit) filters, or queries within"
          + " queries more than \(Query.depthLimit) deep")
    }
    return other.withoutPart
  }

  /// The fields that have filters, without those of nested queries.
  package var filteredFields: BookFields {
    var fields: BookFields = []
    if !genreFilters.isEmpty { fields.insert(.genres) }
    if rating != nil { fields.insert(.rating) }
    if exactRating != nil { fields.insert(.exactRating) }
    if !statuses.isEmpty { fields.insert(.status) }
    for (field, _, _) in contained { fields.formUnion(field) }
    for (field, _, _) in equal { fields.formUnion(field) }
    for (field, _) in ranges { fields.formUnion(field) }
    for (field, _) in absences { fields.formUnion(field) }
    if !identifiers.isEmpty { fields.formUnion(.identifierValues) }
    if !people.isEmpty { fields.formUnion(.contributorNames) }
    if people.contains(where: \.filter.isAuthor) { fields.formUnion([.author, .authorSort]) }
    if !searches.isEmpty { fields.insert(.matched) }
    if created != nil { fields.insert(.created) }
    if started != nil { fields.insert(.started) }
    if finished != nil { fields.insert(.finished) }
    return fields
  }
}
