// This file takes sole use of a database's file: nobody else has it open or can open it meanwhile.
// All of its commits are in the file, and no log is next to it, so it may be moved.
import CSQLite
import Glibc

public final class SoleUse {
  private let file: Int32

  /// Waits for programs that have the file open only for a moment. Throws `busy` if a program keeps
  /// it open longer.
  public init(of path: String) throws {
    let deadline = Clock.monotonic() + 500
    while true {
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { throw StorageError.cannotOpen(errno, path) }
      if StoreFile.isAlone(file) {
        if !StoreFile.hasCommits(path + "-wal") {
          self.file = file
          break
        }
        close(file)
        do { try SoleUse.foldLog(of: path) } catch let error as StorageError
          where error.kind == .busy
        {}
      } else {
        close(file)
      }
      guard Clock.monotonic() < deadline else { throw SoleUse.inUse(path) }
      usleep(1000)
    }
    unlink(path + "-wal")
    unlink(path + "-shm")
  }

  /// Lets others open the file again.
  deinit { close(file) }

  /// Opens and closes the file, because the last connection to close it checkpoints the log and
  /// deletes it.
  private static func foldLog(of path: String) throws {
    do {
      let connection = try SQLiteConnection(
        path: path, flags: SQLITE_OPEN_READWRITE, busyTimeout: 500, cacheKiB: 1024,
        closing: ClosingFlag())
      defer { connection.close() }
      try connection.openLog()
    } catch let error as StorageError where error.kind != .busy && error.kind != .memory {
      throw StorageError(
        error.kind, code: error.code,
        "\(error.message): the store has commits that cannot be brought into its file; move it away"
          + " with its -wal and -shm: \(path)")
    }
  }

  private static func inUse(_ path: String) -> StorageError {
    StorageError(
      .busy, "the store is open in another program, or in this one; close it there: \(path)")
  }
}
