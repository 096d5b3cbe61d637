// A page turn decides who may use a page that observers share.
import BookwormStorage

/// A lock that knows whether its holder runs the page's query. An observer that only looks does not
/// wait for that; it is woken when the query is done.
final class PageTurn: @unchecked Sendable {
  private let monitor = Monitor()
  private var isTaken = false
  private var isLong = false
  private var isAwaited = false
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func withLock<R>(_ body: () throws -> R) rethrows -> R {
    take()
    defer { give() }
    return try body()
  }

  func take() {
    monitor.withLock {
      while isTaken { monitor.wait() }
      isTaken = true
    }
  }

  /// Returns false while the query runs; all observers are then woken when it is done.
  func takeToLook() -> Bool {
    monitor.withLock {
      while isTaken && !isLong { monitor.wait() }
      guard !isTaken else {
        isAwaited = true
        return false
      }
      isTaken = true
      return true
    }
  }

  /// Called by the holder before it runs the query.
  func willRunQuery() {
    monitor.withLock {
      isLong = true
      monitor.announce()
    }
  }

  func give() {
    let wakes = monitor.withLock {
      let wakes = isAwaited
      (isTaken, isLong, isAwaited) = (false, false, false)
      monitor.announce()
      return wakes
    }
    if wakes { wake() }
  }
}
