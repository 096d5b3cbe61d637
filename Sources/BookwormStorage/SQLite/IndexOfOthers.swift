// This file detects a store whose -shm or -wal was deleted or replaced while programs have it open.
// SQLite would create another -shm for this process, without the locks of those programs: each
// would overwrite the others' changes. With another -wal, this process would miss their commits.
//
// Each program holds a lock on the store's file from its first read until it closes the file, and a
// lock on the -shm that it uses. If the file is locked but the -shm at its path is missing or not
// locked, the store has lost its -shm. If the -shm is locked, the -wal must exist; otherwise it is
// lost.
import CSQLite
import CSystem
import Glibc

extension StoreFile {
  /// Throws if programs have the store open with other files than those next to it.
  static func checkIndexOfOthers(_ path: String) throws {
    // A program that is opening the store has no -shm yet; a closing program has closed its -shm.
    let deadline = Clock.monotonic() + 2000
    while let files = try lostByOthers(path) {
      guard Clock.monotonic() < deadline else {
        throw StorageError(
          .cannotOpen,
          "the store's \(files) been deleted, moved or replaced while programs have the store open;"
            + " end them without killing them, so that they save their last changes, and open it"
            + " again: \(path)")
      }
      usleep(5000)
    }
  }

  private static func lostByOthers(_ path: String) throws -> String? {
    // This process uses the -shm. Opening and closing it here would drop the locks of another
    // SQLite in this process.
    if csqlite_has_open(path + "-shm") { return nil }
    // Without a log there is no -shm.
    guard isInUse(path), try hasLog(path) else { return nil }
    // Every program that uses an -shm holds this lock on it.
    guard let index = lockType(path + "-shm", 128, 1) else { return nil }
    let (hasIndex, hasLog) = (index != F_UNLCK, isThere(path + "-wal"))
    if hasIndex, hasLog { return nil }
    // A program may have closed the store in between. It held both locks until then.
    guard isInUse(path) else { return nil }
    return hasIndex ? "-wal has" : hasLog ? "-shm has" : "-shm and -wal have"
  }

  /// Whether anybody has SQLite's lock for readers. A restore locks the same bytes for itself, and
  /// uses neither file.
  private static func isInUse(_ path: String) -> Bool {
    lockType(path, 0x4000_0002, 510) == F_RDLCK
  }

  /// The type of a lock that anybody has on these bytes. F_UNLCK if there is no lock or no file;
  /// nil if this is unknown.
  private static func lockType(_ path: String, _ start: Int, _ length: Int) -> Int32? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return errno == ENOENT ? F_UNLCK : nil }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    (lock.l_start, lock.l_len) = (start, length)
    return system_get_lock(file, &lock) == 0 ? Int32(lock.l_type) : nil
  }
}
