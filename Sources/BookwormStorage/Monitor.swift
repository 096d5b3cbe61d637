// A lock, and a condition that is waited for.
import Glibc

/// A lock, and what waits for news about what it guards.
public final class Monitor: @unchecked Sendable {
  let lock = Lock()
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  public init() {
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try lock.withLock(body) }

  /// Within the lock, which is free while this waits.
  public func wait() { pthread_cond_wait(condition, lock.mutex) }

  public func announce() { pthread_cond_broadcast(condition) }

  /// In a forked child, whose parent's threads wait no more.
  func forgetWaiting() { pthread_cond_init(condition, nil) }
}
