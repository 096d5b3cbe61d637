// This file defines the queue of this process's writers that wait for a store's write lock.
import Glibc

/// Admits one holder at a time. Each caller sets a limit to its wait.
public final class Gate: @unchecked Sendable {
  private let mutex = Lock()
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var held = false
  private var shut = false

  public enum Outcome: Sendable { case entered, timedOut, shut, interrupted }

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
      while held && !shut {
        let end = min(deadline, Clock.monotonic() &+ Interruption.pause)
        var time = timespec(tv_sec: Int(end / 1000), tv_nsec: Int(end % 1000) * 1_000_000)
        guard pthread_cond_timedwait(condition, mutex.mutex, &time) == ETIMEDOUT, held, !shut
        else { continue }
        if Clock.monotonic() >= deadline { return .timedOut }
        if Interruption.isWanted { return .interrupted }
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

  /// Rejects all callers, both waiting and later ones. Returns when the holder has left.
  public func shutAndWait() {
    mutex.withLock {
      shut = true
      pthread_cond_broadcast(condition)
      while held { pthread_cond_wait(condition, mutex.mutex) }
    }
  }
}
