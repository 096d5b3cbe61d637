// This file defines a POSIX mutex, which a forked child can unlock. Synchronization.Mutex records
// the owning thread's number and traps when a forked child unlocks it.
import Glibc

public final class Lock: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

  public init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable public func lock() { pthread_mutex_lock(mutex) }
  @inlinable public func unlock() { pthread_mutex_unlock(mutex) }

  @inlinable public func withLock<R>(_ body: () throws -> R) rethrows -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}
