// A store whose -shm was deleted or replaced under programs that have it open. SQLite would make
// another one, and with it the opener would share no lock with those programs: each would write
// over what another one has written.
//
// Each program has a lock on the store's file from its first read until it closes it, and one on
// the -shm that it uses. So a file with the one lock and no -shm with the other at its path is a
// store that has lost its -shm.
import CSystem
import Glibc

extension StoreFile {
  /// Throws where programs have the store open with an -shm that is not the one at its path.
  static func checkIndexOfOthers(_ path: String) throws {
    // One that opens the store has no -shm yet, and one that closes it none any more.
    let deadline = Clock.monotonic() + 2000
    while try isOpenWithoutIndex(path) {
      guard Clock.monotonic() < deadline else {
        let files = isThere(path + "-wal") ? "-shm has" : "-shm and -wal have"
        throw StorageError(
          .cannotOpen,
          "the store's \(files) been deleted, moved or replaced while programs have the store open;"
            + " end them without killing them, so that they save their last changes, and open it"
            + " again: \(path)")
      }
      usleep(5000)
    }
  }

  private static func isOpenWithoutIndex(_ path: String) throws -> Bool {
    // SQLite's lock of readers. Without a log there is no -shm.
    guard isLocked(path, 0x4000_0002, 510) == true, try hasLog(path) else { return false }
    // The lock that says that an -shm is in use.
    guard isLocked(path + "-shm", 128, 1) == false else { return false }
    // Whoever closed the store in between had the -shm until then.
    return isLocked(path, 0x4000_0002, 510) == true
  }

  /// Whether anybody has a lock there; not where there is no file, and nil where nobody can tell.
  private static func isLocked(_ path: String, _ start: Int, _ length: Int) -> Bool? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return errno == ENOENT ? false : nil }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (start, length)
    return system_get_lock(file, &lock) == 0 ? lock.l_type != Int16(F_UNLCK) : nil
  }
}
