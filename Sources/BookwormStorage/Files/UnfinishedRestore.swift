// This file takes back a restore whose program was killed. A restore gives the old store a second
// name, and then renames the copy of the backup over the first name. If the program is killed
// between these two steps, the old store has both names, and the second name is removed.
import Glibc

extension StoreFile {
  /// The ending of the old store's name after a restore.
  public static let replaced = "-replaced"

  /// Removes the second name. Waits for a restore that is in progress. Returns whether the file at
  /// the path now has one name.
  static func takeBackRestore(of path: String) -> Bool {
    let deadline = Clock.monotonic() + 2000
    while hasBothNames(path) {
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { return false }
      defer { close(file) }
      var status = stat()
      // A restore has this lock until it is complete.
      if isAlone(file), fstat(file, &status) == 0, isFile(path, status),
        isFile(path + replaced, status)
      {
        unlink(path + replaced)
      } else if Clock.monotonic() >= deadline {
        return false
      } else {
        usleep(1000)
      }
    }
    var status = stat()
    return lstat(path, &status) == 0 && status.st_nlink == 1
  }

  private static func hasBothNames(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_nlink > 1 && isFile(path + replaced, status)
  }

  /// Whether a path leads to this file.
  static func isFile(_ path: String, _ file: stat) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_ino == file.st_ino
      && status.st_dev == file.st_dev
  }
}
