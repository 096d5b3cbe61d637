// Which genres became which when stores were merged.

/// What a merge of genres says to that of books. The ids are those that genres have here.
struct MergedGenres {
  /// By the ids of the other store, and of the base.
  var there: [Int64: Int64] = [:]
  var base: [Int64: Int64] = [:]
  /// Those that one of the stores did not have: a book that lacks one there has not lost it.
  var newHere: Set<Int64> = []
  var newThere: Set<Int64> = []
  var globalIDs: [Int64: GlobalID] = [:]
}
