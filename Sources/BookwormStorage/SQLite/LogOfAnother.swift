// This file handles a log that belongs to another file. If a program was killed and left its log,
// and another file was then put in place of its store, or if the log of another store is put next
// to a store, SQLite would write the log's pages into a file that they do not belong to.
//
// A file's header says that it has a log, from before the log is begun until after it is gone. The
// header of a backup says that it has no log. And the header has a tag that only the file's own log
// fits: see CSQLite/tags.h.
import Glibc

extension StoreFile {
  /// The ending added to the store's name, followed by a number from the second file on.
  static let aside = "-wal-set-aside"

  /// Renames the log next to a file if it belongs to another file, unless programs have the file
  /// open. Throws if the file was overwritten while they used it.
  static func setAsideLogOfAnother(_ path: String) throws {
    let deadline = Clock.monotonic() + 500
    while try hasLogOfAnother(path) {
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { throw cannotSetAside(errno, path) }
      defer { close(file) }
      if isAlone(file) {
        if try hasLogOfAnother(path) { try setAside(path) }
        return
      }
      guard Clock.monotonic() < deadline else {
        // A connection that opens the log of these programs checks it.
        if try hasLog(path) { return }
        throw StorageError(
          .cannotOpen,
          "the file was written over while programs have the store open; end them, and open it"
            + " again: \(path)")
      }
      usleep(1000)
    }
  }

  private static func hasLogOfAnother(_ path: String) throws -> Bool {
    guard hasCommits(path + "-wal") else { return false }
    return try !hasLog(path) || !LogTag.fits(log: path + "-wal", database: path)
  }

  static func hasCommits(_ log: String) -> Bool {
    var status = stat()
    // A log of this size or less has only its header.
    return lstat(log, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
      && status.st_size > 32
  }

  private static func setAside(_ path: String) throws {
    for number in 1..<1000 {
      let name = path + aside + (number == 1 ? "" : "-\(number)")
      if isThere(name) { continue }
      guard rename(path + "-wal", name) == 0 else { throw cannotSetAside(errno, path) }
      // Removes the log's index. Programs that still use the other file notice that it is gone.
      unlink(path + "-shm")
      return
    }
    throw cannotSetAside(EEXIST, path)
  }

  private static func cannotSetAside(_ number: Int32, _ path: String) -> StorageError {
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return StorageError(
      .cannotOpen,
      "\(reason): the -wal next to the file belongs to a store that was here before, and cannot be"
        + " set aside; move it away: \(path)-wal")
  }
}
