// A shared query is the object of a query's handle.
import BookwormRecords
import BookwormStorage
import CBookwormTypes

/// Threads may share it: each change and each use is atomic.
final class SharedQuery: @unchecked Sendable {
  /// One lock for all queries, so that a fork can wait for it. It is held only briefly.
  static let lock = Lock()
  private var query: Query

  init() throws { query = try Query() }

  init(_ query: Query) { self.query = query }

  var value: Query { SharedQuery.lock.withLock { query } }

  func change(_ body: (inout Query) throws -> Void) throws {
    try SharedQuery.lock.withLock {
      var changed = query
      try body(&changed)
      query = changed
    }
  }
}
