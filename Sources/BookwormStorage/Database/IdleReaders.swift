// This file keeps the idle reading connections of a database for the next read. They are closed
// after a while if others could use their resources, such as a server's sessions.

final class IdleReaders: @unchecked Sendable {
  private let monitor = Monitor()
  /// The reader used last is at the end and is taken first.
  private var idle: [Connection] = []
  private var isClosed = false
  /// Whether a thread of the library closes readers that are idle for too long.
  private var isWatched = false
  private let time: Milliseconds?

  private static let most = 8

  /// `time` is how long each reader is kept; nil keeps it while the database is open.
  init(for time: Milliseconds?) { self.time = time }

  /// Returns nil if no reader is idle. The caller may then open another connection.
  func take() throws -> Connection? {
    try monitor.withLock {
      if isClosed { throw StorageError.closed }
      return idle.popLast()
    }
  }

  func checkIsOpen() throws { if monitor.withLock({ isClosed }) { throw StorageError.closed } }

  /// Keeps the reader, or closes it if enough are kept.
  func give(_ reader: Connection) {
    if time != nil { reader.idleSince = Clock.monotonic() }
    monitor.lock.lock()
    let keeps = !isClosed && idle.count < IdleReaders.most
    if keeps { idle.append(reader) }
    let isDue = keeps && time != nil && !isWatched
    if isDue { isWatched = true }
    monitor.lock.unlock()
    if isDue { watch() }
  }

  func close() {
    let closed = monitor.withLock {
      isClosed = true
      monitor.announce()
      defer { idle = [] }
      return idle
    }
    _ = consume closed
  }

  /// Starts a thread that closes idle readers in time, even if the program makes no more calls.
  private func watch() {
    let isWatched = HelperThread.run { [self] in
      while let next = letGo() { HelperThread.rest { wait(until: next) } }
    }
    // If no thread could start, the next reader that is given back tries again.
    if !isWatched { monitor.withLock { self.isWatched = false } }
  }

  private func wait(until time: Milliseconds) {
    monitor.withLock { if !isClosed { monitor.wait(until: time) } }
  }

  /// Closes the readers that have been idle for too long. Returns when to look again; nil if no
  /// reader is idle.
  private func letGo() -> Milliseconds? {
    let (due, next) = monitor.withLock { () -> ([Connection], Milliseconds?) in
      let limit = Clock.monotonic() &- (time ?? 0)
      let due = Array(idle.prefix { $0.idleSince <= limit })
      idle.removeFirst(due.count)
      isWatched = !idle.isEmpty
      return (due, idle.first.map { $0.idleSince &+ (time ?? 0) })
    }
    _ = consume due
    return next
  }
}
