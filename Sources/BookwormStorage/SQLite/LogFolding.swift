// This file decides when the write-ahead log is checkpointed, that is, copied into the file so that
// the next commit starts the log again. By default SQLite does this while other writers go on
// appending: the log then starts again only if all writers pause by chance. Here a checkpoint holds
// the write lock. A commit copies the part that no reader needs, and waits for no reader. A thread
// of the library waits for readers, only at a few lengths of the log, so that writers run for much
// longer than they wait.
import CSQLite
import Glibc

/// Makes the checkpoints of one writing connection, as the log's length after each of its commits
/// requires.
final class LogFolding {
  private unowned let connection: SQLiteConnection
  private let wait: (Milliseconds) -> Void
  /// The length of the log in pages after this connection's last commit.
  private var frames: Int32 = 0

  /// A shorter log is not checkpointed. With pages of 4 KiB, this is 16 MiB. Pages that commits
  /// write again and again are copied a quarter as often as by SQLite's default, so a small commit
  /// takes a fifth less time. One look into the log's index covers this number of pages.
  private static let short: Int32 = 4000
  /// The number of pages between two attempts, if readers or writers were in the way.
  private static let step: Int32 = 1000
  /// A longer part is copied while other writers go on, because they would otherwise wait for it.
  static let bulk: Int32 = 8000
  /// How long a commit waits for the write lock.
  static let moment: Milliseconds = 20
  /// The size in bytes that a longer log is cut to.
  static let sizeKept = 32 << 20

  /// Keep this object as long as the connection. `wait` makes another thread wait for readers.
  init(_ connection: SQLiteConnection, _ wait: @escaping (Milliseconds) -> Void) {
    (self.connection, self.wait) = (connection, wait)
    // Replaces SQLite's own checkpoints, which are a hook of this kind too.
    sqlite3_wal_hook(
      connection.handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogFolding>.fromOpaque(context).takeUnretainedValue().frames = frames
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Called after a commit. If a checkpoint fails, the commit has still succeeded: the log keeps
  /// it. Only the program whose commit takes the log past a length does the work that is due there;
  /// otherwise all programs would do it in turn.
  func foldIfDue() {
    let written = pagesWritten()
    guard frames >= LogFolding.short else { return }
    let before = max(0, frames &- written)
    guard frames / LogFolding.step > before / LogFolding.step else { return }
    let patience = LogFolding.patience(from: before, to: frames)
    let state = connection.lookAtLog()
    guard state.code == SQLITE_OK else { return }
    let isBulk = state.log &- state.folded > LogFolding.bulk
    if !isBulk, let lock = LogLock(ofStore: connection.fileName),
      lock.take(until: Clock.monotonic() &+ LogFolding.moment)
    {
      if connection.foldLog(under: lock) { return }
    }
    if isBulk || patience > 0 { wait(patience) }
  }

  /// How long each reader is waited for after a commit that takes the log past one of these
  /// lengths: 32, 48, 128 and 192 MiB, and from there on half as much again each time. The first
  /// two are for stores with short reads, the next two for reads of up to half a second, and all
  /// others for longer reads.
  static func patience(from before: Int32, to frames: Int32) -> Milliseconds {
    var length: Int32 = 8000
    var patience: Milliseconds = 0
    while length <= frames {
      if before < length {
        patience = length < 32_000 ? 200 : length < 64_000 ? longPatience : 1000
      }
      length = length == 8000 ? 12_000 : length == 12_000 ? 32_000 : length &+ length / 2
    }
    return patience
  }

  /// A patience longer than half a second.
  static let longPatience: Milliseconds = 600

  /// The pages that this connection has written since the last call.
  private func pagesWritten() -> Int32 {
    var now: Int32 = 0
    var most: Int32 = 0
    sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_CACHE_WRITE, &now, &most, 1)
    return now
  }
}

extension SQLiteConnection {
  typealias LogState = (code: Int32, log: Int32, folded: Int32)

  func lookAtLog() -> LogState { checkpoint(SQLITE_CHECKPOINT_NOOP) }

  /// Copies the log into the file while nobody can write. Returns whether the next commit starts
  /// the log again: everything is copied, and nobody reads from the log. If readers are in the way,
  /// it waits for each of them for up to `patience`, and for all of them for up to three times as
  /// long. `pause` returns false to give up.
  func foldLog(
    under lock: LogLock, patience: Milliseconds = 0, _ pause: () -> Bool = { true }
  ) -> Bool {
    var most: Int32 = -1
    let begin = Clock.monotonic()
    // The limit for all readers together: a reader that begins now may share the place of an older
    // one, or read from the log's end.
    let deadline = begin &+ 3 &* patience
    var readerDeadline = begin &+ patience
    while true {
      // A checkpoint must not write into another file that took the store's place.
      guard isInPlace else { return false }
      let state = checkpoint(SQLITE_CHECKPOINT_PASSIVE)
      if state.code == SQLITE_OK {
        if state.folded == state.log, !lock.hasReaders { return true }
        // If more is copied than before, the oldest reader has ended.
        if state.folded > most {
          (most, readerDeadline) = (state.folded, Clock.monotonic() &+ patience)
        }
      }
      guard patience > 0, Clock.monotonic() < min(readerDeadline, deadline), pause() else {
        return false
      }
      usleep(1000)
    }
  }

  /// Repeats foldLog() until it succeeds. Between attempts, writers run for at least as long as
  /// they had to wait.
  func foldWholeLog(until deadline: Milliseconds) -> Bool {
    // A store in memory has no log.
    if fileName.isEmpty { return true }
    while true {
      var pause: Milliseconds = 10
      if let lock = LogLock(ofStore: fileName), lock.announce(),
        lock.takeInTurn(until: deadline, { !closing.isSet })
      {
        let begin = Clock.monotonic()
        let patience = min(LogFolding.longPatience, max(0, deadline &- begin))
        if foldLog(
          under: lock, patience: patience, { Clock.monotonic() < deadline && !closing.isSet })
        {
          break
        }
        pause = max(pause, Clock.monotonic() &- begin)
      }
      let left = deadline &- Clock.monotonic()
      guard left > 0, !closing.isSet else { return false }
      usleep(UInt32(min(pause, left)) &* 1000)
    }
    emptyLog()
    return true
  }

  /// Copies the bulk of a long log while others write. (Versions of SQLite before 3.51.3 can lose a
  /// commit this way; this one is newer.)
  func foldBulkOfLog() {
    let state = lookAtLog()
    guard state.code == SQLITE_OK, state.log &- state.folded > LogFolding.bulk, isInPlace else {
      return
    }
    _ = checkpoint(SQLITE_CHECKPOINT_PASSIVE)
  }

  private var isInPlace: Bool {
    do { return try whyLost(quickly: false) == nil } catch { return false }
  }

  /// The log's length and how much of it has been copied; -1 while another process copies.
  func checkpoint(_ mode: Int32) -> LogState {
    var log: Int32 = -1
    var folded: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &log, &folded)
    return (code, log, folded)
  }
}
