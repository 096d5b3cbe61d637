// Derives a plan from a query: which table or index to walk, the conditions, and the order.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore

extension QueryPlan {
  /// `genre` looks up a genre's id by its name's key.
  init(_ query: Query, isListed: Bool = false, genre: ([UInt8]) throws -> Int64?) throws {
    let order = query.order
    let search = SearchCondition(query)
    let walkedSearch = !isListed && QueryPlan.walksSearch(query) ? search.expression : nil
    var walk = isListed ? .listed : walkedSearch.map { Walk.search($0) } ?? .books
    var filters: [Condition] = []
    for filter in query.genreFilters {
      // Nil is a genre that does not exist, which no book has.
      let ids = try filter.ids + filter.keys.map { try genre($0) }
      if walk == .books, order[0].key == .title, filter.match != .none, ids.count == 1,
        let id = ids[0]
      {
        walk = .genre(id)
      } else {
        filters.append(Condition(filter.match, ids))
      }
    }
    filters += QueryPlan.conditions(search, isWalked: walkedSearch != nil)
    filters += QueryPlan.conditions(query)
    filters += try QueryPlan.others(query, genre)
    filters.removeAll { $0 == .always }

    // Terms after the id are useless, because ids are unique. Without a search all ranks are equal.
    let terms = order.prefix { $0.key != .id }.filter { $0.key != .rank || walkedSearch != nil }
      .flatMap { term in
        term.key.columns.map { Term(column: $0, descending: term.descending) }
      }
    let idsDescend = order.first { $0.key == .id }?.descending ?? false
    if let cursor = query.cursor {
      guard cursor.order == order, cursor.values.count == terms.count else {
        throw Failure.anotherOrder
      }
      let parts = QueryPlan.parts(
        after: cursor, terms, idsDescend: idsDescend, isSearch: walkedSearch != nil)
      self.parts = isListed ? [.any(parts)] : parts
    } else {
      parts = [.always]
    }
    self.walk = walk
    self.filters = filters
    self.order = terms
    self.idsDescend = idsDescend
    reading = QueryPlan.reading(query, walk, filters, terms)
    most = isListed ? nil : QueryPlan.counted(query, walk)
    tellsRank = walkedSearch != nil && query.selection.fields.contains(.rank)
  }

  package init(_ query: Query, _ connection: Connection, isListed: Bool = false) throws {
    try connection.fullText.index.check(query.allSearches)
    try self.init(query, isListed: isListed) { try connection.genre(meantBy: $0) }
  }

  /// Whether to walk the search index. There are two reasons to do so: in the order of ids, the
  /// walk ends as soon as the page is full; and only the index knows a rank, which the order or the
  /// selection may need.
  private static func walksSearch(_ query: Query) -> Bool {
    query.order[0].key == .id || query.order.contains { $0.key == .rank }
      || query.selection.fields.contains(.rank)
  }

  private static func reading(
    _ query: Query, _ walk: Walk, _ filters: [Condition], _ order: [Term]
  ) -> Reading {
    if case .search = walk, filters.isEmpty, order.map(\.column) == [.rank] { return .ranked }
    guard query.limit == nil, query.selection.fields != .id, let first = order.first?.column else {
      return .walking
    }
    if case .search = walk { return .sorted }
    // An engine prefers a filter's index to the index of the order.
    let leaves =
      filters.contains(where: \.looksUp) || query.created != nil && first != .created
    return first.hasIndex && !leaves ? .walking : .sorted
  }

  private static func counted(_ query: Query, _ walk: Walk) -> Counted? {
    guard let (range, orNotRated) = query.rating else { return nil }
    let ratings = (0...5).filter { range.contains($0) || orNotRated && $0 == 0 }
    if case .genre(let id) = walk { return Counted(genre: id, ratings: ratings) }
    return Counted(genre: nil, ratings: ratings)
  }

  // MARK: Filters

  private static func conditions(_ search: SearchCondition, isWalked: Bool) -> [Condition] {
    var conditions: [Condition] = []
    if search.isImpossible { conditions.append(.never) }
    if let expression = search.expression, !isWalked { conditions.append(.found(expression)) }
    return conditions + search.excluded.map { .not(.found($0)) }
  }

  /// The conditions of nested queries.
  private static func others(
    _ query: Query, _ genre: ([UInt8]) throws -> Int64?
  ) throws -> [Condition] {
    try query.alternatives.map { .any(try $0.map { try whole($0, genre) }) }
      + query.excluded.map { .isNotTrue(try whole($0, genre)) }
  }

  private static func whole(
    _ query: Query, _ genre: ([UInt8]) throws -> Int64?
  ) throws -> Condition {
    let genres = try query.genreFilters.map { filter in
      Condition(filter.match, try filter.ids + filter.keys.map { try genre($0) })
    }
    let conditions =
      genres + conditions(SearchCondition(query), isWalked: false) + conditions(query)
    return .all(try conditions + others(query, genre))
  }

  private static func absence(of field: BookFields, _ isAbsent: Bool) -> Condition {
    if field == .rating {
      return .compare(.rating, isAbsent ? .equal : .greater, .integer(0))
    }
    if let table = BookRowsTable(field) { return isAbsent ? .not(.hasAny(table)) : .hasAny(table) }
    guard let column = BookField.of(field).map({ QueryColumn($0) }) else { return .never }
    return isAbsent ? .isAbsent(column) : .not(.isAbsent(column))
  }

  private static func conditions(_ query: Query) -> [Condition] {
    var conditions: [Condition] = query.identifiers.map { .identified($0) }
    conditions += query.absences.map { absence(of: $0.field, $0.isAbsent) }
    if let (range, orNotRated) = query.rating {
      let rated = Condition.between(.rating, range.lowerBound, range.upperBound)
      conditions.append(
        orNotRated ? .any([rated, .compare(.rating, .equal, .integer(0))]) : rated)
    }
    if let (range, orNotRated) = query.exactRating {
      let rated = Condition.between(
        .exactRating, .real(range.lowerBound), .real(range.upperBound))
      conditions.append(
        orNotRated ? .any([rated, .compare(.rating, .equal, .integer(0))]) : rated)
    }
    if !query.statuses.isEmpty {
      let values = query.statuses.map(\.rawValue).sorted()
      conditions.append(.isOneOf(.status, values.map { .integer(Int64($0)) }))
    }
    conditions += query.people.map { Condition($0.filter, $0.name) }
    for (field, key, _) in query.contained {
      if field == .author {
        let authors = PersonFilter(sought: .part(key), role: ContributorRole.authorName)
        conditions.append(Condition(authors, []))
        continue
      }
      guard let line = BookField.of(field) else { continue }
      let column = QueryColumn(line)
      conditions.append(line.rule == .language ? .isIn(column, key) : .contains(column, key))
    }
    for (field, key, _) in query.equal {
      guard let line = BookField.of(field) else { continue }
      conditions.append(.whole(line, key))
    }
    for (field, range) in query.ranges {
      guard let column = BookField.of(field).map({ QueryColumn($0) }) else { continue }
      conditions.append(.between(column, .integer(range.lowerBound), .integer(range.upperBound)))
    }
    if let created = query.created {
      conditions.append(
        .all([
          .compare(.created, .atLeast, .integer(created.lowerBound)),
          .compare(.created, .less, .integer(created.upperBound)),
        ]))
    }
    if let (first, last) = query.started {
      conditions.append(.readingDay(.started, first, last))
    }
    if let (first, last) = query.finished {
      conditions.append(.readingDay(.finished, first, last))
    }
    return conditions
  }
}

extension Condition {
  fileprivate static func between(_ column: QueryColumn, _ first: Int32, _ last: Int32) -> Self {
    .between(column, .integer(Int64(first)), .integer(Int64(last)))
  }

  /// Whether any reading has a day in the range. If neither end is given, only the latest reading
  /// counts, whose days are in the book's row.
  fileprivate static func readingDay(_ day: QueryColumn, _ first: Int32?, _ last: Int32?) -> Self {
    let ofLatest = between(day, first ?? 0, last ?? Int32.max)
    guard first != nil || last != nil else { return ofLatest }
    return .any([
      ofLatest, .hadReading(day, .integer(Int64(first ?? 0)), .integer(Int64(last ?? .max))),
    ])
  }

  /// Whether the language is this tag, perhaps in the form of earlier libraries, or a longer tag
  /// that begins with it.
  fileprivate static func isIn(_ column: QueryColumn, _ tag: [UInt8]) -> Self {
    .any(
      LanguageNames.stored(for: tag).flatMap { tag in
        [
          .compare(column, .equal, .text(tag)),
          .all([
            .compare(column, .atLeast, .text(tag + [UInt8(ascii: "-")])),
            .compare(column, .less, .text(tag + [UInt8(ascii: "-") + 1])),
          ]),
        ]
      })
  }

  /// Whether the key of a field's whole text is `key`.
  fileprivate static func whole(_ field: BookField, _ key: [UInt8]) -> Self {
    if Query.hasOwnKey(field.field) {
      return .compare(QueryColumn(orderedBy: field), .equal, .blob(key))
    }
    guard field.rule == .language else { return .equals(QueryColumn(field), key) }
    return .isOneOf(QueryColumn(field), LanguageNames.stored(for: key).map { .text($0) })
  }

  /// A nil among the ids means a genre that does not exist.
  fileprivate init(_ match: Match, _ ids: [Int64?]) {
    let known = ids.compactMap { $0 }
    switch match {
    case .any: self = known.isEmpty ? .never : .genres(.any, known)
    case .all where known.count < ids.count: self = .never
    case .all, .none: self = known.isEmpty ? .always : .genres(match, known)
    }
  }
}
