// A copy target is a new store that is being filled.
import BookwormStorage

/// The target of a copy, in a transaction that keeps the whole copy or nothing.
package struct CopyTarget {
  package let database: Database
  package let connection: Connection
  /// Completes the copy after its last row.
  package let complete: (Connection) throws -> Void
}
