// Whose turn it is to use a page that observers share.
import BookwormStorage

/// A lock that says whether its holder runs the page's query: who only looks does not wait for
/// that, and is woken when it is over.
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

  /// False where the query runs; then all observers are woken when it has.
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

  /// Who has it is about to run the query.
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
