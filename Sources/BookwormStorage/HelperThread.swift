// This file defines a thread of the library, which runs one piece of work and ends. The thread
// calls nothing in the host program, and no signal is ever handled on it.
import CSystem
import Glibc
import Synchronization

public final class HelperThread {
  private let thread: pthread_t

  /// Nil if no thread can be made. Long work must call pauseIfForking() regularly.
  public init?(_ work: @escaping @Sendable () -> Void) {
    guard let made = HelperThread.begin(work) else { return nil }
    thread = made
  }

  /// Runs work that nobody joins. Returns false if no thread can be made.
  public static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let made = begin(work) else { return false }
    pthread_detach(made)
    return true
  }

  private static func begin(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    _ = Fork.generation
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread inherits the blocked signals.
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = Unmanaged.passRetained(Work(run: work))
    var made = pthread_t()
    let code = pthread_create(&made, nil, runWork, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    return made
  }

  /// Waits until the work is done. Call it once, and never in a forked child, which does not have
  /// this thread.
  public func join() { pthread_join(thread, nil) }

  /// The number of processors that this process may use.
  public static var processors: Int { Int(system_processors()) }

  // MARK: Forks

  // A child inherits SQLite's own locks in their state at the fork, but none of the threads that
  // hold them. So helper threads pause while the process forks, at a place without such locks.

  private static let forking = Atomic<Bool>(false)
  private static let monitor = Monitor()
  nonisolated(unsafe) private static var atWork = 0

  @inline(__always)
  public static func pauseIfForking() { if forking.load(ordering: .relaxed) { pause() } }

  /// Runs a wait that may take long. The wait must hold none of SQLite's own locks, so a fork need
  /// not wait for it.
  static func rest(_ wait: () -> Void) {
    leave()
    wait()
    enter()
  }

  private static func pause() {
    leave()
    enter()
  }

  fileprivate static func enter() {
    monitor.withLock {
      while forking.load(ordering: .relaxed) { monitor.wait() }
      atWork += 1
    }
  }

  fileprivate static func leave() {
    monitor.withLock {
      atWork -= 1
      monitor.announce()
    }
  }

  static func pauseAll() {
    monitor.lock.lock()
    forking.store(true, ordering: .relaxed)
    while atWork > 0 {
      monitor.wait()
      // Another thread's fork may have ended and resumed the helpers.
      forking.store(true, ordering: .relaxed)
    }
  }

  static func resumeAll() {
    forking.store(false, ordering: .relaxed)
    monitor.announce()
    monitor.lock.unlock()
  }

  static func forgetAll() {
    forking.store(false, ordering: .relaxed)
    monitor.forgetWaiting()
    monitor.lock.unlock()
  }
}

private final class Work {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runWork(_ given: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  HelperThread.enter()
  if let given { Unmanaged<Work>.fromOpaque(given).takeRetainedValue().run() }
  HelperThread.leave()
  return nil
}
