// This file defines the queue of a database's writers: one at a time waits for the store's write
// lock and then writes.

/// Admits one holder at a time. Each caller sets a limit to its wait.
public final class Gate: @unchecked Sendable {
  private let monitor = Monitor()
  private var held = false
  private var shut = false

  public enum Outcome: Sendable { case entered, timedOut, shut, interrupted }

  public init() {}

  public func enter(until deadline: Milliseconds) -> Outcome {
    monitor.withLock {
      while held && !shut {
        let end = min(deadline, Clock.monotonic() &+ Interruption.pause)
        monitor.wait(until: end)
        guard held, !shut, Clock.monotonic() >= end else { continue }
        if Clock.monotonic() >= deadline { return .timedOut }
        if Interruption.isWanted { return .interrupted }
      }
      if shut { return .shut }
      held = true
      return .entered
    }
  }

  public func leave() {
    monitor.withLock {
      held = false
      monitor.announce()
    }
  }

  /// Rejects all callers, both waiting and later ones. Returns when the holder has left.
  public func shutAndWait() {
    monitor.withLock {
      shut = true
      monitor.announce()
      while held { monitor.wait() }
    }
  }
}
