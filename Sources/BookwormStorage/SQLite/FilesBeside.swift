// This file checks the files next to a store before SQLite opens the store and applies them.
import Glibc

extension StoreFile {
  /// Throws if a file next to our store cannot come from this library, or if programs have the
  /// store open with other files. A log of another file is set aside.
  public static func checkFilesBeside(_ given: String) throws {
    let path = try resolved(given)
    try setAsideLogOfAnother(path)
    for file in filesBeside(path) {
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      if file.hasSuffix(journal) {
        // SQLite would roll back the journal's changes, and delete a file named in it.
        throw StorageError(
          .cannotOpen,
          "a rollback journal is next to the store, and this library does not use such journals;"
            + " delete it, or, if you trust it, open the store with sqlite3 once: \(file)")
      }
      guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
        throw StorageError(
          .cannotOpen, "a link or special file in the place of the store's own: \(file)")
      }
    }
    try checkIndexOfOthers(path)
  }
}
