// This file holds SQLite's write lock without a connection. A connection that checkpoints releases
// the lock after each attempt; this object keeps it through all attempts, so that no commit happens
// between them. The places of the locks are part of SQLite's file format:
// sqlite.org/walformat.html.
import CSQLite
import CSystem
import Glibc
import Synchronization

final class LogLock {
  private let file: Int32

  /// SQLite's locks: a writer has the first; each reader of the log has one of the others.
  private static let writers: (start: Int, count: Int) = (120, 1)
  private static let readers: (start: Int, count: Int) = (124, 4)
  /// Our lock: a checkpoint that may wait for readers has it, also while it waits for the write
  /// lock.
  private static let checkpoint: (start: Int, count: Int) = (136, 1)
  /// Our locks: a lock from a place in here to the end is a turn, see WriteTurns. Any two turns
  /// overlap, and their beginnings distinguish them.
  private static let turns: (start: Int, count: Int) = (200, 1 << 30)

  /// Nil if the file with the locks cannot be opened, or is not the file that SQLite has open.
  init?(ofStore path: String) {
    file = path.isEmpty ? -1 : csqlite_open_apart(path + "-shm")
    if file < 0 { return nil }
  }

  deinit { csqlite_close_apart(file) }

  /// Returns true if no other checkpoint waits for readers or is about to. Until this object is
  /// released, no other can, so writers wait for one checkpoint, not for several in a row.
  func announce() -> Bool { set(LogLock.checkpoint) }

  /// Returns true if nobody writes now. Until this object is released, nobody can write.
  func take() -> Bool { set(LogLock.writers) }

  /// Takes a turn, until this object is released. Returns false if another connection has a turn.
  func takeTurn() -> Bool {
    let taken = LogLock.turnsTaken.add(1, ordering: .relaxed).newValue
    let number = taken &+ Int(getpid()) &* 65_537
    let begin = number & (LogLock.turns.count / 2 &- 1)
    return set((LogLock.turns.start &+ begin, LogLock.turns.count &- begin))
  }
  private static let turnsTaken = Atomic<Int>(0)

  /// The place of the turn that any connection has; -1 if nobody has a turn.
  static func turn(_ connection: OpaquePointer) -> Int64 {
    csqlite_find_lock(connection, Int64(turns.start), Int64(turns.count))
  }

  /// Takes the write lock as soon as nobody writes.
  func take(until deadline: Milliseconds, _ pause: () -> Bool = { true }) -> Bool {
    while !take() {
      guard Clock.monotonic() < deadline, pause() else { return false }
      usleep(200)
    }
    return true
  }

  /// The same, but takes a turn, so that other waiting connections let this one go first: see
  /// WriteTurns.
  func takeInTurn(until deadline: Milliseconds, _ pause: () -> Bool) -> Bool {
    var isNext = false
    defer { if isNext { _ = set(LogLock.turns, F_UNLCK) } }
    return take(until: deadline) {
      if !isNext { isNext = takeTurn() }
      return pause()
    }
  }

  /// Whether anybody reads from the log rather than from the file alone.
  var hasReaders: Bool { isTaken(LogLock.readers) }

  /// Whether a checkpoint that may wait for readers keeps all writers waiting, or is about to.
  static func isHeld(ofStore path: String) -> Bool {
    LogLock(ofStore: path)?.isTaken(checkpoint) ?? false
  }

  private func lock(_ place: (start: Int, count: Int), _ type: Int32) -> flock {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (place.start, place.count)
    return lock
  }

  private func set(_ place: (start: Int, count: Int), _ type: Int32 = F_WRLCK) -> Bool {
    var lock = lock(place, type)
    return system_set_lock(file, &lock) == 0
  }

  private func isTaken(_ place: (start: Int, count: Int)) -> Bool {
    var lock = lock(place, F_WRLCK)
    // If this cannot be determined, somebody may hold the lock.
    return system_get_lock(file, &lock) != 0 || lock.l_type != Int16(F_UNLCK)
  }
}
