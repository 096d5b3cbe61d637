// Compares two queries by the books that they find, and their order.
import BookwormText

extension Query {
  /// Whether both queries find the same books in the same order. Ignores offset, cursor and fields.
  /// False does not prove that the queries differ.
  func meansTheSame(as other: Query) -> Bool {
    sort == other.sort && limit == other.limit && normal(like: self) == other.normal(like: self)
  }

  /// Returns the filters in a common form: equal filters can be expressed in several ways.
  private func normal(like whole: Query) -> Query {
    var query = unplaced
    query.sort = []
    (query.selection, query.snippet) = (whole.selection, whole.snippet)
    query.alternatives = alternatives.map { $0.map { $0.normal(like: whole) } }
    query.excluded = []
    for other in excluded { query.leaveOut(other.normal(like: whole)) }
    query.moveToAbsences()
    query.absences = query.absences.sorted {
      ($0.field.rawValue, $0.isAbsent ? 1 : 0) < ($1.field.rawValue, $1.isAbsent ? 1 : 0)
    }
    for texts in [\Query.contained, \Query.equal] {
      query[keyPath: texts].sort { one, other in
        one.field == other.field
          ? one.key.lexicographicallyPrecedes(other.key) : one.field.rawValue < other.field.rawValue
      }
    }
    query.people.sort { $0.name.lexicographicallyPrecedes($1.name) }
    query.identifiers.sort { $0.lexicographicallyPrecedes($1) }
    query.ranges.sort { $0.field.rawValue < $1.field.rawValue }
    query.genreFilters = Query.normal(query.genreFilters)
    query.searches = Query.normal(query.searches)
    return query
  }

  private var filterKinds: Int {
    let lists = [
      genreFilters.count, contained.count, searches.count, identifiers.count, absences.count,
      people.count, equal.count, ranges.count, statuses.isEmpty ? 0 : 1, alternatives.count,
      excluded.count,
    ]
    let values = [
      rating != nil, exactRating != nil, created != nil, started != nil, finished != nil,
    ]
    return lists.reduce(0, +) + values.filter { $0 }.count
  }

  /// Adds the opposite of a query. The opposite of a single filter is often another filter.
  private mutating func leaveOut(_ other: Query) {
    let isSingle = other.filterKinds == 1
    if isSingle, let (field, isAbsent) = other.absences.first {
      absences.append((field, !isAbsent))
    } else if isSingle, let filter = other.genreFilters.first, filter.match == .any {
      genreFilters.append(
        GenreFilter(match: .none, ids: filter.ids, keys: filter.keys, names: filter.names))
    } else if isSingle, let search = other.searches.first, search.match == .all,
      search.terms.count == 1
    {
      searches.append(Search(match: .none, fields: search.fields, terms: search.terms))
    } else {
      excluded.append(other)
    }
  }

  private mutating func moveToAbsences() {
    if let (first, last) = started, first == nil, last == nil {
      started = nil
      absences.append((.started, false))
    }
    if let (first, last) = finished, first == nil, last == nil {
      finished = nil
      absences.append((.finished, false))
    }
    guard exactRating == nil, let (range, orNotRated) = rating, !orNotRated else { return }
    if range == 0...0 || range == 1...5 {
      rating = nil
      absences.append((.rating, range == 0...0))
    }
  }

  private static func normal(_ filters: [GenreFilter]) -> [GenreFilter] {
    var whole: [GenreFilter] = []
    var none = GenreFilter(match: .none, ids: [], keys: [], names: [])
    func less(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.lexicographicallyPrecedes(other) }
    for filter in filters {
      let keys = Array(Set(filter.keys)).sorted(by: less)
      switch filter.match {
      case .any:
        whole.append(GenreFilter(match: .any, ids: filter.ids.sorted(), keys: keys, names: []))
      case .all:
        whole += filter.ids.map { GenreFilter(match: .any, ids: [$0], keys: [], names: []) }
        whole += keys.map { GenreFilter(match: .any, ids: [], keys: [$0], names: []) }
      case .none:
        none = GenreFilter(
          match: .none, ids: none.ids + filter.ids,
          keys: Array(Set(none.keys + keys)).sorted(by: less), names: [])
      }
    }
    if !none.ids.isEmpty || !none.keys.isEmpty { whole.append(none) }
    return whole.sorted { one, other in
      one.keys.lexicographicallyPrecedes(other.keys, by: less)
    }
  }

  private static func normal(_ searches: [Search]) -> [Search] {
    var whole: [Search] = []
    for search in searches where search.match != .none || !search.terms.isEmpty {
      let isAll = search.match == .any && search.terms.count < 2
      let match = isAll ? .all : search.match
      let known = whole.firstIndex {
        $0.match == match && $0.fields == search.fields && match != .any && !$0.terms.isEmpty
          && !search.terms.isEmpty
      }
      if let known {
        let terms = whole[known].terms
        whole[known] = Search(
          match: match, fields: search.fields,
          terms: terms + search.terms.filter { !terms.contains($0) })
      } else {
        whole.append(Search(match: match, fields: search.fields, terms: search.terms))
      }
    }
    return whole.map { search in
      Search(
        match: search.match, fields: search.fields,
        terms: search.terms.sorted {
          ("\($0.tokens)\($0.isPrefix)") < ("\($1.tokens)\($1.isPrefix)")
        })
    }.sorted { ($0.match.rawValue, $0.fields.rawValue) < ($1.match.rawValue, $1.fields.rawValue) }
  }
}

extension Query {
  /// The query for all matches, in an order that is fast to walk.
  package var whole: Query {
    var whole = unplaced
    whole.sort = positiveSearches.isEmpty ? [] : [SortTerm(.id, descending: false)]
    return whole
  }

  /// The query for all matches, in its order.
  package var unplaced: Query {
    var query = self
    query.limit = nil
    query.offset = 0
    query.cursor = nil
    query.isBackward = false
    return query
  }
}
