// This file wraps a descriptor of the folder that contains a store.
import Glibc

final class Folder {
  let number: Int32
  private var opened = stat()

  /// Nil if the folder may not be read.
  init?(of path: String) {
    number = open(StoreFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    fstat(number, &opened)
  }

  /// Closes the descriptor, unless the program has closed it: the number may then belong to one of
  /// the program's own files.
  deinit {
    var now = stat()
    guard number >= 0, fstat(number, &now) == 0, now.st_ino == opened.st_ino,
      now.st_dev == opened.st_dev
    else { return }
    close(number)
  }
}
