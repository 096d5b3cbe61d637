// The facts of a book are its values that counters depend on.
import BookwormStorage

/// The values of a book that the counters depend on.
struct BookFacts {
  var rating: Int32
  var created: Milliseconds
  /// The end of its latest reading.
  var finished: Int32?
  /// The number of its readings.
  var readings: Int32
}
