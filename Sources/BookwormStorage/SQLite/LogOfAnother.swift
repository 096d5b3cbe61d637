// A log next to a file that is not the file's own. A program was killed and left its log, and
// somebody put a backup in the place of its store: SQLite would write the log's pages into the
// backup.
//
// A file says in its header that it has a log, from before its log is begun until after its log is
// gone. A backup says that it has none. So a log beside a file that has none is another file's.
import CSystem
import Glibc

extension StoreFile {
  /// What is appended to the store's name, with a number behind it from the second one on.
  static let aside = "-wal-set-aside"

  /// Gives such a log another name. Throws where programs have the file open: then it was written
  /// over under their eyes.
  static func setAsideLogOfAnother(_ path: String) throws {
    let deadline = Clock.monotonic() + 500
    while try hasLogOfAnother(path) {
      // Alone with the file, in the eyes of every program that has it open or is about to.
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { throw cannotSetAside(errno, path) }
      defer { close(file) }
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      (lock.l_start, lock.l_len) = (0x4000_0000, 512)
      if system_set_lock(file, &lock) == 0 {
        if try hasLogOfAnother(path) { try setAside(path) }
        return
      }
      guard Clock.monotonic() < deadline else {
        throw StorageError(
          .cannotOpen,
          "the file was written over while programs have the store open; end them, and open it"
            + " again: \(path)")
      }
      usleep(1000)
    }
  }

  private static func hasLogOfAnother(_ path: String) throws -> Bool {
    var status = stat()
    // A log of this size or less has nothing but its header.
    guard lstat(path + "-wal", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1, status.st_size > 32
    else { return false }
    return try !hasLog(path)
  }

  private static func setAside(_ path: String) throws {
    for number in 1..<1000 {
      let name = path + aside + (number == 1 ? "" : "-\(number)")
      if isThere(name) { continue }
      guard rename(path + "-wal", name) == 0 else { throw cannotSetAside(errno, path) }
      // The log's index; programs that still have the other file see that it is gone.
      unlink(path + "-shm")
      return
    }
    throw cannotSetAside(EEXIST, path)
  }

  private static func cannotSetAside(_ number: Int32, _ path: String) -> StorageError {
    let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return StorageError(
      .cannotOpen,
      "\(reason): the -wal beside the file is not its own but that of a store that was here before,"
        + " and cannot be set aside; move it away: \(path)-wal")
  }
}
