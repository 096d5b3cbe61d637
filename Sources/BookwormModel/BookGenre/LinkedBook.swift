// What is known of a book while its genres change.
import BookwormStorage
import BookwormText

/// What of a book its links depend on.
struct LinkedBook {
  let id: Int64
  let titleKey: Bytes
  let rating: Int32
}
