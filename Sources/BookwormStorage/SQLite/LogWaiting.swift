// This file runs the thread that holds the write lock and waits for the readers of a long log.
// Commits do not wait for readers and are acknowledged at once.
import CSQLite
import Glibc

/// Makes the checkpoints that wait for readers, for one database in this process.
final class LogWaiting: @unchecked Sendable {
  private let monitor = Monitor()
  private let forks = Fork.generation
  private var isAtWork = false

  /// How long the thread waits for the write lock.
  private static let turn: Milliseconds = 5000

  /// Starts the thread, unless it is at work. If no thread can start now, the log grows and a later
  /// commit tries again.
  func begin(
    _ patience: Milliseconds, _ closing: ClosingFlag,
    _ connect: @escaping @Sendable () throws -> SQLiteConnection
  ) {
    let mayBegin = monitor.withLock {
      defer { isAtWork = true }
      return !isAtWork
    }
    guard mayBegin else { return }
    let hasBegun = HelperThread.run { [self] in
      work(patience, closing, connect)
      end()
    }
    if !hasBegun { end() }
  }

  private func end() {
    monitor.withLock {
      isAtWork = false
      monitor.announce()
    }
  }

  private func work(
    _ patience: Milliseconds, _ closing: ClosingFlag, _ connect: () throws -> SQLiteConnection
  ) {
    let pause = {
      HelperThread.pauseIfForking()
      return !closing.isSet
    }
    // The thread opens a connection of its own, because two threads cannot use the committing
    // connection.
    guard let connection = try? connect() else { return }
    defer { connection.close() }
    // Others can write during this step.
    connection.foldBulkOfLog()
    guard let lock = LogLock(ofStore: connection.fileName), lock.announce(),
      lock.takeInTurn(until: Clock.monotonic() &+ LogWaiting.turn, pause)
    else { return }
    _ = connection.foldLog(under: lock, patience: patience, pause)
  }

  /// Returns when no thread is at work, which is soon after the database begins to close. A forked
  /// child does not have this thread.
  func wait() {
    guard Fork.generation == forks else { return }
    monitor.withLock { while isAtWork { monitor.wait() } }
  }
}
