// What a handle of a query names.
import BookwormModel
import BookwormStorage
import CBookwormTypes

/// A query that threads may share: each change and each use sees it whole.
final class SharedQuery: @unchecked Sendable {
  /// One for all queries, so that a fork can wait for it: it is held for moments.
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
