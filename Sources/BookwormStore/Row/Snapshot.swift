// A snapshot is one state of a store, for several reads.
import BookwormStorage

extension Connection {
  /// Runs `body`, whose SELECTs all see one state of the store.
  package func inSnapshot<R>(_ body: () throws -> R) throws -> R {
    if inTransaction { return try body() }
    try beginReading()
    let result: R
    do { result = try body() } catch {
      // The caller must get the first error.
      try? endReading()
      throw error
    }
    try endReading()
    return result
  }

  // Not inlined into the many specializations of inSnapshot.
  @inline(never) private func beginReading() throws { try statement(.beginReading).run() }

  /// The engine may have ended the transaction by itself.
  @inline(never) private func endReading() throws {
    if inTransaction { try statement(.rollBack).run() }
  }
}
