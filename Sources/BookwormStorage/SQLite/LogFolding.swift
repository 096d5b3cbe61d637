// When the write-ahead log is folded into the file. SQLite by itself does so beside other writers,
// who go on appending meanwhile, so that its log starts anew only where all pause by chance. Here
// the one who folds has the write lock, the others wait, and the next commit begins the log anew.
import CSQLite
import Glibc

final class LogFolding {
  private let handle: OpaquePointer
  private let closing: ClosingFlag
  /// How long the log is, as the last commit of this connection left it.
  private var frames: Int32 = 0
  /// From when on it is folded as far as nobody waits for it, and from when on readers are waited
  /// for.
  private var due = LogFolding.short
  private var overdue = LogFolding.long

  /// In pages of 4 KiB: 16 and 32 MiB. Pages that commits write again and again are folded a
  /// quarter as often as by SQLite's default: a small commit takes a fifth less time. The log's
  /// index finds so many at one look.
  private static let short: Int32 = 4000
  private static let long: Int32 = 8000
  /// Between two looks where readers have kept the log from being folded whole.
  private static let step: Int32 = 1000
  /// How long in all another process's fold, the write lock and readers are waited for, and how
  /// long at most where the log has passed 64 MiB. Who reads for a third of it does not keep the
  /// log from starting anew.
  static let patience: Milliseconds = 200
  static let mostPatience: Milliseconds = 2000
  /// After this they are looked at anew. A reader who ends and begins again often takes the very
  /// place that is waited for: by then it reads the log's end, and is in nobody's way.
  private static let moment: Milliseconds = 20
  /// What remains of a log that has been longer, in bytes.
  static let sizeKept = 32 << 20

  /// To be kept for as long as the connection.
  init(_ handle: OpaquePointer, _ closing: ClosingFlag) {
    (self.handle, self.closing) = (handle, closing)
    // In place of SQLite's own folding, which is such a hook.
    sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        guard let context else { return SQLITE_OK }
        Unmanaged<LogFolding>.fromOpaque(context).takeUnretainedValue().frames = frames
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Called after a commit. What goes wrong is no failure of that commit: the log keeps it, and who
  /// folds next meets the same.
  func foldIfDue(_ setBusyTimeout: (Milliseconds) -> Void) {
    // Also where another process has had it start anew.
    if frames < LogFolding.short { return start() }
    guard frames >= due else { return }
    let isPatient = frames >= overdue
    let deadline = Clock.monotonic() &+ LogFolding.patience(frames)
    var hasTried = false
    while true {
      let now = look()
      // What is folded, and only has readers left, is still waited for.
      guard now.code == SQLITE_OK, now.log >= LogFolding.short, hasTried || now.folded < now.log
      else { return start() }
      // The bulk of a long log is folded beside the others, who else would wait for all of it.
      // (Versions before 3.51.3 can lose a commit so; this one is newer.)
      if now.log &- now.folded > LogFolding.long { _ = checkpoint(SQLITE_CHECKPOINT_PASSIVE) }
      let left = max(0, deadline &- Clock.monotonic())
      setBusyTimeout(isPatient ? min(left, LogFolding.moment) : 0)
      let result = checkpoint(SQLITE_CHECKPOINT_RESTART)
      if result.code == SQLITE_OK { return start() }
      // Another process is folding: its end is waited for, else it would never get the write lock.
      let isFolding = result.log < 0
      guard isPatient || isFolding, !closing.isSet, Clock.monotonic() < deadline else { break }
      // Readers are looked at anew at once: whoever commits in between makes them readers of a log
      // that is not folded, who are in the way for as long as they read.
      if isFolding { usleep(200) } else { hasTried = true }
    }
    due = frames &+ LogFolding.step
    if isPatient { overdue = frames &+ frames / 4 }
  }

  /// 16,000 pages are 64 MiB; at 175 MiB it is the most.
  private static func patience(_ frames: Int32) -> Milliseconds {
    min(mostPatience, patience &+ Milliseconds(max(0, frames &- 16_000)) / 16)
  }

  /// Gives back what the log takes, if nobody is in the way, and the file has room to grow.
  func empty() {
    if checkpoint(SQLITE_CHECKPOINT_TRUNCATE).code == SQLITE_OK { start() }
  }

  private func start() {
    (due, overdue) = (LogFolding.short, LogFolding.long)
  }

  private func look() -> (code: Int32, log: Int32, folded: Int32) {
    checkpoint(SQLITE_CHECKPOINT_NOOP)
  }

  /// The log's length and how much of it is folded; -1 where another process is folding.
  private func checkpoint(_ mode: Int32) -> (code: Int32, log: Int32, folded: Int32) {
    var log: Int32 = -1
    var folded: Int32 = -1
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &log, &folded)
    return (code, log, folded)
  }
}
