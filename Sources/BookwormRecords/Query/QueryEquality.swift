// Tests whether two queries are equal, because observers with equal queries share one page.

extension Query: Equatable {
  // Compares every member; a test counts them.
  package static func == (one: Query, other: Query) -> Bool {
    one.sort == other.sort && one.limit == other.limit && one.offset == other.offset
      && one.cursor == other.cursor && one.isBackward == other.isBackward
      && one.selection.fields == other.selection.fields
      && one.snippet == other.snippet && one.hasFilters(of: other)
  }

  private func hasFilters(of other: Query) -> Bool {
    genreFilters == other.genreFilters && hasRating(of: other) && hasExactRating(of: other)
      && statuses == other.statuses && identifiers == other.identifiers
      && searches == other.searches && hasTexts(of: other) && hasSpans(of: other)
      && absences.elementsEqual(other.absences, by: ==)
      && alternatives == other.alternatives && excluded == other.excluded
  }

  private func hasTexts(of other: Query) -> Bool {
    contained.elementsEqual(other.contained, by: ==)
      && equal.elementsEqual(other.equal, by: ==)
      && people.elementsEqual(other.people, by: ==)
  }

  private func hasSpans(of other: Query) -> Bool {
    ranges.elementsEqual(other.ranges, by: ==) && created == other.created
      && Query.isSame(started, other.started) && Query.isSame(finished, other.finished)
  }

  func hasRating(of other: Query) -> Bool {
    rating?.range == other.rating?.range && rating?.orNotRated == other.rating?.orNotRated
  }

  func hasExactRating(of other: Query) -> Bool {
    exactRating?.range == other.exactRating?.range
      && exactRating?.orNotRated == other.exactRating?.orNotRated
  }

  static func isSame(
    _ one: (first: Int32?, last: Int32?)?, _ other: (first: Int32?, last: Int32?)?
  ) -> Bool {
    (one == nil) == (other == nil) && one?.first == other?.first && one?.last == other?.last
  }
}
