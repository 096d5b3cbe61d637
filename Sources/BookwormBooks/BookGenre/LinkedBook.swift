// A linked book holds the values known of a book while its genres change.
import BookwormStorage
import BookwormText

/// The values of a book that its links depend on.
struct LinkedBook {
  let id: Int64
  let titleKey: Bytes
  let rating: Int32
}
