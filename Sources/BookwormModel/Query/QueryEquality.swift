// Tests whether two queries ask for the same, because observers of one page share it.

extension Query: Equatable {
  // Every member: a test counts them.
  public static func == (one: Query, other: Query) -> Bool {
    one.sort == other.sort && one.limit == other.limit && one.offset == other.offset
      && one.cursor == other.cursor && one.isBackward == other.isBackward
      && one.selection.fields == other.selection.fields
      && one.snippet == other.snippet && one.hasFilters(of: other)
  }

  private func hasFilters(of other: Query) -> Bool {
    genreFilters == other.genreFilters && rating?.range == other.rating?.range
      && rating?.orNotRated == other.rating?.orNotRated
      && exactRating?.range == other.exactRating?.range
      && exactRating?.orNotRated == other.exactRating?.orNotRated
      && favourite == other.favourite
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
      && started?.first == other.started?.first && started?.last == other.started?.last
      && (started == nil) == (other.started == nil)
      && finished?.first == other.finished?.first && finished?.last == other.finished?.last
      && (finished == nil) == (other.finished == nil)
  }
}
