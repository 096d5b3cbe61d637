// This file combines a lock with a condition to wait for.
import Glibc

/// A lock, and a condition that signals changes of the data that the lock guards.
public final class Monitor: @unchecked Sendable {
  let lock = Lock()
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  public init() {
    condition = .allocate(capacity: 1)
    begin()
  }

  private func begin() {
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  public func withLock<R>(_ body: () throws -> R) rethrows -> R { try lock.withLock(body) }

  /// Call it with the lock held; the lock is free during the wait.
  public func wait() { pthread_cond_wait(condition, lock.mutex) }

  /// The same, until `end` at the latest.
  func wait(until end: Milliseconds) {
    var time = timespec(tv_sec: Int(end / 1000), tv_nsec: Int(end % 1000) * 1_000_000)
    pthread_cond_timedwait(condition, lock.mutex, &time)
  }

  public func announce() { pthread_cond_broadcast(condition) }

  /// Called in a forked child, which does not have its parent's waiting threads.
  func forgetWaiting() { begin() }
}
