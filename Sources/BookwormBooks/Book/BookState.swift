// The state of a book is the few small values that decide what a change means.
import BookwormStorage
import BookwormStore

/// The small fields of a book that decide what a change means.
package struct BookState {
  var facts: BookFacts
  var started: Int32?
  package var status: Int32
  var favourite: Int32
  package var updated: Milliseconds
}
