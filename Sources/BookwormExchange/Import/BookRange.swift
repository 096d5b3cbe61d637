// A range of books limits an import's search for a book.
import BookwormStorage

/// The books to search: books that existed before an import began and were unknown to its source at
/// that time. This makes the order of the rows irrelevant.
struct BookRange {
  var source: Bytes?
  var lastBook = Int64.max
  var lastSource: Int64 = 0

  static var everything: BookRange { BookRange() }
}
