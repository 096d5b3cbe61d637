// Handles Ctrl-C in Python's main thread while one of its calls waits for a server.
import BookwormStorage

enum PythonSignals {
  typealias Object = CPython.Object

  /// From now on, Ctrl-C ends a wait for a server if its handler is Python's own, which raises
  /// KeyboardInterrupt when the call has returned. If the program has set another handler, the wait
  /// continues, because this handler may let the program continue; it runs after the wait. No
  /// handler runs within a call, because it might call the library. `parts` is a tuple: Python's
  /// signal.getsignal, its arguments, and the handler that raises KeyboardInterrupt.
  static func listen(_ python: CPython, _ parts: Object) {
    guard python.tupleSize(parts) == 3 else { return python.clearError() }
    let listener = Listener(python: python, parts: parts)
    // Kept as long as the process runs.
    python.retain(parts)
    Interruption.ask { listener.isInterrupted() }
  }

  private struct Listener: @unchecked Sendable {
    let python: CPython
    let parts: Object

    func isInterrupted() -> Bool {
      let state = python.ensure()
      defer { python.letGo(state) }
      guard python.takeInterrupt() != 0 else { return false }
      python.setInterrupt()
      let handler = python.call(python.tupleItem(parts, 0), python.tupleItem(parts, 1))
      defer { python.release(handler) }
      if handler == nil { python.clearError() }
      return handler != nil && handler == python.tupleItem(parts, 2)
    }
  }
}
