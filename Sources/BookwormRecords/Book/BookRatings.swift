// Relates the two ratings of a book: whole stars, and the exact rating.
import BookwormStorage

extension BookFields {
  /// The two fields belong together: a change of one decides both.
  package static let rated: BookFields = [.rating, .exactRating]

  /// Whether only the rating changes.
  package var isRating: Bool { contains(.rating) && isSubset(of: .rated) }
}

extension BookDraft {
  /// Adds the whole rating if an exact rating is given alone.
  package mutating func giveWholeRating() {
    guard given.contains(.exactRating), !given.contains(.rating),
      let rating = ExactRating.rating(of: double(.exactRating))
    else { return }
    give(.rating, rating)
  }

  /// The draft with the whole rating added; nil if nothing needs to be added.
  package var withWholeRating: BookDraft? {
    guard given.contains(.exactRating), !given.contains(.rating) else { return nil }
    var draft = self
    draft.giveWholeRating()
    return draft
  }

  /// If both ratings are given, the whole rating must be the exact rating, rounded.
  package func checkRatings() throws {
    guard given.isSuperset(of: .rated),
      let rating = ExactRating.rating(of: double(.exactRating)), rating != int32(.rating)
    else { return }
    throw Failure(
      .invalid, "rating",
      "rating is \(int32(.rating)), but exact_rating \(double(.exactRating)) rounds to \(rating);"
        + " give one of them")
  }
}
