// A mutex and a condition that survive fork() as POSIX defines it; Synchronization.Mutex records
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

/// Lets one holder at a time through, waiting at most as long as it is told to.
public final class Gate: @unchecked Sendable {
  private let mutex = Lock()
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var held = false
  private var shut = false

  public enum Outcome: Sendable { case entered, timedOut, shut }

  public init() {
    condition = .allocate(capacity: 1)
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

  public func enter(until deadline: Milliseconds) -> Outcome {
    mutex.withLock {
      var time = timespec(
        tv_sec: Int(deadline / 1000), tv_nsec: Int(deadline % 1000) * 1_000_000)
      while held && !shut {
        if pthread_cond_timedwait(condition, mutex.mutex, &time) == ETIMEDOUT, held {
          return .timedOut
        }
      }
      if shut { return .shut }
      held = true
      return .entered
    }
  }

  public func leave() {
    mutex.withLock {
      held = false
      pthread_cond_broadcast(condition)
    }
  }

  /// Turns away all who wait and all who come, and returns when the holder has left.
  public func shutAndWait() {
    mutex.withLock {
      shut = true
      pthread_cond_broadcast(condition)
      while held { pthread_cond_wait(condition, mutex.mutex) }
    }
  }
}

public typealias Milliseconds = Int64

public enum Clock {
  /// Milliseconds on a clock that only goes forward.
  public static func monotonic() -> Milliseconds { read(CLOCK_MONOTONIC) }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  public static func now() -> Milliseconds { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Milliseconds {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
  }
}
