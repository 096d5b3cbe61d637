// A copy target is a new store that is being filled.
import BookwormStorage

/// The target of a copy, in a transaction that keeps all of it or nothing.
struct CopyTarget {
  let database: Database
  let connection: Connection
  /// The work after the last row.
  let complete: (Connection) throws -> Void
}
