// What a change of a book is judged by.
import BookwormStorage

/// The small fields of a book, which decide what a change means.
struct BookState {
  var facts: BookFacts
  var started: Int32?
  var status: Int32
  var favourite: Int32
  var updated: Milliseconds
}
