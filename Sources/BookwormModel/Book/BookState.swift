// The state of a book is the few small values that decide what a change means.
import BookwormStorage

/// The small fields of a book that decide what a change means.
struct BookState {
  var facts: BookFacts
  var started: Int32?
  var status: Int32
  var favourite: Int32
  var updated: Milliseconds
}
