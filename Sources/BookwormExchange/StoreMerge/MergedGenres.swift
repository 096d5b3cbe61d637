// Records which genres became which in a merge of stores.
import BookwormRecords

/// The result of merging genres, which the merge of books needs. The ids are those of genres here.
struct MergedGenres {
  /// The ids here, by the ids in the other store and in the base.
  var there: [Int64: Int64] = [:]
  var base: [Int64: Int64] = [:]
  /// The genres that one of the stores did not have: a book there that lacks one has not lost it.
  var newHere: Set<Int64> = []
  var newThere: Set<Int64> = []
  var globalIDs: [Int64: GlobalID] = [:]
}
