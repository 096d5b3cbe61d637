// This file opens a database that nobody has open, in a folder where this user cannot create files.
// SQLite needs files next to a database with a log, even to read it. If the file is declared
// unchanging, SQLite needs no such files and takes no locks. Another user or machine may change it
// later, so every read checks that it is unchanged.
import Glibc

struct StillFile {
  private let path: String
  private let changed: [Int]

  /// Nil if the file is to be opened like any other.
  init?(_ given: String) throws {
    path = try StoreFile.resolved(given)
    guard !StoreFile.canWrite(inFolderOf: path), try StoreFile.hasLog(path),
      let changed = StillFile.look(path)
    else { return nil }
    self.changed = changed
  }

  /// The path in the form given to SQLite.
  var address: String {
    var text = "file:"
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    for byte in path.utf8 {
      let isPlain = byte > 0x2E && byte < 0x3A || byte | 0x20 > 0x60 && byte | 0x20 < 0x7B
      guard !isPlain else {
        text.unicodeScalars.append(UnicodeScalar(byte))
        continue
      }
      text.unicodeScalars.append("%")
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text + "?immutable=1"
  }

  /// The fault if the file has changed.
  var fault: StorageError? {
    if let now = StillFile.look(path), now == changed { return nil }
    return StorageError(
      .cannotOpen,
      "another program has opened the store for writing since it was opened here to be read;"
        + " open it again: \(path)")
  }

  /// The file's size, time of change and inode number; nil if there is a log next to it, in use or
  /// left behind.
  private static func look(_ path: String) -> [Int]? {
    var status = stat()
    guard !StoreFile.isThere(path + "-wal"), !StoreFile.isThere(path + "-shm"),
      stat(path, &status) == 0
    else { return nil }
    return [
      Int(status.st_size), Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec),
      Int(bitPattern: UInt(status.st_ino)),
    ]
  }
}
