// This file lets the host program interrupt a waiting call: see Interruption.
import CSystem

/// Python runs no signal handlers during a call of its main thread. Ctrl-C would otherwise take
/// effect only after the call.
public enum Interruption {
  private static let lock = Lock()
  nonisolated(unsafe) private static var question: (@Sendable () -> Bool)?

  /// From now on, `question` is called in the process's first thread while that thread waits.
  public static func ask(_ question: @escaping @Sendable () -> Bool) {
    lock.withLock { self.question = question }
  }

  /// The longest time between two calls of the question.
  static let pause: Milliseconds = 100

  static var isWanted: Bool {
    guard system_is_first_thread(), let question = lock.withLock({ question }) else { return false }
    return question()
  }
}
