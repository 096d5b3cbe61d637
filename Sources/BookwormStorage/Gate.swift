// The process's own queue before a store's write lock.
import Glibc

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
