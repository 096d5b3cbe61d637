// This file orders the writers. SQLite's write lock has no queue: connections poll for it. A
// program that commits without a pause takes the lock again between two polls of the others, which
// may wait for seconds. So a connection that has waited for a while takes another lock, its turn,
// and all others let it write first.
import CSQLite
import Glibc

/// The turns of one writing connection.
final class WriteTurns {
  private unowned let connection: SQLiteConnection
  private var isBeginning = false
  private var since: Milliseconds = 0
  /// Open from the first attempt to take a turn until the connection has the write lock.
  private var lock: LogLock?
  private var hasTurn = false
  /// A turn that its owner, such as a stopped program, has not used in time. This connection no
  /// longer waits for it.
  private var unused: Int64 = -1

  /// How long a connection waits before it takes a turn. If this were shorter than a round of one
  /// write by each writer, each write would take a turn. That would be slow: handing the lock over
  /// takes longer than a small commit.
  static let long: Milliseconds = 300
  /// How long others wait for a turn.
  static let most: Milliseconds = 100

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Runs a statement that takes the write lock, after connections that have a turn.
  func run(_ begin: () throws -> Void) throws {
    since = Clock.monotonic()
    let deadline = since &+ connection.busyTimeout
    isBeginning = true
    defer { (isBeginning, hasTurn, lock) = (false, false, nil) }
    if letOthersGo(until: deadline) {
      connection.busyTimeout = max(0, deadline &- Clock.monotonic())
    }
    try begin()
  }

  /// Sleeps between two polls of the write lock.
  func pause(_ isEarly: Bool, until deadline: Milliseconds) {
    usleep(hasTurn || isEarly ? 200 : 1000)
    if isBeginning { _ = letOthersGo(until: deadline) }
  }

  /// Waits for the connection that has the turn. Returns whether there was one.
  private func letOthersGo(until deadline: Milliseconds) -> Bool {
    var (other, end): (Int64, Milliseconds) = (-1, 0)
    while !hasTurn {
      let now = Clock.monotonic()
      if now &- since >= WriteTurns.long { takeTurn() }
      let turn = hasTurn ? -1 : LogLock.turn(connection.handle)
      guard turn >= 0, turn != unused, now < deadline, !connection.closing.isSet else { break }
      if turn != other { (other, end) = (turn, now &+ WriteTurns.most) }
      if now >= end { unused = turn }
      usleep(500)
    }
    return other >= 0
  }

  private func takeTurn() {
    lock = lock ?? LogLock(ofStore: connection.fileName)
    hasTurn = lock?.takeTurn() ?? false
  }
}
