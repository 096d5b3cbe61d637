// Adds the conditions of another query to a query, and removes them: how a list is narrowed by a
// click, and widened again.

extension Query {
  /// Whether this query has every condition of the other one. If this query consists of
  /// alternatives, whether each alternative has every condition. False does not prove that the
  /// other conditions would change the list.
  package func has(_ other: Query) throws -> Bool {
    let other = try conditions(of: other)
    return hasOnlyOneAlternative
      ? alternatives[0].allSatisfy { $0.has(all: other) } : has(all: other)
  }

  /// Adds the conditions of the other query; if this query consists of alternatives, to each of
  /// them. A query can have only one condition of some kinds. Of these, ranges and statuses are
  /// narrowed to the part that both queries have. Without such a part, and for all other
  /// conditions, the condition of the other query replaces the one of this query.
  package mutating func add(_ other: Query) throws {
    let other = try conditions(of: other)
    changeEach { $0.add(all: other) }
  }

  /// Removes the conditions of the other query; if this query consists of alternatives, from each
  /// of them.
  package mutating func remove(_ other: Query) throws {
    let other = try conditions(of: other)
    changeEach { $0.remove(all: other) }
    // An alternative without conditions finds every book, so the alternatives together do too.
    if hasOnlyOneAlternative, alternatives[0].contains(where: \.hasNoConditions) {
      alternatives = []
    }
  }

  private func conditions(of other: Query) throws -> Query {
    guard other.alternatives.isEmpty else {
      throw Failure(.argument, "other", "other has alternatives; only its conditions can be used")
    }
    return try filters(of: other)
  }

  private mutating func changeEach(_ change: (inout Query) -> Void) {
    guard hasOnlyOneAlternative else { return change(&self) }
    for place in alternatives[0].indices { change(&alternatives[0][place]) }
  }

  private var hasNoConditions: Bool {
    filteredFields.isEmpty && alternatives.isEmpty && excluded.isEmpty
  }
}

// MARK: Conditions that can be repeated

extension Query {
  private func has(all other: Query) -> Bool {
    guard other.genreFilters.allSatisfy(genreFilters.contains),
      other.identifiers.allSatisfy(identifiers.contains), other.searches.allSatisfy(has),
      other.contained.allSatisfy({ one in contained.contains { $0 == one } }),
      other.equal.allSatisfy({ one in equal.contains { $0 == one } }),
      other.people.allSatisfy({ one in people.contains { $0.filter == one.filter } }),
      other.absences.allSatisfy({ one in absences.contains { $0 == one } }),
      other.excluded.allSatisfy({ one in excluded.contains { $0.meansTheSame(as: one) } })
    else { return false }
    return hasOnes(of: other)
  }

  private mutating func add(all other: Query) {
    genreFilters += other.genreFilters.filter { !genreFilters.contains($0) }
    identifiers += other.identifiers.filter { !identifiers.contains($0) }
    searches += other.searches.filter { !has($0) }
    contained += other.contained.filter { one in !contained.contains { $0 == one } }
    equal += other.equal.filter { one in !equal.contains { $0 == one } }
    people += other.people.filter { one in !people.contains { $0.filter == one.filter } }
    absences += other.absences.filter { one in !absences.contains { $0 == one } }
    excluded += other.excluded.filter { one in !excluded.contains { $0.meansTheSame(as: one) } }
    addOnes(of: other)
  }

  private mutating func remove(all other: Query) {
    genreFilters.removeAll(where: other.genreFilters.contains)
    identifiers.removeAll(where: other.identifiers.contains)
    for search in other.searches { remove(search) }
    contained.removeAll { one in other.contained.contains { $0 == one } }
    equal.removeAll { one in other.equal.contains { $0 == one } }
    people.removeAll { one in other.people.contains { $0.filter == one.filter } }
    absences.removeAll { one in other.absences.contains { $0 == one } }
    excluded.removeAll { one in other.excluded.contains { $0.meansTheSame(as: one) } }
    removeOnes(of: other)
  }

  /// The words of a line are one search, so the query's search may also have other words.
  private func has(_ search: Search) -> Bool {
    searches.contains { $0.isOfKind(of: search) && search.terms.allSatisfy($0.terms.contains) }
  }

  private mutating func remove(_ search: Search) {
    searches = searches.compactMap { own in
      guard own.isOfKind(of: search) else { return own }
      let rest = own.terms.filter { !search.terms.contains($0) }
      return rest.isEmpty ? nil : Search(match: own.match, fields: own.fields, terms: rest)
    }
  }
}

extension Search {
  fileprivate func isOfKind(of other: Search) -> Bool {
    match == other.match && fields == other.fields && match != .any
  }
}

// MARK: Conditions that cannot be repeated

extension Query {
  private typealias Days = (first: Int32?, last: Int32?)

  private func hasOnes(of other: Query) -> Bool {
    guard other.ranges.allSatisfy({ one in ranges.contains { $0 == one } }),
      other.statuses.isEmpty || statuses == other.statuses,
      other.created == nil || created == other.created
    else { return false }
    return (other.rating == nil || hasRating(of: other))
      && (other.exactRating == nil || hasExactRating(of: other))
      && (other.started == nil || Query.isSame(started, other.started))
      && (other.finished == nil || Query.isSame(finished, other.finished))
  }

  private mutating func addOnes(of other: Query) {
    for (field, range) in other.ranges {
      let known = ranges.first { $0.field == field }?.range
      ranges.removeAll { $0.field == field }
      ranges.append((field, Query.common(known, range)))
    }
    if !other.statuses.isEmpty {
      let common = statuses.intersection(other.statuses)
      statuses = common.isEmpty ? other.statuses : common
    }
    if let new = other.rating {
      let known = exactRating == nil && rating?.orNotRated == false ? rating?.range : nil
      (rating, exactRating) = ((Query.common(known, new.range), new.orNotRated), nil)
    }
    if let new = other.exactRating {
      let known = rating == nil && exactRating?.orNotRated == false ? exactRating?.range : nil
      (rating, exactRating) = (nil, (Query.common(known, new.range), new.orNotRated))
    }
    if let new = other.created {
      let common = created?.clamped(to: new) ?? new
      created = common.isEmpty ? new : common
    }
    started = Query.common(started, other.started)
    finished = Query.common(finished, other.finished)
  }

  private mutating func removeOnes(of other: Query) {
    ranges.removeAll { one in other.ranges.contains { $0 == one } }
    if statuses == other.statuses { statuses = [] }
    if hasRating(of: other) { rating = nil }
    if hasExactRating(of: other) { exactRating = nil }
    if created == other.created { created = nil }
    if Query.isSame(started, other.started) { started = nil }
    if Query.isSame(finished, other.finished) { finished = nil }
  }

  /// The part that both ranges have; without such a part, the second range.
  private static func common<Bound>(
    _ known: ClosedRange<Bound>?, _ new: ClosedRange<Bound>
  ) -> ClosedRange<Bound> {
    guard let known, known.overlaps(new) else { return new }
    return known.clamped(to: new)
  }

  private static func common(_ known: Days?, _ new: Days?) -> Days? {
    guard let known, let new else { return new ?? known }
    let common = common(
      (known.first ?? 0)...(known.last ?? .max), (new.first ?? 0)...(new.last ?? .max))
    return (
      common.lowerBound == 0 ? nil : common.lowerBound,
      common.upperBound == .max ? nil : common.upperBound
    )
  }
}
