// Notices that this process is a forked child: SQLite's connections do not survive a fork, so what
// was opened before it must be left alone.
import Glibc
import Synchronization

public enum Fork {
  private static let count = Atomic<Int>(0)
  private static let armed: Void = {
    pthread_atfork(nil, nil) { Fork.count.add(1, ordering: .relaxed) }
  }()

  /// How many forks lie between this process and the first one that loaded the library.
  public static var generation: Int {
    _ = armed
    return count.load(ordering: .relaxed)
  }
}
