// What is counted of a book.
import BookwormStorage

/// What of a book the counters depend on.
struct BookFacts {
  var rating: Int32
  var created: Milliseconds
  /// Of its latest reading.
  var finished: Int32?
  /// How many readings it has.
  var readings: Int32
}
