// Runs a second thread for a test, because blocking calls must not occupy the threads of Swift's
// pool.
import Glibc

package final class Worker<Result>: @unchecked Sendable {
  private var thread = pthread_t()
  private var result: Result?
  private let body: () -> Result

  package init(_ body: @escaping @Sendable () -> Result) {
    self.body = body
    let context = Unmanaged.passRetained(Start { [self] in result = self.body() }).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
  }

  /// Waits for the end of the thread. Call it once.
  package func join() -> Result? {
    pthread_join(thread, nil)
    return result
  }
}

private final class Start {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}

/// Runs `body` in several threads at once and waits for them.
package func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let workers = (0..<count).map { number in Worker { body(number) } }
  for worker in workers { _ = worker.join() }
}

/// A value that threads share.
package final class Shared<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var stored: Value

  package init(_ value: Value) {
    stored = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func with<R>(_ body: (inout Value) -> R) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&stored)
  }

  package var value: Value { with { $0 } }
}
