// Where an import looks for a book.
import BookwormStorage

/// Among which books one is looked for: those that were there before an import, and of which its
/// source knew none then, so that it does not matter in which order the rows come.
struct BookRange {
  var source: Bytes?
  var lastBook = Int64.max
  var lastSource: Int64 = 0

  static var everything: BookRange { BookRange() }
}
